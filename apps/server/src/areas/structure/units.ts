import type { Units } from '@mshahara/contract/structure'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { asc, sql } from '../../foundation/core/drizzle.ts'
import { allocate, type Numbering, preview } from '../../foundation/core/numbers.ts'
import { rowsOf } from '../../foundation/http/rows.ts'
import type { UnitTable } from './tables.ts'

/** Departments, designations and work stations: one set of handlers over three tables. */
export function unitsOf(calls: Units, table: UnitTable, name: string, prefix: string) {
  const numbering: Numbering = { name, prefix, width: 3 }
  return {
    ...rowsOf(calls, table, {
      title: name,
      // DEP-1000 comes after DEP-999.
      order: [sql`length(${table.code})`, asc(table.code)],
      fresh: async ({ tx }) => ({ code: await allocate(tx, numbering) }),
    }),
    nextNo: async ({ tx }: Ctx) => ({ next: await preview(tx, numbering) }),
  }
}
