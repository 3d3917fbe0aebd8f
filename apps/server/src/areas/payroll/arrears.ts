import { arrearsPay, arrearsTaken, lessArrears } from '@mshahara/engine/arrears'
import type { Arrears } from '@mshahara/engine/arrears-kept'
import type { LineCode } from '@mshahara/engine/payslip'
import type { Tx } from '../../foundation/core/db.ts'
import type { Sql } from '../../foundation/core/sql.ts'
import type { LawfulSlip } from './reader.ts'

/** Payslips as they were paid hold arrears of other months; a month as it is taxed has its own. */

export const arrearsOn = ({ input }: Pick<LawfulSlip, 'input'>): readonly Arrears[] =>
  input?.arrears ?? []

/** The month itself, without the arrears that were paid with it. */
export function ownMonth(slip: LawfulSlip): LawfulSlip {
  const arrears = arrearsOn(slip)
  if (arrears.length === 0) return slip
  const own = lessArrears(slip, arrears)
  const incomes = slip.incomes?.filter(({ kind }) => kind !== 'arrears')
  return { ...own, incomes, gross: slip.gross - arrearsPay(arrears), law: slip.law }
}

/** The month with all that was paid of it since. */
export function withArrears(slip: LawfulSlip, arrears: readonly Arrears[]): LawfulSlip {
  const own = ownMonth(slip)
  if (arrears.length === 0) return own
  const more = arrearsTaken(arrears)
  const law = { ...own.law }
  for (const one of arrears) {
    for (const [code, amount] of Object.entries(one.law)) law[code as LineCode] += amount
  }
  const figures = Object.fromEntries(
    Object.entries(more).map(([name, amount]) => [name, own[name as keyof typeof more] + amount]),
  )
  return { ...own, ...figures, gross: own.gross + arrearsPay(arrears), law }
}

/** What was paid of months by payslips of later ones, by person and month. */
export async function arrearsPaid(tx: Tx, months: Sql, people: Sql) {
  const rows = await tx.all<{ employee_id: string; arrears: Arrears }>`
    select r.employee_id, a as arrears
    from (select distinct r.employee_id, r.month, r.payslip_id from arrears r
      where r.status = 'paid' and ${months} and ${people}) r
    join paid_slips s on s.id = r.payslip_id
    cross join lateral arrears_in(s.input) a
    where a ->> 'month' = r.month`
  return Map.groupBy(rows, ({ employee_id, arrears }) => `${employee_id} ${arrears.month}`)
}

export const ofMonth = (
  found: Awaited<ReturnType<typeof arrearsPaid>>,
  { employee_id, month }: Pick<LawfulSlip, 'employee_id' | 'month'>,
) => (found.get(`${employee_id} ${month}`) ?? []).map(({ arrears }) => arrears)
