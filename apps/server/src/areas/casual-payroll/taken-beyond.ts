import { monthInWords } from '@mshahara/contract/months'
import { monthOf } from '@mshahara/engine/calendar'
import { keptOnEarlier } from '@mshahara/engine/casual-month-to-date'
import { formatShillings } from '@mshahara/engine/money'
import { monthsLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import type { CasualRun } from '../../foundation/pay/runs.ts'
import { lawOptions, togetherOf } from './compute.ts'
import { type MonthPart, officeOf } from './source.ts'

/** How far back a check looks. */
const months = 3

interface CasualMonth {
  casual_id: string
  casual_no: string
  name: string
  born: string | null
  month: string
  parts: MonthPart[]
}

/**
 * A week takes what is due on the month to date. Once an earlier week is reversed it has taken too
 * much, and where no payslip of this payroll is of that month, none makes up for it.
 */
export async function takenBeyond(tx: Tx, { id, from, to }: CasualRun) {
  const rows = await tx.all<CasualMonth>`select c.id as casual_id, c.casual_no,
      concat_ws(' ', c.first_name, c.last_name) as name, c.dob as born, m ->> 'month' as month,
      json_agg(m) as parts
    from casuals c join paid_slips s on s.organization_id = c.organization_id
      and s.casual_id = c.id, jsonb_array_elements(s.months) m
    where upper(s.during) > ${monthsLater(`${monthOf(from)}-01`, -months)}::date
      and m ->> 'month' <= ${monthOf(to)}
      and exists (select from payslips v, jsonb_array_elements(v.months) w
        where v.organization_id = c.organization_id and v.casual_id = c.id and v.void
          and w ->> 'month' = m ->> 'month')
      and not exists (select from payslips d, jsonb_array_elements(d.months) w
        where d.payroll_id = ${id} and d.casual_id = c.id and w ->> 'month' = m ->> 'month'
          and (w ->> 'gross')::bigint > 0)
    group by c.organization_id, c.id, m ->> 'month' order by c.number, month`
  if (rows.length === 0) return []
  const options = lawOptions(await officeOf(tx))
  return rows.flatMap(({ born, month, parts, ...who }) => {
    const kept = keptOnEarlier(0, togetherOf(parts), { born, options }, month)
    if (kept === 0) return []
    const detail = `${formatShillings(kept)} deducted in ${monthInWords(month)}, before a payroll of it was reversed`
    return [{ kind: 'not given back' as const, ...who, detail }]
  })
}
