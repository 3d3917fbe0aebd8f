import { dayInWords } from '@mshahara/contract/months'
import { type DayHundredths, type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'
import {
  type DatedTerms,
  earnedUntil,
  type GrantTerms,
  type PersonalTerms,
  ruleOn,
} from './grants.ts'
import { inDays, isFor } from './refusals.ts'

/**
 * What of a balance is somebody's own, whatever was put into it: what its year has earned, and of
 * the days carried into it those that were earned then. It is paid out without being asked for by
 * name (C18). Hundredths of a day.
 */

type Person = Pick<GrantTerms, PersonalTerms>

export interface OwnFacts extends Person {
  /** Of the type for this person: paid out while it gave them days. */
  rules: DatedTerms[]
  /** Of the type, where it is for men or for women, and of the person. */
  only_for: string | null
  gender: string | null
  /** Earned days that came from the year before and were not lost, less what its end took. */
  carried: DayHundredths
  /** What came beside them, more than was earned, and was not lost. */
  unearned: DayHundredths
  /** Leave and days paid out, without those that were approved by name. */
  spent: DayHundredths
  pending: DayHundredths
  /** Taken off by hand at some time, whatever was put in again. */
  taken_off: DayHundredths
  /** Of a balance that was opened with days of its own. */
  opened: DayHundredths | null
}

interface TypeTerms extends DatedTerms {
  gender: string | null
  is_active: boolean
}

interface PersonTerms {
  since: string
  gender: string | null
  joined: string
}

type Counted = 'carried' | 'unearned' | 'spent' | 'pending' | 'taken_off' | 'opened' | 'rules'

interface OwnRow extends Omit<OwnFacts, Counted> {
  id: string
  /** Both newest first. */
  type_terms: TypeTerms[]
  person_terms: PersonTerms[]
  taken_off: DaysText
  opened: DaysText | null
  came: DaysText
  came_unearned: DaysText
  lost: DaysText
  lost_unearned: DaysText
  gone: DaysText
  spent: DaysText
  pending: DaysText
}

/** Whether somebody `e` has a right to leave of a type `t`: as `isFor`. */
export const hasRight = raw('(t.gender is null or e.gender is null or t.gender = e.gender)')

/**
 * Whether what an entry `n` takes, or brings into another year, came after the last day of its
 * person `e`, who has it still: whenever that day was told, and whenever the run is made (C18).
 */
export const afterLastDay = raw(`coalesce(n.kind in ('carry-over', 'expiry')
  and n.day + (n.kind = 'expiry')::int > e.termination_date, false)`)

/** Days that approved leave has of a balance after the last day of its person `e`: not taken. */
export const approvedAfter = (balance: 'b' | 'next') =>
  raw(`(select coalesce(sum(l.counts), 0) from leave_requests r
    join leave_request_days l on l.organization_id = r.organization_id and l.request_id = r.id
    where r.organization_id = ${balance}.organization_id and r.employee_id = ${balance}.employee_id
      and r.leave_type_id = ${balance}.leave_type_id and r.status = 'approved'
      and r.end_date > e.termination_date
      and l.day > leave_ends_on(r.organization_id, r.employee_id, e.termination_date)
      and extract(year from l.day) = ${balance}.year)`)

/** Of what a year begins with, what is lost of it within the year, and what its end takes. */
const sums = raw(`
  coalesce(sum(n.entitled) filter (where came), 0) as came,
  coalesce(sum(n.beyond) filter (where came), 0) as came_unearned,
  coalesce(sum(-n.entitled) filter (where lost), 0) as lost,
  coalesce(sum(-n.beyond) filter (where lost), 0) as lost_unearned,
  coalesce(sum(n.beyond - n.entitled) filter (where not came and not lost), 0) as gone`)

/** By balance. */
export async function ownFacts(tx: Tx, balances: readonly string[]) {
  if (balances.length === 0) return new Map<string, OwnFacts>()
  const rows = await tx.all<OwnRow>`
    select b.id, b.year, e.employment_date as joined, e.termination_date as left, stretches(e.away) as away, s.joiners,
      t.gender as only_for, e.gender, b.pending, n.*, b.used - (
        select coalesce(sum(r.beyond), 0) from leave_encashments r
        where r.organization_id = b.organization_id and r.balance_id = b.id
          and r.status = 'paid') as spent,
      (select json_agg(json_build_object('since', k.since, 'accrual', k.accrual,
          'default_days', k.default_days * 100, 'encashable', k.encashable, 'gender', k.gender,
          'is_active', k.is_active) order by k.since desc)
        from leave_type_terms k where k.organization_id = t.organization_id
          and k.leave_type_id = t.id) as type_terms,
      (select json_agg(json_build_object('since', k.since, 'gender', k.gender,
          'joined', k.employment_date) order by k.since desc)
        from leave_person_terms k where k.organization_id = e.organization_id
          and k.employee_id = e.id) as person_terms,
      (select -least(0, min(a.run)) from (select sum(n.entitled) over (order by n.number) as run
        from leave_entries n where n.organization_id = b.organization_id
          and n.balance_id = b.id and n.kind = 'adjustment') a) as taken_off,
      (select n.entitled from leave_entries n where n.organization_id = b.organization_id
        and n.balance_id = b.id and n.key = 'opened') as opened
    from leave_balances b
    join employees e on e.organization_id = b.organization_id and e.id = b.employee_id
    join leave_settings s on s.organization_id = b.organization_id
    join leave_types t on t.organization_id = b.organization_id and t.id = b.leave_type_id
    cross join lateral (select ${sums} from leave_entries n
      cross join lateral (select n.kind = 'carry-over' and n.day = make_date(b.year, 1, 1) as came,
        n.kind = 'expiry' and n.day <= make_date(b.year, 12, 31) as lost) k
      where n.organization_id = b.organization_id and n.balance_id = b.id
        and n.kind in ('carry-over', 'expiry') and not ${afterLastDay}) n
    where b.id = any(${balances}::uuid[])`
  return new Map(rows.map((row) => [row.id, inHundredths(row)]))
}

function inHundredths(row: OwnRow): OwnFacts {
  const earned = (days: DaysText, unearned: DaysText) =>
    Math.max(0, hundredthsOf(days) - hundredthsOf(unearned))
  const { type_terms, person_terms, joined, ...facts } = row
  const first = personOn(`${row.year}-01-01`, person_terms)
  return {
    ...facts,
    rules: rulesFor(type_terms, person_terms),
    // Moved back within the year, it earns nothing for the months before.
    joined: [first.joined, joined].toSorted().at(-1) as string,
    carried:
      earned(row.came, row.came_unearned) -
      earned(row.lost, row.lost_unearned) -
      hundredthsOf(row.gone),
    unearned: Math.max(0, hundredthsOf(row.came_unearned) - hundredthsOf(row.lost_unearned)),
    spent: hundredthsOf(row.spent),
    pending: hundredthsOf(row.pending),
    taken_off: hundredthsOf(row.taken_off),
    opened: row.opened === null ? null : hundredthsOf(row.opened),
  }
}

/** What came first was so before as well: nobody knows better. */
const personOn = (day: string, terms: readonly PersonTerms[]): PersonTerms =>
  terms.find(({ since }) => since <= day) ?? (terms.at(-1) as PersonTerms)

/** From every day on which either has changed, newest first. */
function rulesFor(types: readonly TypeTerms[], people: readonly PersonTerms[]): DatedTerms[] {
  const days = [...new Set([...types, ...people].map(({ since }) => since))].sort().reverse()
  return days.flatMap((since): DatedTerms[] => {
    const type = types.find((one) => one.since <= since)
    if (!type) return []
    const { accrual, default_days, is_active } = type
    const encashable = type.encashable && is_active && isFor(type, personOn(since, people))
    return [{ since, accrual, default_days, encashable }]
  })
}

/** How the type was when the year began, if it is one for them still. */
const begunWith = ({ year, rules, only_for, gender }: OwnFacts) =>
  isFor({ gender: only_for }, { gender }) ? ruleOn(`${year}-01-01`, rules) : undefined

/** Below zero where more was used. */
export function ownUntil(last: string, facts: OwnFacts): DayHundredths {
  const { rules, opened, taken_off, carried, spent } = facts
  if (!begunWith(facts)?.encashable) return -spent
  const earned = Math.min(earnedUntil(last, facts, rules), opened ?? Number.POSITIVE_INFINITY)
  return earned - taken_off + carried - spent
}

/** What of so many days that leave a year for the next is more than its own. */
export function unearnedOf(
  days: DayHundredths,
  facts: OwnFacts,
  promised: DayHundredths = 0,
): DayHundredths {
  const own = ownUntil(`${facts.year}-12-31`, facts) - facts.pending - promised
  return days - Math.max(0, Math.min(days, own))
}

/** Why there is more in it, where that is not a matter of this balance alone. */
export function whyMore(last: string, facts: OwnFacts): string | null {
  const { rules, only_for, gender, unearned } = facts
  if (!isFor({ gender: only_for }, { gender })) {
    return only_for === 'Female' ? 'for women' : 'for men'
  }
  const first = begunWith(facts)
  if (!first) return `made on ${dayInWords(rules.at(-1)?.since ?? last)}`
  const since = rules.filter((rule) => rule.since > first.since && rule.since <= last).reverse()
  const paid = since.find(({ encashable }) => encashable)
  if (!first.encashable && paid) return `paid out only since ${dayInWords(paid.since)}`
  const raised = since.find(
    ({ accrual, default_days }) => default_days > first.default_days || accrual !== first.accrual,
  )
  const how = raised && raised.default_days > first.default_days ? 'raised' : 'changed'
  const reasons = [
    ...(raised ? [`${how} on ${dayInWords(raised.since)}`] : []),
    ...(unearned > 0
      ? [`${inDays(unearned)} carried over ${unearned === 100 ? 'was' : 'were'} not earned`]
      : []),
  ]
  return reasons.length > 0 ? reasons.join(', and ') : null
}
