import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { faults, importMembers, template, upload } from './import.ts'
import { membersOf } from './members.ts'
import { schemesOf } from './schemes.ts'
import { say } from './sentences.ts'

export const pensions = area('pensions', {
  log: 'Pensions',
  records: {
    pension_schemes: { kind: 'pension scheme', name: 'name' },
    pension_members: {
      kind: 'pension membership',
      name: `'from ' || "from"`,
      of: 'employee_id',
    },
  },
  calls: [
    ...bind(contract.pensionSchemes, schemesOf(contract.pensionSchemes)),
    ...bind(contract.pensionMembers, {
      ...membersOf(contract.pensionMembers),
      ...{ upload, faults, template },
    }),
  ],
  jobs: [importMembers],
  refusals: {
    pension_schemes_name: ['name', say.nameTaken],
    pension_members_scheme: ['scheme_id', say.notFound],
    pension_members_employee: ['employee_id', everywhere.employeeNotFound],
    pension_members_paid: ['from', say.paidAlready],
    pension_members_once: ['from', say.memberAlready],
  },
})

export { anyScheme, contractedOut, pensionsIntake } from './intake.ts'
export { memberNumbers } from './members.ts'
