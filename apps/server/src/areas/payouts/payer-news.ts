import { momentInWords } from '@mshahara/contract/months'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { greeting, plainName } from '../../foundation/core/names.ts'
import type { House } from '../../foundation/http/house.ts'
import type { Round } from '../../foundation/jobs/rounds.ts'
import { mayTellOfPayers } from '../../foundation/mail/budget.ts'
import type { Letter } from '../../foundation/mail/mail.ts'
import { notify } from '../notifications/index.ts'
import { type ChangeRow, fromWhenOn, whatOf } from './payer-changes.ts'

/**
 * Everybody who may pay hears at once what weakens the second person, by mail and under the bell;
 * whoever may not any more hears it by mail. Triggers note the changes, and this round tells of
 * them, whichever road they came: what a crash interrupts is told by the next round.
 */
export const payerNews = (house: House): Round => ({
  name: 'payouts.payer-news',
  every_ms: 2_000,
  async next() {
    await house.db.inPlatform(async (tx) => {
      for (const change of await untold(tx)) await tell(house, tx, change)
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

interface Untold extends ChangeRow {
  organization_id: string
  organization: string
  readers: Reader[]
}

const untold = (tx: PlatformTx) =>
  tx.all<Untold>`with news as (update payer_changes set told_at = app_now()
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

async function tell({ mail, clock, secrets }: House, tx: PlatformTx, change: Untold) {
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
    if (await mayTellOfPayers(tx, { secrets, now: clock.now() }, reader.email)) {
      letters.push({ organization_id, letter: letterTo(reader, change) })
    }
  }
  await mail.sendAll(tx, letters)
}

function letterTo({ email, first_name, pays }: Reader, change: Untold): Letter {
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
      'If this is wrong, object to it: then it does not count until somebody else who may pay agrees.',
    ],
    button: { label: 'See the change', path: '/organization' },
  }
}
