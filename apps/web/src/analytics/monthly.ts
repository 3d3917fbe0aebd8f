import { analytics } from '@mshahara/contract/analytics'
import { useRead } from '../lib/api.ts'
import { useListState } from '../lib/list-state.ts'
import { asked, faultOf, type Range, rangeOf } from './range.ts'

const settings = { sizes: [10], perPage: 10, filters: ['employee', 'from', 'to'] }

/** Range and employee as the address has them, and what the server says to that. */
export function useMonthly(own?: string) {
  const { state, change } = useListState(settings)
  const range = rangeOf(state.filters)
  const employee = own ?? state.filters.employee ?? ''
  const sound = faultOf(range) === undefined
  const read = useRead(
    analytics.monthly,
    { body: asked(range, employee) },
    { enabled: sound, keep: true },
  )
  return {
    range,
    employee,
    sound,
    read,
    years: read.data?.years ?? [],
    setRange: ({ from, to }: Range) => void change({ filters: { from, to } }),
    setEmployee: (id: string | null) => void change({ filters: { employee: id } }),
  }
}
