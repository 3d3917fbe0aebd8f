import { z } from 'zod'
import {
  askedOf,
  benefitInput,
  benefitKinds,
  benefitWords,
  carBodies,
  houses,
  occupants,
} from './benefits.ts'
import { crud } from './crud.ts'
import { endpoint } from './endpoint.ts'
import {
  byId,
  day,
  dayOr,
  flag,
  id,
  instant,
  optional,
  optionalText,
  shillings,
  shillingsInput,
  withWarning,
} from './fields.ts'
import { importCalls } from './import.ts'
import { fieldWords } from './wording.ts'

/** What each person has besides money, from a day on: the monthly run takes it in (B33). */

/** A house is valued with the pay; all else has a value of its own. */
export const recordedKinds = [...benefitKinds, 'house'] as const
export type RecordedKind = (typeof recordedKinds)[number]

/** What is asked about a benefit of a kind; the rest of the form says nothing. */
export const askedOfKind = (kind: RecordedKind) => ({
  amount: kind !== 'electricity' && kind !== 'water' && kind !== 'house',
  car: kind === 'car',
  agreed: kind === 'car' || kind === 'leased car',
  market: kind === 'other',
  farm: kind === 'electricity' || kind === 'water',
  house: kind === 'house',
})

const none = (given: unknown) => (given === '' || given === null ? undefined : given)
const maybe = <T extends z.ZodType>(schema: T) => z.preprocess(none, schema.optional())
const cc = benefitInput.options[0].shape.cc

const fields = z.object({
  employee_id: id,
  kind: z.enum(recordedKinds, 'Please choose a benefit.'),
  /** Cost, hire, bills of a month, or the rent of a house. */
  amount: maybe(shillingsInput('Amount')),
  market: maybe(shillingsInput('Market Value')),
  agreed: maybe(shillingsInput('Agreed Value')),
  cc: maybe(cc),
  body: maybe(z.enum(carBodies, 'Please choose the kind of car.')),
  farm: flag.default(false),
  occupant: maybe(z.enum(occupants, 'Please choose who lives there.')),
  house: maybe(z.enum(houses, 'Please choose whose the house is.')),
  recovered: maybe(shillingsInput('Rent Recovered')),
  total_income: maybe(shillingsInput('Total Income')),
  with_gains: flag.default(false),
  from: dayOr('From Date is required, such as 2026-02-28.'),
  /** Empty: until further notice. */
  to: optional(day),
  description: optionalText('Description', 500),
})
type Fields = z.output<typeof fields>

const required = (label: string) => fieldWords.required({ label })

/** A year that nobody meant is a slip of the pen, such as 0206 or 9999 for "until further notice". */
const [earliest, latest] = ['1990-01-01', '2099-12-31']
const outside = 'Please give a date from 1990 to 2099.'

/** What is missing or cannot be, by its field. */
function missingOf(given: Fields): [field: keyof Fields, sentence: string][] {
  const asked = askedOfKind(given.kind)
  const missing: [keyof Fields, string][] = []
  if (asked.amount && given.amount === undefined) missing.push(['amount', required('Amount')])
  if (asked.car && given.cc === undefined) missing.push(['cc', required('Engine Size')])
  if (asked.house) {
    const { rent, market } = askedOf(given.occupant ?? 'employee', given.house ?? 'own')
    if (rent && !given.amount) missing.push(['amount', benefitWords.rentNeeded])
    if (market && !given.market) missing.push(['market', benefitWords.marketNeeded])
  }
  if (given.from < earliest || given.from > latest) missing.push(['from', outside])
  if (given.to !== null && given.to > latest) missing.push(['to', outside])
  if (given.to !== null && given.to < given.from) {
    missing.push(['to', 'To Date cannot be before the From Date.'])
  }
  return missing
}

/** Only what its kind asks about is kept: a form may still hold what another kind was asked. */
function keptOf(given: Fields) {
  const { employee_id, kind, from, to, description } = given
  const asked = askedOfKind(kind)
  const occupant = given.occupant ?? 'employee'
  const house = occupant === 'farm' ? 'own' : (given.house ?? 'own')
  const { rent, market } = asked.house ? askedOf(occupant, house) : { rent: false, market: false }
  const when = <T>(isAsked: boolean, value: T | undefined) => (isAsked ? (value ?? null) : null)
  return {
    ...{ employee_id, kind, from, to, description },
    amount: when(asked.amount || rent, given.amount),
    market: when(asked.market || market, given.market),
    agreed: when(asked.agreed, given.agreed),
    cc: when(asked.car, given.cc),
    body: when(asked.car, given.body ?? 'saloon'),
    farm: when(asked.farm, given.farm),
    occupant: when(asked.house, occupant),
    house: when(asked.house, house),
    recovered: when(asked.house, given.recovered),
    total_income: when(asked.house && occupant === 'director', given.total_income),
    with_gains: when(
      asked.house,
      occupant === 'employee' && house === 'own' ? given.with_gains : false,
    ),
  }
}

export const benefitRecordInput = fields
  .superRefine((given, ctx) => {
    for (const [field, message] of missingOf(given)) {
      ctx.addIssue({ code: 'custom', path: [field], message })
    }
  })
  .transform(keptOf)
export type BenefitRecordInput = z.output<typeof benefitRecordInput>

const benefitRecord = z.object({
  id,
  employee_id: id,
  kind: z.enum(recordedKinds),
  amount: shillings.nullable(),
  market: shillings.nullable(),
  agreed: shillings.nullable(),
  cc: z.number().nullable(),
  body: z.enum(carBodies).nullable(),
  farm: z.boolean().nullable(),
  occupant: z.enum(occupants).nullable(),
  house: z.enum(houses).nullable(),
  recovered: shillings.nullable(),
  total_income: shillings.nullable(),
  with_gains: z.boolean().nullable(),
  from: day,
  to: day.nullable(),
  description: z.string().nullable(),
  created_at: instant,
  /** Of what was just saved: confirmed payslips that it does not reach. */
  ...withWarning,
})
export type BenefitRecord = z.output<typeof benefitRecord>

/** Read by the person and by whoever may see employees; changed with `edit employees` (A11). */
const may = {
  view: 'owner-or view employees',
  create: 'edit employees',
  edit: 'edit employees',
  delete: 'edit employees',
} as const

export const benefits = {
  ...crud({
    ...{ name: 'benefit', words: 'benefit in kind', may },
    ...{ row: benefitRecord, input: benefitRecordInput },
  }),
  list: endpoint({
    method: 'GET',
    path: 'benefits/:id',
    access: may.view,
    summary: 'The benefits in kind of an employee.',
    params: byId,
    response: z.array(benefitRecord),
  }),
  ...importCalls('benefits', 'edit employees', 'Set benefits in kind'),
}
