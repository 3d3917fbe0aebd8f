import { Checkbox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Allowance, allowances, incomes } from '@mshahara/contract/pay-items'
import { useRead } from '../lib/api.ts'
import { monthName, monthOptions, thisMonth } from '../lib/months.ts'
import { useMay } from '../lib/session.ts'
import { ArrearsMonths } from '../ui/arrears-months.tsx'
import { type AnyForm, noteBelow } from '../ui/fields.tsx'
import { SearchSelect } from '../ui/search-select.tsx'

/** From which month an item is so, and what that comes to in months that are confirmed. */

/** Once somebody stops typing. */
const pause_ms = 400

/** What is to come or unpaid stays so; a month that was paid says nothing of the next change. */
export const sinceOf = ({ since, since_unpaid }: Pick<Allowance, 'since' | 'since_unpaid'>) =>
  since && (since_unpaid || since >= thisMonth()) ? since : ''

interface Props {
  form: AnyForm & { values: Record<string, unknown> }
  calls: typeof allowances | typeof incomes
  row: Row | null
}
type Row = Pick<Allowance, 'id' | 'since' | 'since_unpaid'>

export function Since({ form, calls, row }: Props) {
  const coming = { value: '', label: 'Payrolls still to come' }
  const year = Number(thisMonth().slice(0, 4))
  return (
    <>
      <SearchSelect
        label="With effect from"
        description="Confirmed months that it reaches back to are paid with arrears."
        {...noteBelow}
        data={[coming, ...monthOptions(`${year}-12`)]}
        nothingFoundMessage="No such month"
        {...form.getInputProps('since')}
      />
      <KeepUnpaid form={form} row={row} />
      <LateMonths form={form} calls={calls} row={row} />
    </>
  )
}

/** A later month says nothing of those that are not paid yet: whether they stay is asked. */
function KeepUnpaid({ form, row }: Pick<Props, 'form' | 'row'>) {
  const { since, keep_unpaid } = form.values
  if (!row?.since || !row.since_unpaid || !(String(since) > row.since)) return null
  return (
    <Checkbox
      label={`What was recorded from ${monthName(row.since)} stays until then`}
      description="Its arrears are paid with the next payroll."
      {...form.getInputProps('keep_unpaid')}
      checked={keep_unpaid === true}
    />
  )
}

function LateMonths({ form, calls, row }: Props) {
  const call = calls.arrears as typeof allowances.arrears
  const may = useMay()(call)
  const item = JSON.stringify({ id: row?.id ?? null, item: form.values })
  const [asked] = useDebouncedValue(item, pause_ms)
  const { since, amount, name } = form.values
  const any = may && Boolean(since) && typeof amount === 'number' && Boolean(name)
  const enabled = any && asked === item
  const { data } = useRead(call, { body: JSON.parse(asked) }, { enabled, keep: true })
  if (!any || !data || data.length === 0) return null
  return <ArrearsMonths months={data} />
}
