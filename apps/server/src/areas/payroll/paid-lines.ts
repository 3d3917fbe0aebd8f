import type { CorrectionSide } from '@mshahara/contract/corrections'
import { owedKind, owedLine } from '@mshahara/engine/correction'
import { formatShillings } from '@mshahara/engine/money'
import type { DeductionLine, IncomeLine, PayPart } from '@mshahara/engine/month-pay'
import { cents } from '../../foundation/pay/intake.ts'

/** What a payslip and its corrections paid, line by line, and what that leaves to correct. Pure. */

/** A payslip as JSON has it: lines are cents, columns shillings. */
export interface PaidSlip {
  salary: number | null
  incomes: IncomeLine[] | null
  deductions: DeductionLine[] | null
  /** Taken before tax, in cents. */
  pension: number | null
  medical: number | null
}

/** What a line is; amounts are positive, of absence what it took. */
export interface LineFacts {
  side: CorrectionSide
  key: string
  name: string
  kind: string
  type?: string | null
  taxable: boolean
  one_off: boolean
  before_tax: boolean
}
export interface PaidLine extends LineFacts {
  paid: number
}
export interface DueLine extends LineFacts {
  due: number
}
export interface LeftOut {
  name: string
  why: string
}

const salaryLine: LineFacts = {
  ...{ side: 'salary', key: 'salary', name: 'Basic pay', kind: 'salary' },
  ...{ taxable: true, one_off: false, before_tax: false },
}

export const keyOf = ({ side, key }: Pick<LineFacts, 'side' | 'key'>) => `${side} ${key}`

/** Of all of them together: what a correction added counts like what was there. */
export function paidLines(slips: readonly PaidSlip[]): { lines: PaidLine[]; left_out: LeftOut[] } {
  const lines = new Map<string, PaidLine>()
  const left_out = new Map<string, LeftOut>()
  const add = (facts: LineFacts, amount: number) => {
    const known = lines.get(keyOf(facts))
    lines.set(keyOf(facts), { ...(known ?? facts), paid: (known?.paid ?? 0) + amount })
  }
  add(salaryLine, 0)
  for (const slip of slips) {
    add(salaryLine, cents(slip.salary))
    for (const line of slip.incomes ?? []) {
      const why = incomeElsewhere(line)
      if (why) left_out.set(line.name, { name: line.name, why })
      else add(factsOfIncome(line), line.kind === 'absence' ? 0 - line.amount : line.amount)
    }
    for (const line of slip.deductions ?? []) {
      if (line.kind === 'statutory' || line.kind === owedLine) continue
      const why = deductionElsewhere(line, slip)
      if (why) left_out.set(line.name, { name: line.name, why })
      else add(factsOfDeduction(line, slip), line.amount)
    }
  }
  return { lines: [...lines.values()], left_out: [...left_out.values()] }
}

const ofLeave = 'Leave has its own record: change it there.'

/** Leave and arrears have their own records; days not worked are variable pay's. */
function incomeElsewhere({ id, kind, type, quantity = '' }: IncomeLine): string | null {
  if (kind === 'arrears') return 'Arrears follow the salary: change it from their month.'
  if (kind === 'absence') return /^absence( untaxed)?$/.test(id) ? null : ofLeave
  const byDays = kind === 'income' && (type === 'leave' || / days?$/.test(quantity))
  return byDays ? ofLeave : null
}

function deductionElsewhere(line: DeductionLine, slip: PaidSlip): string | null {
  if (line.kind === 'loan') return 'A loan has its own record: correct it there.'
  if (line.kind === owedKind) return 'It takes back what another correction left owed.'
  if (beforeTax(line, slip) === null) return 'Some of it was taken before tax and some after.'
  return null
}

/** Payslips keep what was taken before tax as one sum; null where lines of one kind differ. */
function beforeTax({ kind }: DeductionLine, { deductions, pension, medical }: PaidSlip) {
  if (kind !== 'pension' && kind !== 'post-retirement medical') return false
  const before = (kind === 'pension' ? pension : medical) ?? 0
  const all = (deductions ?? []).reduce((sum, l) => (l.kind === kind ? sum + l.amount : sum), 0)
  if (before === all) return true
  return before === 0 ? false : null
}

const factsOfIncome = ({ id, name, kind, type, taxable, one_off }: IncomeLine): LineFacts => ({
  ...{ side: 'income', key: id, name, kind, taxable, one_off, before_tax: false },
  ...(type && { type }),
})

const factsOfDeduction = (line: DeductionLine, slip: PaidSlip): LineFacts => ({
  ...{ side: 'deduction', key: line.id, name: line.name, kind: line.kind },
  ...{ taxable: false, one_off: false, before_tax: beforeTax(line, slip) === true },
})

/** What should have been less what was paid, as parts of a correction. */
export function differences(due: readonly DueLine[], slips: readonly PaidSlip[]): PayPart[] {
  const paid = new Map(paidLines(slips).lines.map((line) => [keyOf(line), line.paid]))
  return due.flatMap((line): PayPart[] => {
    const was = paid.get(keyOf(line)) ?? 0
    return line.due === was ? [] : [partOf(line, was)]
  })
}

function partOf(line: DueLine, was: number): PayPart {
  const { side, key: id, name, kind, type, taxable, one_off, before_tax, due } = line
  const amount = due - was
  if (side === 'salary') return { side, amount }
  const working = `${formatShillings(due)} should have been, ${formatShillings(was)} was`
  if (side === 'deduction') return { side, before_tax, line: { id, name, kind, amount, working } }
  const sign = kind === 'absence' ? -1 : 1
  const facts = { id, name, kind: kind as IncomeLine['kind'], taxable, one_off, working }
  return { side, line: { ...facts, amount: sign * amount, ...(type && { type }) } }
}

export const natureOf = ({ side, kind, type, taxable, one_off, before_tax }: LineFacts): string => {
  if (side === 'salary') return 'Basic pay'
  if (side === 'deduction') return before_tax ? 'Deduction before tax' : 'Deduction'
  if (kind === 'absence') return 'Taken for days not worked'
  if (kind === 'vat') return 'On top of the fee'
  if (!taxable) return 'Not taxable'
  return type === 'overtime' ? 'Overtime' : one_off ? 'Taxable, one-off' : 'Taxable'
}
