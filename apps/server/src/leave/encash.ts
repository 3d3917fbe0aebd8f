import type { contract } from '@mshahara/contract'
import { monthOf } from '@mshahara/engine/calendar'
import { fail, failField } from '../core/fail.ts'
import type { Handler } from '../http/bind.ts'
import { addEntries } from './ledger.ts'

/** Days paid out instead of taken: they leave the balance now, and the next payroll has them. */
export const encash: Handler<typeof contract.leaveBalances.encash> = async (
  ctx,
  { params, body },
) => {
  const { tx, today } = ctx
  const balance = await tx.one<{ employee_id: string; encashable: boolean; name: string }>`
    select b.employee_id, t.encashable, t.name from leave_balances b
    join leave_types t on t.id = b.leave_type_id where b.id = ${params.id}`
  const { days, reason } = body()
  if (!balance.encashable) fail(422, `${balance.name} is not paid out.`)
  if (days === 0) failField('days', 'Please give the days to pay out.')
  await addEntries(tx, [
    {
      ...{ balance_id: params.id, kind: 'encashment', day: today, reason },
      used: Math.round(days * 100),
    },
  ])
  await tx.run`insert into leave_encashments (employee_id, balance_id, days, month, reason)
    values (${balance.employee_id}, ${params.id}, ${days}, ${monthOf(today)}, ${reason})`
  return { message: 'The days will be paid with the next payroll' }
}
