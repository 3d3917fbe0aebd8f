import { momentInWords } from '@mshahara/contract/months'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { greeting, plainName } from '../../foundation/core/names.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { mayNotifyPayers } from '../../foundation/mail/budget.ts'
import type { Letter } from '../../foundation/mail/mail.ts'
import { notify } from '../notifications/index.ts'
import { type ChangeRow, fromWhenOn, whatOf } from './payer-changes.ts'

/**
 * Everybody who may pay hears at once what weakens the second person, by mail and under the bell;
 * whoever may not any more hears it by mail. Triggers note the changes, and this round tells of
 * them, whichever road they came: what a crash interrupts is told by the next round.
 */
export const payerNews = (services: Services): Poller => ({
  name: 'payouts.payer-news',
  every_ms: 2_000,
  looksWhile: () => sql`exists (select from payer_changes where told_at is null)`,
  async next() {
    await services.db.inPlatform(async (tx) => {
      for (const change of await unsentChanges(tx)) await sendNews(services, tx, change)
    })
    return null
  },
})

interface Reader {
  id: string
  email: string
  first_name: string
  pays: boolean
}

interface UnsentChange extends ChangeRow {
  organization_id: string
  organization: string
  readers: Reader[]
}

const unsentChanges = (tx: PlatformTx) =>
  tx.all<UnsentChange>`with news as (update payer_changes set told_at = app_now()
      where (organization_id, id) in (select organization_id, id from payer_changes
        where told_at is null order by made_at limit 50 for update skip locked)
      returning organization_id, id)
    select s.*, o.id as organization_id, o.name as organization,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email,
          'first_name', u.first_name, 'pays', u.id <> s.user_id or s.kind <> 'payer_left')
          order by u.email)
        from users u where u.id = s.user_id
          or u.id in (select members_who_may(o.id, 'pay payrolls'))), '[]') as readers
    from news n join organizations o on o.id = n.organization_id,
      payer_changes_shown(o.id) s where s.id = n.id order by s.made_at, s.id`

async function sendNews({ mail, clock, secrets }: Services, tx: PlatformTx, change: UnsentChange) {
  const { id, organization_id, readers } = change
  const text = `${plainName(change.maker ?? 'System')}: ${whatOf(change)}.`
  const payers = readers.filter(({ pays }) => pays).map((reader) => reader.id)
  await notify(tx, organization_id, payers, {
    key: `payer change ${id}`,
    title: 'Who may pay has changed',
    text: `${text} ${fromWhenOn(change)}`,
    link: '/organization',
  })
  const letters = []
  for (const reader of readers) {
    if (await mayNotifyPayers(tx, { secrets, now: clock.now() }, reader.email)) {
      letters.push({ organization_id, letter: letterTo(reader, change) })
    }
  }
  await mail.sendAll(tx, letters)
}

function letterTo({ email, first_name, pays }: Reader, change: UnsentChange): Letter {
  const from = plainName(change.organization)
  const did = `${plainName(change.maker ?? 'System')} made this change on ${momentInWords(change.made_at)}:`
  const letter = {
    to: email,
    from,
    subject: 'Who may pay has changed',
    greeting: greeting('Hello', first_name),
  }
  if (!pays) {
    const warning = 'If this is wrong, speak to somebody else in the organization at once.'
    return { ...letter, paragraphs: [`${did} you may no longer pay at ${from}. ${warning}`] }
  }
  return {
    ...letter,
    paragraphs: [
      `${did} ${plainName(whatOf(change))}.`,
      fromWhenOn(change),
      'If this is wrong, object to it: it then takes effect only once somebody else who may pay agrees.',
    ],
    button: { label: 'See the change', path: '/organization' },
  }
}
