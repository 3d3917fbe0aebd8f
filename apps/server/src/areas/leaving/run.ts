import type { contract } from '@mshahara/contract'
import { monthOf } from '@mshahara/engine/calendar'
import { me } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { enrol } from '../../foundation/pay/drafting.ts'
import { openRun } from '../../foundation/pay/runs.ts'
import { listedById, monthToRun, refusePayDay, rulesOf, startRun } from '../payroll/index.ts'
import { leavingOf } from './record.ts'
import { sayToStaff } from './sentences.ts'

type Leaving = typeof contract.leaving

/** Final dues are a run of one person: checked, confirmed, paid and reversed like every other. */
export const run: Handler<Leaving['run']> = async (ctx, input) => {
  const { tx } = ctx
  const { name } = await tx.one<{ name: string }>`
    select concat_ws(' ', first_name, last_name) as name from employees
    where id = ${input.params.id} for no key update`
  const { month: named, year, pay_on } = input.body()
  const leaving = await leavingOf(tx, input.params.id)
  if (!leaving) fail(422, sayToStaff.notRecorded({ name }))
  if (leaving.run) fail(422, sayToStaff.already({ code: leaving.run.code }))
  const month = monthToRun(ctx, named, year)
  if (month < monthOf(leaving.last_day)) failField('month', sayToStaff.beforeLastDay)
  refusePayDay(ctx, month, pay_on)
  // Whose they are is in the payslip alone: a name here would outlive its erasure.
  const facts = { month, title: 'Final dues', pay_on, rules: rulesOf(month) }
  const id = await openRun(tx, 'final', facts, me(ctx))
  await enrol(
    tx,
    id,
    'employee_id, month, extra, leaving_id',
    sql`select l.employee_id, ${month} as month, true as extra, l.id as leaving_id
      from leavings l where l.id = ${leaving.id}`,
  )
  await startRun(ctx, { id, kind: 'final', month }, 1)
  return listedById(tx, id)
}
