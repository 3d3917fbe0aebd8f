import type { contract } from '@mshahara/contract'
import { monthOf } from '@mshahara/engine/calendar'
import { owedOnEarlier } from '@mshahara/engine/casual-month-to-date'
import type { Handler } from '../../foundation/http/bind.ts'
import { lawOptions, togetherOf, untakenIn } from './compute.ts'
import { type MonthPart, officeOf } from './source.ts'

/** Told before the law is switched on within a month: it looks back to the first day (C1). */
export const untaken: Handler<(typeof contract.casualPayrolls)['untaken']> = async ({
  tx,
  today,
}) => {
  const month = monthOf(today)
  const options = lawOptions(await officeOf(tx))
  const rows = await tx.all<{ born: string | null; parts: MonthPart[] }>`
    select c.dob as born, json_agg(m) as parts
    from paid_slips s join casuals c on c.id = s.casual_id, jsonb_array_elements(s.months) m
    where m ->> 'month' = ${month}
    group by c.id, c.dob`
  const sum = { people: 0, gross: 0, amount: 0 }
  for (const { born, parts } of rows) {
    const gross = untakenIn(parts)
    const amount = owedOnEarlier(togetherOf(parts), { born, options }, month)
    if (gross === 0 || amount <= 0) continue
    sum.people += 1
    sum.gross += gross
    sum.amount += amount
  }
  return { month, ...sum }
}
