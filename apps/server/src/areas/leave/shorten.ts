import type { contract } from '@mshahara/contract'
import { daySaid } from '@mshahara/contract/language'
import { mayShorten } from '@mshahara/contract/leave-states'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { daysLater } from '../../foundation/core/clock.ts'
import { type Ctx, holds, ownerOr } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { lock } from './decide.ts'
import { addEntries } from './ledger.ts'
import { notifyApplicant, notifyDeciders } from './letters.ts'
import { costsPay, settlePay } from './pay-days.ts'
import { say } from './sentences.ts'
import { workOf } from './work.ts'
import { settleLate } from './year-end.ts'

/** Nobody gives their own pay back to themselves: that somebody is at work again, others say. */
export const isForOffice = async (ctx: Ctx, request_id: string): Promise<boolean> =>
  !holds(ctx, 'edit leaves') && costsPay(ctx.tx, request_id)

/** The office calls somebody back today; whoever comes back by themselves has had today off. */
export const earliestLast = (ctx: Ctx) =>
  holds(ctx, 'edit leaves') ? daysLater(ctx.today, -1) : ctx.today

/**
 * Leave that has begun ends earlier (C8): somebody comes back, or is called back. A day that is
 * over was taken; the others go back by the road of leave that ends with the employment.
 */
export const shorten: Handler<(typeof contract.leaveRequests)['shorten']> = async (ctx, input) => {
  const work = workOf(ctx)
  const { tx, today } = work
  const request = await lock(tx, input.params.id)
  ownerOr(ctx, request.employee_id, 'edit leaves')
  const { last_day } = input.body()
  const first = earliestLast(ctx)
  if (!mayShorten(request, today, first)) fail(422, say.notUnderWay)
  if (await isForOffice(ctx, request.id)) fail(403, say.officeShortens)
  const last = daysLater(request.end_date, -1)
  if (last_day < first || last_day > last) {
    failField('last_day', say.shortenTo({ first, last }))
  }
  const freed = await tx.all<{ balance_id: string; days: DaysText }>`
    select balance_id, days from shorten_leave(${request.id}, ${last_day}::date)`
  const into = freed.map(({ balance_id, days }) => [balance_id, hundredthsOf(days)] as const)
  await addEntries(
    tx,
    into.map(([balance_id, days]) => ({
      ...{ balance_id, request_id: request.id, kind: 'release' as const, day: today },
      used: -days,
    })),
  )
  await settleLate(work, request.id, new Map(into))
  await settlePay(tx, request.employee_id, request.leave_type_id)
  const told = {
    en: `It now ends on ${daySaid(last_day, 'en')}; the days after that go back to the balance.`,
    sw: `Sasa inaisha ${daySaid(last_day, 'sw')}; siku zinazofuata zimerudishwa.`,
  }
  const news = {
    key: `leave shortened ${request.id} ${last_day}`,
    title: { en: 'Leave shortened', sw: 'Likizo imefupishwa' },
    text: told,
  }
  await notifyDeciders(work, request.id, news)
  await notifyApplicant(work, request.id, { ...news, written: told })
  return { message: ctx.say(say.shortenedNow) }
}
