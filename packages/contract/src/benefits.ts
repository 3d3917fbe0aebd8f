import type { BenefitPart, House, PlainBenefit } from '@mshahara/engine'
import type { CarBody, Occupant } from '@mshahara/engine/statutory/benefits'
import { z } from 'zod'
import { flag, numberInput, shillings, shillingsInput } from './fields.ts'
import { wordingOf } from './say.ts'

/** Benefits in kind as people enter them (B33). */

export const benefitWords = wordingOf('benefits', {
  rentNeeded: 'Please give the rent of the house.',
  marketNeeded: 'Please give the market rent of the house.',
  engine: 'The size of an engine is whole cc, such as 1800.',
})

export const carBodies = ['saloon', 'van', 'cruiser'] as const satisfies readonly CarBody[]
/** Valued from one amount: cost, hire or bills of the month. */
export const plainBenefits = [
  'furniture',
  'hired furniture',
  'telephone',
  'metered electricity',
  'metered water',
  'meals',
  'school fees',
  'servants',
  'club fees',
  'insurance',
] as const satisfies readonly PlainBenefit[]
export const benefitKinds = [
  ...['car', 'leased car', 'electricity', 'water'],
  ...plainBenefits,
  'other',
] as const

const cc = numberInput('Engine Size', (size) =>
  size.int(benefitWords.engine).min(0, benefitWords.engine).max(20_000, benefitWords.engine),
)
const agreed = shillingsInput('Agreed Value').optional()

export const benefitInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('car'),
    /** What it cost at first. */
    amount: shillingsInput('Cost'),
    body: z.enum(carBodies).default('saloon'),
    cc,
    /** A month, where use is restricted: what the Commissioner agreed to. */
    agreed,
  }),
  z.object({ kind: z.literal('leased car'), amount: shillingsInput('Amount'), agreed }),
  z.object({ kind: z.enum(['electricity', 'water']), farm: flag.default(false) }),
  z.object({
    kind: z.literal('other'),
    amount: shillingsInput('Cost'),
    market: shillingsInput('Market Value').optional(),
  }),
  z.object({ kind: z.enum(plainBenefits), amount: shillingsInput('Amount') }),
])
export type BenefitInput = z.input<typeof benefitInput>
export type BenefitKind = BenefitInput['kind']

export const occupants = ['employee', 'director', 'farm'] as const satisfies readonly Occupant[]
export const houses = ['own', 'rented', 'connected'] as const satisfies readonly House[]

/** What a house is measured by, and so what is asked of it. */
export const askedOf = (occupant: Occupant, house: House) => ({
  rent: occupant !== 'farm' && house !== 'own',
  market: occupant === 'director' || (occupant === 'employee' && house !== 'rented'),
})

export const quartersInput = z
  .object({
    occupant: z.enum(occupants).default('employee'),
    house: z.enum(houses).default('own'),
    /** These are of the whole month. */
    rent: shillingsInput('Rent').optional(),
    market: shillingsInput('Market Rent').optional(),
    recovered: shillingsInput('Rent Recovered').optional(),
    /** Of a director, from everywhere. */
    totalIncome: shillingsInput('Total Income').optional(),
    /** The employer's own house counts as 15% of the gains, too. */
    withGains: flag.default(false),
  })
  .refine(({ occupant, house, rent }) => !askedOf(occupant, house).rent || rent, {
    path: ['rent'],
    error: benefitWords.rentNeeded,
  })
  .refine(({ occupant, house, market }) => !askedOf(occupant, house).market || market, {
    path: ['market'],
    error: benefitWords.marketNeeded,
  })
export type QuartersInput = z.input<typeof quartersInput>

/** Of a month's pay. */
export const inKindInput = {
  benefits: z.array(benefitInput).max(30).optional(),
  quarters: quartersInput.optional(),
}
const asked = z.object(inKindInput)
export type InKindInput = z.output<typeof asked>

const benefitParts = ['car', 'nonCash', 'meals', 'atCost'] as const satisfies readonly BenefitPart[]
export const inKindShown = z.object({
  name: z.string(),
  /** What it is taxed with: whole, together with small ones, or as meals. */
  part: z.enum(benefitParts),
  amount: shillings,
  working: z.string(),
})
