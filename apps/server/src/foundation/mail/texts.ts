import { randomUUID } from 'node:crypto'
import type { Tx } from '../core/db.ts'
import type { Parts } from '../core/parts.ts'
import { closedFor } from './numbers.ts'
import { lanes, type Words } from './outbox.ts'

/** A text message is recorded like a letter, and goes out by the same rounds (A22). */

export interface Text {
  to: string
  text: string
  /** For the owner's own safety: what others have sent them does not stop it. */
  alert?: boolean
}

/** At its end, where the owner of the number can have no more of them; one message is 160 long. */
export const stopHint = ({ config }: Pick<Parts, 'config'>) =>
  ` STOP: ${new URL(config.publicUrl).host}/stop`
export const longestText = 160

/** Whether one can be sent at all. */
export const canText = ({ config }: Pick<Parts, 'config'>) => config.texting !== undefined

/** Says whether it was: nothing goes to a number that has had enough (docs/decisions/041). */
export async function recordText(
  tx: Tx,
  { secrets, jobs }: Pick<Parts, 'secrets' | 'jobs'>,
  /** Null for what the platform itself was asked for. */
  organization_id: string | null,
  { to, text, alert = false }: Text,
): Promise<boolean> {
  const closed = await closedFor(tx, to, alert ? 'alert' : 'text')
  if (closed === 'stopped' || (closed && organization_id)) return false
  const words: Words = { text, html: '' }
  const body = secrets.encrypt(JSON.stringify(words))
  await tx.run`select record_mail(${randomUUID()}::uuid, ${organization_id}::uuid, ${to},
    ${alert ? 'Security alert' : 'Text message'}, ${body}::bytea, 'queued', 'texts')`
  jobs.wake(lanes.texts)
  return true
}
