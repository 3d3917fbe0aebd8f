import { employerFigures, figures } from '@mshahara/contract/figures'
import { monthAndYear } from '@mshahara/contract/months'
import type { PaidOut } from '@mshahara/contract/payslips'
import type { RunFacts } from '@mshahara/contract/run-states'
import { type FigureName, healthName, statutoryDeductions } from '@mshahara/engine/figures'
import type { DeductionLine } from '@mshahara/engine/month-pay'
import { incomeLabel } from '@mshahara/engine/month-working'
import { stepsToTaxable } from '@mshahara/engine/taxable'
import { dayOf } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'
import {
  centsIn,
  nameOf,
  type Slip,
  type SlipRow,
  slipColumns,
  slipOf,
  sumsOf,
} from '../payroll/index.ts'
import { amount, type Content, type ContentLine, type Fact } from './content.ts'

/** From kept rows to what a payslip says. */

const summed = ['gross', 'paye', 'nssf', 'health', 'housing', 'total_deductions', 'net'] as const
type Summed = (typeof summed)[number]

interface OfRun {
  code: string
  status: RunFacts['status']
  confirmed_at: string | null
  /** The day of payment, once somebody has recorded it. */
  paid_on: string | null
  /** By a payout, and what the provider calls it. */
  paid: PaidOut | null
}
export interface SlipOfRun extends Slip, OfRun {
  /** Since January, from confirmed payrolls. */
  year: Record<Summed, number>
}

/** Of the payslip `s`: a person is paid once, so there is one such instruction at most. */
export const paidOut = raw(`(select json_build_object('reference', a.receipt, 'at',
    to_char(a.settled_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from payout_attempts a
  where a.organization_id = s.organization_id and a.slip_id = s.id and a.state = 'paid') as paid`)

const needs = ['id', 'payroll_id', 'incomes', 'deductions', 'input', 'days', 'days_of'] as const

/**
 * Payslips whose figures are there, in one query whatever their number. What was paid since January
 * counts confirmed payrolls up to the month of the payslip.
 */
export async function slipsOf(tx: Tx, ids: string[]): Promise<SlipOfRun[]> {
  const rows = await tx.all<SlipRow & OfRun & Record<`year_${Summed}`, string>>`
    select ${slipColumns(needs)}, r.code, r.status, r.confirmed_at, d.paid_on, ${paidOut}, y.*
    from unnest(${ids}::uuid[]) with ordinality wanted (id, place)
    join payslips s on s.id = wanted.id
    join payrolls r on r.id = s.payroll_id
    left join payroll_payments d on d.id = r.id
    cross join lateral (
      select ${sumsOf(summed, 'o', 'year_')}
      from paid_slips o where o.employee_id = s.employee_id
        and o.month between left(s.month, 4) || '-01' and s.month) y
    where s.digest is not null order by wanted.place`
  return rows.map((row) => ({ ...slipOf(row), year: centsIn(row, summed, 'year_') }))
}

export interface Issuer {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  pin_no: string | null
}

export function contentOf(
  slip: SlipOfRun,
  issuer: Issuer,
  logo: boolean,
  publicUrl: string,
): Content {
  const { month, year } = monthAndYear(slip.month)
  const { person } = slip
  const none = slip.year.gross === 0
  return {
    organization: { name: issuer.name, lines: linesOf(issuer), logo },
    period: `${month} ${year}`,
    year: String(year),
    code: slip.code,
    mark: markOf(slip),
    person: {
      name: nameOf(person),
      employee_no: person.employee_no,
      work: workOf(slip),
      numbers: numbersOf(slip),
    },
    earnings: earningsOf(slip),
    deductions: slip.deductions.map((line) => deductionLine(line, slip)),
    tax: taxOf(slip),
    employer: employerOf(slip),
    toDate: none ? [] : toDateOf(slip),
    gross: both(slip, 'gross'),
    taken: both(slip, 'total_deductions'),
    net: both(slip, 'net'),
    verify: `${publicUrl}/verifyPayslip/${slip.id}`,
  }
}

const both = (slip: SlipOfRun, name: Summed): ContentLine => ({
  label: figures[name].words,
  amount: amount(slip[name]),
  ...(slip.year.gross > 0 && { year: amount(slip.year[name]) }),
})

const linesOf = ({ address, phone, email, pin_no }: Issuer) =>
  [address, [phone, email].filter(Boolean).join(' · '), pin_no && `PIN ${pin_no}`].filter(
    (line): line is string => Boolean(line),
  )

function markOf({ status }: SlipOfRun): string | null {
  if (status === 'draft') return 'Draft: this payroll is not confirmed yet'
  return status === 'reversed' ? 'Reversed: this payslip is no longer valid' : null
}

const filledIn = (facts: [label: string, value: string | null][]): Fact[] =>
  facts.filter((fact): fact is Fact => Boolean(fact[1]))

const workOf = ({ person, days, days_of, paid, paid_on }: SlipOfRun) =>
  filledIn([
    ['Designation', person.designation],
    ['Department', person.department],
    ['Work station', person.station],
    ['Days paid', days === days_of ? null : `${days} of ${days_of} days`],
    ['Paid on', dayInWords(paid ? dayOf(new Date(paid.at)) : paid_on)],
    ['Reference', paid?.reference ?? null],
  ])

/** '2026-03-28' → "28 March 2026". */
function dayInWords(day: string | null): string | null {
  if (day === null) return null
  const { month, year } = monthAndYear(day)
  return `${Number(day.slice(8))} ${month} ${year}`
}

function numbersOf({ person, month }: SlipOfRun) {
  const bank = [person.bank_name, person.branch_name].filter(Boolean).join(', ')
  return filledIn([
    ['ID no', person.id_number],
    ['KRA PIN', person.pin_no],
    ['NSSF no', person.nssf_no],
    [`${healthName(month)} no`, person.nhif_no],
    ['Bank', bank || null],
    ['Account no', person.account_no],
  ])
}

function earningsOf({ person, salary, incomes, days, days_of }: SlipOfRun): ContentLine[] {
  const label = person.tos === 'Consultant' ? 'Fee' : figures.salary.words
  const part = days === days_of ? '' : ` (${days} of ${days_of} days)`
  return [
    { label: `${label}${part}`, amount: amount(salary) },
    ...incomes.map((line) => ({ label: incomeLabel(line), amount: amount(line.amount) })),
  ]
}

const isSummed = (name: FigureName | undefined): name is Summed =>
  summed.some((one) => one === name)

function deductionLine(
  { id, kind, name, amount: cents }: DeductionLine,
  slip: SlipOfRun,
): ContentLine {
  const own =
    kind === 'statutory' && statutoryDeductions(slip.month).find(({ code }) => code === id)
  const figure = own ? own.figure : undefined
  const year = isSummed(figure) && slip.year.gross > 0 ? amount(slip.year[figure]) : undefined
  return { label: name, amount: amount(cents), year }
}

/** Only where tax was charged: nobody else has anything to follow. */
function taxOf(slip: SlipOfRun): ContentLine[] {
  if (slip.income_tax === 0) return []
  const line = (name: FigureName, sign = 1): ContentLine => ({
    label: figures[name].words,
    amount: amount(sign * slip[name]),
  })
  const reliefs = (['tax_relief', 'nhif_relief', 'housing_relief'] as const).filter(
    (name) => slip[name] > 0,
  )
  const steps = stepsToTaxable(slip.input, slip.month)
  return [
    ...steps.map(({ label, amount: cents }) => ({ label, amount: amount(cents) })),
    line('taxable'),
    line('income_tax'),
    ...reliefs.map((name) => line(name, -1)),
    line('paye'),
  ]
}

const some = (lines: [label: string, cents: number][]): ContentLine[] =>
  lines.flatMap(([label, cents]) => (cents > 0 ? [{ label, amount: amount(cents) }] : []))

const employerOf = (slip: SlipOfRun): ContentLine[] =>
  some(employerFigures.map((name) => [figures[name].words, slip[name]]))

const toDateOf = ({ year, month }: SlipOfRun): ContentLine[] =>
  some([
    [figures.gross.words, year.gross],
    ...statutoryDeductions(month).flatMap(({ name, figure }): [string, number][] =>
      isSummed(figure) ? [[name, year[figure]]] : [],
    ),
    [figures.net.words, year.net],
  ])
