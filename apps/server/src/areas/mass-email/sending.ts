import type { MassEmailKind } from '@mshahara/contract/mass-email'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import type { Mirror, RecordedMail } from '../../foundation/mail/mail.ts'
import { richFrom } from '../../foundation/mail/rich.ts'
import { asAttachments, enclosedIn } from './enclosed.ts'
import { addressedTo, letterOf } from './letter.ts'
import { newLinks } from './unsubscribe.ts'

/**
 * Hands letters to the outbox a few at a time, so that a letter to thousands is neither stored
 * thousands of times nor in anybody's way. Each message is recorded with the mark that it was:
 * after a crash it goes on where it stopped, and nobody gets two.
 */

export const roundName = 'mass-email.send'
/** As many as go out in some five seconds. */
const atOnce = 40

export const sending = (services: Services): Poller[] => [
  {
    name: roundName,
    every_ms: 2_000,
    looksWhile: () => sql`exists (select from mass_emails where finished_at is null)`,
    async next() {
      const recorded = await services.db.inPlatform(async (tx) => {
        const open = await tx.maybe`select from mass_emails where finished_at is null limit 1`
        if (!open) return 0
        await advisoryLock(tx, roundName)
        await leaveOut(tx)
        const count = await recordSome(services, tx)
        await finish(tx)
        return count
      })
      // There may be more; without a mail server nothing has to wait for its turn.
      return recorded > 0 ? async () => {} : null
    },
  },
]

/** Those who have unsubscribed since the letter was sent off. */
const leaveOut = (tx: PlatformTx) =>
  tx.run`update mass_email_recipients r set state = 'unsubscribed', updated_at = app_now()
    from mass_emails e where e.id = r.mass_email_id and e.kind = 'news' and r.state = 'waiting'
      and exists (select from unsubscribed u where u.email = r.email)`

interface Waiting {
  mass_email_id: string
  email: string
  name: string | null
}
interface Text {
  kind: MassEmailKind
  subject: string
  message: string
}

/** Whose address it is: a person who has proven it, or the one organisation with this office. */
const nameFor = sql`coalesce(
  (select u.first_name from users u where u.email = r.email and u.activated_at is not null),
  (select case count(*) when 1 then min(o.name) end from organizations o
    where lower(o.email) = r.email))`

async function recordSome({ mail }: Pick<Services, 'mail'>, tx: PlatformTx): Promise<number> {
  const rows = await tx.all<Waiting>`select r.mass_email_id, r.email, ${nameFor} as name
    from mass_email_recipients r join mass_emails e on e.id = r.mass_email_id
    where r.state = 'waiting' order by e.number, r.email
    limit greatest(0, ${atOnce}
      - (select count(*) from mass_email_recipients where state = 'queued'))
    for update of r skip locked`
  for (const [id, letters] of Map.groupBy(rows, ({ mass_email_id }) => mass_email_id)) {
    const text = await tx.one<Text>`select kind, subject, message from mass_emails where id = ${id}`
    const written = { ...text, rich: richFrom(text.message) }
    const along = asAttachments(await enclosedIn(tx, id))
    const emails = letters.map(({ email }) => email)
    const names = new Map(letters.map(({ email, name }) => [email, name]))
    const links = text.kind === 'news' ? await newLinks(tx, emails) : []
    const recorded = await mail.sendAll(
      tx,
      emails.map((email, index) => ({
        organization_id: null,
        letter: letterOf(
          addressedTo(written, names.get(email) ?? null),
          ...([email, links[index], along] as const),
        ),
      })),
    )
    await mark(tx, id, emails, recorded)
  }
  return rows.length
}

/** A message that is kept for /dev/mail has reached where it goes. */
const mark = (tx: PlatformTx, id: string, emails: string[], recorded: RecordedMail[]) =>
  tx.run`update mass_email_recipients r set mail_id = m.mail_id, updated_at = app_now(),
      state = case m.state when 'kept' then 'sent' else 'queued' end
    from unnest(${emails}::text[], ${recorded.map((one) => one.id)}::uuid[],
      ${recorded.map(({ state }) => state)}::text[]) m (email, mail_id, state)
    where r.mass_email_id = ${id} and r.email = m.email`

const finish = (tx: PlatformTx) =>
  tx.run`update mass_emails e set finished_at = app_now() where finished_at is null
    and not exists (select from mass_email_recipients r
      where r.mass_email_id = e.id and r.state in ('waiting', 'queued'))`

/** The state of a message is that of its recipient. */
export const mirrorMail: Mirror = async (tx, mail_id, state, error) => {
  const mirrored = state === 'sending' ? 'queued' : state
  await tx.run`update mass_email_recipients set state = ${mirrored}, error = ${error},
    updated_at = app_now() where mail_id = ${mail_id}`
}
