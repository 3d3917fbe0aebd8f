import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind } from '../http/bind.ts'
import { importVariablePay, template, upload } from './import.ts'
import { changeHours, list } from './list.ts'
import { save } from './save.ts'

export const variablePay = area('variable-pay', {
  calls: bind(contract.variablePay, { list, save, upload, template, changeHours }),
  jobs: [importVariablePay],
  refusals: {
    variable_pay_employee: ['employee_id', 'This employee was not found.'],
    variable_pay_kept: [null, 'This month has been paid and can no longer be changed.'],
  },
})

export { variablePayIntake } from './intake.ts'
