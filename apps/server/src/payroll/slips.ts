import type { contract } from '@mshahara/contract'
import { valueAddedTax, withholding } from '@mshahara/engine/consultant'
import { inForce } from '@mshahara/engine/dated'
import { explain } from '@mshahara/engine/explain'
import type { PayInput } from '@mshahara/engine/input'
import { percent, words } from '@mshahara/engine/money'
import { holds, ownerOr } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, found } from '../core/fail.ts'
import { centsOf } from '../core/org-table.ts'
import type { Handler } from '../http/bind.ts'
import { calculate } from './calculate.ts'
import type { IncomeLine } from './compute.ts'
import { loadDraft } from './runs.ts'

type Payrolls = typeof contract.payrolls

/** One payslip of a run: taken out, worked out anew, explained. */

const payrollOf = async (tx: Tx, id: string): Promise<string> => {
  const { rows } = await tx.$client.query<{ payroll_id: string }>(
    'select payroll_id from payslips where id = $1',
    [id],
  )
  return found(rows[0]).payroll_id
}

export const removePayslip: Handler<Payrolls['removePayslip']> = async (ctx, { params }) => {
  await loadDraft(ctx.tx, await payrollOf(ctx.tx, params.id))
  const { rows } = await ctx.tx.$client.query(
    'delete from payslips where id = $1 returning employee_id, net, person',
    [params.id],
  )
  await ctx.tx.$client.query(`select log_bulk('payroll', 'deleted', $1, $2)`, [
    params.id,
    { old: found(rows[0]) },
  ])
  return { message: 'Payslip deleted successfully' }
}

export const recalculatePayslip: Handler<Payrolls['recalculatePayslip']> = async (
  ctx,
  { params },
) => {
  const payroll = await loadDraft(ctx.tx, await payrollOf(ctx.tx, params.id))
  await calculate(ctx.tx, payroll.month, { payroll_id: payroll.id, payslip_id: params.id })
  return { message: 'Payslip recalculated successfully' }
}

interface Explained {
  employee_id: string
  month: string
  status: string
  input: PayInput | null
  looked_at: boolean
  incomes: IncomeLine[]
  days: number
  days_of: number
  salary: string
  withholding_tax: string
}

/** Made again from what the engine was given, by the law of the month; history is never edited. */
export const working: Handler<Payrolls['working']> = async (ctx, { params }) => {
  const { rows } = await ctx.tx.$client.query<Explained>(
    `select s.employee_id, s.month, r.status, s.input, s.incomes, s.days, s.days_of, s.salary,
       s.withholding_tax, s.digest is not null as looked_at
     from payslips s join payrolls r on r.id = s.payroll_id where s.id = $1`,
    [params.id],
  )
  const slip = found(rows[0])
  ownerOr(ctx, slip.employee_id, 'view payrolls', { leavers: true })
  if (slip.status !== 'confirmed' && !holds(ctx, 'view payrolls')) fail(404, 'Not found.')
  if (!slip.input) {
    fail(
      422,
      `The figures of this payslip ${slip.looked_at ? 'cannot be' : 'are still being'} worked out.`,
    )
  }
  return [...payLines(slip), ...explained(slip.input, slip.month)]
}

const plain = { rule: null, from: null, source: null }

function payLines(slip: Explained) {
  const salary = centsOf(slip.salary)
  const worked = `${slip.days} of ${slip.days_of} days`
  const withheld = centsOf(slip.withholding_tax)
  const withholdingRule = inForce(withholding, slip.month)
  return [
    {
      ...plain,
      code: 'salary',
      label: 'Salary',
      amount: salary,
      working: slip.days === slip.days_of ? 'For the whole month' : `For ${worked} of the month`,
    },
    ...slip.incomes.map((line) => ({
      ...plain,
      code: `income ${line.name.toLowerCase()}`,
      label: line.name,
      amount: line.amount,
      working: line.working ?? incomeWorking(line, slip, slip.days === slip.days_of ? '' : worked),
    })),
    ...(withheld > 0
      ? [
          {
            code: 'statutory withholding',
            label: 'Withholding Tax',
            amount: withheld,
            rule: 'Withholding tax on consultancy',
            from: withholdingRule.from,
            source: withholdingRule.source,
            working: `${percent(withholdingRule.value.rate)} of the fee, ${words(withheld)}`,
          },
        ]
      : []),
  ]
}

function incomeWorking(line: IncomeLine, { month }: Explained, worked: string): string {
  const { kind, taxable, one_off } = line
  if (kind === 'vat') return `${percent(inForce(valueAddedTax, month).value)} on top of the fee`
  const tax = taxable ? 'taxable' : 'not taxable, outside every base'
  const how = one_off ? 'one-off: outside SHIF and Housing Levy' : 'as recorded'
  const days = kind === 'allowance' && worked ? `, for ${worked}` : ''
  return `${how}, ${tax}${days}`
}

const explained = (input: PayInput, month: string) =>
  explain(input, month).map(({ code, label, amount, because }) => ({
    code,
    label,
    amount,
    ...because,
  }))
