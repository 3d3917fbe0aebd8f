import type { Spoken } from '@mshahara/contract/say'
import type { PlatformTx, Tx } from '../core/db.ts'
import { fail, failField } from '../core/fail.ts'
import { say } from './sentences.ts'

/** What may be sent to a telephone number, over all organisations (docs/decisions/041). */

type Kind = 'prompt' | 'text'
export type StoppedBy = 'owner' | 'gateway' | 'operator'

/** An `alert` is for the owner's own safety, and counted apart from other texts. */
export async function closedFor(tx: Tx, number: string, kind: Kind | 'alert') {
  const { closed } = await tx.one<{ closed: 'stopped' | 'often' | null }>`
    select number_closed(${number}, ${kind}) as closed`
  return closed
}

const often = { prompt: say.askedOften, text: say.manyTexts } satisfies Record<Kind, Spoken>

/** Refuses what the database would refuse, naming the field where there is one. */
export async function refuseUnwanted(tx: Tx, number: string, kind: Kind, field?: string) {
  const closed = await closedFor(tx, number, kind)
  if (closed === 'often') fail(429, often[kind])
  if (closed && field) failField(field, say.unwanted)
  if (closed) fail(422, say.unwanted)
}

export async function isStopped(tx: Tx, number: string): Promise<boolean> {
  const { stopped } = await tx.one<{ stopped: boolean }>`
    select number_stopped(${number}) as stopped`
  return stopped
}

/** For every organisation, and for what waits already. */
export const stopNumber = (tx: PlatformTx, number: string, by: StoppedBy) =>
  tx.run`insert into phone_numbers (digits, stopped_at, stopped_by)
    values (digits_of(${number}), app_now(), ${by})
    on conflict (digits) do update set stopped_by = coalesce(phone_numbers.stopped_by, ${by}),
      stopped_at = coalesce(phone_numbers.stopped_at, app_now())`

/** Only its owner can want it again, and tells the operator so. */
export const allowNumber = (tx: PlatformTx, number: string) =>
  tx.run`update phone_numbers set stopped_at = null, stopped_by = null
    where digits = digits_of(${number})`

/** Its owner has entered what was sent there. */
export const noteAgreed = (tx: PlatformTx, number: string) =>
  tx.run`insert into phone_numbers (digits, agreed_at) values (digits_of(${number}), app_now())
    on conflict (digits) do update
      set agreed_at = coalesce(phone_numbers.agreed_at, excluded.agreed_at)`
