import type { Tx } from '../../foundation/core/db.ts'
import type { Intake, PayMonth, Scope } from '../../foundation/pay/intake.ts'
import { salaryIntake } from '../employees/index.ts'
import { leaveIntakes } from '../leave/index.ts'
import { loanIntake } from '../loans/index.ts'
import { intakes as payItems } from '../pay-items/index.ts'
import { variablePayIntake } from '../variable-pay/index.ts'

/** What a run takes in, in the order of its lines. An area with something to pay is added here. */
export const intakes: readonly Intake[] = [
  salaryIntake,
  ...payItems,
  variablePayIntake,
  ...leaveIntakes,
  loanIntake,
]

export async function claimAll(tx: Tx, month: PayMonth, scope: Scope) {
  for (const { claim } of intakes) await claim?.(tx, month, scope)
}

export async function holdAll(tx: Tx, payroll_id: string) {
  for (const { hold } of intakes) await hold?.(tx, payroll_id)
}

export async function payAll(tx: Tx, payroll_id: string) {
  for (const { pay } of intakes) await pay?.(tx, payroll_id)
}

export async function freeAll(tx: Tx, scope: Scope) {
  for (const { free } of intakes) await free?.(tx, scope)
}
