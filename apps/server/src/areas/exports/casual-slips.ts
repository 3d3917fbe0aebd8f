import { casualFigures } from '@mshahara/engine/casual-month-to-date'
import type { FigureName } from '@mshahara/engine/figures'
import type { PayOptions } from '@mshahara/engine/input'
import { payslip } from '@mshahara/engine/payslip'
import type { Tx } from '../../foundation/core/db.ts'
import {
  type CasualDeducted,
  type CasualMonth,
  casualMonths,
  casualsDeducted,
} from '../casual-payroll/index.ts'
import type { LawfulSlip } from '../payroll/index.ts'

/**
 * Casuals in the month's returns and on the year's cards: one line each for a month, over all of
 * their payrolls of it (C1).
 */

export const casualSlips = async (tx: Tx, months: readonly string[], ids?: readonly string[]) =>
  (await casualMonths(tx, months, ids)).map(slipOf)

/** With what was taken for others than the law, and nothing else: for whom it is paid over to. */
export const deductedSlips = async (tx: Tx, month: string) =>
  (await casualsDeducted(tx, month)).map(slipOfDeducted)

function slipOfDeducted({ lines, ...casual }: CasualDeducted): LawfulSlip {
  const deductions = lines.map((line) => ({ ...line, kind: 'other', id: '' }))
  return { ...slipOf({ ...casual, figures: noFigures }), deductions }
}
const noFigures = Object.fromEntries(
  casualFigures.map((name) => [name, 0]),
) as CasualMonth['figures']

/** As the organisation's switches and rounding were: the figures tell. */
const optionsOf = ({
  nssf,
  health,
  housing,
  nita,
}: CasualMonth['figures']): Partial<PayOptions> => ({
  nita: nita > 0,
  nssf: nssf > 0,
  health: health > 0,
  ahl: housing > 0,
  // A whole amount is the same by either.
  shifRounding: health % 100 === 0 ? 'shilling' : 'cent',
})

const none: Record<
  Extract<FigureName, 'withholding_tax' | 'other_deductions' | 'total_deductions' | 'net'>,
  number
> = { withholding_tax: 0, other_deductions: 0, total_deductions: 0, net: 0 }

function slipOf({ casual_id, month, person, figures }: CasualMonth): LawfulSlip {
  const { casual_no, piece: _, pay_by: __, ...known } = person
  const input = { salary: figures.gross, incomes: [], options: optionsOf(figures) }
  const { paye, nssf, health, housing, gross } = figures
  const taken = paye + nssf + health + housing
  return {
    ...none,
    ...figures,
    total_deductions: taken,
    net: gross - taken,
    id: casual_id,
    employee_id: casual_id,
    payroll_id: '',
    month,
    days: 0,
    days_of: 0,
    incomes: [],
    deductions: [],
    input,
    law: payslip(input, month),
    person: {
      ...known,
      employee_no: casual_no,
      email: null,
      bank_name: null,
      branch_name: null,
      bank_code: null,
      branch_code: null,
      account_no: null,
      tos: 'Casual',
      designation: null,
      employment_date: `${month}-01`,
      termination_date: null,
      disability: false,
      disability_certificate_no: null,
      disability_certificate_expiry: null,
      resident: true,
      primary_employment: true,
      nssf_tier2_contracted_out: false,
      nssf_continues: false,
      vat_registered: false,
      pay_by: null,
      email_payslip: false,
    },
  }
}
