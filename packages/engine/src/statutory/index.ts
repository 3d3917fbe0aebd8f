import { checkMonth, type Dated, inForce, type Month, type Version } from '../dated.ts'
import { quarters } from './benefits.ts'
import { mealsFree, mortgageLimit, nonCashFrom, order, pensionLimit } from './deductions.ts'
import { health } from './health.ts'
import { housingLevy } from './housing-levy.ts'
import { nita } from './nita.ts'
import { nssf, nssfAge } from './nssf.ts'
import { disabilityExemption, payeBands, personalRelief, secondaryRate } from './paye.ts'
import { housingRelief, insuranceRelief, medicalFundRelief } from './reliefs.ts'

/** Every rule there is. A new one is added here, and nowhere else is a list of them. */
export const rules = {
  payeBands,
  secondaryRate,
  personalRelief,
  disabilityExemption,
  nssf,
  nssfAge,
  health,
  housingLevy,
  nita,
  order,
  pensionLimit,
  mortgageLimit,
  nonCashFrom,
  mealsFree,
  quarters,
  insuranceRelief,
  housingRelief,
  medicalFundRelief,
} as const

export type RuleName = keyof typeof rules
type ValueOf<R> = R extends Dated<infer T> ? T : never
type Values = { readonly [N in RuleName]: ValueOf<(typeof rules)[N]> }

/** The law of one month, looked up once. */
export interface Law extends Values {
  readonly month: Month
  /** The last month for which every rule in force here was checked. */
  readonly checkedUntil: Month
  readonly versions: { readonly [N in RuleName]: Version<Values[N]> }
}

const known = new Map<Month, Law>()
let latest: Law | undefined

/** However many versions a rule has, a month is looked up once; a run asks for one month only. */
export function lawOf(month: Month): Law {
  if (latest?.month !== month) latest = known.get(month) ?? lookUp(month)
  return latest
}

function lookUp(month: Month): Law {
  checkMonth(month)
  const names = Object.keys(rules) as RuleName[]
  const versions = Object.fromEntries(
    names.map((name) => [name, inForce(rules[name] as Dated<unknown>, month)]),
  ) as unknown as Law['versions']
  const values = Object.fromEntries(names.map((name) => [name, versions[name].value]))
  const [checkedUntil] = names.map((name) => versions[name].checkedUntil).sort()
  const law = { ...values, month, checkedUntil, versions } as unknown as Law
  known.set(month, law)
  return law
}
