import type { contract } from '@mshahara/contract'
import { inPlatform, me } from '../../foundation/core/ctx.ts'
import { advisoryLock, type PlatformTx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { takeBack } from '../../foundation/mail/take-back.ts'
import { roundName } from './sending.ts'
import { sayToStaff } from './sentences.ts'

/** Whoever has not got the letter yet does not get it; who has got it stays on record. */
export const stop: Handler<(typeof contract.massEmails)['stop']> = (ctx, { params }) =>
  inPlatform(ctx, async (tx) => {
    // Nothing is put into the outbox meanwhile.
    await advisoryLock(tx, roundName)
    const letter = await tx.one<{ finished_at: string | null }>`
      select finished_at from mass_emails where id = ${params.id} for update`
    if (letter.finished_at) fail(422, sayToStaff.gone)
    const count = (await emptyOutbox(tx, params.id)) + (await leaveOut(tx, params.id))
    if (count === 0) fail(422, sayToStaff.goingOut)
    await tx.run`update mass_emails set stopped_at = app_now(), stopped_name = ${me(ctx).name}
      where id = ${params.id}`
    ctx.jobs.wake(roundName)
    const whom = count === 1 ? '1 address does' : `${count} addresses do`
    return { message: `Stopped: ${whom} not get the letter.`, count }
  })

const leaveOut = (tx: PlatformTx, id: string) =>
  tx.run`update mass_email_recipients set state = 'stopped', updated_at = app_now()
    where mass_email_id = ${id} and state = 'waiting'`

/** What is being handed over at this moment goes its way. */
async function emptyOutbox(tx: PlatformTx, id: string) {
  const queued = await tx.all<{ mail_id: string }>`select mail_id from mass_email_recipients
    where mass_email_id = ${id} and state = 'queued' and mail_id is not null`
  const back = await takeBack(
    tx,
    queued.map(({ mail_id }) => mail_id),
  )
  return tx.run`update mass_email_recipients
    set state = 'stopped', mail_id = null, updated_at = app_now()
    where mass_email_id = ${id} and mail_id = any (${back}::uuid[])`
}
