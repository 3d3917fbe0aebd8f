import { employerFigures, figures } from '@mshahara/contract/figures'
import { type Language, monthSaid } from '@mshahara/contract/language'
import type { PaidOut } from '@mshahara/contract/payslips'
import type { RunFacts } from '@mshahara/contract/run-states'
import { lessArrears } from '@mshahara/engine/arrears'
import { type FigureName, statutoryDeductions } from '@mshahara/engine/figures'
import type { DeductionLine, IncomeLine } from '@mshahara/engine/month-pay'
import { payslip } from '@mshahara/engine/payslip'
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
import { languagesOf, periodOf } from './letters.ts'
import { lineIn, quantityIn, type SlipWords, slipWords } from './words.ts'
import { openedBefore, type Summed, summed, type ToDate, toDateWith } from './year.ts'

/** From kept rows to what a payslip says. */

interface Beside {
  payslip_id: string
  code: string
}

interface OfRun {
  code: string
  /** Of an extra run. */
  title: string | null
  status: RunFacts['status']
  confirmed_at: string | null
  /** The day of payment, once somebody has recorded it. */
  paid_on: string | null
  /** The payslip that this one corrects, and the confirmed ones that correct this one. */
  corrects: Beside | null
  corrected_by: Beside[]
  /** By a payout, and what the provider calls it. */
  paid: PaidOut | null
}
/** Since January, from confirmed payrolls and what another system paid before them. */
export interface SlipOfRun extends Slip, OfRun, ToDate {
  /** In which the person reads, and so the language of the paper. */
  language: Language
}

/** Of the payslip `s`: a person is paid once, so there is one such instruction at most. */
export const paidOut = raw(`(select json_build_object('reference', a.receipt, 'at',
    to_char(a.settled_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from payout_attempts a
  where a.organization_id = s.organization_id and a.slip_id = s.id and a.state = 'paid') as paid`)

/** Of the payslip `s`. */
const corrections = raw(`(select json_build_object('payslip_id', o.id, 'code', p.code)
    from payslips o join payrolls p on p.id = o.payroll_id where o.id = s.corrects) as corrects,
  (select coalesce(json_agg(json_build_object('payslip_id', o.id, 'code', p.code)
      order by p.confirmed_at, p.number), '[]')
    from payslips o join payrolls p on p.id = o.payroll_id
    where o.corrects = s.id and o.frozen and not o.void) as corrected_by`)

const needs = ['id', 'payroll_id', 'incomes', 'deductions', 'input', 'days', 'days_of'] as const

/**
 * Payslips whose figures are there, in one query whatever their number. What was paid since January
 * counts confirmed payrolls up to the month of the payslip, and of that month those before it.
 */
export async function slipsOf(tx: Tx, ids: string[]): Promise<SlipOfRun[]> {
  const rows = await tx.all<
    SlipRow &
      OfRun &
      Record<`year_${Summed}`, string> & {
        paid_months: string[]
      }
  >`
    select ${slipColumns(needs)}, r.code, r.title, r.status, r.confirmed_at, d.paid_on, ${paidOut},
      ${corrections}, y.*
    from unnest(${ids}::uuid[]) with ordinality wanted (id, place)
    join payslips s on s.id = wanted.id
    join payrolls r on r.id = s.payroll_id
    left join payroll_payments d on d.id = r.id
    cross join lateral (
      select ${sumsOf(summed, 'o', 'year_')},
        coalesce(json_agg(distinct o.month), '[]') as paid_months
      from paid_slips o where o.employee_id = s.employee_id
        and o.month between left(s.month, 4) || '-01' and s.month
        and (o.month < s.month or o.id = s.id or o.id::text = any (counted_on(s.input)))) y
    where s.digest is not null order by wanted.place`
  const languageOf = await languagesOf(
    tx,
    rows.map(({ employee_id }) => employee_id),
  )
  const openedOf = await openedBefore(tx, rows)
  return rows.map((row) => ({
    ...slipOf(row),
    ...toDateWith(row, centsIn(row, summed, 'year_'), openedOf(row)),
    language: languageOf(row.employee_id),
  }))
}

export interface Issuer {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  pin_no: string | null
}

/** In the person's language; on a screen in that of whoever reads it there. */
export function contentOf(
  slip: SlipOfRun,
  issuer: Issuer,
  logo: boolean,
  publicUrl: string,
  language = slip.language,
): Content {
  const { person } = slip
  const words = slipWords[language]
  const none = !hasYear(slip)
  return {
    words,
    organization: { name: issuer.name, lines: linesOf(issuer), logo },
    period: periodOf(slip, language),
    year: slip.month.slice(0, 4),
    code: slip.code,
    mark: markOf(slip, words),
    person: {
      name: nameOf(person),
      employee_no: person.employee_no,
      work: workOf(slip, words),
      numbers: numbersOf(slip, words),
    },
    earnings: earningsOf(slip, words),
    deductions: slip.deductions.map((line) => deductionLine(line, slip, language)),
    tax: taxOf(slip, language),
    inKind: inKindOf(slip, language),
    employer: employerOf(slip, language),
    toDate: none ? [] : toDateOf(slip, language),
    notes: notesOf(slip, words),
    gross: both(slip, 'gross', language),
    taken: both(slip, 'total_deductions', language),
    net: both(slip, 'net', language),
    verify: `${publicUrl}/verifyPayslip/${slip.id}`,
  }
}

const hasYear = ({ year }: SlipOfRun) => (year.gross ?? 0) > 0
const yearOf = (slip: SlipOfRun, name: Summed) => {
  const sum = slip.year[name]
  return hasYear(slip) && sum !== null ? { year: amount(sum) } : {}
}

const both = (slip: SlipOfRun, name: Summed, language: Language): ContentLine => ({
  label: lineIn(figures[name].words, language),
  amount: amount(slip[name]),
  ...yearOf(slip, name),
})

/** Which months of the year another system paid, and what is not known of them. */
function notesOf(slip: SlipOfRun, words: SlipWords): string[] {
  const { elsewhere, year, month, only } = slip
  const unknown = summed.filter((name) => year[name] === null)
  const nameOf = (name: Summed) =>
    statutoryDeductions(month).find(({ figure }) => figure === name)?.name ?? figures[name].words
  return [
    ...elsewhere.map(({ source, ...months }) => words.fromElsewhere(months, source)),
    ...(only.length > 0 && hasYear(slip) ? [words.only(only)] : []),
    ...(unknown.length > 0
      ? [words.unknown(unknown.map((name) => lineIn(nameOf(name), words.language)).join(', '))]
      : []),
  ]
}

const linesOf = ({ address, phone, email, pin_no }: Issuer) =>
  [address, [phone, email].filter(Boolean).join(' · '), pin_no && `PIN ${pin_no}`].filter(
    (line): line is string => Boolean(line),
  )

function markOf({ status }: SlipOfRun, words: SlipWords): string | null {
  if (status === 'draft') return words.draft
  return status === 'reversed' ? words.reversed : null
}

const filledIn = (facts: [label: string, value: string | null][]): Fact[] =>
  facts.filter((fact): fact is Fact => Boolean(fact[1]))

const workOf = (
  { title, corrects, person, days, days_of, paid, paid_on }: SlipOfRun,
  words: SlipWords,
) =>
  filledIn([
    [words.designation, person.designation],
    [words.department, person.department],
    [words.station, person.station],
    [words.daysPaid, title || days === days_of ? null : words.days(days, days_of)],
    [words.corrects, corrects?.code ?? null],
    [words.paidOn, dayInWords(paid ? dayOf(new Date(paid.at)) : paid_on, words.language)],
    [words.reference, paid?.reference ?? null],
  ])

/** '2026-03-28' → "28 March 2026". */
const dayInWords = (day: string | null, language: Language): string | null =>
  day && `${Number(day.slice(8))} ${monthSaid(day, language)}`

function numbersOf({ person, month }: SlipOfRun, words: SlipWords) {
  const bank = [person.bank_name, person.branch_name].filter(Boolean).join(', ')
  return filledIn([
    [words.idNo, person.id_number],
    [words.kraPin, person.pin_no],
    [words.nssfNo, person.nssf_no],
    [words.healthNo(month), person.nhif_no],
    [words.bank, bank || null],
    [words.accountNo, person.account_no],
  ])
}

function earningsOf(
  { title, person, salary, incomes, days, days_of }: SlipOfRun,
  words: SlipWords,
): ContentLine[] {
  const { language } = words
  const label = person.tos === 'Consultant' ? words.fee : lineIn(figures.salary.words, language)
  const part = days === days_of ? '' : ` (${words.days(days, days_of)})`
  // An extra run pays none; a correction may.
  const basic =
    title === null || salary !== 0 ? [{ label: `${label}${part}`, amount: amount(salary) }] : []
  return [
    ...basic,
    ...incomes.map((line) => ({
      label: incomeLabel(line, language),
      amount: amount(line.amount),
    })),
  ]
}

const incomeLabel = ({ name, quantity }: IncomeLine, language: Language) =>
  quantity
    ? `${lineIn(name, language)} (${quantityIn(quantity, language)})`
    : lineIn(name, language)

const isSummed = (name: FigureName | undefined): name is Summed =>
  summed.some((one) => one === name)

function deductionLine(
  { id, kind, name, amount: cents }: DeductionLine,
  slip: SlipOfRun,
  language: Language,
): ContentLine {
  // Those of arrears have names of their own, and are in the year's sum with the month's.
  const own = statutoryDeductions(slip.month).find(
    (one) => kind === 'statutory' && one.code === id && one.name === name,
  )
  const figure = own?.figure
  const year = isSummed(figure) ? yearOf(slip, figure) : {}
  return { label: lineIn(name, language), amount: amount(cents), ...year }
}

/** Only where tax was charged: nobody else has anything to follow. */
function taxOf(whole: SlipOfRun, language: Language): ContentLine[] {
  // Arrears are taxed in their own months.
  const slip = { ...whole, ...lessArrears(whole, whole.input?.arrears ?? []) }
  if (slip.income_tax === 0) return []
  const line = (name: FigureName, sign = 1): ContentLine => ({
    label: lineIn(figures[name].words, language),
    amount: amount(sign * slip[name]),
  })
  const reliefs = (['tax_relief', 'nhif_relief', 'housing_relief'] as const).filter(
    (name) => slip[name] > 0,
  )
  const steps = stepsToTaxable(slip.input, slip.month)
  return [
    ...steps.map(({ label, amount: cents }) => ({
      label: lineIn(label, language),
      amount: amount(cents),
    })),
    line('taxable'),
    line('income_tax'),
    ...reliefs.map((name) => line(name, -1)),
    line('paye'),
  ]
}

/** What each counts as by itself; limits and what is recovered show in the tax calculation. */
function inKindOf({ input, month }: SlipOfRun, language: Language): ContentLine[] {
  const { benefits = [], quarters } = input ?? {}
  const house = quarters ? payslip(input, month).housingBenefit : 0
  return some(
    [
      ...benefits.map((one): [string, number] => [one.name, one.amount]),
      ['House from the employer', house],
    ],
    language,
  )
}

const some = (lines: [name: string, cents: number | null][], language: Language): ContentLine[] =>
  lines.flatMap(([name, cents]) =>
    cents ? [{ label: lineIn(name, language), amount: amount(cents) }] : [],
  )

/** A scheme goes by its own name in every language. */
const employerOf = (slip: SlipOfRun, language: Language): ContentLine[] => [
  ...some(
    employerFigures.map((name) => [figures[name].words, slip[name]]),
    language,
  ),
  ...(slip.input.pensions ?? [])
    .filter(({ employer }) => employer > 0)
    .map(({ name, employer }) => ({ label: name, amount: amount(employer) })),
]

const toDateOf = ({ year, month }: SlipOfRun, language: Language): ContentLine[] =>
  some(
    [
      [figures.gross.words, year.gross],
      ...statutoryDeductions(month).flatMap(({ name, figure }): [string, number | null][] =>
        isSummed(figure) ? [[name, year[figure]]] : [],
      ),
      [figures.net.words, year.net],
    ],
    language,
  )
