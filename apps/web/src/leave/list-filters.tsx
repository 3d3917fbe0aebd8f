import { Button, Select } from '@mantine/core'
import { Suspense } from 'react'
import type { ListChange, ListState } from '../lib/list-state.ts'
import Day from '../ui/day.tsx'
import { IconFilterOff } from '../ui/icons.ts'
import classes from './leave.module.css'
import { PersonField } from './person-field.tsx'

/** One thing the server narrows a list by, with its field. */
export type ListFilter =
  | { name: string; kind: 'person'; label: string; all: string }
  | { name: string; kind: 'choice'; label: string; all: string; options: string[] }
  | { name: string; kind: 'day'; label: string }

/** Filters above a list: each change filters again through the server. */
export const filteredBy = (filters: ListFilter[]) => {
  const names = filters.map(({ name }) => name)
  return {
    names,
    show: (state: ListState, change: (wanted: ListChange) => Promise<void>) => (
      <section className={`card ${classes.filters}`} aria-label="Filters">
        {filters.map((filter) => (
          <Field
            key={filter.name}
            filter={filter}
            value={state.filters[filter.name] ?? ''}
            onChange={(value) => void change({ filters: { [filter.name]: value || null } })}
          />
        ))}
        <Button
          variant="default"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => {
            const none = Object.fromEntries(names.map((name) => [name, null]))
            void change({ search: '', filters: none })
          }}
        >
          Reset Filters
        </Button>
      </section>
    ),
  }
}

interface FieldProps {
  filter: ListFilter
  value: string
  onChange: (value: string | null) => void
}

function Field({ filter, value, onChange }: FieldProps) {
  const { label } = filter
  if (filter.kind === 'person') {
    return <PersonField label={label} all={filter.all} value={value} onChange={onChange} />
  }
  if (filter.kind === 'day') {
    return (
      <Suspense fallback={null}>
        <Day label={label} clearable value={value || null} onChange={onChange} />
      </Suspense>
    )
  }
  const options = filter.options.map((one) => ({
    value: one,
    label: one.charAt(0).toUpperCase() + one.slice(1),
  }))
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={[{ value: '', label: filter.all }, ...options]}
      value={value}
      onChange={onChange}
    />
  )
}
