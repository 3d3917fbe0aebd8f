import { contract } from '@mshahara/contract'
import type { Caller, Reply } from './world.ts'

/** What waits for a second person, as those two work with it (B29). */

const { makerChecker } = contract

/** Of a call that has to wait. */
export function proposalIn(reply: Reply<unknown>): string {
  if (reply.status !== 202) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return (reply.body as unknown as { proposal_id: string }).proposal_id
}

export const lookAt = async (by: Caller, id: string) =>
  (await by.call(makerChecker.get, { params: { id } })).body

export const agreeTo = async (by: Caller, id: string) =>
  by.call(makerChecker.agree, { params: { id }, body: { digest: (await lookAt(by, id)).digest } })

export const linesOf = async (by: Caller, id: string, query: object = {}) =>
  (await by.call(makerChecker.lines, { params: { id }, query })).body
