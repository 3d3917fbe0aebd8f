import type { contract } from '@mshahara/contract'
import type { FinalDues, FinalDuesInput } from '@mshahara/contract/leaving'
import type { Day } from '@mshahara/engine/calendar'
import type { LumpSumTax, YearOfLumpSum } from '@mshahara/engine/leaving/lump-sum'
import { serviceInWords } from '@mshahara/engine/leaving/service'
import type { Cents } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { cents } from '../../foundation/pay/intake.ts'
import { leaveLeftOn } from '../leave/index.ts'
import { owedOn } from '../loans/index.ts'
import { finalDuesOf, type LeaverFacts, leaverFacts } from '../payroll/index.ts'
import { duesPaid } from './as-paid.ts'
import { elsewhere } from './elsewhere.ts'
import { noticesOf } from './notices.ts'
import { type LeavingRow, leavingOf } from './record.ts'
import { sayToStaff } from './sentences.ts'
import { refuseOddYears } from './years.ts'

/**
 * What is due to somebody who leaves on a day, beside the pay of the month, and what they owe:
 * worked out as the final run does it, to be looked at before anything is kept.
 */

type Leaving = typeof contract.leaving

interface Person {
  name: string
  employee_no: string
  facts: LeaverFacts
}

const personOf = (tx: Tx, id: string, last: Day) =>
  tx.one<Person>`select concat_ws(' ', e.first_name, e.middle_name, e.last_name) as name,
      e.employee_no, ${leaverFacts(sql`${last}::date`)} as facts
    from employees e where e.id = ${id}`

export const dues: Handler<Leaving['dues']> = async ({ tx }, { params, body }) => {
  await tx.one`select from employees where id = ${params.id}`
  return duesNow(tx, params.id, await leavingOf(tx, params.id), body())
}

/** What was paid, and until then what is worked out. */
export async function duesNow(
  tx: Tx,
  id: string,
  leaving: LeavingRow | undefined,
  terms: FinalDuesInput,
) {
  const paid = leaving ? await duesPaid(tx, leaving, terms.last_day) : null
  return paid ?? duesOf(tx, id, terms)
}

async function duesOf(tx: Tx, id: string, terms: FinalDuesInput): Promise<FinalDues> {
  const { name, employee_no, facts } = await personOf(tx, id, terms.last_day)
  if (terms.last_day < facts.since) failField('last_day', sayToStaff.endsBefore)
  refuseOddYears(terms, facts.since, cents(facts.basic))
  const { service, basic, lines, lump, tax } = finalDuesOf(terms, facts, terms.lines, terms.years)
  const all = [...lines, ...(await loansOf(tx, id, terms.last_day))]
  return {
    ...{ name, employee_no, last_day: terms.last_day, service: serviceInWords(service) },
    ...{ basic, lines: all },
    due: sumOf(all.filter(({ amount }) => amount > 0)),
    owed: 0 - sumOf(all.filter(({ amount }) => amount < 0)),
    lump_sum: { amount: lump, tax: tax.tax, years: yearsOf(tax) },
    leave_left: await leaveLeftOn(tx, id, terms.last_day),
    elsewhere: await elsewhere(tx, id, terms.last_day, facts.month_pays_leave),
    notices: noticesOf(terms),
    paid: null,
  }
}

const sumOf = (lines: readonly { amount: Cents }[]) =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/** As final pay takes them, without interest of months to come. */
async function loansOf(tx: Tx, employee_id: string, last_day: Day) {
  const owed = await owedOn(tx, employee_id, last_day)
  return owed.map(({ product, code, amount }) => ({
    ...{ code: 'loan', label: product, amount: 0 - amount, rule: null, reason: null },
    ...{ working: `${code}: what settles it on the last day`, tax: 'none' as const },
  }))
}

const yearsOf = ({ years }: LumpSumTax) =>
  years.map(({ paid, ...year }: YearOfLumpSum) => ({ ...year, missing: paid === null }))
