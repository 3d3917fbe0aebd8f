import { useDebouncedValue } from '@mantine/hooks'
import type { MonthlyAnalytics } from '@mshahara/contract/analytics'
import { employees } from '@mshahara/contract/employees'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { fullName } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { SearchSelect } from '../ui/search-select.tsx'

type Person = NonNullable<MonthlyAnalytics['employee']>

interface Props {
  value: string
  /** Whom the answer is about. */
  chosen: Person | null
  onChange: (id: string | null) => void
}

const everybody = { value: '', label: 'All Employees' }
const optionOf = (person: Person) => ({
  value: person.id,
  label: `${fullName(person)} · ${person.employee_no}`,
})

/** Finds one among any number of employees: the server searches. */
export function EmployeeField({ value, chosen, onChange }: Props) {
  const [text, setText] = useState('')
  const current = value === '' ? everybody : chosen && optionOf(chosen)
  const typed = text === current?.label ? '' : text.trim()
  const found = useFound(typed).filter((option) => option.value !== value)
  const kept = [everybody, ...(value !== '' && current ? [current] : [])]
  return (
    <SearchSelect
      label="Employee"
      placeholder="All Employees"
      data={[...kept, ...found]}
      // The server has searched already.
      filter={({ options }) => (typed ? found : options)}
      searchValue={text}
      onSearchChange={setText}
      value={value}
      onChange={(id) => onChange(id || null)}
    />
  )
}

/** While the answer is on its way, only those of the last one who can be meant. */
function useFound(typed: string) {
  const may = useMay()
  const [search] = useDebouncedValue(typed, 200)
  const enabled = may(employees.list)
  const { data, isPlaceholderData } = useRead(
    employees.list,
    { query: { search, limit: 20 } },
    { enabled, keep: true },
  )
  const settled = search === typed && !isPlaceholderData
  const isMeant = (label: string) => label.toLowerCase().includes(typed.toLowerCase())
  return (data ?? []).map(optionOf).filter(({ label }) => settled || isMeant(label))
}
