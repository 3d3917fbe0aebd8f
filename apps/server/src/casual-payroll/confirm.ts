import type { contract } from '@mshahara/contract'
import { dayInWords } from '@mshahara/contract/months'
import { type Ctx, me, myOrganization } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import { sql } from '../core/sql.ts'
import type { Handler } from '../http/bind.ts'
import { notify } from '../notifications/index.ts'
import { holdersOf } from '../organizations/index.ts'
import { refuseBlocked } from '../payroll/index.ts'
import { blockersOf } from './checks.ts'
import { type CasualPayrollRow, load, shownById } from './runs.ts'

/** Confirming freezes: asked twice, it is done once. */
export const confirm: Handler<(typeof contract.casualPayrolls)['confirm']> = async (
  ctx,
  { params },
) => {
  // Before the payroll: whoever saves a sheet meanwhile either is seen here or sees what is paid.
  await ctx.tx.run`select hold_roll(app_org(), true)`
  const payroll = await load(ctx.tx, params.id, sql`for update`)
  if (payroll.status === 'confirmed') return shownById(ctx.tx, payroll.id)
  refuseBlocked(await blockersOf(ctx.tx, payroll))
  const count = await freeze(ctx.tx, payroll.id, me(ctx).name)
  if (count === 0) fail(422, 'There is no payslip left in this payroll.')
  await tellOthers(ctx, payroll)
  return shownById(ctx.tx, payroll.id)
}

/** From now on nothing in it changes; returns the number of its payslips. */
export async function freeze(tx: Tx, id: string, by: string): Promise<number> {
  const count = await tx.run`update casual_payslips set frozen = true where payroll_id = ${id}`
  await tx.run`update casual_payrolls set status = 'confirmed', confirmed_at = app_now(),
      confirmed_by = ${by}, (count, gross, net) = (
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

/** Everybody who may see payrolls is told, except the person who confirmed. */
async function tellOthers(ctx: Ctx, { id, code, from, to }: CasualPayrollRow) {
  const holders = await holdersOf(ctx.tx, 'view payrolls')
  await notify(
    ctx.tx,
    myOrganization(ctx),
    holders.filter((one) => one !== me(ctx).id),
    {
      key: `casual payroll confirmed ${id}`,
      title: 'Casual payroll confirmed',
      text:
        `${code} from ${dayInWords(from)} to ${dayInWords(to)} was confirmed by ` +
        `${me(ctx).name}.`,
      link: `/payroll/casual/${id}`,
    },
  )
}
