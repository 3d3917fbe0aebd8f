import { dayInWords } from '@mshahara/contract/months'
import { type Lost, lostToLeave } from '@mshahara/engine/leave-pay'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import { type Counting, countAll } from './counting.ts'

/**
 * What approved leave costs the pay of which month (C9). After every change the rows are brought to
 * what they should be: what no payslip has taken is written anew, and what one has is corrected by
 * another row, which the next run takes in.
 */

interface Approved extends Counting {
  id: string
  year: number
}

interface Terms {
  name: string
  is_paid: boolean
  paid_share: number
  full_pay_days: string | null
}

export async function settlePay(tx: Tx, employee_id: string, leave_type_id: string) {
  const type = await tx.one<Terms>`select name, is_paid, paid_share, full_pay_days
    from leave_types where id = ${leave_type_id}`
  if (type.is_paid && type.paid_share === 100) return
  const leaves = await tx.all<Approved>`
    select r.id, r.employee_id, r.start_date, r.end_date, r.half_start, r.half_end, t.count_by,
      extract(year from r.start_date)::int as year
    from leave_requests r join leave_types t on t.id = r.leave_type_id
    where r.employee_id = ${employee_id} and r.leave_type_id = ${leave_type_id}
      and r.status = 'approved' order by r.start_date`
  const lines = await countAll(tx, leaves)
  const full_pay_days = type.full_pay_days === null ? null : centsOf(type.full_pay_days)
  const years = Map.groupBy(
    leaves.map((leave, at) => ({ id: leave.id, year: leave.year, lines: lines[at] ?? [] })),
    ({ year }) => year,
  )
  const lost = [...years.values()].flatMap((list) => lostToLeave(list, { ...type, full_pay_days }))
  await bringTo(tx, { employee_id, leave_type_id }, lost, type)
}

interface Kept {
  request_id: string
  month: string
  days: string
  taken: boolean
}

async function bringTo(
  tx: Tx,
  { employee_id, leave_type_id }: { employee_id: string; leave_type_id: string },
  lost: Lost[],
  type: Terms,
) {
  const kept = await tx.all<Kept>`
    select p.request_id, p.month, sum(p.days) as days, p.payslip_id is not null as taken
    from leave_pay_days p join leave_requests r on r.id = p.request_id
    where p.employee_id = ${employee_id} and r.leave_type_id = ${leave_type_id}
    group by 1, 2, 4`
  const untaken = kept.filter(({ taken }) => !taken).map(({ request_id }) => request_id)
  await tx.run`delete from leave_pay_days
    where request_id = any(${untaken}::uuid[]) and payslip_id is null`
  const taken = new Map(
    kept.filter((one) => one.taken).map((one) => [`${one.request_id} ${one.month}`, one]),
  )
  const wanted = new Map(lost.map((one) => [`${one.id} ${one.month}`, one]))
  for (const key of new Set([...taken.keys(), ...wanted.keys()])) {
    const [request_id = '', month = ''] = key.split(' ')
    const target = wanted.get(key)
    const rest = (target?.days ?? 0) - centsOf(taken.get(key)?.days ?? '0')
    if (rest === 0) continue
    await tx.run`insert into leave_pay_days (request_id, employee_id, month, days, working)
      values (${request_id}, ${employee_id}, ${month}, ${(rest / 100).toFixed(2)},
        ${workingOf(type, target, taken.has(key))})`
  }
}

/** "Sick Leave from 02 March, 2026 to 06 March, 2026: 3 calendar days at 50%". */
function workingOf(type: Terms, lost: Lost | undefined, correction: boolean): string {
  if (!lost) return `${type.name} that was cancelled or changed after it had been deducted`
  const days = `${lost.calendar / 100} calendar ${lost.calendar === 100 ? 'day' : 'days'}`
  const span =
    lost.from === lost.to
      ? `on ${dayInWords(lost.from)}`
      : `from ${dayInWords(lost.from)} to ${dayInWords(lost.to)}`
  const share = type.is_paid ? `paid at ${type.paid_share}%` : 'unpaid'
  const corrected = correction ? ', less what an earlier payslip has deducted' : ''
  return `${type.name} ${span}: ${days} ${share}${corrected}`
}
