import { type CasualFigures, casualFigures } from '@mshahara/engine/casual-month-to-date'
import type { Tx } from '../../foundation/core/db.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import type { Person } from './source.ts'

/** What the law took from casuals in a month, over all confirmed payrolls: for those it is told. */

export interface CasualMonth {
  casual_id: string
  month: string
  /** As they were when they were last paid. */
  person: Person
  figures: CasualFigures
}

type CasualMonthRow = Omit<CasualMonth, 'figures'> & Record<keyof CasualFigures, string>

const sums = raw(
  casualFigures
    .map((name) => `coalesce(sum((m -> 'taken' ->> '${name}')::bigint), 0) as ${name}`)
    .join(', '),
)

/** Person by person, and month by month; of everybody, or of these. */
export async function casualMonths(
  tx: Tx,
  months: readonly string[],
  ids?: readonly string[],
): Promise<CasualMonth[]> {
  const [first] = [...months].sort()
  if (first === undefined) return []
  const rows = await tx.all<CasualMonthRow>`select s.casual_id, m ->> 'month' as month, ${sums},
      (array_agg(s.person order by lower(s.during) desc))[1] as person
    from paid_slips s join casuals c on c.id = s.casual_id, jsonb_array_elements(s.months) m
    where upper(s.during) > ${`${first}-01`}::date
      and m ->> 'month' = any (${months}) and jsonb_typeof(m -> 'taken') = 'object'
      ${ids ? sql`and s.casual_id = any (${ids})` : sql``}
    group by s.casual_id, c.number, m ->> 'month' order by c.number, month`
  return rows.map(({ casual_id, month, person, ...row }) => ({
    ...{ casual_id, month, person },
    figures: Object.fromEntries(
      casualFigures.map((name) => [name, Number(row[name])]),
    ) as CasualFigures,
  }))
}

export interface CasualCost {
  month: string
  /** In cents. */
  gross: number
  employer: number
}

/** What casuals cost in each month with a confirmed payroll of theirs, from month to month. */
export const casualCosts = (tx: Tx, from: string, to: string) =>
  tx.all<CasualCost>`select m ->> 'month' as month, sum((m ->> 'gross')::bigint)::float as gross,
      sum(coalesce((m -> 'taken' ->> 'nssf_employer')::bigint, 0)
        + coalesce((m -> 'taken' ->> 'housing_employer')::bigint, 0)
        + coalesce((m -> 'taken' ->> 'nita')::bigint, 0))::float as employer
    from paid_slips s, jsonb_array_elements(s.months) m
    where s.during && daterange(${from}::date,
        (${to}::date + interval '1 month')::date)
      and m ->> 'month' between left(${from}, 7) and left(${to}, 7)
    group by 1 order by 1`

/** A row for each month in which a confirmed payroll took what the law asks for. */
export const casualMonthsTaken = sql`select distinct to_char(d, 'YYYY-MM') as month
  from payrolls p,
    generate_series(date_trunc('month', p."from"::timestamp), p."to"::timestamp, '1 month') d
  where p.status = 'confirmed' and p.statutory`
