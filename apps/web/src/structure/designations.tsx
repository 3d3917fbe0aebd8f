import { designations } from '@mshahara/contract/structure'
import { IconBriefcase } from '../ui/icons.ts'
import { UnitsScreen } from './units.tsx'

export default function Designations() {
  return <UnitsScreen calls={designations} one="Designation" icon={IconBriefcase} />
}
