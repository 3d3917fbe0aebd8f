import { NumberInput, Select, SimpleGrid } from '@mantine/core'
import { monthNames } from '@mshahara/contract/months'
import { type Revenue, revenues } from '@mshahara/contract/pay-items'
import { commissionRates } from '@mshahara/contract/structure'
import { useRead } from '../lib/api.ts'
import type { CallForm } from '../lib/form.ts'
import { amount, today } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import type { Column } from '../ui/data-table.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconPercentage } from '../ui/icons.ts'
import { Money } from '../ui/money.tsx'
import { Tag } from '../ui/status.tsx'
import { commissionOf, sum } from './commission.ts'
import { Description, noNumber } from './fields.tsx'
import { type FormProps, ItemTab, type TabProps } from './item-tab.tsx'
import classes from './pay-items.module.css'

const figures = (key: string, title: string, of: (row: Revenue) => number): Column<Revenue> => ({
  key,
  title,
  align: 'right',
  oneLine: true,
  render: (row) => <span className="figures">{amount(of(row))}</span>,
})

const columns: Column<Revenue>[] = [
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: ({ name, status }) => (
      <span className={classes.named}>
        {name || '—'}
        {status === 'paid' && <Tag tone="green">Paid</Tag>}
      </span>
    ),
  },
  { key: 'month', title: 'Month', render: ({ month }) => month },
  { key: 'year', title: 'Year', render: ({ year }) => year },
  figures('target', 'Target', ({ target }) => target),
  figures('revenue', 'Revenue', (row) => row.amount),
  figures('above', 'Comm. Amount', (row) => row.amount - row.target),
  { key: 'rate', title: 'Rate(%)', align: 'right', oneLine: true, render: ({ rate }) => rate },
  figures('commission', 'Commission', ({ commission }) => commission),
]

const totals = (rows: Revenue[]) => ({
  name: 'Totals:',
  revenue: <span className="figures">{amount(sum(rows.map((row) => row.amount)))}</span>,
  commission: <span className="figures">{amount(sum(rows.map((row) => row.commission)))}</span>,
})

export default function Revenues({ employee }: TabProps) {
  return (
    <ItemTab
      employee={employee}
      title="Commission / Revenues"
      add="Add Revenue"
      icon={IconPercentage}
      empty={{ title: 'No revenues found', text: 'Add a revenue to see it here' }}
      list={revenues.list}
      columns={columns}
      footer={totals}
      form={RevenueForm}
      called={({ month, year }) => `revenue of ${month} ${year}`}
      editable={({ status }) => status === 'draft'}
    />
  )
}

function RevenueForm({ employee, row, onClose }: FormProps<Revenue>) {
  const [year, month] = today().split('-').map(Number) as [number, number]
  const rates = useRates(row)
  return (
    <FormModal
      endpoint={(row ? revenues.update : revenues.create) as typeof revenues.update}
      params={row ? { id: row.id } : undefined}
      title={row ? 'Edit Employee Revenue' : 'Add Employee Revenue'}
      action={row ? 'Update' : 'Add'}
      initial={{
        employee_id: employee.id,
        month: row?.month ?? (monthNames[month - 1] as (typeof monthNames)[number]),
        year: row?.year ?? year,
        amount: row?.amount ?? noNumber,
        commission_rate_id: row?.commission_rate_id ?? '',
        description: row?.description ?? '',
      }}
      done={`Employee Revenue ${row ? 'updated' : 'created'} successfully`}
      ready={({ values }) => Boolean(values.month && values.year) && isNumber(values.amount)}
      onClose={onClose}
    >
      {(form) => <Fields form={form} rates={rates} />}
    </FormModal>
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
  const may = useMay()('view commission-rates')
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
  form: CallForm<typeof revenues.update>
  rates: Rate[]
}

function Fields({ form, rates }: FieldsProps) {
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
        <NumberInput
          label="Year"
          min={2000}
          max={2100}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('year')}
        />
      </SimpleGrid>
      <Money label="Amount" {...form.getInputProps('amount')} />
      <Select
        label="Commission Rate"
        placeholder="No commission"
        data={options}
        clearable
        {...form.getInputProps('commission_rate_id')}
        value={(form.values.commission_rate_id as string) || null}
      />
      <Description form={form} />
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
