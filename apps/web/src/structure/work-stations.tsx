import { workStations } from '@mshahara/contract/structure'
import { IconMapPin } from '../ui/icons.ts'
import { type Kind, UnitsScreen } from './units.tsx'

const kind: Kind = {
  endpoints: workStations,
  subject: 'work-stations',
  one: 'Work Station',
  many: 'Work Stations',
  told: 'Station',
  field: 'work_station_id',
  icon: IconMapPin,
}

export default function WorkStations() {
  return <UnitsScreen kind={kind} />
}
