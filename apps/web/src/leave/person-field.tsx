import { useDebouncedValue } from '@mantine/hooks'
import { leaveRequests } from '@mshahara/contract/leave-requests'
import { type ReactNode, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { SearchSelect } from '../ui/search-select.tsx'

interface Props {
  label: string
  value: string
  onChange: (id: string) => void
  /** The label for everybody, whose value is ''. */
  all?: string
  error?: ReactNode
  required?: boolean
  autoFocus?: boolean
  optional?: boolean
}

interface Option {
  value: string
  label: string
}

/** One employee among any number: the server searches, and never gives pay (A12). */
export function PersonField(props: Props) {
  const { label, value, onChange, all, error, required, autoFocus } = props
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Option | null>(null)
  const typed = text === chosen?.label || text === all ? '' : text.trim()
  const [search] = useDebouncedValue(typed, 200)
  const { data } = useRead(leaveRequests.people, { query: { search, limit: 20 } }, { keep: true })
  const found = (data ?? []).map(({ id, name, employee_no }) => ({
    value: id,
    label: `${name} · ${employee_no}`,
  }))
  const everybody = all ? [{ value: '', label: all }] : []
  const kept = chosen && chosen.value === value && value !== '' ? [chosen] : []
  const options = [...everybody, ...kept, ...found.filter((one) => one.value !== chosen?.value)]
  return (
    <SearchSelect
      label={label}
      placeholder={all ?? 'Search by name or number'}
      withAsterisk={required}
      data-autofocus={autoFocus || undefined}
      labelProps={props.optional ? { 'data-optional': true } : undefined}
      data={options}
      filter={({ options: shown }) => (typed ? found : shown)}
      searchValue={text}
      onSearchChange={setText}
      value={value}
      error={error}
      onChange={(id, option) => {
        setChosen(option as Option)
        onChange(id ?? '')
      }}
    />
  )
}
