import type { contract } from '@mshahara/contract'
import type { leaveChange } from '@mshahara/contract/leave-changes'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import type { z } from 'zod'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { failField } from '../../foundation/core/fail.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import type { Counting, Supposed } from './counting.ts'
import { changesOf, differs, totalOf } from './recount.ts'
import { sayToStaff } from './sentences.ts'

/** Whom a change touches, before it is made: counted as the recount would, and nothing written. */

type Change = z.output<typeof leaveChange>

/** Leave `r` that covers one of these days and counts by working days. */
export const covering = (...days: DaysText[]) =>
  sql`t.count_by = 'working' and exists (select from unnest(${days}::date[]) d
    where d between r.start_date and r.end_date)`

/** Of one person, or of everybody without days of their own. */
export const working = (employee_id: string | null) =>
  employee_id
    ? sql`t.count_by = 'working' and r.employee_id = ${employee_id}`
    : sql`t.count_by = 'working' and not exists (select from leave_patterns p
        where p.organization_id = r.organization_id and p.employee_id = r.employee_id)`

interface Meant {
  which: Sql
  supposed: Supposed & { count_by?: Counting['count_by'] }
}

async function meant(ctx: Ctx, change: Change): Promise<Meant> {
  if (change.what === 'holiday') return ofHoliday(ctx, change)
  if (change.what === 'type') {
    return {
      which: sql`r.leave_type_id = ${change.id} and t.count_by <> ${change.count_by}`,
      supposed: { count_by: change.count_by },
    }
  }
  const employee_id = change.what === 'pattern' ? change.employee_id : null
  const given = { saturday: change.work_saturday, sunday: change.work_sunday }
  const own = change.what === 'pattern' && !change.own ? await ofOrganization(ctx) : given
  return { which: working(employee_id), supposed: { pattern: { ...own, employee_id } } }
}

const ofOrganization = ({ tx }: Ctx) =>
  tx.one<{ saturday: boolean; sunday: boolean }>`
    select work_saturday as saturday, work_sunday as sunday from organizations`

async function ofHoliday({ tx }: Ctx, given: Extract<Change, { what: 'holiday' }>) {
  const known = given.id
    ? await tx.maybe<{ day: string }>`select day from leave_holidays where id = ${given.id}`
    : null
  if (given.id && !known) failField('id', sayToStaff.holidayNotFound)
  const without = known ? [known.day] : []
  const added = given.day ? [{ day: given.day, name: '', expected: false }] : []
  return {
    which: covering(...without, ...added.map(({ day }) => day)),
    supposed: { holidays: { without, with: added } },
  }
}

/** Enough to see who it is about; the count says how many there are. */
const most = 50

export const preview: Handler<typeof contract.leaveChanges.preview> = async (ctx, { body }) => {
  const { which, supposed } = await meant(ctx, body)
  const changes = (await changesOf(ctx, which, supposed)).filter(differs)
  const first = changes.slice(0, most)
  const names = await ctx.tx.all<{ id: string; name: string; type: string }>`
    select r.id, concat_ws(' ', e.first_name, e.last_name) as name, t.name as type
    from leave_requests r join employees e on e.id = r.employee_id
    join leave_types t on t.id = r.leave_type_id
    where r.id = any(${first.map(({ id }) => id)}::uuid[])`
  const called = new Map(names.map((one) => [one.id, one]))
  return {
    count: changes.length,
    leaves: first.map((change) => ({
      request_id: change.id,
      name: called.get(change.id)?.name ?? '',
      type: called.get(change.id)?.type ?? '',
      ...{ start_date: change.start_date, end_date: change.end_date, kept: change.kept },
      before: hundredthsOf(change.days) / 100,
      after: (change.kept ? hundredthsOf(change.days) : totalOf(change)) / 100,
    })),
  }
}
