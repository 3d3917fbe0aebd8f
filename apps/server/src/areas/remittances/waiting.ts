import type { WaitingLine } from '@mshahara/contract/dashboard'
import { monthInWords } from '@mshahara/contract/months'
import { daysLater } from '../../foundation/core/clock.ts'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'
import { type Item, itemsOf, monthsOf } from './months.ts'

/** Whoever pays them has a week. */
const ahead_days = 7
/** What was due longer ago by somebody who records nothing here was paid some other way. */
const missed_days = 31
const mostMonths = 24

/**
 * A line for each month of which something is due: it ends when that is paid. Who has begun to
 * record payments is told of all that is open since.
 */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'export payrolls') || !holds(ctx, 'edit payrolls')) return []
  const { tx, today } = ctx
  const { first } = await tx.one<{ first: string | null }>`
    select min(month) as first from remittance_payments`
  const months = await monthsOf(tx)
  const since = first ?? months[1]?.month ?? ''
  const followed = months.filter(({ month }, place) => place < 2 || month >= since)
  const items = await itemsOf(tx, followed.slice(0, mostMonths), today)
  const [soon, missed] = [daysLater(today, ahead_days), daysLater(today, -missed_days)]
  const open = items.filter(
    ({ due, open: left, month }) =>
      due !== null &&
      left > 0 &&
      due <= soon &&
      (due >= missed || (first !== null && month >= first)),
  )
  return [...Map.groupBy(open, ({ month }) => month)]
    .map(([month, of]) => lineOf(month, of, today))
    .reverse()
}

function lineOf(month: string, items: Item[], today: string): WaitingLine {
  const due = items.map((item) => item.due as string).sort()[0] as string
  const names = items.map(({ name }) => name).join(', ')
  return {
    key: `remittances ${month} ${items.map(({ authority }) => authority).join(' ')}`,
    title: `Remittances for ${monthInWords(month)}`,
    text: `Not recorded as paid: ${names}.`,
    link: `/remittances?month=${month}`,
    urgency: due < today ? 'late' : 'soon',
    due,
  }
}
