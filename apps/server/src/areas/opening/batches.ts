import type { contract } from '@mshahara/contract'
import type { OpeningBatch } from '@mshahara/contract/opening'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { openedWhere } from './people.ts'
import { say } from './sentences.ts'

type Opening = typeof contract.openingBalances

interface BatchRow extends Omit<OpeningBatch, 'gross' | 'paye'> {
  gross: string
  paye: string
}

const batchesWhere = async (tx: Tx, where: Sql) => {
  const rows = await tx.all<BatchRow>`select b.id, b.year, b.sources, b.people, b.months, b.gross,
      b.paye, b.made_by, b.made_at, (select coalesce(json_agg(r order by r.month, r.code), '[]')
        from runs_since_opening(b.organization_id, b.id) r) as runs
    from opening_batches b where ${where} order by b.number desc`
  return rows.map((row) => ({ ...row, gross: centsOf(row.gross), paye: centsOf(row.paye) }))
}

export const batches: Handler<Opening['batches']> = ({ tx }) => batchesWhere(tx, sql`true`)

export const rows: Handler<Opening['rows']> = async ({ tx }, { params }) => {
  await tx.one`select id from opening_batches where id = ${params.id}`
  const [batch] = await batchesWhere(tx, sql`b.id = ${params.id}`)
  const found = await openedWhere(tx, sql`o.batch_id = ${params.id}`)
  const people = await tx.all<{ id: string; employee_no: string; name: string }>`
    select e.id, e.employee_no, concat_ws(' ', e.first_name, e.middle_name, e.last_name) as name
    from employees e where e.id in (select o.employee_id from opening_pay o
      where o.batch_id = ${params.id})`
  const byId = new Map(people.map(({ id, ...person }) => [id, person]))
  return {
    batch: batch as NonNullable<typeof batch>,
    rows: found.map(({ batch_id: _, made_at: __, amounts, more, ...row }) => ({
      ...row,
      ...(byId.get(row.employee_id) ?? { employee_no: '', name: '' }),
      ...amounts,
      ...more,
    })),
  }
}

export const takeBack: Handler<Opening['takeBack']> = async ({ tx }, { params }) => {
  await tx.one`select id from opening_batches where id = ${params.id}`
  const [{ runs } = { runs: [] }] = await batchesWhere(tx, sql`b.id = ${params.id}`)
  if (runs.length > 0) fail(422, say.kept)
  await tx.one`delete from opening_batches where id = ${params.id} returning id`
  return { message: say.takenBack.en }
}
