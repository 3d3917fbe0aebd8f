import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { SearchSelect } from './search-select.tsx'

export interface PersonFieldProps {
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

export interface Found {
  id: string
  name: string
  employee_no: string
}

interface Props extends PersonFieldProps {
  /** Asks the server for whoever is called so. */
  useFound: (search: string) => Found[] | null | undefined
}

interface Option {
  value: string
  label: string
}

/** One employee among any number: the server searches. */
export function PersonField(props: Props) {
  const { label, value, onChange, all, error, required, autoFocus, useFound } = props
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Option | null>(null)
  const typed = text === chosen?.label || text === all ? '' : text.trim()
  const [search] = useDebouncedValue(typed, 200)
  const found = (useFound(search) ?? []).map(({ id, name, employee_no }) => ({
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
