import { departments } from '@mshahara/contract/structure'
import { IconSitemap } from '../ui/icons.ts'
import { type Kind, UnitsScreen } from './units.tsx'

const kind: Kind = {
  endpoints: departments,
  subject: 'departments',
  one: 'Department',
  many: 'Departments',
  field: 'department_id',
  icon: IconSitemap,
}

export default function Departments() {
  return <UnitsScreen kind={kind} />
}
