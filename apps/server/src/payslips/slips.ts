import { monthAndYear } from '@mshahara/contract/months'
import { lawOf } from '@mshahara/engine/statutory/index'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import {
  type DeductionLine,
  type IncomeLine,
  type Money,
  moneyNames,
  type Person,
} from '../payroll/index.ts'
import { amount, type Content, type Fact, type Line } from './content.ts'

/** From frozen rows to what a payslip says. */

const summed = ['gross', 'paye', 'nssf', 'health', 'housing', 'total_deductions', 'net'] as const
type Sums = Record<(typeof summed)[number], number>

export interface Slip extends Money {
  id: string
  employee_id: string
  payroll_id: string
  month: string
  code: string
  status: 'draft' | 'confirmed' | 'reversed'
  confirmed_at: string | null
  person: Person
  incomes: IncomeLine[]
  deductions: DeductionLine[]
  days: number
  days_of: number
  /** Since January, from confirmed payrolls. */
  year: Sums
}

/**
 * Payslips whose figures are there, in one query whatever their number. What was paid since January
 * counts confirmed payrolls up to the month of the payslip.
 */
export async function slipsOf(tx: Tx, ids: string[]): Promise<Slip[]> {
  const { rows } = await tx.$client.query(
    `select s.id, s.employee_id, s.payroll_id, s.month, s.person, s.incomes, s.deductions, s.days,
       s.days_of, ${moneyNames.map((name) => `s.${name}`).join(', ')},
       r.code, r.status, r.confirmed_at, y.*
     from unnest($1::uuid[]) with ordinality wanted (id, place)
     join payslips s on s.id = wanted.id
     join payrolls r on r.id = s.payroll_id
     cross join lateral (
       select ${summed.map((name) => `coalesce(sum(o.${name}), 0) as year_${name}`).join(', ')}
       from payslips o where o.employee_id = s.employee_id and o.frozen and not o.void
         and o.month between left(s.month, 4) || '-01' and s.month) y
     where s.digest is not null order by wanted.place`,
    [ids],
  )
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(moneyNames.map((name) => [name, centsOf(row[name])])),
    year: Object.fromEntries(summed.map((name) => [name, centsOf(row[`year_${name}`])])),
  }))
}

export interface Issuer {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  pin_no: string | null
}

export const nameOf = ({ first_name, middle_name, last_name }: Person) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

export function contentOf(slip: Slip, issuer: Issuer, logo: boolean, publicUrl: string): Content {
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
    gross: { label: 'Gross pay', ...both(slip, 'gross') },
    taken: { label: 'Total deductions', ...both(slip, 'total_deductions') },
    net: { label: 'Net pay', ...both(slip, 'net') },
    verify: `${publicUrl}/verifyPayslip/${slip.id}`,
  }
}

const both = (slip: Slip, name: keyof Sums) => ({
  amount: amount(slip[name]),
  ...(slip.year.gross > 0 && { year: amount(slip.year[name]) }),
})

const linesOf = ({ address, phone, email, pin_no }: Issuer) =>
  [address, [phone, email].filter(Boolean).join(' · '), pin_no && `PIN ${pin_no}`].filter(
    (line): line is string => Boolean(line),
  )

function markOf({ status }: Slip): string | null {
  if (status === 'draft') return 'Draft: this payroll is not confirmed yet'
  return status === 'reversed' ? 'Reversed: this payslip is no longer valid' : null
}

const known = (facts: [label: string, value: string | null][]): Fact[] =>
  facts.filter((fact): fact is Fact => Boolean(fact[1]))

const workOf = ({ person, days, days_of }: Slip) =>
  known([
    ['Designation', person.designation],
    ['Department', person.department],
    ['Work station', person.station],
    ['Days paid', days === days_of ? null : `${days} of ${days_of} days`],
  ])

function numbersOf({ person, month }: Slip) {
  const bank = [person.bank_name, person.branch_name].filter(Boolean).join(', ')
  return known([
    ['ID no', person.id_number],
    ['KRA PIN', person.pin_no],
    ['NSSF no', person.nssf_no],
    [`${healthOf(month)} no`, person.nhif_no],
    ['Bank', bank || null],
    ['Account no', person.account_no],
  ])
}

const healthOf = (month: string) => (lawOf(month).health.kind === 'shif' ? 'SHIF' : 'NHIF')

function earningsOf({ person, salary, incomes, days, days_of }: Slip): Line[] {
  const label = person.tos === 'Consultant' ? 'Fee' : 'Basic salary'
  const part = days === days_of ? '' : ` (${days} of ${days_of} days)`
  return [
    { label: `${label}${part}`, amount: amount(salary) },
    ...incomes.map((line) => ({ label: line.name, amount: amount(line.amount) })),
  ]
}

const counted: Record<string, keyof Sums> = {
  paye: 'paye',
  nssf: 'nssf',
  health: 'health',
  housing: 'housing',
}

function deductionLine({ id, kind, name, amount: cents }: DeductionLine, slip: Slip): Line {
  const sum = kind === 'statutory' ? counted[id] : undefined
  const year = sum && slip.year.gross > 0 ? amount(slip.year[sum]) : undefined
  return { label: name, amount: amount(cents), year }
}

/** Only where tax was charged: nobody else has anything to follow. */
function taxOf(slip: Slip): Line[] {
  if (slip.income_tax === 0) return []
  const relief = (label: string, cents: number): Line[] =>
    cents > 0 ? [{ label, amount: amount(-cents) }] : []
  return [
    { label: 'Taxable pay', amount: amount(slip.taxable) },
    { label: 'Tax charged', amount: amount(slip.income_tax) },
    ...relief('Personal relief', slip.tax_relief),
    ...relief('Insurance relief', slip.nhif_relief),
    ...relief('Housing relief', slip.housing_relief),
    { label: 'PAYE', amount: amount(slip.paye) },
  ]
}

const employerOf = (slip: Slip): Line[] =>
  (
    [
      ['NSSF', slip.nssf_employer],
      ['Housing Levy', slip.housing_employer],
      ['NITA', slip.nita],
    ] as const
  ).flatMap(([label, cents]) => (cents > 0 ? [{ label, amount: amount(cents) }] : []))

const toDateOf = ({ year, month }: Slip): Line[] =>
  (
    [
      ['Gross pay', year.gross],
      ['PAYE', year.paye],
      ['NSSF', year.nssf],
      [healthOf(month), year.health],
      ['Housing Levy', year.housing],
      ['Net pay', year.net],
    ] as const
  ).flatMap(([label, cents]) => (cents > 0 ? [{ label, amount: amount(cents) }] : []))
