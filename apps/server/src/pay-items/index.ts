import { contract } from '@mshahara/contract'
import { type Bound, bind } from '../http/bind.ts'
import { template, upload } from './import.ts'
import { itemsOf } from './items.ts'
import { names } from './names.ts'
import { create, list, update } from './revenues.ts'
import { allowances, recur_deductions, recur_incomes } from './tables.ts'

export const payItems: Bound[] = [
  ...bind(contract.allowances, { ...itemsOf(allowances, 'Allowance'), upload, template, names }),
  ...bind(contract.incomes, itemsOf(recur_incomes, 'Income')),
  ...bind(contract.deductions, itemsOf(recur_deductions, 'Deduction')),
  ...bind(contract.revenues, { list, create, update }),
]

export { importAllowances } from './import.ts'
export { claimRevenues, freeRevenues, type Paying, payRevenues } from './paying.ts'
