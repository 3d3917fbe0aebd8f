import { LawError } from '../dated.ts'
import { divideHalfUp, formatShillings, percent } from '../money.ts'
import type { BasisPoints, Cents, DayHundredths } from '../units.ts'
import { type Service, serviceInWords } from './service.ts'

/**
 * What is due to somebody who leaves, by the Employment Act 2007, and what they may owe. Each with
 * its working. What the law leaves open (by how many days a month's pay is divided) is the choice
 * of the organisation, and its default is here. Pure; whole cents.
 */

export interface Due {
  amount: Cents
  /** The section it rests on. */
  rule: string
  working: string
}

/** By how many days a month's basic pay is divided, for a day of leave or severance. */
export const dayDivisors = [26, 30, 22] as const
export type DayDivisor = (typeof dayDivisors)[number]
export const usualDivisor: DayDivisor = 26
/** Severance and service pay: fifteen days for each completed year. */
export const leastDaysPerYear = 15

export interface Notice {
  unit: 'days' | 'months'
  count: number
}
/** Who is paid by the month (s. 35(1)(c)). */
export const usualNotice: Notice = { unit: 'days', count: 28 }

/**
 * The basic pay of notice that was not served: due to whoever was dismissed without it, and by
 * whoever left without it (s. 36). A month of notice is a month's pay; 28 days are as much.
 */
export function noticePay(basic: Cents, notice: Notice, servedDays = 0): Due {
  const days = notice.unit === 'months' ? notice.count * 30 : notice.count
  const left = Math.max(0, days - servedDays)
  const perMonth = notice.unit === 'months' ? 30 : usualNotice.count
  const amount = divideHalfUp(basic * left, perMonth)
  const served = servedDays > 0 ? `, ${Math.min(servedDays, days)} served` : ''
  return {
    amount,
    rule: 'Employment Act s. 35 and 36',
    working: `${formatShillings(basic)} ÷ ${perMonth} × ${left} days (notice of ${inWords(notice)}${served})`,
  }
}

const inWords = ({ unit, count }: Notice) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`

/** Days of leave that were earned and not taken (s. 28(4)). */
export function leaveDue(basic: Cents, days: DayHundredths, divisor: number = usualDivisor): Due {
  return {
    amount: divideHalfUp(basic * days, Math.round(divisor * 100)),
    rule: 'Employment Act s. 28(4)',
    working: `${formatShillings(basic)} ÷ ${divisor} × ${days / 100} days`,
  }
}

export interface DaysPerYear {
  days?: number
  divisor?: number
}

/** At redundancy: at least fifteen days' basic pay for each completed year (s. 40(1)(g)). */
export function severancePay(basic: Cents, service: Service, terms: DaysPerYear = {}): Due {
  const { days = leastDaysPerYear } = terms
  if (days < leastDaysPerYear) {
    throw new LawError(`Severance is at least ${leastDaysPerYear} days for each completed year.`)
  }
  return forYears(basic, service, terms, 'Employment Act s. 40(1)(g)')
}

/** For those in neither NSSF nor a pension scheme: days' pay for each completed year (s. 35(5)). */
export const servicePay = (basic: Cents, service: Service, terms: DaysPerYear = {}): Due =>
  forYears(basic, service, terms, 'Employment Act s. 35(5)')

function forYears(
  basic: Cents,
  service: Service,
  { days = leastDaysPerYear, divisor = usualDivisor }: DaysPerYear,
  rule: string,
): Due {
  const { years } = service
  return {
    amount: divideHalfUp(basic * days * years * 100, Math.round(divisor * 100)),
    rule,
    working:
      `${formatShillings(basic)} ÷ ${divisor} × ${days} days × ${years} ` +
      `${years === 1 ? 'year' : 'years'} (served ${serviceInWords(service)})`,
  }
}

/** By contract: a share of the basic pay of each month served. */
export function gratuity(basic: Cents, service: Service, rate: BasisPoints): Due {
  const { years, months, away = 0 } = service
  const served = years * 12 + months
  const without = away === 0 ? '' : ` (served ${serviceInWords(service)})`
  return {
    amount: divideHalfUp(basic * served * rate, 10_000),
    rule: 'Contract of employment',
    working: `${percent(rate)} of ${formatShillings(basic)} × ${served} ${served === 1 ? 'month' : 'months'}${without}`,
  }
}
