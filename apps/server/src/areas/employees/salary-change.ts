import { salaryWords } from '@mshahara/contract/employee-fields'
import { monthOf } from '@mshahara/engine/calendar'
import { monthsLater } from '../../foundation/core/clock.ts'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { failField } from '../../foundation/core/fail.ts'
import { type Agreed, converting, houseOf } from './pay-terms.ts'
import { type EmployeeRow, firstUnpaidOf } from './read.ts'
import { asChange, type SalaryChange, type SalaryEntry, salariesOf, salaryIn } from './salary.ts'
import { say } from './sentences.ts'

/** What a form or a call says about a salary, and the entry that it comes to. */

interface Asked {
  salary?: number | undefined
  /** Null: it is agreed gross; not given: as it is, unless there is another amount. */
  agreed_net?: number | null | undefined
  from?: string | undefined
}

/** Recorded only when it says something new; the month is the first one not yet paid (B5). */
export async function salaryChange(
  ctx: Ctx,
  row: EmployeeRow,
  asked: Asked,
): Promise<SalaryChange | null> {
  const given = (asked.salary ?? asked.agreed_net ?? null) !== null || asked.agreed_net === null
  if (!given && row.tos !== 'Consultant') return null
  const entries = await salariesOf(ctx.tx, row.id)
  const change = given ? await changeOf(ctx, row, entries, asked) : null
  if (row.tos === 'Consultant') refuseNetFee(ctx, entries, change)
  return change
}

async function changeOf(ctx: Ctx, row: EmployeeRow, entries: SalaryEntry[], asked: Asked) {
  const { agreed_net, from } = asked
  const now = salaryIn(entries, monthOf(ctx.today))
  const amount = asked.salary ?? now?.amount
  const isSo = (entry: Agreed | undefined) => {
    if (!entry) return false
    if (agreed_net) return entry.agreed_net === agreed_net
    const isGross = agreed_net === undefined || entry.agreed_net === null
    return isGross && entry.amount === amount
  }
  if (from === undefined && isSo(now)) return null
  const month = from ?? (await firstUnpaidOf(ctx.tx, row.id))
  if (month > monthOf(monthsLater(ctx.today, 24))) failField('salary_from', say.twoYears)
  if (month < monthOf(row.employment_date)) failField('salary_from', say.beforeEmployed)
  const then = salaryIn(entries, month)
  const stays = isSo(then) && isSo(now)
  if (!agreed_net) {
    if (stays) return null
    if (amount === undefined) failField('salary', salaryWords.needed)
    return asChange(row.id, month, { amount, agreed_net: null })
  }
  if (row.tos === 'Consultant') failField('agreed_net', salaryWords.netFee)
  const by = converting(row, await houseOf(ctx.tx), { month, today: ctx.today })
  const gross = by.gross(agreed_net)
  // Said again for a month whose law is another, the same net has another gross beside it.
  if (stays && then?.amount === gross) return null
  return asChange(row.id, month, { amount: gross, agreed_net })
}

/** Whoever is a consultant from now on needs a fee. */
function refuseNetFee(ctx: Ctx, entries: readonly SalaryEntry[], change: SalaryChange | null) {
  const inForce = change ?? salaryIn(entries, monthOf(ctx.today))
  if (inForce?.agreed_net) failField('agreed_net', salaryWords.netFee)
}
