import type { contract } from '@mshahara/contract'
import { dayInWords } from '@mshahara/contract/months'
import { fail, failField } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { loadFor, type PayrollRow } from './runs.ts'

/** The day of payment: known after the run is frozen, so it is kept beside it. */
export const setPayment: Handler<(typeof contract.payrolls)['setPayment']> = async (ctx, input) => {
  const { id, month } = await loadFor(ctx.tx, input.params.id, 'issue')
  const { paid_on } = input.body()
  if (paid_on === null) {
    await ctx.tx.run`delete from payroll_payments where id = ${id}`
    return { message: 'Day of payment removed successfully' }
  }
  if (paid_on < `${month}-01`) failField('paid_on', 'This day is before the month of the payroll.')
  if (paid_on > `${Number(ctx.today.slice(0, 4)) + 1}${ctx.today.slice(4)}`) {
    failField('paid_on', 'This day is more than a year ahead.')
  }
  await ctx.tx.run`insert into payroll_payments (id, paid_on) values (${id}, ${paid_on})
    on conflict (organization_id, id) do update set paid_on = excluded.paid_on
    where payroll_payments.paid_on <> excluded.paid_on`
  return { message: 'Day of payment saved successfully' }
}

/** What people have been paid is not taken back (B13). */
export function refusePaidOut({ paid_on }: PayrollRow, today: string) {
  if (paid_on === null || paid_on > today) return
  fail(
    422,
    `This payroll was paid on ${dayInWords(paid_on)}. ` +
      'If that is wrong, remove the day of payment first.',
  )
}
