import type { contract, Input } from '@mshahara/contract'
import { type Ctx, myOrganization, seatOf } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { provenPaper } from '../../foundation/core/papers.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { itemsOf, monthsOf } from './months.ts'
import { sayToStaff } from './sentences.ts'

/** What was paid over, with its receipt. Rows are only added; one that is wrong is taken back. */

type Remittances = typeof contract.remittances

export const folder = 'remittances'

const hold = (ctx: Ctx, month: string, authority: string) =>
  ctx.tx.run`select hold_remittance(${myOrganization(ctx)}, ${month}, ${authority})`

/** Against the month as it is once nobody else can record anything of the recipient. */
async function checked(ctx: Ctx, { params: { month }, body }: Input<Remittances['pay']>) {
  const known = (await monthsOf(ctx.tx)).filter((one) => one.month === month)
  // 404 comes before 422.
  if (known.length === 0) fail(404, sayToStaff.noMonth({ month }))
  const asked = body()
  await hold(ctx, month, asked.authority)
  const items = await itemsOf(ctx.tx, known, ctx.today)
  const item = items.find(({ authority }) => authority === asked.authority)
  if (!item) fail(422, sayToStaff.notDue)
  const { state, open, paid, payments } = item
  if (state === 'nothing due' || state === 'kept') fail(422, sayToStaff.notDue)
  if (asked.paid !== paid) fail(422, sayToStaff.meanwhile)
  if (asked.paid_on > ctx.today || asked.paid_on < `${month}-01`) {
    failField('paid_on', sayToStaff.wrongDay)
  }
  const isKnown = payments.some(
    ({ reference, taken_back }) =>
      !taken_back && reference.toLowerCase() === asked.reference.toLowerCase(),
  )
  if (isKnown) failField('reference', sayToStaff.twice)
  // Whoever pays more knows why: a penalty, or what the portal asked for.
  if (asked.amount > open && !asked.note) {
    failField('note', open > 0 ? sayToStaff.moreThanOpen({ open }) : sayToStaff.paidAlready)
  }
  return { item, asked }
}

export const pay: Staged<Remittances['pay'], void, string | null> = {
  async look(ctx, input) {
    await checked(ctx, input)
  },
  async make(outside, input) {
    const { receipt } = input.body()
    if (!receipt) return null
    const { bytes, extension } = await provenPaper(receipt, seatOf(outside), 'receipt')
    return outside.files.put(folder, bytes, extension)
  },
  async keep(ctx, input, receipt) {
    const { item, asked } = await checked(ctx, input)
    await ctx.tx.run`insert into remittance_payments
        (month, authority, authority_name, amount, paid_on, reference, note, receipt, paid_before)
      values (${item.month}, ${item.authority}, ${item.name}, ${asked.amount / 100},
        ${asked.paid_on}, ${asked.reference}, ${asked.note}, ${receipt}, ${asked.paid / 100})`
    return { message: 'Payment recorded successfully' }
  },
  async undo(outside, receipt) {
    if (receipt) await outside.files.remove(folder, receipt)
  },
}

interface Recorded {
  month: string
  authority: string
  takes_back: string | null
}

export const takeBack: Handler<Remittances['takeBack']> = async (ctx, input) => {
  const { tx } = ctx
  const { id } = input.params
  const { month, authority, takes_back } = await tx.one<Recorded>`
    select month, authority, takes_back from remittance_payments where id = ${id}`
  const { reason } = input.body()
  await hold(ctx, month, authority)
  const gone = await tx.maybe`select from remittance_payments where takes_back = ${id}`
  if (gone || takes_back) fail(422, sayToStaff.takenBack)
  await tx.run`insert into remittance_payments (month, authority, authority_name, amount, paid_on,
      reference, note, takes_back, paid_before)
    select p.month, p.authority, p.authority_name, -p.amount, p.paid_on, p.reference, ${reason}, p.id,
      (select sum(o.amount) from remittance_payments o
        where o.month = p.month and o.authority = p.authority)
    from remittance_payments p where p.id = ${id}`
  return { message: 'Payment taken back' }
}

/** Receipts are for whoever sees what is remitted. */
export async function mayReadReceipt({ tx, user }: Pick<Ctx, 'tx' | 'user'>, name: string) {
  const row = await tx.maybe`select from remittance_payments where receipt = ${name}`
  if (!row || !user) return false
  if (!user.permissions.has('export payrolls')) fail(403)
  return true
}
