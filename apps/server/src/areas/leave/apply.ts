import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import type { Spoken } from '@mshahara/contract/say'
import { fieldWords } from '@mshahara/contract/wording'
import { countedByYear, daysCounted, type LeaveDay } from '@mshahara/engine/leave-day-totals'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { type Ctx, holds, me, seatOf } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField, Refused } from '../../foundation/core/fail.ts'
import { provenPaper } from '../../foundation/core/papers.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import {
  type CarryTerms,
  carryEarly,
  type EarlyCarry,
  earlyCarryFor,
  lockLeaveOf,
} from './carry-early.ts'
import { fewerCarried, partOf, type Reopened, reopenedEntries } from './closed-year.ts'
import { countOne, estimatesAround, linesToWire } from './counting.ts'
import { keepDays } from './days.ts'
import { finish } from './decide.ts'
import { addEntries, grantDue, openBalances } from './ledger.ts'
import { holdPayDays } from './pay-days.ts'
import { detailsOf } from './read.ts'
import { type AskedBy, type Issue, issuesOf, needsAttachment, type TypeTerms } from './refusals.ts'
import { ask, nextStep } from './routing.ts'
import { say } from './sentences.ts'
import { standingsOf } from './standings.ts'
import { type LeaveWork, workOf } from './work.ts'
import { takenAfterAll } from './year-end.ts'

/** Asking for leave: counted, looked over, promised, and put before whoever decides. */

type Requests = typeof contract.leaveRequests

export const attachments = 'leave-attachments'

interface Application {
  employee_id: string | null
  leave_type_id: string
  start_date: string
  end_date: string
  half_start: boolean
  half_end: boolean
}

interface Looked {
  employee_id: string
  type: TypeTerms & Pick<TypeRow, 'requires_approval' | 'count_by'>
  lines: LeaveDay[]
  days: number
  years: { year: number; days: number; remaining: number; balance_id: string | null }[]
  /** Days of this year that the part in the next one needs. */
  ahead: EarlyCarry | null
  /** What comes back of years that are over. */
  reopened: Reopened[]
  issues: Issue[]
}

/** Whose leave it is: one's own, as an employee whoever one is, or somebody else's for staff. */
function whose(ctx: Ctx, given: string | null): { employee_id: string; by_staff: boolean } {
  const { employee_id, leaver } = me(ctx)
  if (leaver) fail(403)
  if (given !== null && given !== employee_id) {
    if (!holds(ctx, 'create leaves')) fail(403)
    return { employee_id: given, by_staff: true }
  }
  if (!employee_id) failField('employee_id', fieldWords.fillAll)
  return { employee_id, by_staff: false }
}

interface TypeRow extends Omit<TypeTerms, 'attachment_after' | 'negative_days'>, CarryTerms {
  requires_approval: boolean
  count_by: 'working' | 'calendar'
  attachment_after: DaysText | null
  negative_days: DaysText
}

const lookAt = (ctx: Ctx, given: Application, attached: boolean): Promise<Looked> =>
  lookFor(ctx, given, { ...whose(ctx, given.employee_id), attached })

/** Before it is asked for, as the night would: balances open, and what is due is given. */
async function prepare(
  { tx, today }: Pick<LeaveWork, 'tx' | 'today'>,
  { start_date, end_date, leave_type_id }: Application,
  employee_id: string,
) {
  const year = Number(today.slice(0, 4))
  const years = yearsOf([start_date, end_date], today).filter((one) => one >= year)
  await openBalances(
    tx,
    years.map((one) => ({ employee_id, leave_type_id, year: one })),
    today,
  )
  const thisYears = sql`b.employee_id = ${employee_id} and b.leave_type_id = ${leave_type_id}
    and b.year = ${year}`
  await grantDue(tx, thisYears, today)
}

/** Of these days; leave of the next year may need what is left of this one. */
function yearsOf(days: readonly string[], today: string): number[] {
  const years = new Set(days.map((day) => Number(day.slice(0, 4))))
  const thisYear = Number(today.slice(0, 4))
  if (years.has(thisYear + 1)) years.add(thisYear)
  return [...years].sort()
}

/** Leave of a year that is over may need what has gone into the next. */
const withNext = (years: readonly number[], today: string) => [
  ...new Set(years.flatMap((year) => (year < Number(today.slice(0, 4)) ? [year, year + 1] : year))),
]

/** Of the first year that there are balances for. */
const firstDay = '2015-01-01'

interface Asking {
  employee_id: string
  by_staff: boolean
  attached: boolean
}

async function lookFor(
  { tx, today }: Pick<LeaveWork, 'tx' | 'today'>,
  given: Application,
  { employee_id, by_staff, attached }: Asking,
): Promise<Looked> {
  if (Date.parse(given.end_date) - Date.parse(given.start_date) > 366 * 86_400_000) {
    failField('end_date', say.aYear)
  }
  const lastDay = `${Number(today.slice(0, 4)) + 1}-12-31`
  if (given.end_date > lastDay) {
    failField('end_date', say.until({ day: lastDay }))
  }
  if (given.start_date < firstDay) {
    failField('start_date', say.keptFrom({ day: firstDay }))
  }
  const person =
    await tx.maybe<AskedBy>`select concat_ws(' ', first_name, last_name) as name, gender,
      status, employment_date, termination_date from employees where id = ${employee_id}`
  if (!person) failField('employee_id', everywhere.employeeNotFound)
  const row = await tx.maybe<TypeRow>`select * from leave_types where id = ${given.leave_type_id}`
  if (!row) failField('leave_type_id', say.typeNotFound)
  const type = {
    ...row,
    attachment_after: row.attachment_after === null ? null : hundredthsOf(row.attachment_after),
    negative_days: hundredthsOf(row.negative_days),
  }
  const lines = await countOne(tx, { ...given, employee_id, count_by: row.count_by })
  const wanted = yearsOf([given.start_date, given.end_date], today)
  const whose = { employee_id, leave_type_id: given.leave_type_id }
  const stands = await standingsOf(tx, whose, withNext(wanted, today), today)
  const ahead = earlyCarryFor({ today, type: row, lines, stands })
  const counted = [...countedByYear(lines)].map(([year, days]) => {
    const own = lines.filter(({ day }) => Number(day.slice(0, 4)) === year)
    return { year, days, ...partOf(own, year, stands, today) }
  })
  const reopened = counted.flatMap((part) => part.reopened ?? [])
  const years = counted.map(({ year, days, remaining }) => {
    const stand = stands.get(year)
    const more = stand && ahead?.into === stand ? ahead.room : 0
    const less = reopened.find(({ next }) => stand && next === stand)?.cost ?? 0
    return {
      ...{ year, days, remaining: remaining + more - less },
      ...{ balance_id: stand?.balance_id ?? null, kept: Boolean(stand) },
    }
  })
  const days = daysCounted(lines)
  const asked = { ...given, days, attached, by_staff, years }
  const issues = issuesOf(type, person, asked, today)
  return { employee_id, type, lines, days, years, ahead, reopened, issues }
}

export const count: Handler<Requests['count']> = async (ctx, { body }) => {
  const { type, lines, days, years, issues } = await lookAt(ctx, body, true)
  return {
    days: days / 100,
    lines: linesToWire(lines),
    estimates:
      type.count_by === 'working'
        ? await estimatesAround(ctx.tx, body.start_date, body.end_date)
        : [],
    balances: years.map(({ year, days, remaining }) => ({
      year,
      days: days / 100,
      remaining: remaining / 100,
    })),
    issues: issues.map(({ field, told }) => ({ field, sentence: ctx.say(told) })),
    attachment: needsAttachment(type, days),
  }
}

interface Stored {
  file: string | null
}

export const create: Staged<Requests['create'], string, Stored> = {
  async look(ctx, { body }) {
    const { issues, employee_id } = await lookAt(ctx, body, body.attachment !== null)
    refuse(issues)
    return employee_id
  },
  async make(outside, { body }, employee_id) {
    const { today } = outside
    await outside.byItself((tx) => prepare({ tx, today }, body, employee_id))
    if (body.attachment === null) return { file: null }
    const { bytes, extension } = await provenPaper(body.attachment, seatOf(outside), 'attachment')
    return { file: await outside.files.put(attachments, bytes, extension) }
  },
  async keep(ctx, { body }, { file }) {
    const { employee_id } = whose(ctx, body.employee_id)
    await holdPayIfFinal(ctx.tx, body.leave_type_id, employee_id)
    // Nobody else decides about this person's leave meanwhile.
    await lockLeaveOf(ctx.tx, employee_id)
    const looked = await lookAt(ctx, body, file !== null)
    refuse(looked.issues)
    const id = await keepRequest(workOf(ctx), body, looked)
    if (file) {
      await ctx.tx.run`insert into leave_request_files (request_id, file) values (${id}, ${file})`
    }
    return detailsOf(ctx, id)
  },
  async undo(outside, { file }) {
    if (file) await outside.files.remove(attachments, file)
  },
}

/** What nobody has to approve reaches pay at once; whoever only asks waits for no run. */
const holdPayIfFinal = (tx: Tx, leave_type_id: string, employee_id: string) =>
  holdPayDays(
    tx,
    sql`select ${employee_id}::uuid from leave_types
      where id = ${leave_type_id} and not requires_approval`,
  )

function refuse(issues: Issue[]) {
  const [first] = issues
  if (!first) return
  const errors: Record<string, Spoken[]> = {}
  for (const { field, told } of issues) errors[field] = [...(errors[field] ?? []), told]
  throw new Refused(422, first.told, { errors })
}

/** Recorded by staff, outside a call. */
export async function recordLeave(work: LeaveWork, given: Written & { employee_id: string }) {
  const asking = { employee_id: given.employee_id, by_staff: true, attached: true }
  refuse((await lookFor(work, given, asking)).issues)
  await holdPayIfFinal(work.tx, given.leave_type_id, given.employee_id)
  await lockLeaveOf(work.tx, given.employee_id)
  await prepare(work, given, given.employee_id)
  const looked = await lookFor(work, given, asking)
  refuse(looked.issues)
  return keepRequest(work, given, looked)
}

interface Written extends Application {
  reason: string | null
  cover_employee_id: string | null
}

async function keepRequest(work: LeaveWork, given: Written, looked: Looked): Promise<string> {
  const { tx, today } = work
  const { employee_id, days, lines, years, type, ahead, reopened } = looked
  if (given.cover_employee_id === employee_id) {
    failField('cover_employee_id', say.coverSelf)
  }
  const { id } = await tx.one<{ id: string }>`insert into leave_requests (employee_id,
      leave_type_id, start_date, end_date, half_start, half_end, days, reason, cover_employee_id)
    values (${employee_id}, ${given.leave_type_id}, ${given.start_date}, ${given.end_date},
      ${given.half_start}, ${given.half_end}, ${(days / 100).toFixed(2)}, ${given.reason},
      ${given.cover_employee_id}) returning id`
  await keepDays(
    tx,
    lines.map((line) => ({ ...line, request_id: id })),
  )
  const taking = years.filter((year) => year.days > 0)
  const fewer = fewerCarried(reopened)
  const ids = [...taking.map(({ balance_id }) => balance_id as string), ...fewer.keys()]
  await addEntries(tx, [
    ...reopened.flatMap((one) => reopenedEntries(one, id)),
    ...(ahead ? await carryEarly(tx, ahead, taking, { ...given, id }) : []),
    ...(await takenAfterAll(tx, ids, id, fewer)),
    ...taking.map(({ balance_id, days: pending }) => ({
      ...{ balance_id: balance_id as string, pending, request_id: id, day: today },
      kind: 'reservation' as const,
    })),
  ])
  const request = { id, employee_id }
  if (!type.requires_approval) {
    await finish(work, { ...request, leave_type_id: given.leave_type_id })
    return id
  }
  const step = await nextStep(tx, request, null)
  if (!step) {
    fail(422, say.nobodyDecides)
  }
  await ask(work, request, step)
  return id
}
