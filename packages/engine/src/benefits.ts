import { type Dated, inForce, LawError, type Month } from './dated.ts'
import { formatShillings, mostCents, percent, share } from './money.ts'
import { type PartMonth, prorate } from './proration.ts'
import {
  type CarBody,
  type Communal,
  carBodies,
  carScale,
  carShare,
  electricity,
  furnitureShare,
  perDiemFree,
  telephoneShare,
  water,
} from './statutory/benefits.ts'
import type { Cents } from './units.ts'

/**
 * What a benefit in kind counts as in a month (B33). It raises taxable pay, never cash, and is in
 * no base of NSSF, SHIF and Housing Levy.
 */

/** Taxed whole (car, at cost), by the limit of small benefits, or above that of meals. */
export const benefitParts = ['car', 'nonCash', 'meals', 'atCost'] as const
export type BenefitPart = (typeof benefitParts)[number]

/** As a payslip keeps it. */
export interface ValuedBenefit {
  name: string
  part: BenefitPart
  amount: Cents
  working: string
}

/** What it is, with the amount it is valued from. */
export type Benefit =
  | {
      kind: 'car'
      /** What it cost at first. */
      amount: Cents
      body: CarBody
      cc: number
      /** A month, where use is restricted: what the Commissioner agreed to. */
      agreed?: Cents | undefined
    }
  /** The price of the hire. */
  | { kind: 'leased car'; amount: Cents; agreed?: Cents | undefined }
  /** Communal or of the employer's own source; on a farm less. */
  | { kind: 'electricity' | 'water'; farm?: boolean | undefined }
  /** Cost to the employer, and what it would fetch. */
  | { kind: 'other'; amount: Cents; market?: Cents | undefined }
  | { kind: PlainBenefit; amount: Cents }

/** Valued from one amount: cost, hire, bills. */
export type PlainBenefit =
  | 'furniture'
  | 'hired furniture'
  | 'telephone'
  | 'metered electricity'
  | 'metered water'
  | 'meals'
  | 'school fees'
  | 'servants'
  | 'club fees'
  | 'insurance'

export type BenefitKind = Benefit['kind']

const names: Readonly<Record<BenefitKind, readonly [name: string, part: BenefitPart]>> = {
  car: ['Company car', 'car'],
  'leased car': ['Leased car', 'car'],
  furniture: ['Furniture', 'nonCash'],
  'hired furniture': ['Hired furniture', 'nonCash'],
  telephone: ['Telephone', 'nonCash'],
  electricity: ['Electricity', 'nonCash'],
  water: ['Water', 'nonCash'],
  'metered electricity': ['Electricity, metered', 'nonCash'],
  'metered water': ['Water, metered', 'nonCash'],
  meals: ['Meals', 'meals'],
  'school fees': ['School fees', 'atCost'],
  servants: ['Domestic servants', 'atCost'],
  'club fees': ['Club fees', 'atCost'],
  insurance: ['Insurance premiums', 'atCost'],
  other: ['Other benefit', 'nonCash'],
}
export const benefitKinds = Object.keys(names) as BenefitKind[]

interface Value {
  amount: Cents
  working: string
  /** So much a month, and less for part of one: not a price or a bill. */
  byDays?: true
}

/** A month's value with its working; `days` where it was there for part of the month. */
export function valueBenefit(benefit: Benefit, month: Month, days?: PartMonth): ValuedBenefit {
  checkBenefit(benefit)
  const [name, part] = names[benefit.kind]
  const { amount, working, byDays } = worthOf(benefit, month)
  if (!byDays || !days || days.days === days.of) return { name, part, amount, working }
  const cut = prorate(amount, days)
  const told = `${working}, ${days.days} of ${days.of} days = ${formatShillings(cut)}`
  return { name, part, amount: cut, working: told }
}

function worthOf(benefit: Benefit, month: Month): Value {
  switch (benefit.kind) {
    case 'car':
      return restricted(benefit.agreed, carOf(benefit, month))
    case 'leased car':
      return restricted(benefit.agreed, asIs('the hire', benefit.amount))
    case 'furniture':
      return { ...shareOf('cost', benefit.amount, furnitureShare, month), byDays: true }
    case 'telephone':
      return shareOf('bills', benefit.amount, telephoneShare, month)
    case 'electricity':
      return communalOf(electricity, benefit.farm, month)
    case 'water':
      return communalOf(water, benefit.farm, month)
    case 'metered electricity':
    case 'metered water':
      return asIs('the bill', benefit.amount)
    case 'hired furniture':
      return asIs('the hire', benefit.amount)
    case 'meals':
      return asIs('what they cost', benefit.amount)
    case 'other':
      return higherOf(benefit)
    default:
      return asIs('cost to the employer', benefit.amount)
  }
}

const asIs = (what: string, amount: Cents): Value => ({
  amount,
  working: `${what} = ${formatShillings(amount)}`,
})

function shareOf(what: string, of: Cents, rule: Dated<number>, month: Month): Value {
  const rate = inForce(rule, month).value
  const amount = share(of, rate)
  const working = `${what} ${formatShillings(of)} × ${percent(rate)} = ${formatShillings(amount)}`
  return { amount, working }
}

function communalOf(rule: Dated<Communal>, farm: boolean | undefined, month: Month): Value {
  const { usual, farm: onFarm } = inForce(rule, month).value
  const amount = farm ? onFarm : usual
  const where = farm ? 'on a farm' : 'communal'
  return { amount, working: `${where}, a month = ${formatShillings(amount)}`, byDays: true }
}

function carOf({ amount: cost, body, cc }: Benefit & { kind: 'car' }, month: Month): Value {
  const step = inForce(carScale, month).value[body].find(({ upTo }) => cc <= upTo)
  const scale = step?.amount ?? 0
  const rate = inForce(carShare, month).value
  const ofCost = share(cost, rate)
  const amount = Math.max(scale, ofCost)
  const working =
    `the higher of ${formatShillings(cost)} × ${percent(rate)}, ${formatShillings(ofCost)}, ` +
    `and ${formatShillings(scale)} for ${inScale(body, cc)} = ${formatShillings(amount)}`
  return { amount, working, byDays: true }
}

const inScale = (body: CarBody, cc: number) => {
  if (body === 'cruiser') return 'a Land Rover or Cruiser'
  return body === 'van' ? `a pick-up or van of ${cc} cc` : `${cc} cc`
}

/** Restricted use counts as what was agreed to, where that is less. */
function restricted(agreed: Cents | undefined, full: Value): Value {
  if (agreed === undefined || agreed >= full.amount) return full
  const working = `${full.working}; restricted use, as the Commissioner agreed = ${formatShillings(agreed)}`
  return { ...full, amount: agreed, working }
}

function higherOf({ amount: cost, market = 0 }: Benefit & { kind: 'other' }): Value {
  const amount = Math.max(cost, market)
  const working =
    `the higher of cost ${formatShillings(cost)} and market value ` +
    `${formatShillings(market)} = ${formatShillings(amount)}`
  return market > 0 ? { amount, working } : asIs('cost to the employer', cost)
}

function checkBenefit(benefit: Benefit): void {
  if (!Object.hasOwn(names, benefit.kind)) {
    throw new LawError(`"${benefit.kind}" is not a benefit that is known here.`)
  }
  for (const name of ['amount', 'agreed', 'market'] as const) {
    const value = (benefit as Partial<Record<typeof name, Cents>>)[name]
    const needed = name === 'amount' && benefit.kind !== 'electricity' && benefit.kind !== 'water'
    if (value === undefined && !needed) continue
    if (!isAmount(value)) throw new LawError(`"${name}" of a benefit must be whole cents.`)
  }
  if (benefit.kind !== 'car') return
  if (!carBodies.includes(benefit.body)) throw new LawError('A car needs its kind of body.')
  if (!(Number.isInteger(benefit.cc) && benefit.cc >= 0 && benefit.cc <= 20_000)) {
    throw new LawError('The size of an engine is whole cc.')
  }
}

const isAmount = (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= mostCents

/** What each part of them comes to. */
export function benefitSums(benefits: readonly Pick<ValuedBenefit, 'part' | 'amount'>[]) {
  const sums: Record<BenefitPart, Cents> = { car: 0, nonCash: 0, meals: 0, atCost: 0 }
  for (const { part, amount } of benefits) sums[part] += amount
  return sums
}

/** What is taxed whatever its sum, and what is together with others. */
export function nonCashInWords(benefits: readonly ValuedBenefit[], rest: Cents): string {
  if (benefits.length === 0) return formatShillings(rest)
  const told = (...parts: BenefitPart[]) =>
    benefits
      .filter(({ part }) => parts.includes(part))
      .map(({ name, amount }) => `${name} ${formatShillings(amount)}`)
  const others = told('nonCash')
  const named = others.length > 0 ? ` (${others.join(', ')})` : ''
  return [...told('car', 'atCost'), `small benefits ${formatShillings(rest)}${named}`].join(' + ')
}

/** Of what is paid for each day away on duty, what is above the free amount is pay. */
export function perDiemTaxed(aDay: Cents, days: number, month: Month): Cents {
  if (!isAmount(aDay)) throw new LawError('A per diem must be whole cents.')
  if (!(Number.isInteger(days) && days >= 0)) throw new LawError('Days away are whole days.')
  return Math.max(0, aDay - inForce(perDiemFree, month).value) * days
}
