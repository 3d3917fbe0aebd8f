/**
 * Whole numbers of a unit. A plain number may become any of them; one of them never becomes
 * another, so that days are not paid as money.
 */

declare const unit: unique symbol
type Unit<Name extends string> = number & { readonly [unit]?: Name }

export type Cents = Unit<'cents'>
/** Of a rate: 2.75% is 275. */
export type BasisPoints = Unit<'basis points'>
/** Hundredths of a day: half a day is 50. */
export type DayHundredths = Unit<'hundredths of a day'>
/** Hundredths of an hour. */
export type HourHundredths = Unit<'hundredths of an hour'>

/** As the database has it, with two decimals. */
type Text<Name extends string> = string & { readonly [unit]?: Name }
export type ShillingsText = Text<'shillings'>
export type DaysText = Text<'days'>

export const hundredthsOf = (days: DaysText): DayHundredths => Math.round(Number(days) * 100)
