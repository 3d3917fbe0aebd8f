import { useMemo } from 'react'
import { monthOptions } from '../lib/months.ts'
import { SearchSelect } from '../ui/search-select.tsx'

interface Props {
  label: string
  value: string | null
  onChange: (month: string | null) => void
  placeholder?: string
  clearable?: boolean
}

export function MonthSelect({ label, value, onChange, placeholder, clearable = false }: Props) {
  const options = useMemo(() => monthOptions(), [])
  return (
    <SearchSelect
      label={label}
      data={options}
      value={value}
      placeholder={placeholder}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      nothingFoundMessage="No such month"
      onChange={onChange}
    />
  )
}
