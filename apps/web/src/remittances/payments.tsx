import { Anchor, Text, Title } from '@mantine/core'
import {
  type Remittance,
  type RemittancePayment,
  remittances,
} from '@mshahara/contract/remittances'
import { useState } from 'react'
import { date, daysInWords, ksh } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { IconHistory } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'
import { TakeBack } from './pay-form.tsx'

interface Props {
  items: readonly Remittance[]
}
type Row = RemittancePayment & { name: string }

/** What was recorded of the month, what was taken back as well. */
export function Payments({ items }: Props) {
  const may = useMay()
  const [back, setBack] = useState<RemittancePayment | null>(null)
  const rows = items.flatMap(({ name, payments }) => payments.map((one) => ({ ...one, name })))
  if (rows.length === 0) return null
  return (
    <section className="card" aria-label="Payments">
      <Title order={2} p="lg" pb="sm">
        Payments
      </Title>
      <DataTable
        label="Payments"
        columns={may(remittances.takeBack) ? [...columns, actsWith(setBack)] : columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={null}
      />
      {back && <TakeBack payment={back} onClose={() => setBack(null)} />}
    </section>
  )
}

const columns: Column<Row>[] = [
  { key: 'name', title: 'Recipient', lead: true, render: ({ name }) => name },
  amountColumn('amount', 'Amount', ({ amount }) => amount),
  { key: 'paid_on', title: 'Paid On', oneLine: true, render: ({ paid_on }) => date(paid_on) },
  { key: 'reference', title: 'Reference', render: (row) => <Reference row={row} /> },
  { key: 'paid_by', title: 'Recorded By', yields: 1, render: ({ paid_by }) => paid_by },
]

function Reference({ row: { reference, note, receipt, taken_back } }: { row: Row }) {
  return (
    <>
      {taken_back ? <s>{reference}</s> : reference}
      {receipt && (
        <Anchor
          href={receipt}
          size="xs"
          underline="always"
          target="_blank"
          rel="noreferrer"
          ml="xs"
        >
          Receipt
        </Anchor>
      )}
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      {taken_back && (
        <Text size="xs" c="dimmed">
          {`Taken back by ${taken_back.by}: ${taken_back.reason}`}
        </Text>
      )}
    </>
  )
}

const actsWith = (onBack: (payment: RemittancePayment) => void): Column<Row> => ({
  key: 'actions',
  title: 'Actions',
  actions: true,
  render: (row) =>
    !row.taken_back && (
      <RowButton
        icon={IconHistory}
        label={`Take Back ${row.reference}`}
        onClick={() => onBack(row)}
      >
        Take Back
      </RowButton>
    ),
})

/** Of what is, or was, paid late; an estimate, since the reckoning is the authority's. */
export function Penalties({ items }: Props) {
  const known = items.flatMap(({ name, penalty }) =>
    penalty && penalty.amount > 0 ? [{ name, ...penalty }] : [],
  )
  const unknown = items.filter(({ penalty, late_days }) => !penalty && late_days > 0)
  if (known.length + unknown.length === 0) return null
  return (
    <section className="card" aria-label="Paid Late">
      <Title order={2} p="lg" pb="xs">
        Paid Late
      </Title>
      <Text component="ul" size="sm" m={0} p="lg" pt={0} pl={40}>
        {known.map(({ name, amount, working, source }) => (
          <li key={name}>
            {`${name}: estimated penalty ${ksh(amount)}. ${working.map(daysInWords).join('; ')}.`}
            <Text size="xs" c="dimmed">
              {source}
            </Text>
          </li>
        ))}
        {unknown.length > 0 && (
          <li>
            {`${unknown.map(({ name }) => name).join(', ')}: the penalty is not known here. Please ask the recipient.`}
          </li>
        )}
      </Text>
    </section>
  )
}
