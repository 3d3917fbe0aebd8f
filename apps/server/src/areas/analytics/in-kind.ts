import type { Arrears } from '@mshahara/engine/arrears-kept'
import type { Tx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Worksheet } from '../../foundation/sheets/worksheet.ts'
import { benefitHolders } from '../benefits/index.ts'
import { arrearsPaid, eachSlip, ofMonth, withArrears } from '../payroll/index.ts'
import type { Range } from './figures.ts'
import { monthOf } from './sheet.ts'

/**
 * What of benefits in kind was taxed (B33): in no figure of pay, and kept by no payslip, since
 * limits are of the month as a whole. The law is asked again, about those who had any.
 */

export interface InKindMonth {
  month: string
  cars: number
  meals: number
  others: number
  houses: number
}

export async function inKindMonths(
  tx: Tx,
  { from, to }: Omit<Range, 'employee_id'>,
): Promise<InKindMonth[]> {
  const months = new Map<string, InKindMonth>()
  // Where nobody has any, years of payslips are not opened to look for it.
  const holders = await benefitHolders(tx)
  if (holders.length === 0) return []
  // A raise that reaches back values a house anew, in its month as on the P9.
  const late = await arrearsPaid(
    tx,
    sql`r.month between left(${from}, 7) and left(${to}, 7)`,
    sql`r.employee_id = any (${holders}::uuid[])`,
  )
  const told = [...late].flatMap(([key, found]) => (found.some(hasKind) ? [key] : []))
  const had = sql`s.month between left(${from}, 7) and left(${to}, 7)
    and s.employee_id = any (${holders}::uuid[])
    and (s.employee_id || ' ' || s.month = any (${told}) or exists (
      select from paid_slips b where b.organization_id = s.organization_id
        and b.employee_id = s.employee_id and b.month = s.month
        and b.input ?| array['benefits', 'quarters']))`
  const reading = { needs: ['input'], from: 'paid_slips', where: had, together: true } as const
  await eachSlip(tx, reading, (slip) => {
    const { month, law, input } = withArrears(slip, ofMonth(late, slip))
    const none = { month, cars: 0, meals: 0, others: 0, houses: 0 }
    const sum = months.get(month) ?? none
    const cars = (input.benefits ?? []).reduce(
      (total, { part, amount }) => (part === 'car' ? total + amount : total),
      0,
    )
    sum.cars += cars
    sum.meals += law.taxableMeals
    sum.others += law.taxableNonCash - cars
    sum.houses += law.housingBenefit
    months.set(month, sum)
  })
  return [...months.values()].sort((one, other) => one.month.localeCompare(other.month))
}

/** Benefits that were told late came with arrears, and are in no payslip of their month. */
const hasKind = ({ arrears: { law } }: { arrears: Arrears }) =>
  ['taxableNonCash', 'taxableMeals', 'housingBenefit'].some((code) => law[code])

export const taxedOf = ({ cars, meals, others, houses }: InKindMonth) =>
  cars + meals + others + houses

export const totalTaxed = (months: readonly InKindMonth[]) =>
  months.reduce((total, of) => total + taxedOf(of), 0)

/** None where nobody had any. */
export function inKindSheet(months: readonly InKindMonth[]): Worksheet | undefined {
  if (months.length === 0) return undefined
  const sum = (of: (month: InKindMonth) => number) =>
    months.reduce((total, month) => total + of(month), 0)
  return {
    name: 'Benefits',
    headings: [['Taxed benefits, not cash', 'Cars', 'Meals', 'Others', 'Houses', 'Taxed']],
    rows: months.map((of) => [
      ...[monthOf(of), of.cars, of.meals, of.others, of.houses],
      taxedOf(of),
    ]),
    bottom: [
      [
        'Total',
        sum(({ cars }) => cars),
        sum(({ meals }) => meals),
        sum(({ others }) => others),
        sum(({ houses }) => houses),
        totalTaxed(months),
      ],
    ],
  }
}
