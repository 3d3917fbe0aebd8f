import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { monthInWordsSql } from '../../foundation/core/record-names.ts'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { faults, importVariablePay, template, upload } from './import.ts'
import { changeHours, list } from './list.ts'
import { save } from './save.ts'
import { say } from './sentences.ts'

export const variablePay = area('variable-pay', {
  records: {
    variable_pay: {
      kind: 'variable pay',
      name: `'for ' || ${monthInWordsSql('period')}`,
      of: 'employee_id',
    },
  },
  calls: bind(contract.variablePay, {
    list,
    save,
    upload,
    faults,
    template,
    changeHours,
  }),
  jobs: [importVariablePay],
  refusals: {
    variable_pay_employee: ['employee_id', everywhere.employeeNotFound],
    variable_pay_kept: [null, say.kept],
  },
})

export { perDiemIntake, variablePayIntake } from './intake.ts'
