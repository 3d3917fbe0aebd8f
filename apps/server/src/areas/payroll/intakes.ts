import type { Tx } from '../../foundation/core/db.ts'
import type { Intake, PayMonth, Scope } from '../../foundation/pay/intake.ts'
import type { EmployeeRun } from '../../foundation/pay/runs.ts'
import { arrearsIntake, salaryIntake } from '../employees/index.ts'
import { leaveIntakes } from '../leave/index.ts'
import { loanIntake } from '../loans/index.ts'
import { intakes as payItems } from '../pay-items/index.ts'
import { variablePayIntake } from '../variable-pay/index.ts'
import { extraIntake } from './extra-amounts.ts'

/** What the month's run takes in, by its lines. An area with something to pay is added here. */
export const intakes: readonly Intake[] = [
  salaryIntake,
  ...payItems,
  variablePayIntake,
  ...leaveIntakes,
  loanIntake,
  arrearsIntake,
]

type Kind = EmployeeRun['kind']
const byKind: Record<Kind, readonly Intake[]> = { monthly: intakes, off_cycle: [extraIntake] }

/** An extra run takes in its own amounts alone: what is due every month is the monthly run's. */
export const intakesOf = (kind: Kind) => byKind[kind]

export async function claimAll(tx: Tx, month: PayMonth, scope: Scope, kind: Kind = 'monthly') {
  for (const { claim } of intakesOf(kind)) await claim?.(tx, month, scope)
}

export async function holdAll(tx: Tx, payroll_id: string, kind: Kind) {
  for (const { hold } of intakesOf(kind)) await hold?.(tx, payroll_id)
}

export async function payAll(tx: Tx, payroll_id: string, kind: Kind) {
  for (const { pay } of intakesOf(kind)) await pay?.(tx, payroll_id)
}

export async function freeAll(tx: Tx, scope: Scope, kind: Kind) {
  for (const { free } of intakesOf(kind)) await free?.(tx, scope)
}
