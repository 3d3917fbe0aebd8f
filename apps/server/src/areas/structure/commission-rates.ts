import { contract } from '@mshahara/contract'
import { asc, sql } from '../../foundation/core/drizzle.ts'
import { rowsOf } from '../../foundation/http/rows.ts'
import { commission_rates as table } from './tables.ts'

export const commissionRates = rowsOf(contract.commissionRates, table, {
  title: 'Commission rate',
  order: [sql`lower(${table.name})`, asc(table.id)],
  // On the payslip a rate goes by its own name unless another was given.
  kept: (given) => ({ ...given, display_name: given.display_name ?? given.name }),
})
