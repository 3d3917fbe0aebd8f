import { contract } from '@mshahara/contract'
import { asc, sql } from '../core/drizzle.ts'
import { rowsOf } from '../http/rows.ts'
import { commission_rates as table } from './tables.ts'

export const commissionRates = rowsOf(contract.commissionRates, table, {
  title: 'Commission rate',
  order: [sql`lower(${table.name})`, asc(table.id)],
  // On the payslip a rate goes by its own name unless another was given.
  kept: (given) => ({ ...given, display_name: given.display_name ?? given.name }),
})
