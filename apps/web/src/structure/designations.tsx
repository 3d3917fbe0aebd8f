import { designations } from '@mshahara/contract/structure'
import { IconBriefcase } from '../ui/icons.ts'
import { type Kind, UnitsScreen } from './units.tsx'

const kind: Kind = {
  endpoints: designations,
  subject: 'designations',
  one: 'Designation',
  many: 'Designations',
  field: 'designation_id',
  icon: IconBriefcase,
}

export default function Designations() {
  return <UnitsScreen kind={kind} />
}
