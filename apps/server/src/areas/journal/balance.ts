import type { contract } from '@mshahara/contract'
import type { Nature } from '@mshahara/contract/journal'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { accountFor } from './accounts.ts'
import { inOrder } from './starting-chart.ts'

interface Row {
  line: string
  label: string
  nature: Nature
  code: string | null
  account: string | null
  opening: string
  debit: string
  credit: string
}

/** Every kind of line at the end of a month, from the first entry on. */
export const balance: Handler<(typeof contract)['journal']['balance']> = async (
  { tx },
  { params },
) => {
  const before = sql`e.day < ${`${params.month}-01`}::date`
  const rows = await tx.all<Row>`
    select t.line, t.label, t.nature, t.opening, t.debit, t.credit, a.code, a.name as account
    from (
      select l.organization_id, l.line, max(l.label) as label, l.nature, null::uuid as department_id,
        coalesce(sum(l.debit - l.credit) filter (where ${before}), 0) as opening,
        coalesce(sum(l.debit) filter (where not ${before}), 0) as debit,
        coalesce(sum(l.credit) filter (where not ${before}), 0) as credit
      from journal_entries e
      join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
      where e.day <= month_end(${params.month})
      group by l.organization_id, l.line, l.nature) t
    ${accountFor('t')}`
  return rows
    .map(({ line, label, nature, code, account, ...row }) => {
      const [opening, debit, credit] = [row.opening, row.debit, row.credit].map(centsOf) as [
        number,
        number,
        number,
      ]
      return {
        ...{ line, label, nature, opening, debit, credit },
        account: code !== null && account !== null ? { code, name: account } : null,
        closing: opening + debit - credit,
      }
    })
    .filter(({ opening, debit, credit }) => opening !== 0 || debit !== 0 || credit !== 0)
    .sort(inOrder)
}
