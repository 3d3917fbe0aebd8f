import { checked, type Dated } from '../dated.ts'
import { divideHalfUp, formatShillings, percent, share } from '../money.ts'
import type { BasisPoints, Cents } from '../units.ts'

/** Health cover, paid by the employee: NHIF by a table, then SHIF by a rate. */

export interface NhifStep {
  from: Cents
  amount: Cents
}
export type Health =
  | { kind: 'nhif'; steps: readonly NhifStep[] }
  | { kind: 'shif'; rate: BasisPoints; least: Cents }

const step = (from: number, amount: number): NhifStep => ({
  from: from * 100,
  amount: amount * 100,
})

export const health: Dated<Health> = [
  {
    from: '2024-10',
    source: 'Social Health Insurance Act 2023, Regulations 2024: 2.75%, at least 300 a month',
    checkedUntil: checked,
    value: { kind: 'shif', rate: 275, least: 300_00 },
  },
  {
    from: '2021-01',
    source: 'NHIF Act 1998, contribution table of 2015',
    checkedUntil: '2024-09',
    value: {
      kind: 'nhif',
      steps: [
        step(0, 150),
        step(6_000, 300),
        step(8_000, 400),
        step(12_000, 500),
        step(15_000, 600),
        step(20_000, 750),
        step(25_000, 850),
        step(30_000, 900),
        step(35_000, 950),
        step(40_000, 1_000),
        step(45_000, 1_100),
        step(50_000, 1_200),
        step(60_000, 1_300),
        step(70_000, 1_400),
        step(80_000, 1_500),
        step(90_000, 1_600),
        step(100_000, 1_700),
      ],
    },
  },
]

export type Rounding = 'cent' | 'shilling'

/** Nothing is due on no pay. */
export function healthOn(rule: Health, pay: Cents, rounding: Rounding): Cents {
  if (pay <= 0) return 0
  if (rule.kind === 'nhif') {
    let at = rule.steps.length - 1
    while (at > 0 && (rule.steps[at] as NhifStep).from > pay) at -= 1
    return (rule.steps[at] as NhifStep).amount
  }
  const exact =
    rounding === 'shilling' ? divideHalfUp(pay * rule.rate, 1_000_000) * 100 : share(pay, rule.rate)
  return Math.max(exact, rule.least)
}

export function healthInWords(rule: Health, pay: Cents, rounding: Rounding): string {
  const amount = formatShillings(healthOn(rule, pay, rounding))
  if (pay <= 0) return 'no pay, nothing due = 0'
  if (rule.kind === 'nhif') return `by the table, for pay of ${formatShillings(pay)} = ${amount}`
  const whole = rounding === 'shilling' ? ', to the nearest shilling' : ''
  return `${formatShillings(pay)} × ${percent(rule.rate)}, at least ${formatShillings(rule.least)}${whole} = ${amount}`
}
