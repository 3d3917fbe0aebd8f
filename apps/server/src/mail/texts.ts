import { randomUUID } from 'node:crypto'
import type { Tx } from '../core/db.ts'
import type { Parts } from '../core/parts.ts'
import { lanes, type Words } from './outbox.ts'

/** A text message is recorded like a letter, and goes out by the same rounds (A22). */

export interface Text {
  to: string
  text: string
}

/** Whether one can be sent at all. */
export const canText = ({ config }: Pick<Parts, 'config'>) => config.texting !== undefined

export async function recordText(
  tx: Tx,
  { secrets, jobs }: Pick<Parts, 'secrets' | 'jobs'>,
  organization_id: string,
  { to, text }: Text,
) {
  const words: Words = { text, html: '' }
  const body = secrets.encrypt(JSON.stringify(words))
  await tx.run`select record_mail(${randomUUID()}::uuid, ${organization_id}::uuid, ${to},
    'Text message', ${body}::bytea, 'queued', 'texts')`
  jobs.wake(lanes.texts)
}
