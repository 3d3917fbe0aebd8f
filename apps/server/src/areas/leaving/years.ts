import type { FinalDuesInput } from '@mshahara/contract/leaving'
import type { Day } from '@mshahara/engine/calendar'
import type { Cents } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import { cents } from '../../foundation/pay/intake.ts'
import { type LeaverFacts, leaverFacts } from '../payroll/index.ts'
import { sayToStaff } from './sentences.ts'

/** Before it is kept. */
export async function refuseOddYearsOf(tx: Tx, id: string, terms: FinalDuesInput) {
  if (terms.years.length === 0) return
  const { facts } = await tx.one<{ facts: LeaverFacts }>`
    select ${leaverFacts(sql`${terms.last_day}::date`)} as facts from employees e where e.id = ${id}`
  refuseOddYears(terms, facts.since, cents(facts.basic))
}

/** Beyond this a figure of the card is a slip of the pen. */
const mostTimes = 10

/** The tax of a lump sum takes what a card says of a year: it is of this employment, and can be. */
export function refuseOddYears({ years, last_day }: FinalDuesInput, since: Day, basic: Cents) {
  const [first, last] = [since, last_day].map((day) => Number(day.slice(0, 4))) as [number, number]
  const most = basic * 12 * mostTimes
  for (const { year, taxable, paye } of years) {
    if (year < first) failField('years', sayToStaff.yearBefore({ year, since }))
    if (year > last) failField('years', sayToStaff.yearAfter({ year }))
    if (paye > taxable) failField('years', sayToStaff.yearTaxed({ year }))
    if (basic > 0 && taxable > most) failField('years', sayToStaff.yearTooMuch({ year, most }))
  }
}
