import type { contract } from '@mshahara/contract'
import { dayInWords } from '@mshahara/contract/months'
import { type Ctx, me, myOrganization } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, failField } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { notify } from '../notifications/index.ts'
import { holdersOf } from '../organizations/index.ts'
import { refuseBlocked } from '../payroll/index.ts'
import { blockersOf } from './checks.ts'
import { type CasualPayrollRow, loadFor, shownById } from './runs.ts'

type Payrolls = typeof contract.casualPayrolls

/** Confirming freezes: asked twice, it is done once. */
export const confirm: Handler<Payrolls['confirm']> = async (ctx, { params, body }) => {
  // Before the payroll: whoever saves a sheet meanwhile either is seen here or sees what is paid.
  await ctx.tx.run`select hold_roll(app_org(), true)`
  const payroll = await loadFor(ctx.tx, params.id, 'confirm')
  if (payroll.status === 'confirmed') return shownById(ctx.tx, payroll.id)
  const ticked = await tickedOrRefused(ctx, payroll, body()?.days ?? [])
  const count = await freeze(ctx.tx, payroll.id, me(ctx).name, ticked)
  if (count === 0) fail(422, 'There is no payslip left in this payroll.')
  await tellOthers(ctx, payroll, 'confirmed')
  return shownById(ctx.tx, payroll.id)
}

/** The days that are paid because each of them was ticked (C22); a blocker that is left refuses. */
async function tickedOrRefused(ctx: Ctx, payroll: CasualPayrollRow, given: string[]) {
  const { people, days } = await blockersOf(ctx.tx, payroll, ctx.today)
  const unticked = days.flatMap(({ title, days: unseen }) => {
    const left = unseen.filter(({ day }) => !given.includes(day))
    const named = left.map(({ day }) => ({ name: dayInWords(day) }))
    return left.length > 0 ? [{ title, people: named, count: left.length }] : []
  })
  refuseBlocked([...people, ...unticked])
  return days.flatMap(({ days: unseen }) => unseen.map(({ day }) => day))
}

/** From now on nothing in it changes; returns the number of its payslips. */
export async function freeze(
  tx: Tx,
  id: string,
  by: string,
  ticked: readonly string[] = [],
): Promise<number> {
  const count = await tx.run`update casual_payslips set frozen = true where payroll_id = ${id}`
  await tx.run`update casual_payrolls set status = 'confirmed', confirmed_at = app_now(),
      confirmed_by = ${by}, ticked_days = ${ticked}::date[], (count, gross, net) = (
        select count(*), coalesce(sum(s.gross), 0), coalesce(sum(s.net), 0)
        from casual_payslips s where s.payroll_id = ${id})
    where id = ${id}`
  await record(tx, id)
  return count
}

/** One entry for all payslips: how many, how much, and a digest that shows a later change. */
const record = (tx: Tx, id: string) =>
  tx.run`select log_bulk('casual-payroll', 'updated', ${id}::text, jsonb_build_object('new', (
    select jsonb_build_object('payslips', count(*), 'gross', sum(gross), 'net', sum(net),
      'digest', encode(sha256(convert_to(
        string_agg(payslip_digest(s), '' order by s.id), 'UTF8')), 'hex'))
    from casual_payslips s where s.payroll_id = ${id}::uuid)))`

/**
 * While nobody was paid (the database refuses the rest), as a monthly one is (B13, C23). Whoever
 * is paid in cash may have signed for it: that they have not is said of each of them.
 */
export const reverse: Handler<Payrolls['reverse']> = async (ctx, input) => {
  const payroll = await loadFor(ctx.tx, input.params.id, 'reverse')
  const { id } = payroll
  const { reason, not_signed } = input.body()
  if (payroll.payout === null) await refuseSigned(ctx.tx, id, not_signed)
  await ctx.tx.run`update casual_payrolls set status = 'reversed', reversed_at = app_now(),
      reversed_by = ${me(ctx).name}, reversal_reason = ${reason},
      not_signed = ${not_signed}::uuid[] where id = ${id}`
  await ctx.tx.run`update casual_payslips set void = true where payroll_id = ${id}`
  await tellOthers(ctx, payroll, 'reversed')
  return shownById(ctx.tx, id)
}

async function refuseSigned(tx: Tx, id: string, not_signed: readonly string[]) {
  const rows = await tx.all<{ name: string }>`
    select concat_ws(' ', s.person ->> 'first_name', s.person ->> 'last_name') as name
    from casual_payslips s join casuals c on c.id = s.casual_id
    where s.payroll_id = ${id} and paid_in_cash(s.person) and s.net > 0
      and s.casual_id <> all (${not_signed}::uuid[]) order by c.number`
  if (rows.length === 0) return
  const names = rows.slice(0, mostNamed).map(({ name }) => name)
  const rest = rows.length > mostNamed ? ` and ${rows.length - mostNamed} more` : ''
  failField(
    'not_signed',
    `Paid in cash, and may have signed for it: ${names.join(', ')}${rest}. ` +
      'Tick each of them once you know that they have not.',
  )
}

const mostNamed = 10

/** Everybody who may see payrolls is told, except the person who did it. */
async function tellOthers(
  ctx: Ctx,
  { id, code, from, to }: CasualPayrollRow,
  done: 'confirmed' | 'reversed',
) {
  const holders = await holdersOf(ctx.tx, 'view payrolls')
  await notify(
    ctx.tx,
    myOrganization(ctx),
    holders.filter((one) => one !== me(ctx).id),
    {
      key: `casual payroll ${done} ${id}`,
      title: `Casual payroll ${done}`,
      text:
        `${code} from ${dayInWords(from)} to ${dayInWords(to)} was ${done} by ` +
        `${me(ctx).name}.`,
      link: `/payroll/casual/${id}`,
    },
  )
}
