import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { type ExtraPerson, offCycle } from '@mshahara/contract/off-cycle'
import { type ReactNode, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { SearchField } from '../ui/list-frame.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { Waiting } from '../ui/waiting.tsx'
import classes from './off-cycle.module.css'

interface Props {
  month: string
  chosen: readonly string[]
  error?: ReactNode
  onChange: (ids: string[]) => void
}

/** The departments that these people are in. */
export function departmentsOf(
  people: readonly Pick<ExtraPerson, 'department_id' | 'department'>[],
) {
  const known = new Map(people.map((one) => [one.department_id ?? '', one.department ?? '']))
  known.delete('')
  return [...known]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

/** Whoever is employed in the month, by name or by department. */
export function People({ month, chosen, error, onChange }: Props) {
  const { data: people, isPending } = useRead(offCycle.people, { query: { month } }, { keep: true })
  const [search, setSearch] = useState('')
  const [department, setDepartment] = useState<string | null>(null)
  if (isPending) return <Waiting />
  const wanted = search.trim().toLowerCase()
  const shown = (people ?? []).filter(
    (one) =>
      (department === null || one.department_id === department) &&
      `${one.name}\n${one.employee_no}`.toLowerCase().includes(wanted),
  )
  const picked = new Set(chosen)
  const pick = (ids: string[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onChange([...next])
  }
  const ids = shown.map(({ id }) => id)
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <SearchField label="Search people" value={search} onChange={setSearch} />
        <SearchSelect
          label="Department"
          placeholder="All departments"
          clearable
          data={departmentsOf(people ?? [])}
          value={department}
          onChange={setDepartment}
        />
        <Button variant="default" onClick={() => pick(ids, true)}>
          {`Choose All Shown (${shown.length})`}
        </Button>
        <Button variant="default" disabled={chosen.length === 0} onClick={() => onChange([])}>
          Choose Nobody
        </Button>
      </Group>
      {shown.length === 0 && <Text size="sm">Nobody matches.</Text>}
      <div className={classes.people}>
        {shown.map(({ id, name, employee_no, department: of }) => (
          <Checkbox
            key={id}
            label={name}
            description={[employee_no, of].filter(Boolean).join(', ')}
            checked={picked.has(id)}
            onChange={({ currentTarget }) => pick([id], currentTarget.checked)}
          />
        ))}
      </div>
      {error && (
        <Text size="sm" c="red.8" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}
