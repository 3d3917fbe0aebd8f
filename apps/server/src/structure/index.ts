import { contract } from '@mshahara/contract'
import { type Bound, bind } from '../http/bind.ts'
import { commissionRates } from './commission-rates.ts'
import { departments, designations, work_stations } from './tables.ts'
import { unitsOf } from './units.ts'

export const structure: Bound[] = [
  ...bind(contract.departments, unitsOf(departments, 'department', 'DEP')),
  ...bind(contract.designations, unitsOf(designations, 'designation', 'DES')),
  ...bind(contract.workStations, unitsOf(work_stations, 'work-station', 'WS')),
  ...bind(contract.commissionRates, commissionRates),
]
