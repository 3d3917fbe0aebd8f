import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { monthInWordsSql } from '../../foundation/core/record-names.ts'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { faults, importAllowances, template, upload } from './import.ts'
import { itemsOf } from './items.ts'
import { lateCall, withStanding } from './late.ts'
import { names } from './names.ts'
import { create, list, update } from './revenues.ts'
import { say } from './sentences.ts'
import { allowances, recur_deductions, recur_incomes } from './tables.ts'
import { usual } from './usual.ts'

const noEmployee = ['employee_id', everywhere.employeeNotFound] as const

const allowanceCalls = itemsOf(contract.allowances, allowances, 'Allowance')
const incomeCalls = itemsOf(contract.incomes, recur_incomes, 'Income')

export const payItems = area('pay-items', {
  log: 'Pay Items',
  records: {
    allowances: { kind: 'allowance', name: 'name', of: 'employee_id' },
    recur_incomes: { kind: 'recurrent income', name: 'name', of: 'employee_id' },
    recur_deductions: { kind: 'recurrent deduction', name: 'name', of: 'employee_id' },
    employee_revenues: {
      kind: 'revenue',
      name: `'for ' || ${monthInWordsSql('period')}`,
      of: 'employee_id',
    },
  },
  calls: [
    ...bind(contract.allowances, {
      ...allowanceCalls,
      list: withStanding('allowances', allowanceCalls.list),
      arrears: lateCall('allowances', 'Allowance'),
      upload,
      faults,
      template,
      names,
      usual,
    }),
    ...bind(contract.incomes, {
      ...incomeCalls,
      list: withStanding('recur_incomes', incomeCalls.list),
      arrears: lateCall('recur_incomes', 'Income'),
    }),
    ...bind(contract.deductions, itemsOf(contract.deductions, recur_deductions, 'Deduction')),
    ...bind(contract.revenues, { list, create, update }),
  ],
  jobs: [importAllowances],
  refusals: {
    allowances_name: ['name', say.allowanceTaken],
    allowances_employee: noEmployee,
    items_since_to_come: ['since', say.sinceToCome],
    items_since_unpaid: ['since', say.unpaidSince],
    items_since_paid: ['since', say.paidByThatName],
    recur_incomes_employee: noEmployee,
    recur_incomes_employed: ['from', say.notEmployed],
    recur_incomes_month: ['from', say.confirmedAlready],
    recur_deductions_employee: noEmployee,
    employee_revenues_employee: noEmployee,
    employee_revenues_rate: ['commission_rate_id', say.rateNotFound],
  },
})

export { intakes } from './intakes.ts'
export { readable } from './items.ts'
export { setRevenues } from './month-revenues.ts'
