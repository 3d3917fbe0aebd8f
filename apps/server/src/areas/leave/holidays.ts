import { contract } from '@mshahara/contract'
import type { WaitingLine } from '@mshahara/contract/dashboard'
import { daySaid } from '@mshahara/contract/language'
import { holidaySaid } from '@mshahara/contract/leave-names'
import { type Ctx, holds, me } from '../../foundation/core/ctx.ts'
import { eq } from '../../foundation/core/drizzle.ts'
import { found } from '../../foundation/core/fail.ts'
import type { Handler, Handlers } from '../../foundation/http/bind.ts'
import { rowsOf } from '../../foundation/http/rows.ts'
import { covering } from './changes.ts'
import { reasons } from './reasons.ts'
import { recount } from './recount.ts'
import { leave_holidays } from './tables.ts'
import { present } from './types.ts'
import { workOf } from './work.ts'

/**
 * Public holidays: those of `functions/holidays.sql`, and what is gazetted. Leave that covers a day is
 * recounted.
 */

type Holidays = typeof contract.leaveHolidays

const rows = rowsOf(contract.leaveHolidays, leave_holidays, {
  title: 'Public holiday',
  order: [leave_holidays.day],
})

const list: Handler<Holidays['list']> = (ctx) => {
  present(ctx)
  return rows.list(ctx)
}

const create: Handler<Holidays['create']> = async (ctx, input) => {
  const row = await rows.create(ctx, input)
  const why = reasons.holidayAdded({ holiday: row.name, day: row.day })
  await recount(workOf(ctx), covering(row.day), why)
  return row
}

const before = async (ctx: Parameters<typeof list>[0], id: string) => {
  const [row] = await ctx.tx.select().from(leave_holidays).where(eq(leave_holidays.id, id))
  return found(row)
}

const update: Handler<Holidays['update']> = async (ctx, input) => {
  const { day } = await before(ctx, input.params.id)
  const row = await rows.update(ctx, input)
  const why = reasons.holidayMoved({ holiday: row.name, day, to: row.day })
  if (row.day !== day) await recount(workOf(ctx), covering(day, row.day), why)
  // Called otherwise, or confirmed: leave that is not over says so too.
  await ctx.tx.run`update leave_request_days set name = ${row.name}, expected = ${row.expected}
    where day = ${row.day} and why = 'holiday' and day >= ${ctx.today}`
  return row
}

const remove: Handler<Holidays['remove']> = async (ctx, input) => {
  const { day, name } = await before(ctx, input.params.id)
  const answer = await rows.remove(ctx, input)
  await recount(workOf(ctx), covering(day), reasons.holidayRemoved({ holiday: name, day }))
  return answer
}

/** So many days before, an estimate should be confirmed, or put right. */
const soon = 30

/** On the first screen of whoever may confirm it. */
export async function estimatesWaiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'edit leaves') || me(ctx).super_admin) return []
  const rows = await ctx.tx.all<{ day: string; name: string }>`
    select day, name from leave_holidays
    where expected and day between ${ctx.today}::date and ${ctx.today}::date + ${soon}::int
    order by day`
  return rows.map(({ day, name }) => ({
    key: `holiday ${day}`,
    title: {
      en: `${name} is expected on ${daySaid(day, 'en')}`,
      sw: `${holidaySaid(name).sw} inatarajiwa ${daySaid(day, 'sw')}`,
    },
    text: {
      en: 'Please confirm the day once it is gazetted, or put it right.',
      sw: 'Tafadhali thibitisha siku ikishatangazwa, au isahihishe.',
    },
    link: '/leave-holidays',
    urgency: 'soon' as const,
    due: day,
  }))
}

export const holidays: Handlers<Holidays> = { list, create, update, remove }
