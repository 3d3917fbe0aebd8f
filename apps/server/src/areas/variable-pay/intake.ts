import { counted } from '@mshahara/contract/counted'
import { perDiemTaxed } from '@mshahara/engine/benefits'
import { formatShillings } from '@mshahara/engine/money'
import type { PayPart } from '@mshahara/engine/month-pay'
import { hourlyRate, overtimePay, overtimeRates } from '@mshahara/engine/overtime'
import { sql } from '../../foundation/core/sql.ts'
import { cents, type Intake, jsonFields, paidWhenConfirmed } from '../../foundation/pay/intake.ts'
import { salaryIntake } from '../employees/index.ts'

interface Value {
  id: string
  overtime_hours: number
  rest_hours: number
  hourly_rate: number | null
  bonus: number
  absence_days: number
  deduction_name: string
  deduction: number
  /** What a normal hour costs where no rate is given follows from these. */
  salary: number | null
  month_hours: number
}

/**
 * The month's own, and nobody's until a run is confirmed: a person has one payslip a month, and what
 * is recorded after a draft was worked out must show as a change.
 */
export const variablePayIntake: Intake<Value | null> = {
  name: 'variable_pay',
  source: (month) => sql`select json_build_object(${jsonFields(
    'v',
    'id overtime_hours rest_hours hourly_rate bonus absence_days deduction_name deduction',
  )}, 'salary', (${salaryIntake.source(month)}), 'month_hours', h.month_hours) as value
    from variable_pay v join variable_pay_settings h on h.organization_id = v.organization_id
    where v.organization_id = e.organization_id and v.employee_id = e.id
      and v.period = ${month.month} and v.status = 'draft'`,
  ...paidWhenConfirmed('variable_pay', sql`r.period = run.month`),
  parts: (value) => (value ? partsOf(value) : []),
}

/** Days away on duty: what the law leaves free is no income of anybody's, the rest is taxed. */
export const perDiemIntake: Intake<{ id: string; days_away: number; per_diem: number } | null> = {
  name: 'per_diem',
  sparse: 'unsaid',
  source: (month) => sql`select json_build_object(${jsonFields('v', 'id days_away per_diem')})
      as value from variable_pay v
    where v.organization_id = e.organization_id and v.employee_id = e.id
      and v.period = ${month.month} and v.status = 'draft' and v.days_away > 0`,
  parts(value, month) {
    if (!value) return []
    const aDay = cents(value.per_diem)
    const taxed = perDiemTaxed(aDay, value.days_away, month)
    const free = aDay * value.days_away - taxed
    return [
      perDiemPart(value, 'Per diem', free, false),
      ...(taxed > 0 ? [perDiemPart(value, 'Per diem, taxed part', taxed, true)] : []),
    ]
  },
}

function perDiemPart(
  { id, days_away }: { id: string; days_away: number },
  name: string,
  amount: number,
  taxable: boolean,
): PayPart {
  const quantity = counted(days_away, 'day')
  const working = `${quantity} × ${formatShillings(amount / days_away)}`
  // Days alone would be those of leave to whoever reads the line.
  const line = {
    id: `${id} ${name}`,
    name,
    quantity: `${quantity} away`,
    amount,
    kind: 'income',
    working,
  } as const
  return { side: 'income', line: { ...line, taxable, one_off: true } }
}

function partsOf(value: Value): PayPart[] {
  const parts: PayPart[] = [
    ...overtime(value, 'Overtime', value.overtime_hours, overtimeRates.normal),
    ...overtime(value, 'Overtime, rest days', value.rest_hours, overtimeRates.rest),
  ]
  const { id, bonus, absence_days, deduction, deduction_name: name } = value
  if (bonus > 0) {
    const line = { id: `${id} bonus`, name: 'Bonus', kind: 'income', taxable: true } as const
    parts.push({ side: 'income', line: { ...line, one_off: true, amount: cents(bonus) } })
  }
  if (absence_days > 0) parts.push({ side: 'absence', days: absence_days })
  if (deduction > 0) {
    const line = { id: `${id} deduction`, name, amount: cents(deduction), kind: 'other' }
    parts.push({ side: 'deduction', before_tax: false, line })
  }
  return parts
}

/** Regular taxable pay, and of type overtime for the returns (B3). */
function overtime(value: Value, name: string, hours: number, times: number): PayPart[] {
  if (hours === 0) return []
  const given = cents(value.hourly_rate)
  const rate = given || hourlyRate(cents(value.salary), value.month_hours)
  const quantity = `${hours} ${hours === 1 ? 'hour' : 'hours'}`
  const from = given
    ? ''
    : `, an hour being ${formatShillings(cents(value.salary))} ÷ ${value.month_hours} hours a month`
  return [
    {
      side: 'income',
      line: {
        id: `${value.id} ${name}`,
        name,
        quantity,
        amount: overtimePay(rate, hours, times),
        kind: 'income',
        taxable: true,
        one_off: false,
        type: 'overtime',
        working: `${quantity} × ${formatShillings(rate)} × ${times}${from}`,
      },
    },
  ]
}
