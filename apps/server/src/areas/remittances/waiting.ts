import type { WaitingLine } from '@mshahara/contract/dashboard'
import { monthInWords } from '@mshahara/contract/months'
import { daysLater } from '../../foundation/core/clock.ts'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { type MonthRow, returnsAtAGlance } from '../exports/index.ts'
import { type Item, itemsOf, monthsOf } from './months.ts'

/** Whoever pays them has a week. */
const ahead_days = 7
/** What was due longer ago by somebody who records nothing here was paid some other way. */
const missed_days = 31
/** The newest ones are always looked at. */
const newest_months = 2
const mostMonths = 24
/** A first screen waits for no more than so many payslips of older months. */
const mostSlips = 10_000

/**
 * A line for each month of which something is due: it ends when that is paid. Who has begun to
 * record payments is told of all that is open since.
 */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'export payrolls') || !holds(ctx, 'edit payrolls')) return []
  const { tx, today } = ctx
  const { first } = await tx.one<{ first: string | null }>`
    select min(month) as first from remittance_payments`
  const items = await itemsOf(tx, await followed(tx, first), today, returnsAtAGlance)
  const [soon, missed] = [daysLater(today, ahead_days), daysLater(today, -missed_days)]
  const open = items.filter(({ due, open: left, month }) => {
    const isTold = due !== null && (due >= missed || (first !== null && month >= first))
    return isTold && left > 0 && due <= soon
  })
  return [...Map.groupBy(open, ({ month }) => month)]
    .map(([month, of]) => lineOf(month, of, today))
    .reverse()
}

async function followed(tx: Tx, first: string | null): Promise<MonthRow[]> {
  const months = (await monthsOf(tx)).slice(0, mostMonths)
  const sizes = await tx.all<{ month: string; slips: number }>`
    select month, sum(count) as slips from payrolls
    where status = 'confirmed' and month = any(${months.map(({ month }) => month)})
    group by month`
  let slips = 0
  return months.filter(({ month }, place) => {
    if (place < newest_months) return true
    slips += Number(sizes.find((one) => one.month === month)?.slips ?? 0)
    return first !== null && month >= first && slips <= mostSlips
  })
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
