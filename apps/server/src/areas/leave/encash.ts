import type { contract } from '@mshahara/contract'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { finalPayIsOver } from '../../foundation/pay/final-pay.ts'
import { somebodyElseMust } from '../organizations/index.ts'
import { addEntries } from './ledger.ts'
import { reasons } from './reasons.ts'
import { sayToStaff } from './sentences.ts'
import { expireLate } from './year-end.ts'

type Balances = typeof contract.leaveBalances

interface Balance {
  employee_id: string
  year: number
  /** Whoever leaves has no later one. */
  month: string
  over: boolean
  encashable: boolean
  name: string
}

/**
 * Days paid out instead of taken: they leave the balance now, and the next payroll has them. What
 * of them was not earned or carried over, whoever confirms it approves by name (C18).
 */
export const encash: Handler<Balances['encash']> = async ({ tx, today }, { params, body }) => {
  const balance = await tx.one<Balance>`
    select b.employee_id, b.year, t.encashable, t.name, ${finalPayIsOver(today)} as over,
      to_char(least(e.termination_date, ${today}::date), 'YYYY-MM') as month
    from leave_balances b join leave_types t on t.id = b.leave_type_id
    join employees e on e.id = b.employee_id where b.id = ${params.id}`
  const { days, reason } = body()
  if (await somebodyElseMust(tx, balance.employee_id, 'edit leaves')) {
    fail(403, sayToStaff.ownDays)
  }
  if (!balance.encashable) fail(422, sayToStaff.notPaidOut({ type: balance.name }))
  if (balance.year > Number(today.slice(0, 4))) {
    fail(422, sayToStaff.notBegunYet({ year: balance.year }))
  }
  if (balance.over) fail(422, sayToStaff.finalPayOver)
  if (days === 0) failField('days', sayToStaff.daysToPay)
  await addEntries(tx, [
    {
      ...{ balance_id: params.id, kind: 'encashment', day: today, reason },
      used: Math.round(days * 100),
    },
  ])
  await tx.run`insert into leave_encashments (employee_id, balance_id, days, month, reason)
    values (${balance.employee_id}, ${params.id}, ${days}, ${balance.month}, ${reason})`
  return { message: 'The days will be paid with the next payroll' }
}

/**
 * Entered by mistake: the days go back, as long as no payroll has them and as far as they have not
 * expired meanwhile (C21).
 */
export const keepInstead: Handler<Balances['keepInstead']> = async ({ tx, today }, { params }) => {
  await tx.one`select id from leave_balances where id = ${params.id}`
  // What is gone here is what goes back, whoever else puts days down meanwhile.
  const gone = await tx.all<{ id: string; days: DaysText }>`delete from leave_encashments
    where balance_id = ${params.id} and status = 'draft' and not leaving and payslip_id is null
    returning id, days`
  const taken = await tx.run`select from leave_encashments where balance_id = ${params.id}
    and status = 'draft' and not leaving and payslip_id is not null`
  if (taken > 0) fail(409, sayToStaff.inDraft)
  if (gone.length === 0) fail(422, sayToStaff.nothingWaits)
  await addEntries(
    tx,
    gone.map(({ days }) => ({
      ...{ balance_id: params.id, kind: 'release', day: today, used: -hundredthsOf(days) },
      reason: reasons.notPaidOut,
    })),
  )
  const back = gone.reduce((sum, { days }) => sum + hundredthsOf(days), 0)
  await expireLate({ tx }, new Map([[params.id, back]]), { key: `given back ${gone[0]?.id}` })
  return { message: 'The days are back in the balance' }
}
