import { Select } from '@mantine/core'
import { useListState } from '../lib/list-state.ts'
import { monthOptions, thisMonth } from '../lib/months.ts'

const settings = { sizes: [10], perPage: 10, filters: ['month'] }

/** The month that a screen is about, in the address bar. */
export function useMonth() {
  const { state, change } = useListState(settings)
  const given = state.filters.month ?? ''
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(given) ? given : thisMonth()
  const pick = (
    <Select
      aria-label="Month"
      w={180}
      data={monthOptions()}
      value={month}
      allowDeselect={false}
      onChange={(value) => value && void change({ filters: { month: value } })}
    />
  )
  return { month, pick }
}
