import { correctionPay } from '@mshahara/engine/correction'
import { monthPay } from '@mshahara/engine/month-pay'
import type { Tx } from '../../foundation/core/db.ts'
import type { Intake, PayMonth, Scope } from '../../foundation/pay/intake.ts'
import type { EmployeeRun } from '../../foundation/pay/runs.ts'
import { benefitsIntake } from '../benefits/index.ts'
import { correctedCostSharesIntake, costSharesIntake } from '../cost-centres/index.ts'
import {
  agreedNetIntake,
  arrearsIntake,
  finalArrearsIntake,
  salaryIntake,
} from '../employees/index.ts'
import { finalLeaveIntake, leaveIntakes } from '../leave/index.ts'
import { finalLoanIntake, loanIntake } from '../loans/index.ts'
import { intakes as payItems } from '../pay-items/index.ts'
import { pensionsIntake } from '../pensions/index.ts'
import { perDiemIntake, variablePayIntake } from '../variable-pay/index.ts'
import { correctionIntake } from './correction-lines.ts'
import { extraIntake } from './extra-amounts.ts'
import { finalIntake } from './final-dues.ts'
import { owedIntake } from './owed.ts'

/** What the month's run takes in, by its lines. An area with something to pay is added here. */
export const intakes: readonly Intake[] = [
  salaryIntake,
  agreedNetIntake,
  ...payItems,
  variablePayIntake,
  perDiemIntake,
  benefitsIntake,
  pensionsIntake,
  ...leaveIntakes,
  loanIntake,
  owedIntake,
  arrearsIntake,
  costSharesIntake,
]

type Kind = EmployeeRun['kind']
/** What each kind takes in, and what the engine makes of it. */
const byKind: Record<Kind, { intakes: readonly Intake[]; pay: typeof monthPay }> = {
  monthly: { intakes, pay: monthPay },
  // Its own amounts alone: what is due every month is the monthly run's.
  off_cycle: { intakes: [extraIntake, costSharesIntake], pay: monthPay },
  correction: { intakes: [correctionIntake, correctedCostSharesIntake], pay: correctionPay },
  // What a leaving says, and what no month's run will take any more.
  final: {
    intakes: [
      finalIntake,
      finalLeaveIntake,
      finalLoanIntake,
      owedIntake,
      finalArrearsIntake,
      costSharesIntake,
    ],
    pay: monthPay,
  },
}

export const intakesOf = (kind: Kind) => byKind[kind].intakes
export const payOf = (kind: Kind) => byKind[kind].pay

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
