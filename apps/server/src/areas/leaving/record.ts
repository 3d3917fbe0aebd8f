import type { Answer, contract } from '@mshahara/contract'
import type { FinalDuesInput, LeavingRecord } from '@mshahara/contract/leaving'
import type { Day } from '@mshahara/engine/calendar'
import { type Ctx, holds, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loadRunFor } from '../../foundation/pay/runs.ts'
import { setLastDay } from '../employees/index.ts'
import { needsSecond } from '../maker-checker/index.ts'
import { removeDraft, workOutAgain } from '../payroll/index.ts'
import { sayToStaff } from './sentences.ts'
import { settingsOf } from './settings.ts'
import { refuseOddYearsOf } from './years.ts'

/** The record of a leaving: kept, changed until it is paid, and undone. */

type Leaving = typeof contract.leaving

export interface LeavingRow
  extends Omit<LeavingRecord, 'leave_days' | 'gratuity_percent' | 'lines' | 'moved' | 'paid'> {
  id: string
  employee_id: string
  leave_days: string
  gratuity_percent: string
  last_day_before: Day | null
  lines: {
    code: LeavingRecord['lines'][number]['code']
    label: string
    amount: number
    reason: string
  }[]
  /** The last day on the employee's record. */
  last_day_now: Day | null
  /** Somebody who left on that day was taken back since. */
  came_back: boolean
  run: RunRow | null
}

interface RunRow {
  id: string
  code: string
  status: 'draft' | 'confirmed'
  payslip_id: string
  frozen: boolean
  gross: number | null
  total_deductions: number | null
  net: number | null
}

/** The newest one that was not undone, with its run unless that is reversed. */
export const leavingOf = (tx: Tx, employee_id: string) =>
  tx.maybe<LeavingRow>`select l.*, e.termination_date as last_day_now,
      e.away @> (l.last_day + 1) as came_back,
      (select coalesce(json_agg(json_build_object('code', n.code, 'label', n.label,
          'amount', (n.amount * 100)::bigint, 'reason', n.reason) order by n.place), '[]')
        from leaving_lines n where n.organization_id = l.organization_id
          and n.leaving_id = l.id) as lines,
      (select json_build_object('id', r.id, 'code', r.code, 'status', r.status,
          'payslip_id', p.id, 'frozen', p.frozen, 'gross', (p.gross * 100)::bigint,
          'total_deductions', (p.total_deductions * 100)::bigint, 'net', (p.net * 100)::bigint)
        from payslips p join payrolls r
          on r.organization_id = p.organization_id and r.id = p.payroll_id
        where p.organization_id = l.organization_id and p.leaving_id = l.id
          and not p.void) as run
    from leavings l join employees e
      on e.organization_id = l.organization_id and e.id = l.employee_id
    where l.employee_id = ${employee_id} and l.undone_at is null
    order by l.created_at desc, l.last_day desc limit 1`

/** As it was entered. */
export function termsOf(row: LeavingRow): FinalDuesInput {
  const { last_day, reason, notice, notice_unit, notice_count, notice_served } = row
  const { severance_days, severance_divisor, service_pay, exempt_reason, years, lines } = row
  return {
    ...{ last_day, reason, notice, notice_unit, notice_count, notice_served },
    ...{ severance_days, service_pay, exempt_reason, years, lines },
    severance_divisor: severance_divisor as FinalDuesInput['severance_divisor'],
    leave_days: Number(row.leave_days),
    gratuity_percent: Number(row.gratuity_percent),
  }
}

export const isPaid = ({ run }: LeavingRow) => run?.frozen === true

async function answered(tx: Tx, employee_id: string): Promise<Answer<Leaving['get']>> {
  const row = await leavingOf(tx, employee_id)
  const settings = await settingsOf(tx)
  if (!row) return { settings, record: null, run: null }
  const { recorded_by, created_at, last_day, last_day_now, run } = row
  const facts = { recorded_by, created_at, moved: last_day !== last_day_now, paid: isPaid(row) }
  return { settings, record: { ...termsOf(row), ...facts }, run: run && withoutFrozen(run) }
}

const withoutFrozen = ({ frozen: _, ...run }: RunRow) => run

export const get: Handler<Leaving['get']> = async ({ tx }, { params }) => {
  await tx.one`select from employees where id = ${params.id}`
  return answered(tx, params.id)
}

interface Employed {
  status: string
  employment_date: Day
  termination_date: Day | null
}

/** Whoever else records or pays it is waited for. */
const held = (tx: Tx, id: string) =>
  tx.one<Employed>`select status, employment_date, termination_date from employees
    where id = ${id} for no key update`

export const record: Handler<Leaving['record']> = async (ctx, input) => {
  const { tx } = ctx
  const employed = await held(tx, input.params.id)
  const terms = input.body()
  if (!['active', 'terminated'].includes(employed.status)) fail(422, sayToStaff.notAtWork)
  if (terms.last_day < employed.employment_date) failField('last_day', sayToStaff.endsBefore)
  await refuseOddYearsOf(tx, input.params.id, terms)
  const known = await leavingOf(tx, input.params.id)
  // Somebody who came back leaves once more; anything else of a paid leaving is refused.
  const again = known && isPaid(known) && known.came_back && terms.last_day > known.last_day
  if (known && isPaid(known) && !again) fail(422, sayToStaff.paid({ code: known.run?.code ?? '' }))
  const kept = again ? null : known
  const before = kept ? kept.last_day_before : employed.termination_date
  const run = kept?.run ? await loadRunFor(tx, 'final', kept.run.id, 'change') : null
  await moveLastDay(ctx, input.params.id, employed.termination_date, terms.last_day)
  const id = await write(ctx, { id: kept?.id ?? null, employee_id: input.params.id, before }, terms)
  await writeLines(tx, id, input.params.id, terms)
  if (run) await workOutAgain(ctx, run)
  return answered(tx, input.params.id)
}

/** The last day is the employee's, and is changed by whoever may edit employees. */
async function moveLastDay(ctx: Ctx, id: string, now: Day | null, next: Day | null) {
  if (now === next) return
  if (!holds(ctx, 'edit employees')) fail(403, sayToStaff.notYourRecord)
  const isLonger = now !== null && (next === null || next > now)
  if (isLonger && (await needsSecond(ctx.tx, ['joining']))) fail(422, sayToStaff.paidLonger)
  await setLastDay(ctx.tx, id, next)
}

interface Kept {
  id: string | null
  employee_id: string
  before: Day | null
}

const columns = `last_day, reason, notice, notice_unit, notice_count, notice_served, leave_days,
  severance_days, severance_divisor, service_pay, gratuity_percent, exempt_reason, years`
const rawColumns = (of: '' | 'f.') =>
  raw(
    columns
      .split(/,\s+/)
      .map((name) => `${of}${name}`)
      .join(', '),
  )

async function write(ctx: Ctx, { id, employee_id, before }: Kept, terms: FinalDuesInput) {
  const { lines: _, ...facts } = terms
  const given = sql`jsonb_populate_record(null::leavings, ${facts}) f`
  if (id) {
    await ctx.tx.run`update leavings l set (${rawColumns('')}) = (${rawColumns('f.')})
      from ${given} where l.id = ${id}`
    return id
  }
  const made = await ctx.tx.one<{ id: string }>`
    insert into leavings (employee_id, last_day_before, recorded_by, ${rawColumns('')})
    select ${employee_id}, ${before}::date, ${me(ctx).name}, ${rawColumns('f.')} from ${given}
    returning id`
  return made.id
}

async function writeLines(
  tx: Tx,
  leaving_id: string,
  employee_id: string,
  { lines }: FinalDuesInput,
) {
  await tx.run`delete from leaving_lines where leaving_id = ${leaving_id}`
  const rows = lines.map((line, place) => ({ ...line, place, amount: line.amount / 100 }))
  await tx.run`insert into leaving_lines
      (leaving_id, employee_id, place, code, label, amount, reason)
    select ${leaving_id}, ${employee_id}, r.place, r.code, r.label, r.amount, r.reason
    from json_to_recordset(${JSON.stringify(rows)}) as r (place int, code text, label text,
      amount numeric, reason text)`
}

/** The person is as before; what was confirmed is reversed first. */
export const undo: Handler<Leaving['undo']> = async (ctx, { params }) => {
  const { tx } = ctx
  const { termination_date } = await held(tx, params.id)
  const leaving = found(await leavingOf(tx, params.id))
  if (isPaid(leaving)) fail(422, sayToStaff.paid({ code: leaving.run?.code ?? '' }))
  if (leaving.run) {
    if (!holds(ctx, 'delete payrolls')) fail(403, sayToStaff.notYourDraft)
    await removeDraft(tx, leaving.run.id)
  }
  if (termination_date === leaving.last_day) {
    await moveLastDay(ctx, params.id, termination_date, leaving.last_day_before)
  }
  await tx.run`update leavings set undone_at = app_now() where id = ${leaving.id}`
  return { message: 'Leaving undone' }
}
