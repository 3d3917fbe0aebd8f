import type { contract } from '@mshahara/contract'
import type { FastifyInstance } from 'fastify'
import { dayOf, daysLater } from '../../foundation/core/clock.ts'
import { me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { newToken, tokenHash } from '../../foundation/core/secrets.ts'
import type { Handlers } from '../../foundation/http/bind.ts'
import { asStranger } from '../../foundation/http/gate.ts'
import { type CalendarEvent, icalendar } from '../../foundation/http/icalendar.ts'
import type { Services } from '../../foundation/http/services.ts'
import { say, sayToStaff } from './sentences.ts'

/**
 * A calendar program signs in nowhere: it knows an address that nobody can guess, and that stops
 * working when a new one is made or its owner leaves. It shows one's own leave, and that colleagues
 * of the department are away.
 */

type Calendar = typeof contract.leaveCalendar

export const feedCalls: Pick<Handlers<Calendar>, 'feed' | 'closeFeed'> = {
  async feed(ctx) {
    const { id, leaver } = me(ctx)
    if (leaver || me(ctx).super_admin) fail(403)
    const token = newToken()
    await ctx.tx
      .run`insert into leave_feeds (user_id, token_hash) values (${id}, ${tokenHash(token)})
      on conflict (organization_id, user_id)
      do update set token_hash = excluded.token_hash, created_at = excluded.created_at`
    return { address: `${ctx.config.publicUrl}/calendar/${token}.ics` }
  },
  async closeFeed(ctx) {
    await ctx.tx.run`delete from leave_feeds where user_id = ${me(ctx).id}`
    return { message: ctx.say(say.feedClosed) }
  },
}

interface Owner {
  organization_id: string
  employee_id: string | null
}

export function feedPage(app: FastifyInstance, { db, clock, sideGate }: Services) {
  app.get<{ Params: { name: string } }>('/calendar/:name', async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.name)?.[1]
    if (!token) fail(404, sayToStaff.feedUnused)
    const now = clock.now()
    const events = await asStranger(sideGate, request.ip, async () => {
      const owner = await ownerOf(db, token)
      if (!owner) fail(404, sayToStaff.feedUnused)
      return db.inOrg(owner, (tx) => eventsOf(tx, owner, dayOf(now)))
    })
    return reply
      .header('cache-control', 'private, no-store')
      .type('text/calendar; charset=utf-8')
      .send(icalendar(events, 'Leave', now))
  })
}

/** Only while they belong to the organisation and are employed. */
const ownerOf = (db: Services['db'], token: string) =>
  db.inPlatform(
    (tx) =>
      tx.maybe<Owner>`select f.organization_id, m.employee_id from leave_feeds f
      join memberships m on m.organization_id = f.organization_id and m.user_id = f.user_id
        and m.status = 'active'
      join organizations o on o.id = f.organization_id and o.status = 'active'
      left join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
      where f.token_hash = ${tokenHash(token)} and coalesce(e.status, 'active') = 'active'`,
  )

/** Half a year back and a year ahead. */
const eventsOf = (tx: Tx, { employee_id }: Owner, today: string) =>
  tx.all<CalendarEvent>`select r.id, r.start_date, r.end_date,
      case when e.id = ${employee_id} then t.name
        else concat_ws(' ', e.first_name, e.last_name) || ' is away' end as summary
    from leave_requests r
    join employees e on e.id = r.employee_id join leave_types t on t.id = r.leave_type_id
    where r.status = 'approved' and r.end_date >= ${daysLater(today, -183)}
      and r.start_date <= ${daysLater(today, 366)}
      and (e.id = ${employee_id} or e.department_id = (select mine.department_id
        from employees mine where mine.id = ${employee_id}))
    order by r.start_date limit 2000`
