import { approveRequest, type LeaveWork, overNight, recordLeave } from '../areas/leave/index.ts'
import { daysLater } from '../foundation/core/clock.ts'
import type { Tx } from '../foundation/core/db.ts'
import { Refused } from '../foundation/core/fail.ts'

/** Leave as an office asks for it: some taken, some coming, some waiting for an answer. */

type Wish = [who: number, type: string, from: number, days: number, reason: string, open?: true]

/** Who asks, by the order of the staff, and from when, counted from today. */
const wishes: Wish[] = [
  [7, 'Annual Leave', -45, 5, 'Family visit'],
  [9, 'Annual Leave', -3, 8, 'Rest'],
  [11, 'Sick Leave', -12, 2, 'Malaria'],
  [13, 'Unpaid Leave', -5, 2, 'Court hearing'],
  [4, 'Annual Leave', -70, 4, 'Moving house'],
  [15, 'Annual Leave', 1, 6, 'Wedding'],
  [17, 'Study Leave', 16, 4, 'CPA exams'],
  [4, 'Annual Leave', 20, 4, 'Upcountry', true],
  [18, 'Annual Leave', 21, 7, 'Holiday', true],
  [21, 'Compassionate Leave', 3, 3, 'Funeral', true],
]

export async function seedLeave(work: Omit<LeaveWork, 'by'>) {
  const { tx, today } = work
  await overNight({ ...work, by: null })
  await opening(work)
  const [approver] = await appointed(tx)
  if (!approver) return
  const staff = await tx.all<{ id: string }>`
    select id from employees where status = 'active' order by number`
  for (const [who, type, from, days, reason, open] of wishes) {
    const employee_id = staff[who]?.id
    const start_date = daysLater(today, from)
    const kind = await tx.maybe<{ id: string }>`select id from leave_types where name = ${type}`
    if (!employee_id || !kind) continue
    const given = {
      ...{ employee_id, leave_type_id: kind.id, reason, cover_employee_id: null },
      ...{ start_date, end_date: daysLater(start_date, days - 1) },
      ...{ half_start: false, half_end: false },
    }
    const id = await recordLeave({ ...work, by: null }, given).catch(leftOut)
    if (id && !open) await approveRequest({ ...work, by: approver }, id, null)
  }
}

/** On some days of the year a wish is only weekends, or more than was earned: it is left out. */
function leftOut(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error
}

/** As they would be brought along from elsewhere. */
const opening = ({ tx, today }: Pick<LeaveWork, 'tx' | 'today'>) =>
  tx.run`insert into leave_entries (balance_id, kind, entitled, day, reason)
    select b.id, 'adjustment', 6, ${today}, 'Opening balance' from leave_balances b
    join leave_types t on t.id = b.leave_type_id where t.name = 'Annual Leave' order by b.id`

/** The HR officer decides. */
async function appointed(tx: Tx) {
  await tx.run`insert into leave_approvers (user_id, level)
    select id, 2 from users where email = 'admin@baraka.test'`
  return tx.all<{ id: string; name: string }>`
    select id, concat_ws(' ', first_name, last_name) as name from users
    where email = 'admin@baraka.test'`
}
