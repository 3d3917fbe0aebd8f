import { divideHalfUp } from '@mshahara/engine/money'
import { type DayHundredths, type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { daysLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import { type Intake, payMonth, within } from '../../foundation/pay/intake.ts'
import { lockLeaveOf } from './carry-early.ts'
import { bringBack, lostSinceLastDay } from './last-day.ts'
import { freeLeavers } from './leaving.ts'
import { addEntries, dueBy, grantDue } from './ledger.ts'
import { reasons } from './reasons.ts'

/**
 * Days of leave that final dues pay (B32) are used when their run is confirmed, as far as the
 * ledger has them: what is paid is what was agreed, and the ledger may not have all of it.
 */

interface Leaver {
  employee_id: string
  payslip_id: string
  last_day: string
  days: DaysText
}

const paysLeave = sql`l.leave_days > 0 and p.incomes @> '[{"type": "leave", "dues": true}]'`

/** What a payslip of final dues pays as leave, by the record of the leaving. */
const leaversOf = (tx: Tx, payroll_id: string) =>
  tx.all<Leaver>`select p.employee_id, p.id as payslip_id, l.last_day, l.leave_days as days
    from payslips p
    join leavings l on l.organization_id = p.organization_id and l.id = p.leaving_id
    where ${within({ payroll_id })} and ${paysLeave}`

async function useDays(tx: Tx, { employee_id, payslip_id, last_day, days }: Leaver) {
  await lockLeaveOf(tx, employee_id)
  const wanted = hundredthsOf(days)
  const taken = await takenOf(tx, employee_id, last_day, wanted)
  if (taken.length === 0) return
  const ids = taken.map(({ balance_id }) => balance_id)
  const inDays = taken.map((one) => (one.days / 100).toFixed(2))
  await tx.run`insert into leave_encashments (employee_id, balance_id, leaving, days, month, reason)
    select ${employee_id}, g.balance_id, true, g.days, ${last_day.slice(0, 7)}, 'in final dues'
    from unnest(${ids}::uuid[], ${inDays}::numeric[]) as g (balance_id, days)`
  await tx.run`update leave_encashments set status = 'paid', payslip_id = ${payslip_id}
    where balance_id = any (${ids}::uuid[]) and leaving and status = 'draft'
      and payslip_id is null`
  const { last } = payMonth(last_day.slice(0, 7))
  await addEntries(
    tx,
    taken.map(({ balance_id, days: used }) => ({
      ...{ balance_id, kind: 'encashment', day: last, used, reason: reasons.paidOnLeaving },
    })),
  )
}

interface Taken {
  balance_id: string
  days: DayHundredths
}

/** What is there, and what it comes to with what is still to be given until the last day. */
async function standsOn(tx: Tx, employee_id: string, last_day: string) {
  const lasting = sql`b.employee_id = ${employee_id} and b.year = ${Number(last_day.slice(0, 4))}
    and exists (select from leave_types t where t.organization_id = b.organization_id
      and t.id = b.leave_type_id and t.encashable)`
  const there = await restOf(tx, employee_id, last_day)
  const coming = await dueBy(tx, lasting, daysLater(last_day, 1))
  const lost = await lostSinceLastDay(
    tx,
    there.map(({ balance_id }) => balance_id),
  )
  const more = [...coming.map(({ entitled }) => entitled ?? 0), ...lost.values()]
  return { lasting, there, all: more.reduce((sum, days) => sum + days, sumOf(there)) }
}

/** Days that somebody leaves with, as the ledger has them; nothing is written. */
export const leaveLeftOn = async (tx: Tx, employee_id: string, last_day: string) =>
  (await standsOn(tx, employee_id, last_day)).all / 100

interface BeyondRow extends Leaver {
  amount: number
}

/** Days that final dues pay and the ledger does not have: for whoever approves them by name. */
export async function duesBeyond(tx: Tx, payroll_id: string) {
  const rows = await tx.all<BeyondRow>`select p.employee_id, p.id as payslip_id, l.last_day,
      l.leave_days as days, (select sum((line ->> 'amount')::numeric)::bigint
        from jsonb_array_elements(p.incomes) line where line ->> 'type' = 'leave') as amount
    from payslips p
    join leavings l on l.organization_id = p.organization_id and l.id = p.leaving_id
    where ${within({ payroll_id })} and ${paysLeave}`
  const found: { payslip_id: string; employee_id: string; detail: string }[] = []
  for (const { payslip_id, employee_id, last_day, days, amount } of rows) {
    const { all } = await standsOn(tx, employee_id, last_day)
    const paid = hundredthsOf(days)
    const beyond = paid - Math.max(0, all)
    if (beyond <= 0) continue
    const pay = shillings.format(divideHalfUp(amount * beyond, paid) / 100)
    const more = `${beyond / 100} ${beyond === 100 ? 'day' : 'days'} more than the`
    const detail = `${more} ${Math.max(0, all) / 100} of the balance, Ksh ${pay}`
    found.push({ payslip_id, employee_id, detail })
  }
  return found
}

const shillings = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 })

/** Whoever confirms a run gives nothing that stays: only where final dues pay all of it. */
async function takenOf(tx: Tx, employee_id: string, last_day: string, wanted: number) {
  const { lasting, there, all } = await standsOn(tx, employee_id, last_day)
  if (all <= wanted) {
    await bringBack(tx, lasting)
    await grantDue(tx, lasting, daysLater(last_day, 1))
  }
  let left = wanted
  const rest = all <= wanted ? await restOf(tx, employee_id, last_day) : there
  return rest.flatMap(({ balance_id, days }): Taken[] => {
    const taken = Math.min(left, days)
    left -= taken
    return taken > 0 ? [{ balance_id, days: taken }] : []
  })
}

const sumOf = (rest: readonly Taken[]) => rest.reduce((sum, { days }) => sum + days, 0)

/** Of leave that can be paid out, the year of the last day first. */
async function restOf(tx: Tx, employee_id: string, last_day: string): Promise<Taken[]> {
  const rows = await tx.all<{ balance_id: string; days: DaysText }>`
    select b.id as balance_id, b.entitled - b.used - b.pending as days
    from leave_balances b join leave_types t on t.organization_id = b.organization_id
      and t.id = b.leave_type_id and t.encashable
    where b.employee_id = ${employee_id} and b.year <= ${Number(last_day.slice(0, 4))}
      and b.entitled > b.used + b.pending
    order by b.year desc, t.name, b.id`
  return rows.map(({ balance_id, days }) => ({ balance_id, days: hundredthsOf(days) }))
}

/** It adds nothing to the payslip, whose line is that of the leaving. */
export const finalLeaveIntake: Intake<null> = {
  name: 'leave_in_dues',
  sparse: true,
  source: () => sql`select null::json as value`,
  parts: () => [],
  // What the checks find in the ledger is what is paid of it.
  async hold(tx, payroll_id) {
    for (const { employee_id } of await leaversOf(tx, payroll_id)) {
      await lockLeaveOf(tx, employee_id)
    }
  },
  async pay(tx, payroll_id) {
    for (const leaver of await leaversOf(tx, payroll_id)) await useDays(tx, leaver)
  },
  free: freeLeavers,
}
