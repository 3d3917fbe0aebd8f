import type { Endpoint } from '@mshahara/contract'
import { type Ctx, ownerOr } from '../../foundation/core/ctx.ts'
import { eq, getTableName } from '../../foundation/core/drizzle.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import { raw } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { type CreateCall, rowsOf } from '../../foundation/http/rows.ts'
import { arrearsDueTo } from '../employees/index.ts'
import { employees } from '../employees/tables.ts'
import { tried } from '../maker-checker/index.ts'
import { say } from './sentences.ts'
import type { allowances, recur_deductions, recur_incomes } from './tables.ts'

/** Allowances, recurrent incomes and recurrent deductions: three tables of one shape. */

type ItemTable = typeof allowances | typeof recur_incomes | typeof recur_deductions

/** The employee of this organisation (404), for themselves and whoever may see employees (403). */
export async function readable(ctx: Ctx, employee_id: string): Promise<string> {
  const [employee] = await ctx.tx
    .select({ id: employees.id })
    .from(employees)
    .where(eq(employees.id, employee_id))
  const { id } = found(employee)
  ownerOr(ctx, id, 'view employees')
  return id
}

/** An item stays with its employee: what was paid to one was never paid to another. */
export function refuseMove(words: string, row: Owned, body: Owned) {
  if (row.employee_id === body.employee_id) return
  failField('employee_id', say.ofAnother({ what: words }))
}
interface Owned {
  employee_id: string
}

/** What was paid once stands on a payslip, and stays as it stands there. */
export const refusePaid = (title: string) => (row: object) => {
  if (!('status' in row) || row.status !== 'paid') return
  fail(422, say.paid({ what: title.toLowerCase() }))
}

/** What raises pay above what one person may decide waits for another. */
export const checkedItem = <E extends Endpoint>(name: string, endpoint: E, handler: Handler<E>) =>
  tried(
    name,
    endpoint,
    {
      ...{ acts: ['items'], late: arrearsDueTo },
      link: ([first]) => `/employee/${first?.payee_id ?? ''}`,
    },
    handler,
  )

interface Change {
  params: { id: string }
  body: () => Owned & { since?: string | null; keep_unpaid?: boolean }
}

/** What was recorded for unpaid months stays beside a later one, where that is said. */
async function refuseLeftOut({ tx }: Ctx, table: ItemTable, { params, body }: Change) {
  if (!('since' in table)) return
  const item = await tx.maybe<{ since: string | null; unpaid: boolean }>`select i.since,
      i.since is not null and is_unpaid_late(i.organization_id, i.employee_id, i.id) as unpaid
    from ${raw(getTableName(table))} i where i.id = ${params.id} for update`
  if (!item?.unpaid) return
  const { since, keep_unpaid } = body()
  if (keep_unpaid || !since || !item.since || since <= item.since) return
  failField('since', say.unpaidSince)
}

type ItemCalls<Given> = CreateCall<Given> & Record<'create' | 'update' | 'remove', Endpoint>

/** The calls of one kind of item; `title` stands at the head of their notices. */
export function itemsOf<T extends ItemTable, Given extends Owned>(
  calls: ItemCalls<Given>,
  table: T,
  title: string,
) {
  // The three tables agree on every column that is named here.
  const any = table as typeof allowances
  const rows = rowsOf(calls, table, {
    title,
    order: [],
    settled: refusePaid(title),
    kept({ keep_unpaid: _, ...given }: Given & { keep_unpaid?: boolean }, before) {
      if (before) refuseMove(title.toLowerCase(), before, given as Owned)
      return given
    },
  })
  const update: typeof rows.update = async (ctx, input) => {
    await refuseLeftOut(ctx, table, input)
    return rows.update(ctx, input)
  }
  const checkedBy = <V extends 'create' | 'update' | 'remove'>(verb: V) =>
    checkedItem(
      `${title}.${verb}`,
      calls[verb],
      { ...rows, update }[verb] as never,
    ) as never as (typeof rows)[V]
  return {
    create: checkedBy('create'),
    update: checkedBy('update'),
    remove: checkedBy('remove'),
    async list(ctx: Ctx, { params }: { params: { id: string } }): Promise<T['$inferSelect'][]> {
      const employee_id = await readable(ctx, params.id)
      return ctx.tx
        .select()
        .from(any)
        .where(eq(any.employee_id, employee_id))
        .orderBy(any.created_at, any.name, any.id)
    },
  }
}
