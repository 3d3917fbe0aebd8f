import { Group } from '@mantine/core'
import { useState } from 'react'
import { SearchField } from '../ui/list-frame.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import type { ExtraRow } from './cells.ts'
import { departmentsOf } from './people.tsx'

/** Which rows are shown, and the fields that say so. */
export function useShown(rows: readonly ExtraRow[]) {
  const [search, setSearch] = useState('')
  const [department, setDepartment] = useState<string | null>(null)
  const [designation, setDesignation] = useState<string | null>(null)
  const wanted = search.trim().toLowerCase()
  const shown = rows.filter(
    (row) =>
      (department === null || row.department_id === department) &&
      (designation === null || row.designation === designation) &&
      `${row.name}\n${row.employee_no}`.toLowerCase().includes(wanted),
  )
  const choices = (
    <Group p="md" gap="sm" align="flex-end">
      <SearchField label="Search people" value={search} onChange={setSearch} />
      <SearchSelect
        label="Department"
        placeholder="All departments"
        clearable
        data={departmentsOf(rows)}
        value={department}
        onChange={setDepartment}
      />
      <SearchSelect
        label="Designation"
        placeholder="All designations"
        clearable
        data={designationsOf(rows)}
        value={designation}
        onChange={setDesignation}
      />
    </Group>
  )
  const named = rows.find((row) => row.department_id === department)?.department
  const narrowed = [department && named, designation, wanted && `"${search.trim()}"`]
  return { shown, who: narrowed.filter(Boolean).join(', ') || 'Everybody in it', choices }
}

const designationsOf = (rows: readonly ExtraRow[]) =>
  [...new Set(rows.flatMap(({ designation }) => designation ?? []))].sort()
