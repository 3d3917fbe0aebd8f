/** Law by date: each rule is a list of versions, the newest first. History is never edited. */

/** A pay month such as '2026-02'. */
export type Month = string

export interface Version<T> {
  /** The first pay month it holds for. */
  from: Month
  /** The Act, notice or judgment it comes from. */
  source: string
  /** The last pay month for which somebody has checked that it still holds. */
  checkedUntil: Month
  value: T
}
export type Dated<T> = readonly Version<T>[]

export const firstMonth: Month = '2021-01'
const lastMonth: Month = '2099-12'

export class LawError extends Error {}
/** An amount beyond anything that is paid in a month. */
export class TooLarge extends LawError {}

/** Refuses what is not a month, and what lies before the law we know. */
export function checkMonth(month: Month): void {
  if (typeof month !== 'string' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new LawError(`"${month}" is not a month. Write it as 2026-02.`)
  }
  if (month < firstMonth) {
    throw new LawError(
      `The law of ${month} is not known here: it is known from ${firstMonth} (January 2021) onwards.`,
    )
  }
  if (month > lastMonth) throw new LawError(`${month} is too far ahead.`)
}

export function inForce<T>(rule: Dated<T>, month: Month): Version<T> {
  const version = rule.find(({ from }) => from <= month)
  if (!version) throw new LawError(`No rule is known for ${month}.`)
  return version
}

/** Nothing is known of months before it. */
export const firstOf = <T>(rule: Dated<T>): Month => (rule.at(-1) as Version<T>).from

/** Last checked on 15 November 2026; see the sources of each version. */
export const checked: Month = '2026-11'
