import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Clock, secondsLater } from '../core/clock.ts'
import type { Answer, Request, Send } from './wire.ts'

/** Bearer tokens, kept until shortly before they end: a new one may put an end to the last. */

export interface Token {
  token: string
  until: Date
}

/** Where all servers find the same tokens: two that kept asking would end each other's. */
export interface Shelf {
  find(name: string): Promise<Token | undefined>
  put(name: string, token: Token): Promise<void>
  /** Unless another has taken its place. */
  remove(name: string, token: string): Promise<void>
}

export type TokenAnswer =
  | { outcome: 'given'; token: string }
  | { outcome: 'refused'; code: string; reason: string; stops_run: true }
  | { outcome: 'not_sent'; reason: string; slower: boolean }

export interface Tokens {
  /** The token kept under this name, or a new one; asked for once however many wait for it. */
  take(name: string, ask: () => Promise<Answer>): Promise<TokenAnswer>
  /** The provider does not take this one any more. */
  drop(name: string, token: string): Promise<void>
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })
const early_s = 60

export function openTokens(clock: Clock, shelf?: Shelf): Tokens {
  const kept = new Map<string, Token>()
  const asked = new Map<string, Promise<TokenAnswer>>()
  const isGood = (known: Token | undefined): known is Token =>
    known !== undefined && known.until > clock.now()
  const ask = async (name: string, question: () => Promise<Answer>): Promise<TokenAnswer> => {
    // A shelf out of reach holds up no payment.
    const shared = await shelf?.find(name).catch(() => undefined)
    if (isGood(shared)) return give(name, shared)
    const answer = await question()
    const read = answer.outcome === 'answered' ? granted.safeParse(answer.body) : undefined
    if (!read?.success) return whyNot(answer)
    const { access_token: token, expires_in } = read.data
    const fresh = { token, until: secondsLater(clock.now(), expires_in - early_s) }
    await shelf?.put(name, fresh).catch(() => {})
    return give(name, fresh)
  }
  const give = (name: string, known: Token): TokenAnswer => {
    kept.set(name, known)
    return { outcome: 'given', token: known.token }
  }
  return {
    async take(name, question) {
      const known = kept.get(name)
      if (isGood(known)) return { outcome: 'given', token: known.token }
      const waiting = asked.get(name) ?? ask(name, question).finally(() => asked.delete(name))
      asked.set(name, waiting)
      return waiting
    },
    async drop(name, token) {
      if (kept.get(name)?.token !== token) return
      kept.delete(name)
      await shelf?.remove(name, token).catch(() => {})
    },
  }
}

/** Nothing was paid for want of a token; whether another try makes sense depends on why. */
function whyNot(answer: Answer): TokenAnswer {
  if (answer.outcome !== 'answered') {
    return { outcome: 'not_sent', reason: answer.reason, slower: false }
  }
  const { status, body, strange } = answer
  if ([400, 401, 403].includes(status) && !strange) {
    const code = codeOf(body) ?? String(status)
    const reason = 'The provider does not accept the consumer key and secret.'
    return { outcome: 'refused', code, reason, stops_run: true }
  }
  return {
    outcome: 'not_sent',
    reason: 'The provider is not giving access just now.',
    slower: true,
  }
}

const coded = z.union([
  z.object({ errorCode: z.string() }).transform(({ errorCode }) => errorCode),
  z.object({ fault: z.object({ code: z.coerce.string() }) }).transform(({ fault }) => fault.code),
])
const codeOf = (body: unknown) => coded.safeParse(body).data

/** The names of keys are kept with tokens, the keys themselves are not. */
export const nameOf = (base: string, key: string, secret: string) =>
  createHash('sha256').update(`${base}\n${key}\n${secret}`).digest('base64url')

export const basic = (key: string, secret: string) =>
  `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`

export interface Authorized {
  send: Send
  tokens: Tokens
  name: string
  ask(): Promise<Answer>
  /** Whether this answer means that the token is not valid any more. */
  isStale(answer: Answer): boolean
}

export type Called = Answer | Exclude<TokenAnswer, { outcome: 'given' }>

/**
 * Times one is asked for. Not two: a server that was killed may have asked for a token that arrives
 * at the provider after ours, and puts an end to it.
 */
const most = 3

/**
 * A call with a token. One that has become invalid is asked for again: the gateway turns such calls
 * away before anything is paid.
 */
export async function callWithToken(
  { send, tokens, name, ask, isStale }: Authorized,
  url: string,
  request: Request,
): Promise<Called> {
  const once = async (): Promise<Called> => {
    const given = await tokens.take(name, ask)
    if (given.outcome !== 'given') return given
    const headers = { ...request.headers, authorization: `Bearer ${given.token}` }
    const answer = await send(url, { ...request, headers })
    if (isStale(answer)) await tokens.drop(name, given.token)
    return answer
  }
  for (let tries = 1; ; tries += 1) {
    const answer = await once()
    const stale = answer.outcome === 'answered' && isStale(answer)
    if (!stale || tries === most) return answer
  }
}
