import { isOpen } from '@mshahara/contract/run-states'
import type { Tx } from '../../foundation/core/db.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { sql } from '../../foundation/core/sql.ts'
import { digestsIn, type SlipDigest } from '../../foundation/pay/drafting.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import { type EmployeeRun, stateOf } from '../../foundation/pay/runs.ts'
import { leaveMoved } from '../leave/index.ts'
import { type Finding, grouped, named, names } from './findings.ts'
import { rewritten } from './seals.ts'
import { sourceQuery } from './source.ts'

/** Whether a draft still says what it was worked out from. */

/** In a draft: its inputs, or the figures themselves. */
export async function changed(tx: Tx, secrets: Secrets, payroll: EmployeeRun): Promise<Finding[]> {
  if (!isOpen(stateOf(payroll))) return []
  const found = await changedInputs(tx, payroll)
  const known = new Set(found.map(({ payslip_id }) => payslip_id))
  const figures = await changedFigures(tx, secrets, payroll.id, await digestsIn(tx, payroll.id))
  return [...found, ...figures.filter(({ payslip_id }) => !known.has(payslip_id))]
}

async function changedFigures(
  tx: Tx,
  secrets: Secrets,
  payroll_id: string,
  slips: readonly SlipDigest[],
): Promise<Finding[]> {
  const ids = await rewritten(tx, secrets, payroll_id, slips)
  if (ids.length === 0) return []
  return tx.all<Finding>`select 'inputs changed' as kind, p.employee_id, p.id as payslip_id,
      ${names}, 'Recalculate this payslip' as detail
    from payslips p where p.payroll_id = ${payroll_id} and p.id = any (${ids})
    order by employee_no`
}

/** The same as a blocker, of payslips that are frozen already: nobody can change one any more. */
export const rewrittenIn = async (...given: Parameters<typeof changedFigures>) =>
  grouped(await changedFigures(...given))

const differs = sql`(s.digest is distinct from s.now_digest or s.waiting)`

/**
 * Somebody corrected an employee, an item or a setting after the calculation, or something that is
 * due is not in the payslip: what came while it was worked out is in the digest already.
 */
export async function changedInputs(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  if (!isOpen(stateOf(payroll))) return []
  const which = sql`payroll_id = ${payroll.id}`
  const found =
    await tx.all<Finding>`select 'inputs changed' as kind, s.employee_id, s.id as payslip_id,
      concat_ws(' ', s.source -> 'person' ->> 'first_name', s.source -> 'person' ->> 'last_name')
        as name, s.source -> 'person' ->> 'employee_no' as employee_no,
      'Recalculate this payslip' as detail
    from (${sourceQuery(which, payroll)}) s
    where ${differs}
    order by 5`
  const out = await outOfPay(tx, payroll)
  const known = new Set([...found, ...out].map(({ payslip_id }) => payslip_id))
  const moved =
    payroll.kind === 'monthly' ? await leaveMoved(tx, payroll.id, payMonth(payroll.month)) : []
  const others = moved.filter(({ payslip_id }) => !known.has(payslip_id))
  const isStillIn = ({ payslip_id }: Finding) => !out.some((one) => one.payslip_id === payslip_id)
  return [
    ...(await named(tx, payroll, 'inputs changed', out)),
    ...found.filter(isStillIn),
    ...(await named(tx, payroll, 'inputs changed', others)),
  ]
}

/** Who is suspended, or not employed in the month after all: the whole run leaves them out. */
const outOfPay = (tx: Tx, { id }: EmployeeRun) =>
  tx.all<{ payslip_id: string; employee_id: string; detail: string }>`
    select slip_id as payslip_id, payee_id as employee_id,
      why || ': recalculate the payroll to leave them out' as detail
    from slips_out_of_pay(${id})`

/** Which of these payslips, for their tag in the list. */
export async function changedAmong(tx: Tx, payroll: EmployeeRun, slips: readonly { id: string }[]) {
  const which = sql`id = any(${slips.map(({ id }) => id)})`
  const found = await tx.all<{ id: string }>`
    select s.id from (${sourceQuery(which, payroll)}) s where ${differs}`
  return new Set(found.map(({ id }) => id))
}
