import { workStations } from '@mshahara/contract/structure'
import { IconMapPin } from '../ui/icons.ts'
import { UnitsScreen } from './units.tsx'

export default function WorkStations() {
  return <UnitsScreen calls={workStations} one="Work Station" short="Station" icon={IconMapPin} />
}
