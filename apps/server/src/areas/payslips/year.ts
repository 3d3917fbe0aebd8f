import { lawOf } from '@mshahara/engine/statutory/index'
import type { Tx } from '../../foundation/core/db.ts'
import { inSpans, monthsOpened, type Opened, openedOfYears, spansOf } from '../opening/index.ts'

/** The year to date, months that another system paid included (B34). */

export const summed = [
  'gross',
  'paye',
  'nssf',
  'health',
  'housing',
  'total_deductions',
  'net',
] as const
export type Summed = (typeof summed)[number]

/** Null: not known of every month, and so no sum of the year. */
export type YearSums = Record<Summed, number | null>
export interface ToDate {
  year: YearSums
  /** Months that came from elsewhere, each source with its own. */
  elsewhere: { from: string; to: string; source: string }[]
  /** Which months it is of, where months before the payslip's own are in nothing that is known. */
  only: { from: string; to: string }[]
}

interface OfYear {
  employee_id: string
  month: string
  confirmed_at: string | null
}

/**
 * What was opened of the year before each payslip. A payslip says later what it said when it was
 * confirmed: a sheet that came after it is on the next.
 */
export async function openedBefore(tx: Tx, slips: readonly OfYear[]) {
  const yearOf = ({ month }: OfYear) => Number(month.slice(0, 4))
  const years = [...new Set(slips.map(yearOf))]
  const ids = [...new Set(slips.map(({ employee_id }) => employee_id))]
  const rows = await openedOfYears(tx, years, ids)
  const of = Map.groupBy(rows, ({ employee_id }) => employee_id)
  return (slip: OfYear) =>
    (of.get(slip.employee_id) ?? []).filter(
      ({ from, to, made_at }) =>
        from.slice(0, 4) === slip.month.slice(0, 4) &&
        to < slip.month &&
        (slip.confirmed_at === null || made_at <= slip.confirmed_at),
    )
}

interface Slip {
  month: string
  person: { employment_date: string }
  /** Months of the year that were paid here, up to its own. */
  paid_months: string[]
}

export function toDateWith(
  slip: Slip,
  paid: Record<Summed, number>,
  opened: readonly Opened[],
): ToDate {
  const year = Object.fromEntries(
    summed.map((name) => [
      name,
      opened.reduce<number | null>((sum, row) => {
        const more = figureOf(row, name)
        return sum === null || more === null ? null : sum + more
      }, paid[name]),
    ]),
  ) as YearSums
  return { year, elsewhere: spansOf(opened), only: onlyOf(slip, opened) }
}

/** A sum of some months is not read as that of the year where it says which. */
function onlyOf({ month, person, paid_months }: Slip, opened: readonly Opened[]) {
  const known = [...new Set([...opened.flatMap(monthsOpened), ...paid_months])].sort()
  const from = `${month.slice(0, 4)}-01`
  const hired = person.employment_date.slice(0, 7)
  const earlier = monthsOpened({ from: hired > from ? hired : from, to: month }).slice(0, -1)
  return earlier.every((one) => known.includes(one)) ? [] : inSpans(known)
}

/** As a payslip would have told it; null where neither the card nor the sheet does. */
function figureOf({ amounts, more, from }: Opened, name: Summed): number | null {
  const gross = more.paid_gross ?? amounts.basic
  const { order } = lawOf(from)
  switch (name) {
    case 'gross':
      return gross
    case 'paye':
      return amounts.paye
    case 'nssf':
      return amounts.pension === 0 ? 0 : more.nssf
    // The card has what came off before tax, which is not what was taken in every year.
    case 'health':
      return order.healthBeforeTax ? amounts.shif : null
    case 'housing':
      return order.levyBeforeTax ? amounts.ahl : null
    case 'net':
      return more.net
    case 'total_deductions':
      return more.net === null ? null : gross - more.net
  }
}
