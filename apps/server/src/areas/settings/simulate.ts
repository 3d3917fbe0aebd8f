import type { contract } from '@mshahara/contract'
import { employerFigures } from '@mshahara/contract/figures'
import {
  type Cents,
  explain,
  healthName,
  isChecked,
  LawError,
  monthPay,
  netToGross,
  type PayOptions,
} from '@mshahara/engine'
import { allow } from '../../foundation/core/attempts.ts'
import { failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { say } from './sentences.ts'

/** Open to everybody, so that anyone can see that the figures are right; hence the allowance. */
const calculations = [{ name: 'simulate', place: 120, seconds: 60 }]

export const simulate: Handler<(typeof contract.settings)['simulate']> = async (ctx, { body }) => {
  await allow(ctx, calculations)
  const month = body.month ?? ctx.today.slice(0, 7)
  const options: Partial<PayOptions> = {
    disability: body.disability,
    paye: body.paye,
    health: body.nhif,
    nssf: body.nssf,
    ahl: body.housing,
    nita: body.nita,
  }
  try {
    const { salary, exact } = startingFrom(body.gross, body.net, month, options)
    const { figures, input } = monthPay([{ side: 'salary', amount: salary }], { options }, month)
    return {
      month,
      checked: isChecked(month),
      health: healthName(month),
      gross: figures.gross,
      taxable: figures.taxable,
      tax: figures.paye,
      nhif: figures.health,
      nssf: figures.nssf,
      nhif_relief: figures.nhif_relief,
      tax_relief: figures.tax_relief + figures.housing_relief,
      housing_levy: figures.housing,
      total_deductions: figures.total_deductions,
      net: figures.net,
      nssf_employer: figures.nssf_employer,
      housing_employer: figures.housing_employer,
      nita: figures.nita,
      employer_cost: figures.gross + employerFigures.reduce((sum, name) => sum + figures[name], 0),
      exact,
      lines: explain(input, month),
    }
  } catch (error) {
    if (error instanceof LawError) return failField('month', say.noLaw({ why: error.message }))
    throw error
  }
}

function startingFrom(
  gross: Cents | undefined,
  net: Cents | undefined,
  month: string,
  options: Partial<PayOptions>,
): { salary: Cents; exact: boolean } {
  if (net !== undefined) return netToGross({ options }, month, net)
  return { salary: gross ?? 0, exact: true }
}
