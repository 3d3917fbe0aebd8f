import type { contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import { type Ctx, me, myOrganization } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, Refused } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { notify } from '../notifications/index.ts'
import { freeRevenues, payRevenues } from '../pay-items/index.ts'
import { blockersOf } from './checks.ts'
import { listedById, loadIdle, loadPayroll, type PayrollRow, refuseUnfinished } from './runs.ts'

type Payrolls = typeof contract.payrolls

/** Confirming freezes a run; reversing takes it back while nobody has been paid (B13). */
export const confirm: Handler<Payrolls['confirm']> = async (ctx, { params }) => {
  const payroll = await loadIdle(ctx.tx, params.id)
  if (payroll.status === 'confirmed') return listedById(ctx.tx, payroll.id)
  if (payroll.status === 'reversed') fail(422, 'This payroll was reversed.')
  refuseUnfinished(payroll)
  await refuseBlocked(ctx, payroll)
  const count = await freeze(ctx.tx, payroll.id, me(ctx).name)
  if (count === 0) fail(422, 'There is no payslip left in this payroll.')
  await ctx.jobs.start(ctx.tx, 'payslips.send', { payroll_id: payroll.id }, me(ctx), count)
  await tellOthers(ctx, payroll)
  return listedById(ctx.tx, payroll.id)
}

/** Nothing of the run changes any more; answers with the number of its payslips. */
export async function freeze(tx: Tx, id: string, by: string): Promise<number> {
  const { rowCount } = await tx.$client.query(
    'update payslips set frozen = true where payroll_id = $1',
    [id],
  )
  await payRevenues(tx, id)
  await tx.$client.query(
    `update payrolls set status = 'confirmed', confirmed_at = app_now(), confirmed_by = $2
     where id = $1`,
    [id, by],
  )
  await record(tx, id)
  return rowCount ?? 0
}

async function refuseBlocked(ctx: Ctx, payroll: PayrollRow) {
  const blockers = await blockersOf(ctx.tx, payroll)
  if (blockers.length === 0) return
  const sentences = blockers.map(({ title, people, count }) => {
    const names = people.slice(0, 5).map(({ name }) => name)
    const rest = count > names.length ? ` and ${count - names.length} more` : ''
    return `${title}: ${names.join(', ')}${rest}`
  })
  throw new Refused(422, 'This payroll cannot be confirmed yet.', {
    errors: { payroll: sentences },
  })
}

/** One entry for all payslips: how many, how much, and a digest that shows a later change. */
const record = (tx: Tx, id: string) =>
  tx.$client.query(
    `select log_bulk('payroll', 'updated', $1::text, jsonb_build_object('new', (
       select jsonb_build_object('payslips', count(*), 'gross', sum(gross), 'net', sum(net),
         'digest', encode(sha256(convert_to(
           string_agg(payslip_digest(s), '' order by s.id), 'UTF8')), 'hex'))
       from payslips s where s.payroll_id = $1::uuid)))`,
    [id],
  )

/** Whoever may look at payrolls hears of it, the one who confirmed apart. */
async function tellOthers(ctx: Ctx, payroll: PayrollRow) {
  const { rows } = await ctx.tx.$client.query<{ user_id: string }>(
    `select user_id from memberships where status = 'active' and user_id <> $1
       and (role in ('primary', 'admin', 'finance') or 'view payrolls' = any(permissions))`,
    [me(ctx).id],
  )
  const { month, year } = monthAndYear(payroll.month)
  await notify(
    ctx.tx,
    myOrganization(ctx),
    rows.map(({ user_id }) => user_id),
    {
      key: `payroll confirmed ${payroll.id}`,
      title: 'Payroll confirmed',
      text: `${payroll.code} for ${month} ${year} was confirmed by ${me(ctx).name}.`,
      link: `/payroll/${payroll.id}`,
    },
  )
}

export const reverse: Handler<Payrolls['reverse']> = async (ctx, input) => {
  const payroll = await loadPayroll(ctx.tx, input.params.id, true)
  const { reason } = input.body()
  if (payroll.status !== 'confirmed') fail(422, 'Only a confirmed payroll can be reversed.')
  await ctx.tx.$client.query(
    `update payrolls set status = 'reversed', reversed_at = app_now(), reversed_by = $2,
       reversal_reason = $3 where id = $1`,
    [payroll.id, me(ctx).name, reason],
  )
  await freeRevenues(ctx.tx, payroll.id)
  await ctx.tx.$client.query('update payslips set void = true where payroll_id = $1', [payroll.id])
  return listedById(ctx.tx, payroll.id)
}
