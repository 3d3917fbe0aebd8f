import type { contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import { type Ctx, me, myOrganization } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, Refused } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { notify } from '../notifications/index.ts'
import { holdersOf } from '../organizations/index.ts'
import { blockersOf, type Finding } from './checks.ts'
import { freeAll, payAll } from './intakes.ts'
import { refusePaidOut } from './payment.ts'
import { listedById, loadFor, type PayrollRow, stateOf } from './runs.ts'

type Payrolls = typeof contract.payrolls

/** Confirming freezes a run; reversing takes it back while nobody has been paid (B13). */
export const confirm: Handler<Payrolls['confirm']> = async (ctx, { params, body }) => {
  const payroll = await loadFor(ctx.tx, params.id, 'confirm')
  if (stateOf(payroll) === 'confirmed') return listedById(ctx.tx, payroll.id)
  const { blockers, excepted } = await blockersOf(ctx.tx, payroll, body().approved)
  refuseBlocked(blockers)
  await refuseOwnExceptions(ctx, excepted)
  await keepExceptions(ctx, payroll.id, excepted)
  const count = await freeze(ctx.tx, payroll.id, me(ctx).name)
  if (count === 0) fail(422, 'There is no payslip left in this payroll.')
  await ctx.jobs.start(ctx.tx, 'payslips.send', { payroll_id: payroll.id }, me(ctx), count)
  await tellOthers(ctx, payroll)
  return listedById(ctx.tx, payroll.id)
}

/** Nobody approves what they are paid themselves, where somebody else could. */
async function refuseOwnExceptions(ctx: Ctx, excepted: readonly Finding[]) {
  const own = excepted.find(({ employee_id }) => employee_id === me(ctx).employee_id)
  if (!own) return
  const others = (await holdersOf(ctx.tx, 'approve payrolls')).filter((id) => id !== me(ctx).id)
  if (others.length === 0) return
  fail(422, `Somebody else has to approve what this payroll pays you: ${own.detail}`)
}

/** What was approved by name stays on record, with who approved it. */
async function keepExceptions(ctx: Ctx, payroll_id: string, excepted: readonly Finding[]) {
  if (excepted.length === 0) return
  await ctx.tx.run`insert into payroll_exceptions
      (payroll_id, employee_id, kind, detail, approved_name)
    select ${payroll_id}, g.employee_id, g.kind, g.detail, ${me(ctx).name}
    from unnest(${excepted.map((one) => one.employee_id)}::uuid[],
      ${excepted.map(({ kind }) => kind)}::text[], ${excepted.map(({ detail }) => detail)}::text[])
      as g (employee_id, kind, detail)`
}

/** From now on nothing in the run changes; returns the number of its payslips. */
export async function freeze(tx: Tx, id: string, by: string): Promise<number> {
  const { payslips, gross, net, digest } = await freezePayslips(tx, id)
  await payAll(tx, id)
  await tx.run`update payrolls set status = 'confirmed', confirmed_at = app_now(),
    confirmed_by = ${by}, count = ${payslips}, gross = ${gross}, net = ${net} where id = ${id}`
  await tx.run`select log_bulk('payroll', 'updated', ${id}::text, jsonb_build_object('new',
    jsonb_build_object('payslips', ${payslips}::int, 'gross', ${gross}::numeric,
      'net', ${net}::numeric, 'digest', ${digest}::text)))`
  return payslips
}

interface FrozenPayslips {
  payslips: number
  gross: string
  net: string
  digest: string | null
}

/** One look at each: how many, how much, and for the log a digest that shows a later change. */
const freezePayslips = (tx: Tx, payroll_id: string) =>
  tx.one<FrozenPayslips>`with frozen as (
      update payslips s set frozen = true where s.payroll_id = ${payroll_id}
      returning s.id, s.gross, s.net, payslip_digest(s) as digest)
    select count(*) as payslips, coalesce(sum(gross), 0) as gross, coalesce(sum(net), 0) as net,
      encode(sha256(convert_to(string_agg(digest, '' order by id), 'UTF8')), 'hex') as digest
    from frozen`

interface Blocker {
  title: string
  people: { name: string }[]
  count: number
}

/** Names what stands in the way of confirming, and whose. */
export function refuseBlocked(blockers: readonly Blocker[]) {
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

/** Everybody who may see payrolls is told, except the person who confirmed. */
async function tellOthers(ctx: Ctx, payroll: PayrollRow) {
  const holders = await holdersOf(ctx.tx, 'view payrolls')
  const { month, year } = monthAndYear(payroll.month)
  await notify(
    ctx.tx,
    myOrganization(ctx),
    holders.filter((id) => id !== me(ctx).id),
    {
      key: `payroll confirmed ${payroll.id}`,
      title: 'Payroll confirmed',
      text: `${payroll.code} for ${month} ${year} was confirmed by ${me(ctx).name}.`,
      link: `/payroll/${payroll.id}`,
    },
  )
}

export const reverse: Handler<Payrolls['reverse']> = async (ctx, input) => {
  const payroll = await loadFor(ctx.tx, input.params.id, 'reverse')
  refusePaidOut(payroll, ctx.today)
  const { id } = payroll
  await ctx.tx.run`update payrolls set status = 'reversed', reversed_at = app_now(),
      reversed_by = ${me(ctx).name}, reversal_reason = ${input.body().reason} where id = ${id}`
  await freeAll(ctx.tx, { payroll_id: id })
  await ctx.tx.run`update payslips set void = true where payroll_id = ${id}`
  await ctx.later('payslips.reversed', { payroll_id: id })
  return listedById(ctx.tx, id)
}
