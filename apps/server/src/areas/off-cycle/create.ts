import type { contract } from '@mshahara/contract'
import { me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { enrol } from '../../foundation/pay/drafting.ts'
import { loadRunFor, openRun } from '../../foundation/pay/runs.ts'
import {
  listedById,
  monthToRun,
  refusePayDay,
  rulesOf,
  setExtraItems,
  startRun,
  workOutAgain,
} from '../payroll/index.ts'
import { isPayable } from './people.ts'
import { sayToStaff } from './sentences.ts'

type Extra = typeof contract.offCycle

/** A draft for chosen people, with columns that have no amounts yet. */
export const create: Handler<Extra['create']> = async (ctx, { body }) => {
  const month = monthToRun(ctx, body.month, body.year)
  refusePayDay(ctx, month, body.pay_on)
  await refuseUnpayable(ctx.tx, month, body.employees)
  const { title, pay_on, employees } = body
  const facts = { month, title, pay_on, rules: rulesOf(month) }
  const id = await openRun(ctx.tx, 'off_cycle', facts, me(ctx))
  const count = await enrolBeside(ctx.tx, id, month, employees)
  await setExtraItems(ctx.tx, id, body.items)
  await startRun(ctx, { id, kind: 'off_cycle', month }, count)
  return listedById(ctx.tx, id)
}

/** Beside the payslips that they have for the month anyway. */
const enrolBeside = (tx: Tx, payroll_id: string, month: string, employees: string[]) =>
  enrol(
    tx,
    payroll_id,
    'employee_id, month, extra',
    sql`select e.id as employee_id, ${month} as month, true as extra from employees e
      where e.id = any (${employees}) order by e.number`,
  )

/** Whoever is in it already stays as they are. */
export const add: Handler<Extra['add']> = async (ctx, input) => {
  const run = await loadRunFor(ctx.tx, 'off_cycle', input.params.id, 'change')
  const { employees } = input.body()
  await refuseUnpayable(ctx.tx, run.month, employees)
  const there = await ctx.tx.all<{ employee_id: string }>`
    select employee_id from payslips where payroll_id = ${run.id}`
  const known = new Set(there.map(({ employee_id }) => employee_id))
  const fresh = employees.filter((id) => !known.has(id))
  if (fresh.length > 0) {
    await enrolBeside(ctx.tx, run.id, run.month, fresh)
    await workOutAgain(ctx, run)
  }
  return { message: `${fresh.length} ${fresh.length === 1 ? 'person' : 'people'} added` }
}

/** Nobody is left out without a word. */
async function refuseUnpayable(tx: Tx, month: string, ids: string[]) {
  const found = await tx.all<{ name: string; payable: boolean }>`select
      concat_ws(' ', e.first_name, e.last_name) as name, ${isPayable(month)} as payable
    from employees e where e.id = any (${ids}) order by e.number`
  if (found.length < new Set(ids).size) failField('employees', sayToStaff.unknown)
  const out = found.filter(({ payable }) => !payable).map(({ name }) => name)
  if (out.length > 0) failField('employees', sayToStaff.notEmployed({ names: out.slice(0, 10) }))
}
