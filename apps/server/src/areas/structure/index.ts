import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { commissionRates } from './commission-rates.ts'
import { say } from './sentences.ts'
import { departments, designations, work_stations } from './tables.ts'
import { unitsOf } from './units.ts'

const nameTaken = (what: string) => ['name', say.nameTaken({ what })] as const

export const structure = area('structure', {
  log: 'Structure',
  records: {
    departments: { kind: 'department', name: 'name' },
    designations: { kind: 'designation', name: 'name' },
    work_stations: { kind: 'work station', name: 'name' },
    commission_rates: { kind: 'commission rate', name: 'name' },
  },
  calls: [
    ...bind(contract.departments, unitsOf(contract.departments, departments, 'department', 'DEP')),
    ...bind(
      contract.designations,
      unitsOf(contract.designations, designations, 'designation', 'DES'),
    ),
    ...bind(
      contract.workStations,
      unitsOf(contract.workStations, work_stations, 'work-station', 'WS'),
    ),
    ...bind(contract.commissionRates, commissionRates),
  ],
  refusals: {
    departments_name: nameTaken('department'),
    designations_name: nameTaken('designation'),
    work_stations_name: nameTaken('work station'),
    commission_rates_name: nameTaken('commission rate'),
  },
})
