import { momentInWords } from '@mshahara/contract/months'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { greeting, plainName } from '../../foundation/core/names.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { mayNotifyCheckers } from '../../foundation/mail/budget.ts'
import type { Letter } from '../../foundation/mail/mail.ts'
import { notify } from '../notifications/index.ts'
import { becameVoid, notifyMaker, pageOf, voidKey } from './notify.ts'
import { fromWhen, type WeakenedRow, whatOf } from './weakened.ts'

/**
 * Whoever could agree hears by mail of what waits, everybody concerned of what weakens the second
 * person, and what nobody decided in time lapses: whichever road it came, and after a crash.
 */
export const news = (services: Services): Poller => ({
  name: 'maker-checker.news',
  every_ms: 5_000,
  looksWhile: () => sql`exists (select from proposals where state = 'waiting')
    or exists (select from proposals where told_at is null)
    or exists (select from proposals where state = 'void'
      and decided_at > ${services.clock.now()}::timestamptz - interval '2 days')
    or exists (select from checker_changes where told_at is null)`,
  async next() {
    await services.db.inPlatform(async (tx) => {
      await lapse(tx)
      await sayVoid(tx)
      for (const proposal of await unsent(tx)) await sendAll(services, tx, proposal)
      for (const change of await unsentChanges(tx)) await sendChange(services, tx, change)
    })
    return null
  },
})

interface Lapsed {
  organization_id: string
  id: string
  made_by: string
  title: string
}

async function lapse(tx: PlatformTx) {
  const rows = await tx.all<Lapsed>`update proposals set state = 'lapsed', decided_at = app_now()
    where (organization_id, id) in (select organization_id, id from proposals
      where state = 'waiting' and lapses_at <= app_now() limit 50 for update skip locked)
    returning organization_id, id, made_by, title`
  for (const row of rows) {
    await notifyMaker(tx, row.organization_id, row, {
      did: 'lapsed',
      text: 'Nobody decided in time. Ask again if you still need it.',
    })
  }
}

/**
 * Whoever asked hears that what they asked about has changed, by whichever road it did. Who was
 * replaced by a newer request has heard of that.
 */
async function sayVoid(tx: PlatformTx) {
  const rows = await tx.all<Lapsed>`select p.organization_id, p.id, p.made_by, p.title
    from proposals p where p.state = 'void' and p.decided_at > app_now() - interval '1 day'
      and not exists (select from notifications t where t.organization_id = p.organization_id
        and t.user_id = p.made_by and t.key = ${voidKey(sql`p.id`)})
    limit 50`
  for (const row of rows) await notifyMaker(tx, row.organization_id, row, becameVoid)
}

interface Reader {
  id: string
  email: string
  first_name: string
}
interface Unsent extends Lapsed {
  organization: string
  maker: string
  lapses_at: string
  readers: Reader[]
}

const unsent = (tx: PlatformTx) =>
  tx.all<Unsent>`with news as (update proposals set told_at = app_now()
      where (organization_id, id) in (select organization_id, id from proposals
        where told_at is null order by made_at limit 50 for update skip locked)
      returning organization_id, id, made_by, title, maker, lapses_at, needs, state)
    select n.organization_id, n.id, n.made_by, n.title, n.maker, n.lapses_at,
      o.name as organization,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email,
          'first_name', u.first_name) order by u.email)
        from users u where u.id <> n.made_by
          and u.id in (select members_with(n.organization_id, n.needs))), '[]') as readers
    from news n join organizations o on o.id = n.organization_id where n.state = 'waiting'`

async function sendAll(services: Services, tx: PlatformTx, { readers, ...about }: Unsent) {
  const from = plainName(about.organization)
  await post(services, tx, about.organization_id, readers, (reader) => ({
    to: reader.email,
    from,
    subject: 'Something is waiting for your approval',
    greeting: greeting('Hello', reader.first_name),
    paragraphs: [
      `${plainName(about.maker)} asks for a second person at ${from}: ${plainName(about.title)}.`,
      `It waits until ${momentInWords(about.lapses_at)}. Review it, then agree or send it back.`,
    ],
    button: { label: 'Review It', path: pageOf(about.id) },
  }))
}

interface UnsentChange extends WeakenedRow {
  organization_id: string
  organization: string
  readers: Reader[]
}

/** Whoever may not any more hears of it too, by mail. */
const unsentChanges = (tx: PlatformTx) =>
  tx.all<UnsentChange>`with news as (update checker_changes set told_at = app_now()
      where (organization_id, id) in (select organization_id, id from checker_changes
        where told_at is null order by made_at limit 50 for update skip locked)
      returning organization_id, id, user_id, needs)
    select s.id, s.kind, s.person, s.needs, s.maker, s.made_at, s.backed_by, s.objector,
      s.counts_from, o.id as organization_id,
      o.name as organization,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email,
          'first_name', u.first_name) order by u.email)
        from users u where u.id = n.user_id or u.id in (
          select members_with(o.id, right_of) from rights_checked() right_of
          where n.needs is null and is_followed(o.id, right_of) or right_of = n.needs
        )), '[]') as readers
    from news n join organizations o on o.id = n.organization_id,
      checker_changes_shown(o.id) s where s.id = n.id order by s.made_at, s.id`

async function sendChange(services: Services, tx: PlatformTx, change: UnsentChange) {
  const { id, organization_id, readers } = change
  const told = `${plainName(change.maker ?? 'System')}: ${whatOf(change)}.`
  const members = readers.map((reader) => reader.id)
  const here = await tx.all<{ user_id: string }>`select user_id from memberships
    where organization_id = ${organization_id} and user_id = any (${members}::uuid[])`
  await notify(
    tx,
    organization_id,
    here.map(({ user_id }) => user_id),
    {
      key: `checker change ${id}`,
      title: 'The second person',
      text: `${told} ${fromWhen(change)}`,
      link: '/approvals',
    },
  )
  await post(services, tx, organization_id, readers, (reader) => ({
    to: reader.email,
    from: plainName(change.organization),
    subject: 'The second-person rule has changed',
    greeting: greeting('Hello', reader.first_name),
    paragraphs: [
      told,
      fromWhen(change),
      'If this is wrong, object to it: it then takes effect only once somebody else agrees.',
    ],
    button: { label: 'See the Change', path: '/approvals' },
  }))
}

async function post(
  { mail, clock, secrets }: Services,
  tx: PlatformTx,
  organization_id: string,
  readers: Reader[],
  write: (reader: Reader) => Letter,
) {
  const letters = []
  for (const reader of readers) {
    if (await mayNotifyCheckers(tx, { secrets, now: clock.now() }, reader.email)) {
      letters.push({ organization_id, letter: write(reader) })
    }
  }
  await mail.sendAll(tx, letters)
}
