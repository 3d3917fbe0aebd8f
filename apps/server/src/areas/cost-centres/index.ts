import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { centresOf } from './centres.ts'
import { faults, importCostCentres, template, upload } from './import.ts'
import { say } from './sentences.ts'
import { create, list, remove, update } from './splits.ts'

export const costCentres = area('cost-centres', {
  log: 'Cost Centres',
  records: {
    cost_centres: { kind: 'cost centre', name: 'name' },
    cost_splits: {
      kind: 'split over cost centres',
      name: `'from ' || "from"`,
      of: 'employee_id',
    },
  },
  calls: [
    ...bind(contract.costCentres, centresOf(contract.costCentres)),
    ...bind(contract.costSplits, { list, create, update, remove, upload, faults, template }),
  ],
  jobs: [importCostCentres],
  refusals: {
    cost_centres_code: ['code', say.codeTaken],
    cost_centres_name: ['name', say.nameTaken],
    cost_centre_units_department_once: ['departments', say.departmentTaken],
    cost_centre_units_station_once: ['work_stations', say.stationTaken],
    cost_centre_units_department: ['departments', say.chooseDepartment],
    cost_centre_units_station: ['work_stations', say.chooseStation],
    cost_splits_employee: ['employee_id', everywhere.employeeNotFound],
    cost_splits_once: ['from', say.monthTaken],
    cost_split_shares_centre: ['shares', say.notFound],
    cost_split_shares_whole: ['shares', say.notWhole],
  },
})

export { correctedCostSharesIntake, costSharesIntake, costSharesOfCasual } from './intake.ts'
