import type { contract } from '@mshahara/contract'
import type { Audience, MassEmailKind } from '@mshahara/contract/mass-email'
import { inPlatform, me } from '../../foundation/core/ctx.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { SignedIn } from '../../foundation/core/signed-in.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { addressed } from './audience.ts'
import { type Enclosed, keepAll, removeAll, storeAll } from './enclosed.ts'
import { messageIn } from './letter.ts'
import { massEmailOf } from './read.ts'
import { roundName } from './sending.ts'
import { sayToStaff } from './sentences.ts'

type Calls = typeof contract.massEmails

export const send: Staged<Calls['send'], void, Enclosed[]> = {
  crosses: true,
  async look(_, { body }) {
    messageIn(body)
  },
  make: (outside, { body }) => storeAll(outside, body.files),
  keep: (ctx, { body }, stored) =>
    inPlatform(ctx, async (tx) => {
      // Two windows that send the same letter: the second one finds the first.
      await advisoryLock(tx, 'mass-email')
      const letter = { ...body, message: messageIn(body).html }
      await refuseRepeated(tx, letter)
      const { id, recipients } = await keep(tx, letter, me(ctx))
      if (recipients === 0) failField('audience', sayToStaff.nobody)
      await keepAll(tx, id, stored)
      ctx.jobs.wake(roundName)
      return { message: 'Mass email sent successfully', mass_email: await massEmailOf(tx, id) }
    }),
  undo: (outside, stored) => removeAll(outside.files, stored),
}

interface SentLetter {
  audience: Audience
  kind: MassEmailKind
  subject: string
  message: string
}

async function refuseRepeated(tx: PlatformTx, { audience, kind, subject, message }: SentLetter) {
  const same = await tx.maybe`select from mass_emails
    where created_at > app_now() - interval '1 hour' and audience = ${audience}
      and kind = ${kind} and subject = ${subject} and message = ${message}`
  if (same) fail(422, sayToStaff.sentAlready)
}

/** The letter and everybody it is for, in one statement: the count is that of the list. */
const keep = (tx: PlatformTx, { audience, kind, subject, message }: SentLetter, sender: SignedIn) =>
  tx.one<{ id: string; recipients: number }>`
    with people as materialized (
      select email, off and ${kind} = 'news' as off from (${addressed(audience)}) a
    ), letter as (
      insert into mass_emails
        (audience, kind, subject, message, sent_by, sent_name, recipients, unsubscribed)
      select ${audience}, ${kind}, ${subject}, ${message}, ${sender.id}, ${sender.name},
        count(*) filter (where not off), count(*) filter (where off) from people
      returning id, recipients
    ), list as (
      insert into mass_email_recipients (mass_email_id, email, state)
      select letter.id, email, case when off then 'unsubscribed' else 'waiting' end
      from people, letter
    )
    select id, recipients from letter`

/** A person has decided (A22): those go out once more, in their turn. */
export const resend: Handler<Calls['resend']> = (ctx, { params, body }) =>
  inPlatform(ctx, async (tx) => {
    const { id } = await tx.one<{ id: string }>`
      select id from mass_emails where id = ${params.id} for update`
    const { state } = body()
    const count = await tx.run`update mass_email_recipients
      set state = 'waiting', mail_id = null, error = null, updated_at = app_now()
      where mass_email_id = ${id} and state = ${state}`
    if (count === 0) fail(422, sayToStaff.noneToResend({ state }))
    await tx.run`update mass_emails set resends = resends + 1, finished_at = null,
      stopped_at = null, stopped_name = null where id = ${id}`
    ctx.jobs.wake(roundName)
    const what = count === 1 ? '1 letter is' : `${count} letters are`
    return { message: `${what} on the way again.`, count }
  })
