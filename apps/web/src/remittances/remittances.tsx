import { Anchor, Button, Select, Text } from '@mantine/core'
import type { Remittance, RemittanceTotals } from '@mshahara/contract/remittances'
import { remittances } from '@mshahara/contract/remittances'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { amount, signed } from '../lib/format.ts'
import { useListState } from '../lib/list-state.ts'
import { monthName } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty, Failed } from '../ui/empty.tsx'
import { IconCalendar, IconCash, IconCircleCheck, IconClock, IconReceipt } from '../ui/icons.ts'
import { type NumberCard, NumberCards } from '../ui/number-cards.tsx'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { DueFeed } from './due-feed.tsx'
import { PayForm } from './pay-form.tsx'
import { Payments, Penalties } from './payments.tsx'
import { Due, State } from './states.tsx'

const settings = { sizes: [10], perPage: 10, filters: ['month'] }

/** What a month owes to whom, until when, and what was paid of it. */
export default function Remittances() {
  const { state, change } = useListState(settings)
  const asked = state.filters.month ?? ''
  const query = /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? { month: asked } : {}
  const read = useRead(remittances.list, { query }, { keep: true })
  const { data, isPending, isError, refetch } = read
  const [feeding, setFeeding] = useState(false)
  const months = data?.months ?? []
  return (
    <Page
      title="Remittances"
      subtitle="What is paid over to others for each month, as its returns have it. Record here what was paid at the portal or the bank."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconCalendar size={16} aria-hidden />}
            onClick={() => setFeeding(true)}
          >
            Calendar
          </Button>
          <Button variant="default" component={Link} to="/remittances-year">
            Whole Year
          </Button>
          {data?.month && (
            <Select
              aria-label="Month"
              w={180}
              data={[...new Set([data.month, ...months])].map((value) => ({
                value,
                label: monthName(value),
              }))}
              value={data.month}
              onChange={(value) => value && void change({ filters: { month: value } })}
            />
          )}
        </>
      }
    >
      {isPending && <Waiting />}
      {isError && (
        <Failed title="The remittances could not be loaded" onRetry={() => void refetch()} />
      )}
      {data && !data.month && (
        <div className="card">
          <Empty
            icon={IconReceipt}
            title="Nothing to Pay Over Yet"
            text="It appears here once a payroll is confirmed."
          />
        </div>
      )}
      {data?.month && <Month month={data.month} items={data.items} totals={data.totals} />}
      {feeding && <DueFeed onClose={() => setFeeding(false)} />}
    </Page>
  )
}

const cardsOf = ({ amount: all, paid, open, late }: RemittanceTotals): NumberCard[] => [
  ['To pay over', amount(all), 'As the returns have it', IconReceipt],
  ['Paid', amount(paid), 'Recorded here', IconCash],
  ['Open', amount(open), open > 0 ? 'Still to be paid' : 'Nothing is open', IconCircleCheck],
  ['Late', amount(late), late > 0 ? 'Past its due day' : 'Nothing is late', IconClock],
]

interface MonthProps {
  month: string
  items: Remittance[]
  totals: RemittanceTotals
}

function Month({ month, items, totals }: MonthProps) {
  const may = useMay()
  const [paying, setPaying] = useState<Remittance | null>(null)
  const pays = may(remittances.pay)
  return (
    <>
      <NumberCards cards={cardsOf(totals)} />
      <div className="card">
        <DataTable
          label={`Remittances for ${monthName(month)}`}
          columns={pays ? [...columns, actsWith(setPaying)] : columns}
          rows={items}
          rowKey={({ authority }) => authority}
          empty={<Text p="lg">Nothing is to be paid over for this month.</Text>}
        />
      </div>
      <Payments items={items} />
      <Penalties items={items} />
      {paying && <PayForm month={month} item={paying} onClose={() => setPaying(null)} />}
    </>
  )
}

const columns: Column<Remittance>[] = [
  { key: 'name', title: 'Recipient', lead: true, render: ({ name }) => name },
  { key: 'due', title: 'Due', render: (item) => <Due {...item} /> },
  amountColumn('amount', 'Amount', (item) => item.amount, signed),
  { ...amountColumn<Remittance>('paid', 'Paid', ({ paid }) => paid), yields: 2 },
  amountColumn('open', 'Open', ({ open }) => open, signed),
  { key: 'state', title: 'Status', render: ({ state }) => <State state={state} /> },
  { key: 'file', title: 'File', yields: 1, render: ({ file }) => <File file={file} /> },
]

/** The return as it was made under Returns. */
function File({ file }: Pick<Remittance, 'file'>) {
  if (!file) {
    return (
      <Anchor component={Link} to="/returns" size="sm" underline="always">
        Not made yet
      </Anchor>
    )
  }
  return (
    <Anchor href={file.address} download size="sm" underline="always">
      {file.name}
    </Anchor>
  )
}

const actsWith = (onPay: (item: Remittance) => void): Column<Remittance> => ({
  key: 'actions',
  title: 'Actions',
  actions: true,
  render: (item) =>
    item.open > 0 && (
      <RowButton
        icon={IconCash}
        label={`Record Payment of ${item.name}`}
        onClick={() => onPay(item)}
      >
        Record
      </RowButton>
    ),
})
