import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { type CashRow, casualPayrolls, noStation } from '@mshahara/contract/casual-payroll'
import { useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { amount, date, ksh, today } from '../lib/format.ts'
import { slicePage } from '../lib/list-state.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { amountColumn } from '../ui/columns.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import Day from '../ui/day.tsx'
import { Empty } from '../ui/empty.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import {
  IconCash,
  IconCircleCheck,
  IconCircleMinus,
  IconDownload,
  IconInfoCircle,
} from '../ui/icons.ts'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { pageSizes } from '../ui/run-slips.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Status } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import classes from './casual-payroll.module.css'
import { peopleTold } from './days-told.ts'

/** Who signs for cash: the list as a PDF, and who has been paid. */
export default function CashPayments() {
  const id = useParam('id')
  const may = useMay()
  const { data, isPending } = useRead(casualPayrolls.cash, { params: { id } })
  const signed = data?.payroll.status === 'confirmed' && data.rows.length > 0
  return (
    <Page
      title="Cash Payments"
      tab={data ? `Cash ${data.payroll.code}` : 'Cash Payments'}
      subtitle={
        data ? `${data.payroll.code} - ${date(data.payroll.from)} to ${date(data.payroll.to)}` : ' '
      }
      back={{ label: 'Back to the payroll', to: `/payroll/casual/${id}` }}
      actions={signed && may(casualPayrolls.cashList) && <ListToSign id={id} />}
    >
      {isPending && <Waiting />}
      {!isPending && !data && <MissingPayroll to="/payrolls/casuals" />}
      {data && (
        <Stack gap="lg">
          {data.payroll.status !== 'confirmed' && (
            <Alert color="blue" role="note" icon={<IconInfoCircle size={18} aria-hidden />}>
              {data.payroll.status === 'draft'
                ? 'Do not collect signatures until the payroll is confirmed: its figures may still change.'
                : 'This payroll was reversed, so no signatures are needed.'}
            </Alert>
          )}
          <People
            id={id}
            rows={data.rows}
            marks={data.payroll.status === 'confirmed' && may(casualPayrolls.markCash)}
          />
        </Stack>
      )}
    </Page>
  )
}

/** A4, with a line to sign on for each. */
function ListToSign({ id }: { id: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    // lib/api.ts has already said why it failed.
    const sent = await call(casualPayrolls.cashList, { params: { id } }).catch(() => null)
    setBusy(false)
    if (sent) saveFile(sent.data)
  }
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <Button variant="default" loading={busy} leftSection={icon} onClick={() => void save()}>
      List to Sign (PDF)
    </Button>
  )
}

interface Props {
  id: string
  rows: CashRow[]
  /** Whoever looks at it may mark people as paid. */
  marks: boolean
}

const sumOf = (rows: readonly CashRow[]) => rows.reduce((sum, { net }) => sum + net, 0)

function People({ id, rows, marks }: Props) {
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(25)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [marking, setMarking] = useState(false)
  const open = rows.filter(({ paid_on }) => paid_on === null)
  const ticked = open.filter(({ payslip_id }) => chosen.includes(payslip_id))
  const tick = (list: readonly CashRow[], on: boolean) => {
    const ids = list.map(({ payslip_id }) => payslip_id)
    setChosen((now) => [...now.filter((one) => !ids.includes(one)), ...(on ? ids : [])])
  }
  const slice = slicePage(rows, page, perPage)
  return (
    <Card
      flush
      title={`Paid in Cash (${rows.length})`}
      actions={
        marks &&
        open.length > 0 && (
          <Group gap="sm">
            <Button
              variant="default"
              onClick={() => tick(open, ticked.length < open.length)}
            >{`${ticked.length < open.length ? 'Tick' : 'Untick'} all ${open.length} not paid`}</Button>
            <Button
              leftSection={<IconCircleCheck size={16} aria-hidden />}
              disabled={ticked.length === 0}
              onClick={() => setMarking(true)}
            >
              Mark as Paid
            </Button>
          </Group>
        )
      }
    >
      <DataTable
        label="Paid in cash"
        columns={columnsWith(id, marks, chosen, tick)}
        rows={slice.rows}
        rowKey={({ payslip_id }) => payslip_id}
        footer={footerOf(rows, open)}
        empty={
          <Empty icon={IconCash} title="Nobody is paid in cash" text="All are paid by M-PESA." />
        }
        paging={{
          sizes: pageSizes,
          perPage,
          page: slice.page,
          pages: slice.pages,
          total: rows.length,
          numbered: true,
          onPage: setPage,
          onPerPage: setPerPage,
        }}
      />
      {marking && <Mark id={id} ticked={ticked} onClose={() => setMarking(false)} />}
    </Card>
  )
}

const footerOf = (rows: CashRow[], open: CashRow[]) => ({
  name: 'Total:',
  net: amount(sumOf(rows)),
  state: open.length === 0 ? 'All are paid' : `Not paid: ${ksh(sumOf(open))}`,
})

function columnsWith(
  id: string,
  marks: boolean,
  chosen: readonly string[],
  tick: (rows: readonly CashRow[], on: boolean) => void,
): Column<CashRow>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      lead: true,
      render: (row) => {
        const { casual, payslip_id, paid_on } = row
        if (!marks || paid_on !== null) return casual.name
        return (
          <Checkbox
            label={casual.name}
            checked={chosen.includes(payslip_id)}
            onChange={({ currentTarget }) => tick([row], currentTarget.checked)}
          />
        )
      },
    },
    {
      key: 'no',
      title: 'Casual no',
      oneLine: true,
      yields: 1,
      render: ({ casual }) => casual.casual_no,
    },
    { key: 'id_number', title: 'ID Number', oneLine: true, render: ({ id_number }) => id_number },
    {
      key: 'site',
      title: 'Work Station',
      yields: 3,
      render: ({ station }) => station ?? noStation,
    },
    { key: 'days', title: 'Days', align: 'right', render: ({ days }) => days },
    amountColumn('net', 'NET', ({ net }: CashRow) => net),
    { key: 'state', title: 'Status', render: (row) => <State row={row} /> },
    ...(marks
      ? [
          {
            key: 'actions',
            title: 'Actions',
            actions: true,
            render: (row: CashRow) => row.paid_on !== null && <NotPaid id={id} row={row} />,
          },
        ]
      : []),
  ]
}

function State({ row: { paid_on, marked_by, held } }: { row: CashRow }) {
  const told = paid_on
    ? `on ${date(paid_on)}, marked by ${marked_by}`
    : held && `Held back: ${held}`
  return (
    <>
      <Status value={paid_on ? 'paid' : 'not paid'} />
      {told && <small className={classes.told}>{told}</small>}
    </>
  )
}

function NotPaid({ id, row }: { id: string; row: CashRow }) {
  const { name } = row.casual
  const undo = useAct(casualPayrolls.markCash, {
    ask: {
      title: 'Mark as Not Paid',
      text: `Do you want to mark ${name} as not paid? The others who may pay are notified.`,
      action: 'Mark as Not Paid',
      danger: true,
    },
    notice: ({ message }) => message,
  })
  return (
    <RowButton
      icon={IconCircleMinus}
      label={`Mark ${name} as not paid`}
      busy={undo.busy}
      onClick={() =>
        void undo.run({ params: { id }, body: { payslips: [row.payslip_id], paid_on: null } })
      }
    >
      Not Paid
    </RowButton>
  )
}

interface Marking {
  id: string
  ticked: CashRow[]
  onClose: () => void
}

function Mark({ id, ticked, onClose }: Marking) {
  return (
    <FormModal
      endpoint={casualPayrolls.markCash}
      title="Mark as Paid"
      action="Mark as Paid"
      params={{ id }}
      initial={{
        payslips: ticked.map(({ payslip_id }) => payslip_id),
        paid_on: today() as string | null,
      }}
      done="Marked as paid successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {`${peopleTold(ticked.length)} signed for ${ksh(sumOf(ticked))} in cash. Once marked, this payroll can be reversed only after they are marked as not paid.`}
          </Text>
          <Day
            label="Paid On"
            allowDeselect={false}
            max={today()}
            value={form.values.paid_on ?? null}
            onChange={(day) => form.setFieldValue('paid_on', day)}
            error={form.errors.paid_on}
          />
        </>
      )}
    </FormModal>
  )
}
