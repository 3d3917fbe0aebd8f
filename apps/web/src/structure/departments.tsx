import { departments } from '@mshahara/contract/structure'
import { IconSitemap } from '../ui/icons.ts'
import { UnitsScreen } from './units.tsx'

export default function Departments() {
  return <UnitsScreen calls={departments} one="Department" icon={IconSitemap} />
}
