import type { contract } from '@mshahara/contract'
import type { InKindInput } from '@mshahara/contract/benefits'
import { employerFigures } from '@mshahara/contract/figures'
import {
  type Cents,
  type ExplainedLine,
  explain,
  healthName,
  inKind,
  isChecked,
  type KindPart,
  LawError,
  type LineCode,
  monthPay,
  netToGross,
  type PayInput,
  type PayOptions,
  type PayPart,
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
    const kind = kindParts(body)
    const { salary, exact } = startingFrom(body, month, { options, ...inKind(kind, {}, month) })
    const parts: PayPart[] = [{ side: 'salary', amount: salary }, ...kind]
    const { figures, input } = monthPay(parts, { options }, month)
    const lines = explain(input, month)
    return {
      month,
      checked: isChecked(month),
      health: healthName(month),
      gross: figures.gross,
      benefits: sumOf(lines, ['taxableNonCash', 'taxableMeals', 'housingBenefit']),
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
      lines,
      in_kind: input.benefits ? [...input.benefits] : [],
    }
  } catch (error) {
    if (error instanceof LawError) return failField('month', say.noLaw({ why: error.message }))
    throw error
  }
}

/** Of the whole month: the simulator knows no days. */
function kindParts({ benefits = [], quarters }: InKindInput): KindPart[] {
  const had = benefits.map((of): KindPart => ({ side: 'benefit', of }))
  if (!quarters) return had
  const { withGains, ...house } = quarters
  return [...had, { side: 'quarters', of: withGains ? { ...house, withGains } : house }]
}

const sumOf = (lines: readonly ExplainedLine[], codes: readonly LineCode[]): Cents =>
  lines.reduce((sum, { code, amount }) => (codes.includes(code) ? sum + amount : sum), 0)

function startingFrom(
  { gross, net }: { gross?: Cents | undefined; net?: Cents | undefined },
  month: string,
  besides: Omit<PayInput, 'salary'>,
): { salary: Cents; exact: boolean } {
  if (net !== undefined) return netToGross(besides, month, net)
  return { salary: gross ?? 0, exact: true }
}
