import type { contract } from '@mshahara/contract'
import type { Nature } from '@mshahara/contract/journal'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { rowsOf } from '../../foundation/http/rows.ts'
import { say } from './sentences.ts'
import { inOrder, startOf } from './starting-chart.ts'
import { journal_accounts } from './tables.ts'

/** Which kinds of lines there are, and the account that each goes to. */

type Journal = (typeof contract)['journal']

interface Used {
  line: string
  label: string
  nature: Nature
}
interface Mapped {
  line: string
  department_id: string | null
  department: string | null
  account_id: string
}

/** Those of an entry, and those that somebody has chosen an account for already. */
export async function linesKnown(tx: Tx) {
  const used = await tx.all<Used>`select line, max(label) as label, min(nature) as nature
    from journal_lines group by line`
  const mapped = await tx.all<Mapped>`select m.line, m.department_id, d.name as department,
      m.account_id
    from journal_mapping m
    left join departments d on d.id = m.department_id order by d.name`
  const names = new Set([...used, ...mapped].map(({ line }) => line))
  const known = [...names].map((line) => {
    const own = mapped.filter((one) => one.line === line)
    const seen = used.find((one) => one.line === line)
    const start = startOf(line)
    return {
      line,
      label: seen?.label ?? start?.label ?? line.slice(line.indexOf(':') + 1),
      nature: seen?.nature ?? start?.nature ?? 'cost',
      used: seen !== undefined,
      account_id: own.find((one) => one.department_id === null)?.account_id ?? null,
      departments: own.flatMap(({ department_id, department, account_id }) =>
        department_id && department ? [{ department_id, department, account_id }] : [],
      ),
    }
  })
  return known.sort(inOrder)
}

export const lines: Handler<Journal['lines']> = ({ tx }) => linesKnown(tx)

export const map: Handler<Journal['map']> = async ({ tx }, { body }) => {
  const { line, department_id, account_id } = body
  const known = (await linesKnown(tx)).find((one) => one.line === line)
  const nature = known?.nature ?? startOf(line)?.nature
  if (!nature) failField('line', say.lineNotFound)
  if (department_id && nature !== 'cost') failField('department_id', say.notByDepartment)
  if (account_id === null) {
    await tx.run`delete from journal_mapping
      where line = ${line} and department_id is not distinct from ${department_id}`
    return { message: 'The line has no account any more' }
  }
  // Of two at once the later one holds.
  const added = await tx.run`insert into journal_mapping (line, department_id, account_id)
    values (${line}, ${department_id}, ${account_id}) on conflict do nothing`
  if (added === 0) {
    await tx.run`update journal_mapping set account_id = ${account_id}
      where line = ${line} and department_id is not distinct from ${department_id}`
  }
  return { message: 'Account saved successfully' }
}

export function accountsOf(calls: (typeof contract)['journalAccounts']) {
  const rows = rowsOf(calls, journal_accounts, {
    title: 'Account',
    order: [journal_accounts.code, journal_accounts.id],
  })
  return {
    ...rows,
    async remove(ctx: Parameters<typeof rows.remove>[0], given: Parameters<typeof rows.remove>[1]) {
      const used = await ctx.tx.maybe<{ id: string }>`select id from journal_mapping
        where account_id = ${given.params.id} limit 1`
      if (used) fail(422, say.accountInUse)
      return rows.remove(ctx, given)
    },
  }
}
