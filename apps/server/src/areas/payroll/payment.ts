import type { contract } from '@mshahara/contract'
import { dayInWords } from '@mshahara/contract/months'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { heldBackAmong } from '../../foundation/pay/held-back.ts'
import { type EmployeeRun, loadRunFor, ofEmployees } from '../../foundation/pay/runs.ts'
import { type News, notify } from '../notifications/index.ts'
import { holdersOf } from '../organizations/index.ts'
import { sayToStaff } from './sentences.ts'

/** The day of payment: known after the run is frozen, so it is kept beside it. */
export const setPayment: Handler<(typeof contract.payrolls)['setPayment']> = async (ctx, input) => {
  const {
    id,
    month,
    code,
    paid_on: before,
  } = await loadRunFor(ctx.tx, ofEmployees, input.params.id, 'issue')
  const { paid_on } = input.body()
  if (paid_on === null) {
    await ctx.tx.run`delete from payroll_payments where id = ${id}`
    if (before) {
      await notifyPayers(ctx, {
        key: `payment removed ${id} ${ctx.now.toISOString()}`,
        title: 'Day of payment removed',
        text:
          `${me(ctx).name} removed the day of payment of ${code}, ${dayInWords(before)}: its ` +
          'people can be paid otherwise.',
        link: `/payroll/${id}`,
      })
    }
    return { message: 'Day of payment removed successfully' }
  }
  if (paid_on < `${month}-01`) failField('paid_on', sayToStaff.beforeMonth)
  if (paid_on > `${Number(ctx.today.slice(0, 4)) + 1}${ctx.today.slice(4)}`) {
    failField('paid_on', sayToStaff.yearAhead)
  }
  await ctx.tx.run`insert into payroll_payments (id, paid_on) values (${id}, ${paid_on})
    on conflict (organization_id, id) do update set paid_on = excluded.paid_on
    where payroll_payments.paid_on <> excluded.paid_on`
  const told = await heldBackToo(ctx, id)
  if (told && paid_on !== before) {
    await notifyPayers(ctx, {
      key: `payment held back ${id} ${ctx.now.toISOString()}`,
      title: 'Recorded as paid, although held back',
      text: `${me(ctx).name} recorded that ${code} was paid on ${dayInWords(paid_on)}. ${told}`,
      link: `/payroll/${id}`,
    })
  }
  const saved = 'Day of payment saved successfully'
  return { message: told ? `${saved}. ${told}` : saved }
}

/** The day says of everybody that they are paid: whoever is held back elsewhere is named here. */
async function heldBackToo({ tx }: Ctx, id: string) {
  const found = await heldBackAmong(tx, sql`s.payroll_id = ${id}`)
  const named = found
    .filter(({ blocked_by }) => blocked_by === 'recorded as paid')
    .map(({ name, why }) => `${name} (${why})`)
  return named.length > 0
    ? `Held back, and recorded as paid with the others: ${inShort(named)}.`
    : ''
}

const mostNamed = 20
const inShort = (names: string[]) =>
  names.length > mostNamed
    ? `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
    : names.join(', ')

/** What people have been paid, or are to be paid on a day, is not taken back (B13). */
export function refusePaidOut({ paid_on }: EmployeeRun, today: string) {
  if (paid_on === null) return
  fail(422, sayToStaff.paid({ day: paid_on, ahead: paid_on > today }))
}

/** What one of those who may pay has said of a payment, the others hear at once. */
export async function notifyPayers(ctx: Ctx, news: News) {
  const payers = await holdersOf(ctx.tx, 'pay payrolls')
  const others = payers.filter((id) => id !== me(ctx).id)
  await notify(ctx.tx, myOrganization(ctx), others, news)
}
