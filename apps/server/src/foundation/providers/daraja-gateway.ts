import { z } from 'zod'
import { code, oneOrMore, words } from './codes.ts'
import type { Network } from './network.ts'
import { basic, type Called, callWithToken, nameOf } from './tokens.ts'
import type { Answer } from './wire.ts'

/** Safaricom's gateway: tokens, and the forms that all its answers share. */

export const fault = z.object({ errorCode: code, errorMessage: words })

export const acknowledgement = z.object({
  ResponseCode: code,
  ResponseDescription: words,
  ConversationID: z.string().optional(),
})

const parameter = z.object({ Key: z.string(), Value: z.unknown().optional() })
export const result = z.object({
  Result: z.object({
    ResultCode: code,
    ResultDesc: words,
    OriginatorConversationID: z.string().nullish(),
    ConversationID: z.string().nullish(),
    TransactionID: z.string().nullish(),
    ResultParameters: z
      .object({ ResultParameter: oneOrMore(parameter) })
      .nullish()
      .catch(null),
  }),
})
export type Result = z.output<typeof result>['Result']

/** By name; the first of a name counts. */
export function parametersOf({ ResultParameters }: Result): Map<string, string> {
  const found = new Map<string, string>()
  for (const { Key, Value } of ResultParameters?.ResultParameter ?? []) {
    const text = Value === undefined || Value === null ? '' : String(Value)
    if (!found.has(Key)) found.set(Key, text)
  }
  return found
}

const staleCodes = ['401.002.01', '404.001.03', '400.003.01']
export const isStale = (answer: Answer): boolean =>
  answer.outcome === 'answered' &&
  staleCodes.includes(fault.safeParse(answer.body).data?.errorCode ?? '')

export type Gateway = (path: string, body: object) => Promise<Called>

export function openGateway(
  { addresses, send, tokens }: Network,
  key: string,
  secret: string,
): Gateway {
  const base = addresses.daraja
  const headers = { authorization: basic(key, secret) }
  return async (path, body) => {
    if (!base) return { outcome: 'not_sent', reason: 'The address of M-PESA is not configured.' }
    const url = `${base}/oauth/v1/generate?grant_type=client_credentials`
    const ask = () => send(url, { method: 'GET', headers })
    return callWithToken(
      { send, tokens, name: nameOf(base, key, secret), ask, isStale },
      `${base}${path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    )
  }
}
