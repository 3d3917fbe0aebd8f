import { analytics } from '@mshahara/contract/analytics'
import { useEffect, useRef } from 'react'
import { useRead } from '../lib/api.ts'
import { useListState } from '../lib/list-state.ts'
import { faultOf, inputOf, type Part, type Range, rangeOf, withEnd } from './range.ts'

const settings = { sizes: [10], perPage: 10, filters: ['employee', 'from', 'to'] }

/** The range and employee in the address, and the server's answer. */
export function useMonthly(own?: string) {
  const { state, change } = useListState(settings)
  const range = rangeOf(state.filters)
  const { from, to } = range
  // Two choices in a row must not undo each other while the address is still on its way.
  const wanted = useRef(range)
  useEffect(() => {
    wanted.current = { from, to }
  }, [from, to])
  const move = (end: keyof Range, part: Part) => {
    wanted.current = withEnd(wanted.current, end, part)
    void change({ filters: { ...wanted.current } })
  }
  const employee = own ?? state.filters.employee ?? ''
  const sound = faultOf(range) === undefined
  const read = useRead(
    analytics.monthly,
    { body: inputOf(range, employee) },
    { enabled: sound, keep: true },
  )
  return {
    range,
    employee,
    sound,
    read,
    years: read.data?.years ?? [],
    move,
    setEmployee: (id: string | null) => void change({ filters: { employee: id } }),
  }
}
