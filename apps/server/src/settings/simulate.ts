import type { contract } from '@mshahara/contract'
import {
  type Cents,
  explain,
  isChecked,
  LawError,
  type LineCode,
  lawOf,
  netToGross,
  type PayOptions,
} from '@mshahara/engine'
import { allow } from '../core/attempts.ts'
import { failField } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'

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
    const lines = explain({ salary, options }, month)
    const of = (code: LineCode) => lines.find((line) => line.code === code)?.amount ?? 0
    return {
      month,
      checked: isChecked(month),
      health: lawOf(month).health.kind === 'shif' ? 'SHIF' : 'NHIF',
      gross: of('grossPay'),
      taxable: of('taxablePay'),
      tax: of('paye'),
      nhif: of('nhif') + of('shif'),
      nssf: of('nssfEmployee'),
      nhif_relief: of('insuranceRelief') + of('prmfRelief'),
      tax_relief: of('personalRelief') + of('ahlRelief'),
      housing_levy: of('ahlEmployee'),
      nita: of('nitaEmployer'),
      net: of('netPay'),
      exact,
      lines,
    }
  } catch (error) {
    if (error instanceof LawError) return failField('month', error.message)
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
