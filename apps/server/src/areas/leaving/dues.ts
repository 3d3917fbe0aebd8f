import type { contract } from '@mshahara/contract'
import type { FinalDuesInput } from '@mshahara/contract/leaving'
import { type Day, monthOf } from '@mshahara/engine/calendar'
import {
  type Due,
  gratuity,
  leaveDue,
  noticePay,
  servicePay,
  severancePay,
} from '@mshahara/engine/leaving/dues'
import { lumpSumTax, type YearPaid } from '@mshahara/engine/leaving/lump-sum'
import { type Service, serviceInWords, serviceOf } from '@mshahara/engine/leaving/service'
import type { Cents } from '@mshahara/engine/units'
import { monthsLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { inForceFirst } from '../employees/index.ts'
import { owedOn } from '../loans/index.ts'
import { sayToStaff } from './sentences.ts'

/**
 * What would be due to somebody who leaves on a day, beside the pay of the month, and what they
 * owe: worked out to be looked at, and kept nowhere.
 */

type Leaving = typeof contract.leaving

interface Person {
  name: string
  employee_no: string
  employment_date: Day
  basic: string | null
  /** As runs pay leave. */
  divisor: string
}

const personOf = (tx: Tx, id: string, last: Day) =>
  tx.one<Person>`select concat_ws(' ', e.first_name, e.middle_name, e.last_name) as name,
      e.employee_no, e.employment_date, s.amount as basic, l.day_divisor as divisor
    from employees e join leave_settings l on l.organization_id = e.organization_id
    left join lateral (select s.amount from salaries s where s.employee_id = e.id
      order by ${raw(inForceFirst(`'${monthOf(last)}'`))} limit 1) s on true
    where e.id = ${id}`

export const dues: Handler<Leaving['dues']> = async ({ tx }, { params, body }) => {
  await tx.one`select from employees where id = ${params.id}`
  const terms = body()
  const person = await personOf(tx, params.id, terms.last_day)
  if (terms.last_day < person.employment_date) failField('last_day', sayToStaff.endsBefore)
  const basic = centsOf(person.basic ?? '0')
  const service = serviceOf(person.employment_date, terms.last_day)
  const lines = [
    ...linesOf(terms, basic, Number(person.divisor), service),
    ...(await loansOf(tx, params.id, terms.last_day)),
  ].filter(({ amount }) => amount !== 0)
  const lump = sumOf(lines.filter(({ tax }) => tax === 'lump sum'))
  const { name, employee_no } = person
  return {
    ...{ name, employee_no, last_day: terms.last_day, service: serviceInWords(service) },
    ...{ basic, lines },
    due: sumOf(lines.filter(({ amount }) => amount > 0)),
    owed: 0 - sumOf(lines.filter(({ amount }) => amount < 0)),
    lump_sum: await taxOf(tx, params.id, { lump, service, terms, since: person.employment_date }),
    notices: noticesOf(terms),
  }
}

interface Line {
  code: string
  label: string
  amount: Cents
  rule: string | null
  working: string
  tax: 'month' | 'lump sum' | 'none'
}

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

function linesOf(terms: FinalDuesInput, basic: Cents, divisor: number, service: Service): Line[] {
  const { notice, notice_unit: unit, notice_count: count, notice_served } = terms
  const line = (code: string, label: string, due: Due, tax: Line['tax']): Line => ({
    ...{ code, label, tax },
    ...due,
  })
  const lines: Line[] = []
  if (notice !== 'served') {
    const due = noticePay(basic, { unit, count }, notice_served)
    lines.push(
      notice === 'paid'
        ? line('notice', 'Pay in lieu of notice', due, 'month')
        : line('notice', 'Notice not served', { ...due, amount: 0 - due.amount }, 'none'),
    )
  }
  const leave = leaveDue(basic, Math.round(terms.leave_days * 100), divisor)
  lines.push(line('leave', 'Leave not taken', leave, 'month'))
  const yearly = { days: terms.severance_days, divisor: terms.severance_divisor }
  if (terms.reason === 'redundant') {
    const due = severancePay(basic, service, yearly)
    lines.push(line('severance', 'Severance pay', due, 'lump sum'))
  }
  if (terms.service_pay) {
    const due = servicePay(basic, service, { divisor: terms.severance_divisor })
    lines.push(line('service', 'Service pay', due, 'lump sum'))
  }
  const rate = Math.round(terms.gratuity_percent * 100)
  lines.push(line('gratuity', 'Gratuity', gratuity(basic, service, rate), 'lump sum'))
  return lines
}

/** As final pay takes them, without interest of months to come. */
async function loansOf(tx: Tx, employee_id: string, last_day: Day): Promise<Line[]> {
  const owed = await owedOn(tx, employee_id, last_day)
  return owed.map(({ product, code, amount }) => ({
    ...{ code: 'loan', label: product, amount: 0 - amount },
    ...{ rule: null, working: `${code}: what settles it on the last day`, tax: 'none' },
  }))
}

interface LumpSum {
  lump: Cents
  service: Service
  terms: FinalDuesInput
  since: Day
}

/** Each year by its payslips where they are all here, otherwise as whoever asks has entered it. */
async function taxOf(tx: Tx, employee_id: string, { lump, service, terms, since }: LumpSum) {
  const paid = await yearsPaid(tx, employee_id, { since, last: terms.last_day })
  for (const { year, ...entered } of terms.years) if (!paid.has(year)) paid.set(year, entered)
  const known = { completedYears: service.years, last: terms.last_day }
  const { years, tax } = lumpSumTax(lump, known, (year) => paid.get(year))
  return {
    ...{ amount: lump, tax },
    years: (lump > 0 ? years : []).map(({ paid: card, ...year }) => ({
      ...year,
      missing: card === null,
    })),
  }
}

interface YearRow {
  year: number
  months: number
  taxable: string
  reliefs: string
  paye: string
}

/** Years of which every month of employment has a payslip that still counts. */
async function yearsPaid(tx: Tx, employee_id: string, { since, last }: { since: Day; last: Day }) {
  const rows = await tx.all<YearRow>`select left(s.month, 4)::int as year,
      count(distinct s.month) filter (where s.kind = 'monthly') as months, sum(s.taxable) as taxable,
      sum(s.tax_relief + s.nhif_relief + s.housing_relief) as reliefs, sum(s.paye) as paye
    from paid_slips s where s.employee_id = ${employee_id} group by 1`
  const years = new Map<number, YearPaid>()
  for (const { year, months, taxable, reliefs, paye } of rows) {
    const first = since > `${year}-01-01` ? monthOf(since) : `${year}-01`
    // Of the year of leaving, those before the last month: that one is still to be paid.
    const end = last < `${year}-12-31` ? monthOf(last) : `${year}-13`
    const employed = Number(end.slice(5)) - Number(first.slice(5))
    if (months < employed) continue
    years.set(year, { taxable: centsOf(taxable), reliefs: centsOf(reliefs), paye: centsOf(paye) })
  }
  return years
}

/** Redundancy is told to whoever is affected and to the labour officer (Employment Act s. 40). */
function noticesOf({ reason, last_day }: FinalDuesInput) {
  if (reason !== 'redundant') return []
  const by = monthsLater(last_day, -1)
  return [
    { who: 'The employee, or the union', by, rule: 'Employment Act s. 40(1)(a) and (b)' },
    { who: 'The labour officer of the area', by, rule: 'Employment Act s. 40(1)(a) and (b)' },
  ]
}
