import { monthInWords } from '@mshahara/contract/months'
import { daysIn } from '@mshahara/engine/calendar'
import { vatOn } from '@mshahara/engine/consultant'
import { leaveWorth } from '@mshahara/engine/leave-paid-out'
import { formatShillings } from '@mshahara/engine/money'
import type { PayPart } from '@mshahara/engine/month-pay'
import type { DayHundredths } from '@mshahara/engine/units'
import { sql } from '../../foundation/core/sql.ts'
import { claimsInTurn, toBeTaken } from '../../foundation/pay/giving-way.ts'
import { cents, type Intake, jsonFields, type PayMonth } from '../../foundation/pay/intake.ts'
import { salaryIntake } from '../employees/index.ts'
import { claimPaidOut, freeLeavers, payLeavers } from './leaving.ts'
import { settleDates } from './pay-days.ts'
import {
  monthIsPaid,
  monthPriced,
  type TakenSoFar,
  takenSoFar,
  type VatSoFar,
  vatSoFar,
  worthBack,
} from './pay-prices.ts'
import { carryForward } from './unpaid-days-carried.ts'

/** What runs take in from leave: unpaid days (C9), and days that are paid out. */

interface PayDay {
  id: string
  request_id: string
  month: string
  days: number
  working: string
  type: string
  /** Of its month: what the days of an earlier one are taken from. */
  salary: number | null
  allowances: number | null
  /** Only where days of an earlier month are taken. */
  untaxed?: number
  /** Only where they are given back. */
  taken?: TakenSoFar
  /** Only where that month's fee had VAT on it. */
  vat?: true | VatSoFar
}

/** Days of an earlier month are due where it was paid without them; unpaid, it has cost nothing. */
const isDueIn = ({ month }: PayMonth) =>
  sql`(r.month = ${month} or r.month < ${month} and ${monthIsPaid})`

const claimed = claimsInTurn('leave_pay_days', isDueIn)

const facts = sql`${jsonFields('r', 'id request_id month days working')}, 'type', (select t.name
      from leave_requests q join leave_types t
      on t.organization_id = q.organization_id and t.id = q.leave_type_id
    where q.organization_id = r.organization_id and q.id = r.request_id),
  'salary', priced.salary, 'allowances', priced.allowances`

/**
 * Days of the month itself are days of absence under the name of the leave. Those of an earlier
 * month, confirmed meanwhile, are an amount, with that month's salary and length.
 */
const payDays: Intake<{ list: PayDay[] | null }> = {
  name: 'leave_days',
  ...claimed,
  async claim(tx, month, scope) {
    await settleDates(tx, month, scope)
    await claimed.claim(tx, month, scope)
  },
  async pay(tx, payroll_id) {
    await carryForward(tx, payroll_id)
    await claimed.pay(tx, payroll_id)
  },
  source: (month) => sql`select json_build_object(
      'list', json_agg(case when r.month >= ${month.month} then json_build_object(${facts})
          when r.days < 0 and priced.had_vat
            then json_build_object(${facts}, 'taken', ${takenSoFar}, 'vat', ${vatSoFar})
          when r.days < 0 then json_build_object(${facts}, 'taken', ${takenSoFar})
          when priced.had_vat then json_build_object(${facts},
            'untaxed', coalesce(priced.untaxed, 0), 'vat', true)
          when priced.untaxed > 0 then json_build_object(${facts}, 'untaxed', priced.untaxed)
          else json_build_object(${facts}) end
        order by r.month, r.number) filter (where r.payslip_id = wanted.id),
      'waiting', count(*) filter (where r.payslip_id is distinct from wanted.id)) as value
    from leave_pay_days r ${monthPriced}
    where r.organization_id = e.organization_id and r.employee_id = e.id
      and (r.payslip_id = wanted.id
        or r.status = 'draft' and ${isDueIn(month)} and ${toBeTaken(month)})`,
  parts: ({ list }, month) =>
    [...Map.groupBy(list ?? [], (row) => `${row.request_id} ${row.month}`).values()].flatMap(
      (rows) => partsOf(rows, month),
    ),
}

/** Of one request and month: what was taken and given back again is nothing. */
function partsOf(rows: PayDay[], month: string): PayPart[] {
  const [first] = rows
  const hundredths = rows.reduce((sum, { days }) => sum + Math.round(days * 100), 0)
  if (!first || hundredths === 0) return []
  const working = rows.map((row) => row.working).join('; ')
  if (first.month === month && hundredths > 0) {
    return [{ side: 'absence', days: hundredths / 100, as: { name: first.type, working } }]
  }
  const salary = cents(first.salary)
  const price = { month: first.month, salary, agreed: salary + cents(first.allowances) }
  const of = daysIn(first.month)
  const days = Math.abs(hundredths) / 100
  const told = `${of} days of ${monthInWords(first.month)} (${working})`
  const vat = rows.find((row) => row.vat)?.vat
  if (hundredths > 0) {
    const name = `${first.type} (${monthInWords(first.month)})`
    const untaxed = cents(rows.find((row) => row.untaxed)?.untaxed ?? 0)
    const withVat = vat ? { vat: vatOn(salary, first.month) } : {}
    const { agreed } = price
    return [
      {
        ...{ side: 'taken back', id: first.id, name, days, agreed, untaxed, ...withVat, of },
        working: told,
      },
    ]
  }
  const taken = rows.find((row) => row.taken)?.taken
  const worth = worthBack(days, price, taken, typeof vat === 'object' ? vat : null)
  return givenBack(first, days, { ...worth, agreed: price.agreed, told })
}

interface Worth {
  usual: number
  taxed: number
  untaxed: number
  vat: number
  agreed: number
  told: string
}

function givenBack({ id, type, month }: PayDay, days: number, worth: Worth): PayPart[] {
  const { usual, taxed, untaxed, vat, agreed, told } = worth
  const asTaken = `As taken, for ${days} of ${told}`
  const why = taxed === usual ? `${formatShillings(agreed)} × ${days} of ${told}` : asTaken
  const line = {
    ...{ quantity: `${days} ${days === 1 ? 'day' : 'days'}`, kind: 'income' as const },
    one_off: false,
  }
  const name = `${type} given back (${monthInWords(month)})`
  const lines = [
    { ...line, id, name, taxable: true, amount: taxed, working: why },
    {
      ...{ ...line, id: `${id} untaxed`, name: `${name}, untaxed`, taxable: false },
      ...{ amount: untaxed, working: asTaken },
    },
    {
      ...{ ...line, id: `${id} vat`, name: `${name}, VAT`, taxable: false },
      ...{ amount: vat, working: asTaken },
    },
  ]
  return lines
    .filter(({ amount }) => amount > 0)
    .map((one): PayPart => ({ side: 'income', line: one }))
}

interface PaidOutLine {
  id: string
  days: number
  beyond: number
  leaving: boolean
  type: string
  reason: string
  salary: number | null
  divisor: number
}

/** With final pay whatever month it was put down for: there is no later one. */
const isPaidOutIn = ({ month, last }: PayMonth) =>
  sql`(r.month <= ${month} or exists (select from employees l where l.id = r.employee_id
    and l.organization_id = r.organization_id and leaves_by(l.termination_date, ${last}::date)))`

const paidOutClaims = claimsInTurn('leave_encashments', isPaidOutIn)

const paidOut: Intake<{ list: PaidOutLine[] | null }> = {
  name: 'leave_paid_out',
  ...paidOutClaims,
  async claim(tx, month, scope) {
    await paidOutClaims.claim(tx, month, scope)
    await claimPaidOut(tx, month, scope)
  },
  async pay(tx, payroll_id) {
    await payLeavers(tx, payroll_id)
    await paidOutClaims.pay(tx, payroll_id)
  },
  async free(tx, scope) {
    await freeLeavers(tx, scope)
    await paidOutClaims.free(tx, scope)
  },
  // What a line needs is asked for each line: most people have none.
  source: (month) => sql`select json_build_object(
      'list', json_agg(json_build_object(${jsonFields('r', 'id days beyond leaving reason')},
        'type', (select t.name from leave_balances b join leave_types t
            on t.organization_id = b.organization_id and t.id = b.leave_type_id
          where b.organization_id = r.organization_id and b.id = r.balance_id),
        'salary', (${salaryIntake.source(month)}),
        'divisor', (select s.day_divisor from leave_settings s
          where s.organization_id = r.organization_id))
        order by r.number) filter (where r.payslip_id = wanted.id),
      'waiting', count(*) filter (where r.payslip_id is distinct from wanted.id)) as value
    from leave_encashments r
    where r.organization_id = e.organization_id and r.employee_id = e.id
      and (r.payslip_id = wanted.id
        or r.status = 'draft' and ${isPaidOutIn(month)} and ${toBeTaken(month)})`,
  parts: ({ list }) =>
    (list ?? []).flatMap((row) => {
      const { id, beyond, reason } = row
      const more = `${reason}, beyond this year and what was carried over`
      return [
        ...lineOf(row, id, Math.round((row.days - beyond) * 100), reason),
        ...lineOf(row, `${id} beyond`, Math.round(beyond * 100), more),
      ]
    }),
}

/** What has to be approved by name is a line of its own (C18). */
function lineOf(
  row: PaidOutLine,
  id: string,
  hundredths: DayHundredths,
  reason: string,
): PayPart[] {
  const { leaving, type, salary, divisor } = row
  const days = hundredths / 100
  if (days === 0) return []
  const quantity = `${days} ${days === 1 ? 'day' : 'days'}`
  const line = {
    id,
    name: leaving ? 'Leave pay' : 'Leave encashment',
    quantity,
    kind: 'income' as const,
    type: 'leave' as const,
    taxable: true,
    // Outside SHIF and Housing Levy (B3).
    one_off: true,
    amount: leaveWorth(hundredths, cents(salary), divisor),
    working:
      `${quantity} of ${type} × ${formatShillings(cents(salary))} ÷ ${divisor} working days ` +
      `of a month (${reason})`,
  }
  return [{ side: 'income', line }]
}

export const leaveIntakes: Intake[] = [payDays, paidOut]
