import { daysLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import {
  describeLastPlace,
  describePlace,
  isSamePlace,
  type KnownPlaces,
  placeOf,
} from '../../foundation/pay/places.ts'
import { payeeSaid } from '../payroll/index.ts'
import type { PayeeRow } from './payees.ts'
import type { PayRun, RunOf } from './run.ts'

/**
 * Whom nobody has paid before, who is paid to another account than last time, and who was paid last
 * time and is not now: whatever was added, moved or left out shows before the money leaves.
 */

interface PersonInWords {
  id: string
  employee_no: string
  name: string
}

const name = raw("concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name) as name")

/** Whose a payslip `s` is, and when its run `r` was. */
const columns: Record<RunOf, { of: Sql; period: Sql }> = {
  employees: { of: raw('s.employee_id'), period: raw('r.month') },
  casuals: { of: raw('s.casual_id'), period: raw('r."to"') },
}

/** Payslips that count, in their runs; an extra run pays only whom it was made for. */
const confirmed = raw(
  'paid_slips s join payrolls r on r.id = s.payroll_id and not is_beside_month(r.kind)',
)

type Run = Pick<PayRun, 'id' | 'of'>

/** Whom no payroll has really paid: a confirmed payslip is not a payment. */
export const isNew = ({ payee_id }: PayeeRow, known: KnownPlaces) => !known.get(payee_id)?.paid_at

/** To be paid elsewhere than last time or, for the first time, than the payslip says. */
export function isElsewhere(row: PayeeRow, known: KnownPlaces): boolean {
  const place = known.get(row.payee_id)
  return !!place && !isSamePlace(place, placeOf(row))
}

/** A way of being paid that was changed so lately deserves a look, where none is known. */
const lately_days = 7

export function changedOf(people: readonly PayeeRow[], known: KnownPlaces, today: string) {
  const since = `${daysLater(today, -lately_days)}T00:00:00Z`
  const lately = (row: PayeeRow) => isNew(row, known) && (row.payee_changed_at ?? '') >= since
  return people.filter((row) => isElsewhere(row, known) || lately(row))
}

/** What there is to tell of them: where to now, where to last time, and who says so. */
export async function describeChanges(tx: Tx, run: Run, rows: PayeeRow[], known: KnownPlaces) {
  const places = rows.map((row) => ({ payee_id: row.payee_id, now: placeOf(row) }))
  const said = await payeeSaid(tx, run.of, places)
  return rows.map((row) => {
    const last = known.get(row.payee_id)
    return {
      employee: personOf(row),
      changed_at: row.payee_changed_at,
      what: describePlace(placeOf(row)),
      last: last?.paid_at ? describeLastPlace(last) : null,
      said: said.get(row.payee_id) ?? null,
    }
  })
}

export const personOf = ({ payee_id, payee_no, name }: PayeeRow) => ({
  id: payee_id,
  employee_no: payee_no,
  name,
})

/** Paid by the last confirmed payroll before this one, and by none of this period. */
export async function notPaidAgain(tx: Tx, run: Run) {
  const { of, period } = columns[run.of]
  const mine = sql`(select ${period} from payrolls r where r.id = ${run.id})`
  const rows = await tx.all<PersonInWords & { net: string }>`select e.id, e.payee_no as employee_no,
      ${name}, sum(s.net) as net
    from ${confirmed} join payees e on e.id = ${of}
    where s.net > 0 and exists (select from payrolls r
        where r.id = ${run.id} and not is_beside_month(r.kind))
      and ${period} = (select max(${period}) from payrolls r
        where r.status = 'confirmed' and not is_beside_month(r.kind)
          and ${period} < ${mine})
      and ${of} not in (select ${of} from ${confirmed} where ${period} = ${mine})
    group by e.id, e.payee_no, e.first_name, e.middle_name, e.last_name, e.number
    order by e.number`
  return rows.map(({ net, ...employee }) => ({ employee, net: centsOf(net) }))
}
