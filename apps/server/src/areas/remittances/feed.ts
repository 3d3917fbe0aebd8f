import type { contract } from '@mshahara/contract'
import { exportLabel } from '@mshahara/contract/exports'
import { monthInWords } from '@mshahara/contract/months'
import { monthOf } from '@mshahara/engine/calendar'
import { dueOn } from '@mshahara/engine/due-dates'
import { healthName } from '@mshahara/engine/figures'
import type { FastifyInstance } from 'fastify'
import { dayOf } from '../../foundation/core/clock.ts'
import { me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { newToken, tokenHash } from '../../foundation/core/secrets.ts'
import type { Handlers } from '../../foundation/http/bind.ts'
import { asStranger } from '../../foundation/http/gate.ts'
import { type CalendarEvent, icalendar } from '../../foundation/http/icalendar.ts'
import type { Services } from '../../foundation/http/services.ts'
import { dueFor } from '../exports/index.ts'
import { type Item, itemsOf, monthsOf } from './months.ts'
import { sayToStaff } from './sentences.ts'

/**
 * The days on which returns are due, for calendar programs, which sign in nowhere: an address that
 * nobody can guess, of one person, until a new one is made or they may no longer see it. Nobody is
 * named in it, and no amount.
 */

export const feedCalls: Pick<Handlers<(typeof contract)['remittances']>, 'feed' | 'closeFeed'> = {
  async feed(ctx) {
    const { id, super_admin } = me(ctx)
    if (super_admin) fail(403)
    const token = newToken()
    await ctx.tx
      .run`insert into remittance_feeds (user_id, token_hash) values (${id}, ${tokenHash(token)})
      on conflict (organization_id, user_id)
      do update set token_hash = excluded.token_hash, created_at = excluded.created_at`
    return { address: `${ctx.config.publicUrl}/calendar/due/${token}.ics` }
  },
  async closeFeed(ctx) {
    await ctx.tx.run`delete from remittance_feeds where user_id = ${me(ctx).id}`
    return { message: 'The calendar address is closed.' }
  },
}

export function feedPage(app: FastifyInstance, { db, clock, sideGate }: Services) {
  app.get<{ Params: { name: string } }>('/calendar/due/:name', async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.name)?.[1]
    if (!token) fail(404, sayToStaff.feedUnused)
    const now = clock.now()
    const events = await asStranger(sideGate, request.ip, async () => {
      const owner = await ownerOf(db, token)
      if (!owner) fail(404, sayToStaff.feedUnused)
      return db.inOrg(owner, (tx) => eventsOf(tx, dayOf(now)))
    })
    return reply
      .header('cache-control', 'private, no-store')
      .type('text/calendar; charset=utf-8')
      .send(icalendar(events, 'Remittances', now))
  })
}

/** Only while they belong to the organisation and may see what is remitted. */
const ownerOf = (db: Services['db'], token: string) =>
  db.inPlatform(
    (tx) =>
      tx.maybe<{ organization_id: string }>`select f.organization_id from remittance_feeds f
      join memberships m on m.organization_id = f.organization_id and m.user_id = f.user_id
        and m.status = 'active'
      join organizations o on o.id = f.organization_id and o.status = 'active'
      left join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
      where f.token_hash = ${tokenHash(token)} and coalesce(e.status, 'active') = 'active'
        and may_in(f.organization_id, f.user_id, 'export payrolls')`,
  )

/** A year back, and ahead the month that nobody is paid for yet. */
const mostMonths = 12

async function eventsOf(tx: Tx, today: string): Promise<CalendarEvent[]> {
  const months = (await monthsOf(tx)).slice(0, mostMonths)
  const items = await itemsOf(tx, months, today)
  const [newest] = months
  const next = monthOf(today)
  const expected = newest && newest.month < next ? expectedIn(next, items, newest.month) : []
  return [...items.flatMap(eventOf), ...expected]
}

function eventOf({ month, name, authority, due, state, amount }: Item): CalendarEvent[] {
  if (!due || state === 'nothing due' || amount <= 0) return []
  const done = state === 'paid' || state === 'overpaid' ? ' (paid)' : ''
  return [event(month, authority, `${name} for ${monthInWords(month)} is due${done}`, due)]
}

/** The current month will owe what the newest one did: on which days is known already. */
const expectedIn = (month: string, items: readonly Item[], like: string): CalendarEvent[] =>
  items.flatMap(({ type, authority, month: of, state }) => {
    const what = dueFor(type)
    if (of !== like || !what || state === 'nothing due') return []
    const name = exportLabel(type, healthName(month))
    const summary = `${name} for ${monthInWords(month)} will be due`
    return [event(month, authority, summary, dueOn(what, month))]
  })

const event = (month: string, authority: string, summary: string, due: string) => ({
  id: `${month}-${authority}`,
  ...{ summary, start_date: due, end_date: due },
})
