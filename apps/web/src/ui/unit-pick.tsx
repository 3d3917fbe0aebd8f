import { ActionIcon, Group } from '@mantine/core'
import type { Units } from '@mshahara/contract/structure'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../lib/session.ts'
import { type AnyForm, optional } from './fields.tsx'
import { IconPlus } from './icons.ts'
import { UnitSelect } from './unit-select.tsx'

export interface Leaving {
  /** Puts the unfinished form aside before another screen is opened. */
  onLeave: () => void
  /** Where that screen returns to. */
  back: string
}

interface Props extends Leaving {
  form: AnyForm
  name: 'department_id' | 'designation_id' | 'work_station_id'
  label: string
  path: string
  units: Units
}

/** A choice from the organisation's own list, and a way to add to that list and come back. */
export function UnitPick({ form, name, label, path, units, onLeave, back }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  function leave() {
    onLeave()
    void navigate({ to: path, search: { add: 'true', next: back } })
  }
  return (
    <Group gap={6} align="flex-end" wrap="nowrap">
      <UnitSelect
        units={units}
        label={label}
        placeholder={`Select ${label.toLowerCase()}`}
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        nothingFoundMessage="Nothing found"
        flex={1}
        {...optional}
        {...form.getInputProps(name)}
      />
      {may(units.create) && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Add ${label.toLowerCase()}`}
          title={`Add ${label.toLowerCase()}`}
          onClick={leave}
        >
          <IconPlus size={17} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
