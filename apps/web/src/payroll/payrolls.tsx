import { Button, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { figures } from '@mshahara/contract/figures'
import { type MonthName, monthNames } from '@mshahara/contract/months'
import { offCycle } from '@mshahara/contract/off-cycle'
import { openingBalances } from '@mshahara/contract/opening'
import { type PayrollListed, payrolls } from '@mshahara/contract/payroll'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { signed, today } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconCalendar } from '../ui/icons.ts'
import type { NumberCard } from '../ui/number-cards.tsx'
import { lastColumns, RunList, type RunWords, runByColumn } from '../ui/run-list.tsx'
import { defaultMonth, yearsToRun } from './months.ts'
import classes from './payroll.module.css'

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
  runByColumn,
  {
    key: 'month',
    title: 'Month',
    lead: true,
    link: ({ id }) => `/payroll/${id}`,
    render: ({ title, month, year }) => (
      <span>
        {title ? `${title}, ${month}` : month}
        <span className={classes.year}> {year}</span>
      </span>
    ),
  },
  { key: 'year', title: 'Year', wideOnly: true, render: ({ year }) => year },
  { key: 'people', title: 'People', align: 'right', yields: 3, render: ({ count }) => count },
  {
    ...amountColumn('gross', figures.gross.label, ({ gross }: PayrollListed) => gross, signed),
    yields: 3,
  },
  amountColumn('net', figures.net.label, ({ net }) => net),
  ...lastColumns((id) => `/payroll/${id}`),
]

const words = {
  title: 'Employee Payrolls Managment',
  subtitle: 'Manage and view all employee payrolls',
  add: 'Add Payroll',
  empty: 'Start by creating your first payroll',
  cards: ['All payrolls in the system', 'Ready to be paid', 'Waiting for confirmation'],
} satisfies RunWords

export default function Payrolls() {
  const may = useMay()
  const { add } = useSearch({ strict: false }) as { add?: unknown }
  const [adding, setAdding] = useState(add === 'true' || add === true)
  return (
    <RunList
      words={words}
      read={useRead(payrolls.list)}
      columns={columns}
      current={ofThisMonth}
      period={({ title, month, year }) => [title ?? '', month, year]}
      onAdd={may(payrolls.create) ? () => setAdding(true) : undefined}
      beside={
        <>
          {may(openingBalances.upload) && <OpeningBalances />}
          {may(offCycle.create) && <ExtraPayroll />}
        </>
      }
    >
      {adding && may(payrolls.create) && <CreatePayroll onClose={() => setAdding(false)} />}
    </RunList>
  )
}

const OpeningBalances = () => (
  <Button component={Link} to="/openingBalances" variant="default">
    Opening Balances
  </Button>
)

const ExtraPayroll = () => (
  <Button component={Link} to="/extraPayroll" variant="default">
    Extra Payroll
  </Button>
)

function ofThisMonth(runs: readonly PayrollListed[]): NumberCard {
  const name = monthNames[Number(today().slice(5, 7)) - 1] as MonthName
  const count = runs.filter(({ month }) => month === name).length
  return ['Current Month', count, `Payrolls for ${name}`, IconCalendar]
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
