import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { monthOptions } from '../lib/months.ts'

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
    <Select
      label={label}
      data={options}
      value={value}
      placeholder={placeholder}
      clearable={clearable}
      allowDeselect={clearable}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      searchable
      nothingFoundMessage="No such month"
      onChange={onChange}
    />
  )
}
