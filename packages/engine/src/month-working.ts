import { arrearsNet, arrearsPay, inWords } from './arrears.ts'
import type { Arrears } from './arrears-kept.ts'
import type { ValuedBenefit } from './benefits.ts'
import { valueAddedTax, withholding } from './consultant.ts'
import { inForce, type Month } from './dated.ts'
import { type ExplainedLine, type Explanation, explain } from './explain.ts'
import { statutoryDeductions } from './figures.ts'
import { formatShillings, percent } from './money.ts'
import type { DeductionLine, IncomeLine, MonthPay } from './month-pay.ts'
import type { LineCode } from './payslip.ts'
import type { Cents } from './units.ts'

/** Why every line of a month's pay is what it is, told from what was kept of it. */

export interface PayWorking {
  /** What of the payslip it tells about, such as "gross" or "statutory paye"; most lines do not. */
  figure: string | null
  code: string
  label: string
  amount: Cents
  because: Explanation
}

type StoredPay = Pick<MonthPay, 'incomes' | 'deductions' | 'input'> &
  Pick<MonthPay['figures'], 'salary' | 'withholding_tax' | 'days' | 'days_of'>

/** One name is one column, whatever its case; the law's own are known by their code. */
export const incomeKey = ({ name }: Pick<IncomeLine, 'name'>) => name.toLowerCase()
export const deductionKey = ({ id, name, kind }: Pick<DeductionLine, 'id' | 'name' | 'kind'>) =>
  kind === 'statutory' ? `statutory ${id}` : name.toLowerCase()

/** "Absence (2 days)": the name is the column's, the quantity this person's. */
export const incomeLabel = ({ name, quantity }: Pick<IncomeLine, 'name' | 'quantity'>) =>
  quantity ? `${name} (${quantity})` : name

const figureOfLine: Partial<Record<LineCode, string>> = {
  grossPay: 'gross',
  taxablePay: 'taxable',
  taxCharged: 'income_tax',
  personalRelief: 'tax_relief',
  insuranceRelief: 'nhif_relief',
  ahlRelief: 'housing_relief',
  totalDeductions: 'total_deductions',
  netPay: 'net',
}

export function explainPay(kept: StoredPay, month: Month): PayWorking[] {
  const figures = new Map(Object.entries(figureOfLine))
  for (const { line, code } of statutoryDeductions(month)) {
    if (line) figures.set(line, `statutory ${code}`)
  }
  return [
    salaryWorking(kept, month),
    ...kept.incomes.map((line) => incomeWorking(line, kept, month)),
    ...(kept.withholding_tax > 0 ? [withholdingWorking(kept.withholding_tax, month)] : []),
    ...kept.deductions.filter(({ kind }) => kind !== 'statutory').map(deductionWorking),
    ...kept.deductions.filter(isOfArrears).map(arrearsWorking),
    ...(kept.input.benefits ?? []).map(benefitWorking),
    ...explain(kept.input, month).map((line) => ({
      ...withArrears(line, kept.input.arrears ?? []),
      figure: figures.get(line.code) ?? null,
    })),
  ]
}

/** The law's own lines of the month are told by `explain`. */
const isOfArrears = ({ kind, working }: DeductionLine) => kind === 'statutory' && working

const arrearsWorking = ({ name, amount, working = '' }: DeductionLine): PayWorking => ({
  ...{ figure: null, code: name, label: name, amount },
  because: plain(working),
})

/** What it counts as by itself; limits are told with what is taxed of all of them. */
const benefitWorking = ({ name, amount, working }: ValuedBenefit, at: number): PayWorking => ({
  // Somebody may have two cars.
  ...{ figure: null, code: `benefit ${at + 1} ${name.toLowerCase()}`, label: name, amount },
  because: plain(working),
})

/** What stands for the whole payslip has the arrears in it; the law is of its own month. */
function withArrears(line: ExplainedLine, arrears: readonly Arrears[]): ExplainedLine {
  const net = arrearsNet(arrears)
  const pay = arrearsPay(arrears)
  const more = { grossPay: pay, totalDeductions: pay - net, netPay: net }[line.code as 'netPay']
  if (!more) return line
  const amount = line.amount + more
  const told = `${line.because.working}; with ${formatShillings(more)} of arrears ${formatShillings(amount)}`
  return { ...line, amount, because: { ...line.because, working: told } }
}

const plain = (working: string): Explanation => ({ rule: null, from: null, source: null, working })

const isWhole = ({ days, days_of }: StoredPay) => days === days_of
const worked = ({ days, days_of }: StoredPay) => `${days} of ${days_of} days`

const salaryWorking = (kept: StoredPay, month: Month): PayWorking => ({
  figure: 'salary',
  code: 'salary',
  label: 'Salary',
  amount: kept.salary,
  because: plain(salaryWhy(kept, month)),
})

function salaryWhy(kept: StoredPay, month: Month): string {
  const { agreedNet } = kept.input
  if (!agreedNet) return isWhole(kept) ? 'For the whole month' : `For ${worked(kept)} of the month`
  const { net, gross, reached } = agreedNet
  const nearest = reached === net ? '' : `, the least that leaves it: ${formatShillings(reached)}`
  const whole = isWhole(kept) ? '' : ` ${formatShillings(gross)}`
  const days = isWhole(kept) ? '' : `, for ${worked(kept)} of the month`
  return `Agreed net ${formatShillings(net)}; gross${whole} by the law of ${inWords(month)}${nearest}${days}`
}

function incomeWorking(line: IncomeLine, kept: StoredPay, month: Month): PayWorking {
  const code = `income ${incomeKey(line)}`
  const why = line.working ?? incomeWhy(line, kept, month)
  return { figure: code, code, label: incomeLabel(line), amount: line.amount, because: plain(why) }
}

function incomeWhy(
  { kind, taxable, one_off, type }: IncomeLine,
  kept: StoredPay,
  month: Month,
): string {
  if (kind === 'vat') return `${percent(inForce(valueAddedTax, month).value)} on top of the fee`
  const tax = taxable ? 'taxable' : 'not taxable, outside every base'
  const nature = type === 'leave' ? 'leave pay' : 'one-off'
  const how = one_off ? `${nature}: outside SHIF and Housing Levy` : 'as recorded'
  const days = kind === 'allowance' && !isWhole(kept) ? `, for ${worked(kept)}` : ''
  return `${how}, ${tax}${days}`
}

function deductionWorking(line: DeductionLine): PayWorking {
  const code = `deduction ${deductionKey(line)}`
  const because = plain(line.working ?? 'as recorded')
  return { figure: code, code, label: line.name, amount: line.amount, because }
}

function withholdingWorking(amount: Cents, month: Month): PayWorking {
  const { from, source, value } = inForce(withholding, month)
  const code = 'statutory withholding'
  const working = `${percent(value.rate)} of the fee, ${formatShillings(amount)}`
  const because = { rule: 'Withholding tax on consultancy', from, source, working }
  return { figure: code, code, label: 'Withholding Tax', amount, because }
}
