import { formatShillings, percent, share } from './money.ts'
import type { DeductionLine } from './pay-lines.ts'
import type { BasisPoints, Cents } from './units.ts'

/**
 * Pension schemes: what a member pays into one from the month's pay, before tax, and what the
 * employer adds. The member's part is a deduction like others; the employer's is cost, and no part
 * of the law.
 */

/** A share of the base, or an amount of every month. */
export type Contribution = { rate: BasisPoints } | { amount: Cents }

/** Basic pay, or all taxed cash pay: both as they are paid, by days and without absence. */
export type PensionBase = 'basic' | 'gross'

export interface PensionPart {
  side: 'pension'
  /** Of the membership: what stands for it on the payslip. */
  id: string
  /** The scheme. */
  scheme: string
  name: string
  base: PensionBase
  /** No more of the base counts. */
  cap: Cents | null
  own: Contribution
  employer: Contribution
}

/** As it is kept with a payslip. */
export interface PensionPaid {
  id: string
  scheme: string
  name: string
  base: Cents
  own: Cents
  employer: Cents
}

type Bases = Record<PensionBase, Cents>

const words: Record<PensionBase, string> = { basic: 'basic pay', gross: 'taxed cash pay' }

/** Worked out when the month's own pay is known; somebody without pay pays nothing in. */
export function pensionsOf(parts: readonly { side: string }[], bases: Bases) {
  const pensions: PensionPaid[] = []
  const deductions: { side: 'deduction'; line: DeductionLine; before_tax: true }[] = []
  for (const part of parts) {
    if (!isPension(part)) continue
    const { id, scheme, name, cap } = part
    const pay = bases[part.base]
    const base = cap === null ? pay : Math.min(pay, cap)
    // In a short month there is no more to take than was earned.
    const own = Math.min(amountOf(part.own, base), Math.max(0, pay))
    const employer = amountOf(part.employer, base)
    if (own + employer <= 0) continue
    pensions.push({ id, scheme, name, base, own, employer })
    const working = workingOf(part, pay, own)
    const line = { id, name, amount: own, kind: 'pension', ...(working && { working }) }
    deductions.push({ side: 'deduction', before_tax: true, line })
  }
  return { kept: pensions.length > 0 ? { pensions } : {}, deductions }
}

const isPension = (part: { side: string }): part is PensionPart => part.side === 'pension'

function amountOf(of: Contribution, base: Cents): Cents {
  if (base <= 0) return 0
  return 'amount' in of ? of.amount : share(base, of.rate)
}

function workingOf({ base, cap, own }: PensionPart, pay: Cents, amount: Cents): string {
  if ('amount' in own) return ''
  const most = cap !== null && cap < pay ? `, of which ${formatShillings(cap)} count` : ''
  const of = `${words[base]} ${formatShillings(pay)}${most}`
  return `${percent(own.rate)} of ${of} = ${formatShillings(amount)}`
}

/** What the employer adds. */
export const pensionCost = ({ pensions }: { pensions?: readonly PensionPaid[] }): Cents =>
  pensions === undefined ? 0 : pensions.reduce((sum, { employer }) => sum + employer, 0)
