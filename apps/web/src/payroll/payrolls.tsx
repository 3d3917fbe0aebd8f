import { Button, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { figures } from '@mshahara/contract/figures'
import { type MonthName, monthNames } from '@mshahara/contract/months'
import { type PayrollListed, payrolls } from '@mshahara/contract/payroll'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, today } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import {
  IconCalendar,
  IconCash,
  IconCircleCheck,
  IconEye,
  IconPencil,
  IconPlus,
} from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { type NumberCard, NumberCards } from '../ui/number-cards.tsx'
import { RowLink } from '../ui/row-action.tsx'
import { Status } from '../ui/status.tsx'
import { defaultMonth, yearsToRun } from './months.ts'
import classes from './payroll.module.css'

const runBy = ({ user }: PayrollListed) => `${user.first_name} ${user.last_name}`.trim()
/** The number people quote: the last part of the code. */
const numberOf = ({ code }: PayrollListed) => code.split('-').at(-1) ?? code

const columns: Column<PayrollListed>[] = [
  { key: 'index', title: '#', wideOnly: true, yields: 1, render: (_, index) => index },
  {
    key: 'number',
    title: 'Payroll No',
    yields: 3,
    render: (payroll) => <span className="figures">{numberOf(payroll)}</span>,
  },
  { key: 'by', title: 'Run By', yields: 2, render: runBy },
  {
    key: 'month',
    title: 'Month',
    lead: true,
    link: ({ id }) => `/payroll/${id}`,
    render: ({ month, year }) => (
      <span>
        {month}
        <span className={classes.year}> {year}</span>
      </span>
    ),
  },
  { key: 'year', title: 'Year', wideOnly: true, render: ({ year }) => year },
  { key: 'people', title: 'People', align: 'right', yields: 3, render: ({ count }) => count },
  { ...amountColumn('gross', figures.gross.label, ({ gross }: PayrollListed) => gross), yields: 3 },
  amountColumn('net', figures.net.label, ({ net }) => net),
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  {
    key: 'created',
    title: 'Created',
    oneLine: true,
    yields: 1,
    render: ({ created_at }) => date(created_at),
  },
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: ({ id, code }) => (
      <RowLink to={`/payroll/${id}`} icon={IconEye} label={`View details of ${code}`}>
        View Details
      </RowLink>
    ),
  },
]

export default function Payrolls() {
  const read = useRead(payrolls.list)
  const may = useMay()
  const { add } = useSearch({ strict: false }) as { add?: unknown }
  const [adding, setAdding] = useState(add === 'true' || add === true)
  const button = may(payrolls.create) && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setAdding(true)}>
      Add Payroll
    </Button>
  )
  return (
    <>
      <ListPage
        title="Employee Payrolls Managment"
        subtitle="Manage and view all employee payrolls"
        heading={(count) => `Payrolls (${count})`}
        actions={button}
        above={<Cards payrolls={read.data ?? []} />}
        read={read}
        loadingText="Loading payroll data..."
        columns={columns}
        rowKey={({ id }) => id}
        search={{
          label: 'Search payroll',
          text: (payroll) =>
            [payroll.code, runBy(payroll), payroll.month, payroll.year, payroll.status].join('\n'),
        }}
        numbered
        empty={(searching) => (
          <Empty
            icon={IconCash}
            title="No Payrolls Found"
            text={
              searching
                ? 'No payrolls match your search criteria'
                : 'Start by creating your first payroll'
            }
            action={!searching && button}
          />
        )}
      />
      {adding && may(payrolls.create) && <CreatePayroll onClose={() => setAdding(false)} />}
    </>
  )
}

function Cards({ payrolls }: { payrolls: PayrollListed[] }) {
  const month = monthNames[Number(today().slice(5, 7)) - 1] as MonthName
  const count = (wanted: (payroll: PayrollListed) => boolean) => payrolls.filter(wanted).length
  const cards: NumberCard[] = [
    ['Total Payrolls', payrolls.length, 'All payrolls in the system', IconCash],
    [
      'Confirmed',
      count(({ status }) => status === 'confirmed'),
      'Ready to be paid',
      IconCircleCheck,
    ],
    ['Draft', count(({ status }) => status === 'draft'), 'Waiting for confirmation', IconPencil],
    [
      'Current Month',
      count((payroll) => payroll.month === month),
      `Payrolls for ${month}`,
      IconCalendar,
    ],
  ]
  return <NumberCards cards={cards} />
}

function CreatePayroll({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data } = useRead(payrolls.nextNo)
  const month = defaultMonth(today())
  return (
    <FormModal
      endpoint={payrolls.create}
      title="Create New Payroll"
      action="Create Payroll"
      initial={month}
      done="Payroll created successfully"
      onClose={onClose}
      onDone={({ data: { id } }) => navigate({ to: `/payroll/${id}` })}
    >
      {(form) => (
        <>
          <Text size="sm" c="dimmed">
            Create a new payroll for the selected month and year. The payroll code will be generated
            automatically.
          </Text>
          <TextInput label="Payroll Code" readOnly variant="filled" value={data?.next ?? ''} />
          <SimpleGrid cols={2}>
            <Select
              label="Month"
              data={[...monthNames]}
              data-autofocus
              {...form.getInputProps('month')}
            />
            <Select
              label="Year"
              data={yearsToRun(today())}
              value={String(form.values.year)}
              error={form.errors.year}
              onChange={(year) => form.setFieldValue('year', Number(year))}
            />
          </SimpleGrid>
        </>
      )}
    </FormModal>
  )
}
