import type { contract } from '@mshahara/contract'
import { daysOf } from '@mshahara/contract/casual-payroll'
import { dayInWords } from '@mshahara/contract/months'
import { firstMonth } from '@mshahara/engine/dated'
import { daysLater } from '../../foundation/core/clock.ts'
import { me, myOrganization } from '../../foundation/core/ctx.ts'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { runOfSlip, takeOut } from '../../foundation/pay/drafting.ts'
import {
  deleteRun,
  listedRun,
  listRuns,
  loadRunFor,
  markCalculated,
  markChanged,
  nextRunNo,
  openRun,
  type RunMaker,
} from '../../foundation/pay/runs.ts'
import { insertSlips, refill, type WorkedOut, workedOut } from './draft.ts'
import { say } from './sentences.ts'
import { type Days, isEligible, type Office, officeOf } from './source.ts'

type Payrolls = typeof contract.casualPayrolls

/** One at a time in an organisation: the second of two sees which days the first has taken. */
const holdDays = async (tx: Tx, organization_id: string) =>
  advisoryLock(tx, `casual payrolls ${organization_id}`)

const withDays = <R extends Days>(run: R) => ({ ...run, days: daysOf(run.from, run.to) })

export const listedById = async (tx: Tx, id: string) => withDays(await listedRun(tx, 'casual', id))

export const list: Handler<Payrolls['list']> = async ({ tx }) =>
  (await listRuns(tx, 'casual')).map(withDays)

export const nextNo: Handler<Payrolls['nextNo']> = ({ tx }) => nextRunNo(tx, 'casual')

/** A range so far ahead is a slip of the date. */
const daysAhead = 31

export const create: Handler<Payrolls['create']> = async (ctx, { body }) => {
  if (body.from < `${firstMonth}-01`) {
    failField('from', say.from2021)
  }
  if (body.to > daysLater(ctx.today, daysAhead)) {
    failField('to', say.ahead({ days: daysAhead }))
  }
  const { id, ...left } = await openDays(ctx.tx, myOrganization(ctx), body, me(ctx))
  return { ...(await listedById(ctx.tx, id)), ...left }
}

/** A draft of the days of the range that no valid payslip has yet, of whoever worked (C24). */
export async function openDays(tx: Tx, organization_id: string, { from, to }: Days, by: RunMaker) {
  await holdDays(tx, organization_id)
  const office = await officeOf(tx)
  const nobodyYet = { skipped: 0, without_days: 0, partly: 0, ticked_days: [], not_signed: [] }
  const id = await openRun(tx, 'casual', { from, to, ...termsOf(office), ...nobodyYet }, by)
  const worked = await workedOut(tx, { id, from, to }, isEligible({ from, to }), office)
  const { slips, skipped, without_days, partly } = worked
  if (slips.length === 0) fail(422, say.nobody({ why: nobody({ from, to }, worked) }))
  await insertSlips(tx, id, slips)
  await markChanged(tx, id, { skipped, without_days, partly })
  await markCalculated(tx, id)
  return { id, skipped, without_days, partly }
}

/** What the figures of a payroll rest on, kept with it. */
const termsOf = ({ statutory, overtime_factor, day_hours }: Office) => ({
  statutory,
  overtime_factor,
  day_hours,
})

const people = (count: number, one: string, many: string) =>
  count === 1 ? `1 casual ${one}` : `${count} casuals ${many}`

/** Why a payroll of these days would be empty: each reason, and for how many. */
function nobody({ from, to }: Days, worked: WorkedOut): string {
  const { skipped, without_days, worked_elsewhere, days } = worked
  const paid = skipped + worked_elsewhere
  const idle = without_days - worked_elsewhere
  const range = `from ${dayInWords(from)} to ${dayInWords(to)}`
  const rolled = days.some(({ onRoll }) => onRoll)
  // Without a sheet, those paid by the day would have been paid for it.
  const unmarked = rolled
    ? people(idle, 'is not marked present on the muster roll', 'are not marked present on it')
    : people(idle, 'is paid by the piece', 'are paid by the piece')
  if (paid > 0 && idle > 0) {
    const settled = people(paid, 'already has a payslip', 'already have a payslip')
    return `Nobody is left to be paid ${range}: ${settled} for every day, and ${unmarked}.`
  }
  if (worked_elsewhere > 0) {
    return `All casuals already have a payslip for every day that they worked ${range}.`
  }
  if (skipped > 0) return `All casuals already have a payslip for every day ${range}.`
  if (without_days === 0) return `No casual is employed ${range}.`
  return rolled
    ? `Nobody is marked present on the muster roll ${range}.`
    : `All casuals are paid by the piece, and no sheet of the muster roll has a day ${range}.`
}

export const recalculate: Handler<Payrolls['recalculate']> = async (ctx, { params }) => {
  await holdDays(ctx.tx, myOrganization(ctx))
  const { id, from, to } = await loadRunFor(ctx.tx, 'casual', params.id, 'recalculate')
  const office = await officeOf(ctx.tx)
  await markChanged(ctx.tx, id, termsOf(office))
  await refill(ctx.tx, { id, from, to }, office)
  return { message: 'Payroll recalculated successfully' }
}

export const remove: Handler<Payrolls['remove']> = async ({ tx }, { params }) => {
  const { id } = await loadRunFor(tx, 'casual', params.id, 'remove')
  await deleteRun(tx, id)
  return { message: 'Payroll deleted successfully' }
}

export const removePayslip: Handler<Payrolls['removePayslip']> = async ({ tx }, { params }) => {
  const { id } = await loadRunFor(tx, 'casual', await runOfSlip(tx, params.id), 'change')
  await takeOut(tx, params.id, 'casual-payroll')
  await markChanged(tx, id)
  return { message: 'Casual payment remittance deleted successfully' }
}
