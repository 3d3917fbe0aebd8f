import { z } from 'zod'
import { code, refused, tooFast, words } from './codes.ts'
import type { Network } from './network.ts'
import type { Limits, Submitted } from './provider.ts'
import { basic, type Called, callWithToken, nameOf } from './tokens.ts'
import type { Answer } from './wire.ts'

/** The gateway that KCB and Co-op share by make: its tokens and its faults. */

const faulty = z.object({ fault: z.object({ code, message: words, description: words }) })

/** 9009… are about credentials: the call was not passed on. */
const isCredential = (given: string) => /^9009\d\d$/.test(given)
const isThrottled = (given: string) => /^9008\d\d$/.test(given)

const faultOf = (answer: Answer) =>
  answer.outcome === 'answered' ? faulty.safeParse(answer.body).data?.fault : undefined

/** A 401 with a code of the bank's own is about the paying account, not about the token. */
const staleCodes = ['900901', '900902', '900903']
const isStale = (answer: Answer): boolean => staleCodes.includes(faultOf(answer)?.code ?? '')

/** What the gateway itself says; undefined where it passed the call on. */
export function gatewayFault(answer: Answer): Submitted | undefined {
  const fault = faultOf(answer)
  const status = answer.outcome === 'answered' ? answer.status : 0
  if (status === 429 || (fault && isThrottled(fault.code))) return tooFast()
  if (!fault || !isCredential(fault.code)) return undefined
  return refused(fault.code, 'The bank does not accept the consumer key and secret.', true)
}

export type Gateway = (
  path: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<Called>

interface Bank {
  name: string
  base: string
  token: string
}

export function openGateway(
  { send, tokens }: Network,
  { name, base, token }: Bank,
  key: string,
  secret: string,
): Gateway {
  // Portals differ in where they look for the grant.
  const grant = 'grant_type=client_credentials'
  const headers = {
    authorization: basic(key, secret),
    'content-type': 'application/x-www-form-urlencoded',
  }
  return async (path, body, more = {}) => {
    if (!base) return { outcome: 'not_sent', reason: `The address of ${name} is not configured.` }
    const ask = () => send(`${token}?${grant}`, { method: 'POST', headers, body: grant })
    return callWithToken(
      { send, tokens, name: nameOf(token, key, secret), ask, isStale },
      `${base}${path}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...more },
        body: JSON.stringify(body),
      },
    )
  }
}

/** Between a bank's own accounts to the cent; to other banks by PesaLink, within its limits. */
export function limitsOf(own: string, { pesalinkCents }: { pesalinkCents: boolean }) {
  const inside: Limits = { least: 100, most: 100_000_000_000, whole_shillings: false }
  const pesalink: Limits = { least: 1_000, most: 99_999_900, whole_shillings: !pesalinkCents }
  return (bank_code: string | null) => (bank_code === own ? inside : pesalink)
}
