import { LawError, type Month } from './dated.ts'
import type { AgreedNet, PayOptions } from './input.ts'
import { leastForNet } from './net-to-gross.ts'
import { compute } from './payslip.ts'
import { lawOf } from './statutory/index.ts'
import type { Cents } from './units.ts'

/**
 * A salary that is agreed net: the gross of each month is what leaves the person that net of their
 * salary alone, by the law of the month and by how they are taxed. What else they are paid, and
 * what else is taken, moves their pay as it would with any salary.
 */
export function agreedNet(
  net: Cents,
  options: Partial<PayOptions> | undefined,
  month: Month,
): AgreedNet {
  if (net <= 0) throw new LawError('An agreed net is more than nothing.')
  const found = leastForNet(options === undefined ? {} : { options }, month, net)
  return { net, gross: found.salary, reached: found.net }
}

/** What a gross salary leaves of itself, by the same law. */
export const netOfSalary = (
  salary: Cents,
  options: Partial<PayOptions> | undefined,
  month: Month,
): Cents => compute(options === undefined ? { salary } : { salary, options }, lawOf(month)).netPay
