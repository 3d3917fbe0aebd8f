import { type Day, monthOf } from '../calendar.ts'
import { checked, type Dated, type Month } from '../dated.ts'
import { formatShillings, percent, share } from '../money.ts'
import type { Cents } from '../units.ts'

/** Social security: the employee's part; the employer adds the same. */

export type Nssf =
  | { kind: 'flat'; rate: number; most: Cents }
  | { kind: 'tiers'; rate: number; lower: Cents; upper: Cents }

const act = 'NSSF Act 2013, Third Schedule'
const year = (lower: Cents, upper: Cents): Nssf => ({ kind: 'tiers', rate: 600, lower, upper })

export const nssf: Dated<Nssf> = [
  {
    from: '2026-02',
    source: `${act}: year 4, earnings limits 9,000 and 108,000`,
    checkedUntil: checked,
    value: year(9_000_00, 108_000_00),
  },
  {
    from: '2025-02',
    source: `${act}: year 3, earnings limits 8,000 and 72,000`,
    checkedUntil: '2026-01',
    value: year(8_000_00, 72_000_00),
  },
  {
    from: '2024-02',
    source: `${act}: year 2, earnings limits 7,000 and 36,000`,
    checkedUntil: '2025-01',
    value: year(7_000_00, 36_000_00),
  },
  {
    from: '2023-02',
    source: `${act}: year 1, earnings limits 6,000 and 18,000 (Court of Appeal, 3 February 2023)`,
    checkedUntil: '2024-01',
    value: year(6_000_00, 18_000_00),
  },
  {
    from: '2021-01',
    source: 'NSSF Act (Cap. 258): 5% of pay, at most 200',
    checkedUntil: '2023-01',
    value: { kind: 'flat', rate: 500, most: 200_00 },
  },
]

/** Mandatory from the month of the one birthday to that of the other, both included (B24). */
export const nssfAge: Dated<{ from: number; until: number }> = [
  {
    from: '2021-01',
    source: 'NSSF Act 2013: mandatory from 18 to pensionable age, which is 60',
    checkedUntil: checked,
    value: { from: 18, until: 60 },
  },
]

/** Where somebody's age stands in a month: contributions are due only in between. */
export const nssfAges = ['too young', 'due', 'past'] as const
export type NssfAge = (typeof nssfAges)[number]

const birthdayMonth = (born: Day, age: number): Month =>
  `${Number(born.slice(0, 4)) + age}${monthOf(born).slice(4)}`

export function nssfAgeOf(rule: { from: number; until: number }, born: Day, month: Month): NssfAge {
  if (month < birthdayMonth(born, rule.from)) return 'too young'
  return month > birthdayMonth(born, rule.until) ? 'past' : 'due'
}

export const nssfAgeInWords = ({ from, until }: { from: number; until: number }, age: NssfAge) =>
  age === 'past'
    ? `not due after the month of the ${until}th birthday = 0`
    : `not due before the month of the ${from}th birthday = 0`

export function tierOne(rule: Nssf, pay: Cents): Cents {
  if (rule.kind === 'flat') return Math.min(share(pay, rule.rate), rule.most)
  return share(Math.min(pay, rule.lower), rule.rate)
}

export function tierTwo(rule: Nssf, pay: Cents): Cents {
  if (rule.kind === 'flat' || pay <= rule.lower) return 0
  return share(Math.min(pay, rule.upper) - rule.lower, rule.rate)
}

/** The pay a portal that knows gross pay only must be told, so that it bills what was taken. */
export const billedPay = (rule: Nssf, pay: Cents, tier2: boolean): Cents =>
  tier2 || rule.kind === 'flat' ? pay : Math.min(pay, rule.lower)

export function tierOneInWords(rule: Nssf, pay: Cents): string {
  const amount = formatShillings(tierOne(rule, pay))
  if (rule.kind === 'flat') {
    return `${formatShillings(pay)} × ${percent(rule.rate)}, at most ${formatShillings(rule.most)} = ${amount}`
  }
  return `${formatShillings(Math.min(pay, rule.lower))} × ${percent(rule.rate)} = ${amount}`
}

export function tierTwoInWords(rule: Nssf, pay: Cents): string {
  if (rule.kind === 'flat') return 'no second tier before February 2023 = 0'
  const above = Math.max(0, Math.min(pay, rule.upper) - rule.lower)
  const limits = `pay between ${formatShillings(rule.lower)} and ${formatShillings(rule.upper)}`
  return `${limits}: ${formatShillings(above)} × ${percent(rule.rate)} = ${formatShillings(tierTwo(rule, pay))}`
}
