import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { type Ctx, ownerOr, seatOf } from '../../foundation/core/ctx.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import { provenPaper } from '../../foundation/core/papers.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { employee_files, employees } from './tables.ts'

/** Scans and documents kept with an employee. */

type Employees = typeof contract.employees

const idOf = async (ctx: Ctx, id: string) => {
  const [row] = await ctx.tx
    .select({ id: employees.id })
    .from(employees)
    .where(eq(employees.id, id))
  return row?.id
}

export const files: Handler<Employees['files']> = async (ctx, { params }) => {
  const employee_id = found(await idOf(ctx, params.id))
  ownerOr(ctx, employee_id, 'view employees')
  return ctx.tx
    .select()
    .from(employee_files)
    .where(eq(employee_files.employee_id, employee_id))
    .orderBy(employee_files.created_at, employee_files.name, employee_files.id)
}

export const addFile: Staged<Employees['addFile'], void, string> = {
  async look(ctx, { body }) {
    const known = await idOf(ctx, body.employee_id)
    if (!known) failField('employee_id', everywhere.employeeNotFound)
  },
  async make(outside, { body }) {
    const { bytes, extension } = await provenPaper(body.file, seatOf(outside))
    return outside.files.put('employee', bytes, extension)
  },
  async keep(ctx, { body }, file) {
    const [row] = await ctx.tx
      .insert(employee_files)
      .values({ ...body, file })
      .returning()
    return found(row)
  },
  undo: (outside, file) => outside.files.remove('employee', file),
}

/** Photos, also proposed ones, and files: for staff, and for the person while employed (B22). */
export async function mayReadEmployeeFile(
  { tx, user }: Pick<Ctx, 'tx' | 'user'>,
  name: string,
): Promise<boolean> {
  const row = await tx.maybe<{ employee_id: string }>`
    select employee_id from employee_files where file = ${name}
    union all select id from employees where avatar = ${name}
    union all select p.employee_id from detail_changes c join detail_proposals p
      on (p.organization_id, p.id) = (c.organization_id, c.proposal_id)
    where c.file = ${name} limit 1`
  if (!row || !user) return false
  const own = row.employee_id === user.employee_id && !user.leaver
  if (!own && !user.permissions.has('view employees')) fail(403)
  return true
}
