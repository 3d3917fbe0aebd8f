import { useDebouncedValue } from '@mantine/hooks'
import type { Allowance, allowances, incomes } from '@mshahara/contract/pay-items'
import { useRead } from '../lib/api.ts'
import { monthOptions, thisMonth } from '../lib/months.ts'
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
  row: { id: string } | null
}

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
      <LateMonths form={form} calls={calls} row={row} />
    </>
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
