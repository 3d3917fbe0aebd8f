import { endingDays } from '@mshahara/contract/desk'
import { type Sql, sql } from '../../foundation/core/sql.ts'

/**
 * Beside an organisation `o`, as `standing`: the package in force and the end of what is bought
 * (a renewal adjoins). For lists across organisations.
 */
export const standingOf = (today: string): Sql => sql`lateral (
  select p.id as package_id, p.name as package, (select max(later."to") from subscriptions later
    where later.organization_id = o.id and later."from" >= s."from"
      and later.ended_on is null) as "to"
  from subscriptions s join packages p on p.id = s.package_id
  where s.organization_id = o.id and s."from" <= ${today} and s.ended_on is null
  order by s."from" desc, s.number desc limit 1) standing`

/** The free plan never ends, whatever its period says. */
const limited = sql`standing.package_id <> 'free'`
export const endsSoon = (today: string): Sql =>
  sql`(${limited} and standing."to" - ${today}::date between 1 and ${endingDays})`
export const hasEnded = (today: string): Sql => sql`(${limited} and standing."to" <= ${today})`
