import { monthAndYear } from '@mshahara/contract/months'
import { withholding as law } from '@mshahara/engine/consultant'
import { inForce } from '@mshahara/engine/dated'
import { loanProducts } from '@mshahara/engine/loans/products'
import { type LawfulSlip, nameOf } from '../payroll/index.ts'
import type { Period, Plan } from './plan.ts'
import { isHelb } from './returns.ts'
import { sayToStaff } from './sentences.ts'

/** What is withheld for others than the statutory funds: tax on fees, SACCO, pension, union. */

export const titled = ({ month: of, organization }: Period, title: string) => {
  const { month, year } = monthAndYear(of)
  return [[organization.name], [`${title}, ${month} ${year}`], []]
}

/** What tax is withheld on: the fee, without VAT. */
const feeOf = ({ salary, incomes }: LawfulSlip) =>
  incomes.reduce((sum, { taxable, amount }) => (taxable ? sum + amount : sum), salary)

export function withholdingTax(period: Period): Plan {
  const amount = ({ withholding_tax }: LawfulSlip) => withholding_tax
  const { rate } = inForce(law, period.month).value
  return {
    needs: ['incomes'],
    amount,
    lacks: ({ person }) => (person.pin_no ? undefined : 'No KRA PIN: iTax will refuse the row.'),
    nobody: sayToStaff.nobodyWithheld,
    parts: [
      {
        sheet: 'Withholding Tax',
        top: titled(period, 'Withholding tax'),
        headings: ['KRA PIN', 'NAME', 'ID NUMBER', 'NATURE OF PAYMENT', 'RATE', 'FEE', 'TAX'],
        lists: (slip) => amount(slip) > 0,
        row: (slip) => [
          slip.person.pin_no,
          nameOf(slip.person),
          slip.person.id_number,
          'Consultancy fee',
          `${rate / 100}%`,
          feeOf(slip),
          amount(slip),
        ],
        total: { word: 'TOTAL', at: 0 },
      },
    ],
  }
}

/** Under one heading whatever its case, as the run shows it. */
export const remittanceKey = (name: string) => name.toLowerCase()

export function remittance(period: Period, name: string): Plan {
  const key = remittanceKey(name)
  const linesOf = ({ deductions }: LawfulSlip) =>
    deductions.filter(
      (line) => line.kind !== 'statutory' && !isHelb(line) && remittanceKey(line.name) === key,
    )
  const sumOf = (slip: LawfulSlip, of: (line: LawfulSlip['deductions'][number]) => number) =>
    linesOf(slip).reduce((sum, line) => sum + of(line), 0)
  const amount = (slip: LawfulSlip) => sumOf(slip, (line) => line.amount)
  // A lender reconciles by what each person still owes.
  const isLoan = loanProducts(period.month).some((one) => remittanceKey(one.name) === key)
  return {
    needs: ['deductions'],
    amount,
    nobody: (at) => sayToStaff.nobodyDeducted({ name, ...at }),
    parts: [
      {
        sheet: name.replace(/[[\]:*?/\\']/g, '-').slice(0, 31),
        top: titled(period, name),
        headings: [
          ...['STAFF NUMBER', 'FULL NAME', 'ID NUMBER', 'KRA PIN', 'PHONE'],
          ...(isLoan ? ['INSTALMENT', 'BALANCE'] : ['AMOUNT']),
        ],
        lists: (slip) => amount(slip) !== 0,
        row: (slip) => [
          slip.person.employee_no,
          nameOf(slip.person),
          slip.person.id_number,
          slip.person.pin_no,
          slip.person.phone,
          amount(slip),
          ...(isLoan ? [sumOf(slip, (line) => line.balance ?? 0)] : []),
        ],
        total: { word: 'TOTAL', at: 0 },
      },
    ],
  }
}
