import { ActionIcon, Group } from '@mantine/core'
import { departments, designations, type Units, workStations } from '@mshahara/contract/structure'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../lib/session.ts'
import { optional } from '../ui/fields.tsx'
import { IconPlus } from '../ui/icons.ts'
import { UnitSelect } from '../ui/unit-select.tsx'
import { FormSection } from './form-section.tsx'
import type { Section } from './form-values.ts'

interface Leaving {
  /** Puts the unfinished form aside before another screen is opened. */
  onLeave: () => void
  /** Where that screen returns to. */
  back: string
}

export function Work(props: Section & Leaving) {
  return (
    <FormSection title="Work Information">
      <Pick
        {...props}
        name="department_id"
        label="Department"
        path="/departments"
        units={departments}
      />
      <Pick
        {...props}
        name="designation_id"
        label="Designation"
        path="/designations"
        units={designations}
      />
      <Pick
        {...props}
        name="work_station_id"
        label="Work Station"
        path="/work-stations"
        units={workStations}
      />
    </FormSection>
  )
}

interface PickProps extends Section, Leaving {
  name: 'department_id' | 'designation_id' | 'work_station_id'
  label: string
  path: string
  units: Units
}

/** A choice from the organisation's own list, and a way to add to that list and come back. */
function Pick({ form, name, label, path, units, onLeave, back }: PickProps) {
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
