import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { type MonthName, monthNames } from '@mshahara/contract/months'
import { type Revenue, revenues } from '@mshahara/contract/pay-items'
import { commissionRates } from '@mshahara/contract/structure'
import { useRead } from '../lib/api.ts'
import type { CallForm } from '../lib/form.ts'
import { amount, today } from '../lib/format.ts'
import { monthInYear } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { amountColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Description, noNumber } from '../ui/fields.tsx'
import { IconPercentage } from '../ui/icons.ts'
import { RecordsTab } from '../ui/records-tab.tsx'
import { PaidTag } from './cells.tsx'
import { commissionOf, sum } from './commission.ts'
import { Amount, type TabProps } from './fields.tsx'
import classes from './pay-items.module.css'
import { useItemWords, Word } from './words.tsx'

const nameOf = (month: MonthName) =>
  monthInYear(String(monthNames.indexOf(month) + 1).padStart(2, '0'))

const columns: Column<Revenue>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ name, status }) => (
      <span className={classes.named}>
        {name || '—'}
        {status === 'paid' && <PaidTag />}
      </span>
    ),
  },
  { key: 'month', title: 'Month', render: ({ month }) => nameOf(month) },
  { key: 'year', title: 'Year', render: ({ year }) => year },
  amountColumn('target', 'Target', ({ target }) => target),
  amountColumn('revenue', 'Revenue', (row) => row.amount),
  amountColumn('above', 'Comm. Amount', (row) => row.amount - row.target),
  { key: 'rate', title: 'Rate(%)', align: 'right', oneLine: true, render: ({ rate }) => rate },
  amountColumn('commission', 'Commission', ({ commission }) => commission),
]

const totals = (rows: Revenue[]) => ({
  name: <Word>Totals:</Word>,
  revenue: <span className="figures">{amount(sum(rows.map((row) => row.amount)))}</span>,
  commission: <span className="figures">{amount(sum(rows.map((row) => row.commission)))}</span>,
})

export default function Revenues({ employee }: TabProps) {
  const [year, month] = today().split('-').map(Number) as [number, number]
  return (
    <RecordsTab
      say={useItemWords()}
      calls={revenues}
      of={employee.id}
      one="Employee Revenue"
      title="Commission / Revenues"
      add="Add Revenue"
      empty={{ title: 'No revenues found', text: 'Add a revenue to see it here' }}
      icon={IconPercentage}
      columns={columns}
      footer={totals}
      called={(row) => `revenue of ${row.month} ${row.year}`}
      settled={({ status }) => status === 'paid'}
      blank={{
        employee_id: employee.id,
        month: monthNames[month - 1] as MonthName,
        year,
        amount: noNumber,
        commission_rate_id: '',
        description: '',
      }}
      ready={({ values }) => Boolean(values.month && values.year) && isNumber(values.amount)}
      fields={(form, row) => <Fields form={form} row={row} />}
    />
  )
}

const isNumber = (value: unknown) => typeof value === 'number'

interface Rate {
  id: string
  name: string
  rate: number
  threshold: number
}

/** A revenue that keeps its rate keeps the terms it was recorded with. */
function useRates(row: Revenue | null): Rate[] {
  const may = useMay()(commissionRates.list)
  const { data } = useRead(commissionRates.list, undefined, { enabled: may })
  const rates = (data ?? []).map(({ id, name, rate, amount: threshold }) => ({
    id,
    name,
    rate,
    threshold,
  }))
  if (!row?.commission_rate_id) return rates
  const { name, rate, target } = row
  const own = { id: row.commission_rate_id, name, rate, threshold: target }
  return [own, ...rates.filter(({ id }) => id !== own.id)]
}

interface FieldsProps {
  form: CallForm<typeof revenues.create>
  row: Revenue | null
}

function Fields({ form, row }: FieldsProps) {
  const rates = useRates(row)
  const chosen = rates.find(({ id }) => id === form.values.commission_rate_id)
  const options = rates.map(({ id, name, rate, threshold }) => ({
    value: id,
    label: `${name} (${rate}%) - Threshold ${amount(threshold)}`,
  }))
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Month"
          placeholder="Select month"
          data={[...monthNames]}
          data-autofocus
          {...form.getInputProps('month')}
        />
        <TextInput label="Year" inputMode="numeric" {...form.getInputProps('year')} />
      </SimpleGrid>
      <Amount form={form} />
      <Select
        label="Commission Rate"
        placeholder="No commission"
        data={options}
        clearable
        {...form.getInputProps('commission_rate_id')}
        value={(form.values.commission_rate_id as string) || null}
      />
      <Description form={form} rows={2} />
      {chosen && <Preview {...chosen} revenue={Number(form.values.amount) || 0} />}
    </>
  )
}

function Preview({ name, rate, threshold, revenue }: Rate & { revenue: number }) {
  const value = amount(commissionOf(revenue, threshold, rate))
  return (
    <div className={classes.preview} role="status">
      <h3>Commission Calculation</h3>
      <p>
        Based on the {name} category with a rate of {rate}%, the commission for this revenue would
        be approximately {value}.
      </p>
    </div>
  )
}
