import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { faults, importBenefits, template, upload } from './import.ts'
import { create, list, remove, update } from './records.ts'
import { say } from './sentences.ts'

export const benefits = area('benefits', {
  records: {
    benefits: { kind: 'benefit in kind', name: 'kind', of: 'employee_id' },
  },
  calls: bind(contract.benefits, { list, create, update, remove, upload, faults, template }),
  jobs: [importBenefits],
  refusals: {
    benefits_employee: ['employee_id', everywhere.employeeNotFound],
    benefits_one_house: ['from', say.twoHouses],
    benefits_once: ['description', say.twice],
  },
})

export { benefitsIntake } from './intake.ts'
export { benefitHolders } from './reach.ts'
