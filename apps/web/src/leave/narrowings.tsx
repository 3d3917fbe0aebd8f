import { Button, Select } from '@mantine/core'
import { Suspense } from 'react'
import type { ListChange, ListState } from '../lib/list-state.ts'
import Day from '../ui/day.tsx'
import { IconFilterOff } from '../ui/icons.ts'
import classes from './leave.module.css'
import { PersonField } from './person-field.tsx'

/** One thing the server narrows a list by, with its field. */
export type Narrowing =
  | { name: string; kind: 'person'; label: string; all: string }
  | { name: string; kind: 'choice'; label: string; all: string; options: string[] }
  | { name: string; kind: 'day'; label: string }

/** Filters above a list: each change filters again through the server. */
export const narrowedBy = (narrowings: Narrowing[]) => {
  const names = narrowings.map(({ name }) => name)
  return {
    names,
    show: (state: ListState, change: (wanted: ListChange) => Promise<void>) => (
      <section className={`card ${classes.filters}`} aria-label="Filters">
        {narrowings.map((narrowing) => (
          <Field
            key={narrowing.name}
            narrowing={narrowing}
            value={state.filters[narrowing.name] ?? ''}
            onChange={(value) => void change({ filters: { [narrowing.name]: value || null } })}
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
  narrowing: Narrowing
  value: string
  onChange: (value: string | null) => void
}

function Field({ narrowing, value, onChange }: FieldProps) {
  const { label } = narrowing
  if (narrowing.kind === 'person') {
    return <PersonField label={label} all={narrowing.all} value={value} onChange={onChange} />
  }
  if (narrowing.kind === 'day') {
    return (
      <Suspense fallback={null}>
        <Day label={label} value={value || null} onChange={onChange} />
      </Suspense>
    )
  }
  const options = narrowing.options.map((one) => ({
    value: one,
    label: one.charAt(0).toUpperCase() + one.slice(1),
  }))
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={[{ value: '', label: narrowing.all }, ...options]}
      value={value}
      onChange={onChange}
    />
  )
}
