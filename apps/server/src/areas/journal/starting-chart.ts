import { type Nature, natures } from '@mshahara/contract/journal'

/** A chart to begin with: the account of each kind of line, by its code or its beginning. */

interface Start {
  /** A whole code, or the beginning of those that end with a name (`income:`). */
  line: string
  /** Of lines that every organisation has: they are there before anything was paid. */
  label?: string
  nature: Nature
  code: string
  account: string
}

const start = (
  nature: Nature,
  code: string,
  account: string,
  lines: readonly (readonly [line: string, label?: string])[],
): Start[] =>
  lines.map(([line, label]) => ({ line, nature, code, account, ...(label && { label }) }))

export const startingChart: readonly Start[] = [
  ...start('money', '1000', 'Bank', [['money:bank', 'Bank']]),
  ...start('money', '1010', 'M-PESA', [['money:mpesa', 'M-PESA']]),
  ...start('money', '1020', 'Cash in hand', [['money:cash', 'Cash']]),
  ...start('receivable', '1200', 'Staff loans and advances', [['loan:']]),
  ...start('receivable', '1210', 'Owed by staff', [
    ['claims', 'Owed by people who left'],
    ['overpaid', 'Overpaid, to be taken back'],
  ]),
  ...start('payable', '2100', 'Net pay payable', [
    ['net:bank', 'Net pay by bank'],
    ['net:mpesa', 'Net pay by M-PESA'],
    ['net:cash', 'Net pay in cash'],
  ]),
  ...start('payable', '2200', 'PAYE payable', [['paye', 'PAYE']]),
  ...start('payable', '2210', 'NSSF payable', [['nssf', 'NSSF']]),
  ...start('payable', '2220', 'SHIF payable', [['health', 'SHIF / NHIF']]),
  ...start('payable', '2230', 'Housing levy payable', [['housing', 'Housing Levy']]),
  ...start('payable', '2240', 'NITA payable', [['nita', 'NITA']]),
  ...start('payable', '2250', 'Withholding tax payable', [['withholding', 'Withholding Tax']]),
  ...start('payable', '2260', 'Pension payable', [['pension:']]),
  ...start('payable', '2270', 'Other deductions payable', [['deduction:']]),
  ...start('income', '4000', 'Interest and fees on staff loans', [
    ['loan-interest', 'Interest on loans'],
    ['loan-fees', 'Fees on loans'],
  ]),
  ...start('income', '4090', 'Rounding', [['rounding', 'Cents not paid by M-PESA']]),
  ...start('cost', '6000', 'Salaries and wages', [
    ['salary', 'Basic pay'],
    ['arrears', 'Arrears of pay'],
  ]),
  ...start('cost', '6010', 'Allowances and other pay', [['income:'], ['commission', 'Commission']]),
  ...start('cost', '6020', 'Consultancy fees', [['fee', 'Consultancy fees']]),
  ...start('cost', '6030', 'Casual wages', [
    ['casual:pay', 'Casual pay'],
    ['casual:overtime', 'Casual overtime'],
    ['casual:advance', 'Casual advances'],
  ]),
  ...start('cost', '6090', 'Recovered from staff', [['recovered:']]),
  ...start('cost', '6100', 'NSSF, employer', [['cost:nssf', 'NSSF, employer']]),
  ...start('cost', '6110', 'Housing levy, employer', [['cost:housing', 'Housing Levy, employer']]),
  ...start('cost', '6120', 'NITA levy', [['cost:nita', 'NITA, employer']]),
  ...start('cost', '6130', 'Pension, employer', [['cost:pension', 'Pension, employer']]),
  ...start('cost', '6140', 'Fringe benefit tax', [['cost:fringe', 'Fringe Benefit Tax']]),
  ...start('cost', '6200', 'Staff debts written off', [['written-off', 'Written off']]),
]

export const startOf = (line: string): Start | undefined =>
  startingChart.find((one) => one.line === line) ??
  startingChart.find((one) => one.line.endsWith(':') && line.startsWith(one.line))

/** Costs first, money last, as a trial balance has them. */
export const inOrder = (a: { nature: Nature; label: string }, b: typeof a) =>
  natures.indexOf(a.nature) - natures.indexOf(b.nature) || a.label.localeCompare(b.label)
