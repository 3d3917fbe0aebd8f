import type { Arrears, ArrearsPay, Claimed } from './arrears-kept.ts'
import type { Cents } from './units.ts'

/**
 * What a last pay cannot take back of a month that was paid too much (B32): nothing later takes it,
 * so that the leaver is asked for what they have in hand of it.
 */

/** Two items may have one name. */
export const whichOf = ({ item, component }: ArrearsPay) => item ?? component

/** The rest of a recovery that was cut stays with the payslip as a claim. */
export function restAsClaim(whole: Arrears, { rest = 0, ...cut }: Arrears): Arrears {
  if (rest <= 0) return cut
  const taken = (line: ArrearsPay) =>
    cut.pay.find((one) => whichOf(one) === whichOf(line))?.amount ?? 0
  const claimed: Claimed = {
    pay: whole.pay.map((line) => ({ ...line, amount: line.amount - taken(line) })),
    law: lawLess(whole.law, cut.law),
    withholding_tax: whole.withholding_tax - cut.withholding_tax,
    net: rest,
  }
  return { ...cut, claimed }
}

const lawLess = (whole: Arrears['law'], cut: Arrears['law']): Record<string, Cents> =>
  Object.fromEntries(
    Object.entries(whole).map(([code, amount]) => [code, amount - (cut[code] ?? 0)]),
  )

/** What is settled of a month by arrears of it: paid or taken, and asked for. */
export const settledBy = (arrears: Arrears): Pick<Arrears, 'pay' | 'law' | 'withholding_tax'>[] =>
  arrears.claimed ? [arrears, arrears.claimed] : [arrears]
