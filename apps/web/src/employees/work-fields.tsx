import { departments, designations, workStations } from '@mshahara/contract/structure'
import { FormSection } from '../ui/form-section.tsx'
import { type Leaving, UnitPick } from '../ui/unit-pick.tsx'
import type { Section } from './form-values.ts'

export function Work(props: Section & Leaving) {
  return (
    <FormSection title="Work Information">
      <UnitPick
        {...props}
        name="department_id"
        label="Department"
        path="/departments"
        units={departments}
      />
      <UnitPick
        {...props}
        name="designation_id"
        label="Designation"
        path="/designations"
        units={designations}
      />
      <UnitPick
        {...props}
        name="work_station_id"
        label="Work Station"
        path="/work-stations"
        units={workStations}
      />
    </FormSection>
  )
}
