import type { DarajaAccount } from '../accounts.ts'
import { isCallbackAddress } from '../deliveries.ts'
import { requestIdAt, type Sim } from '../sim.ts'
import type { Call, Reply } from '../wire.ts'
import { bearerOf, digits, isMsisdn } from '../wire.ts'

/** Refusals of the gateway, and the checks that every call of Daraja goes through. */

export const refusal = (
  sim: Sim,
  status: number,
  errorCode: string,
  errorMessage: string,
): Reply => ({
  status,
  body: { requestId: requestIdAt(sim), errorCode, errorMessage },
})

export const invalid = (sim: Sim, field: string) =>
  refusal(sim, 400, '400.002.02', `Bad Request - Invalid ${field}`)

export const wrongCredentials = (sim: Sim) => refusal(sim, 500, '500.001.1001', 'Wrong credentials')

type Body = Record<string, unknown>
/** A field, whether it will do, and the name it goes by in the refusal. */
export type Check = [
  field: string,
  holds: (value: unknown, body: Body, sim: Sim) => boolean,
  as?: string,
]

/** What can be said before anything is looked up: the account and the body, or the refusal. */
export function admitted(
  sim: Sim,
  call: Call,
  checks: Check[],
): { account: DarajaAccount; body: Body } | { refused: Reply } {
  const token = bearerOf(call)
  if (!token) return { refused: refusal(sim, 404, '404.001.04', 'Invalid Authentication Header') }
  const look = sim.tokens.look('daraja', token)
  if (look.state === 'unknown') {
    return { refused: refusal(sim, 404, '404.001.03', 'Invalid Access Token') }
  }
  const account = sim.accounts.daraja.find((one) => one.consumer_key === look.consumer_key)
  if (look.state === 'expired' || !account) {
    return { refused: refusal(sim, 401, '401.002.01', 'Error Occurred - Invalid Access Token') }
  }
  const [first] = checks
  if (!call.headers['content-type']?.startsWith('application/json')) {
    return { refused: invalid(sim, first?.[0] ?? 'Request') }
  }
  const { body } = call
  if (!body) return { refused: refusal(sim, 400, '400.002.05', 'Invalid Request Payload') }
  const wrong = checks.find(([field, holds]) => !holds(body[field], body, sim))
  if (wrong) return { refused: invalid(sim, wrong[2] ?? wrong[0]) }
  return { account, body }
}

export const shortcode = (value: unknown) => /^\d{5,7}$/.test(digits(value))
export const msisdn = (value: unknown) => isMsisdn(digits(value))
export const wholeAmount = (value: unknown) => Number(digits(value)) >= 1
export const words = (least: number, most: number) => (value: unknown) =>
  typeof value === 'string' && value.trim().length >= least && value.length <= most
export const optional = (holds: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || value === '' || holds(value)
export const oneOf =
  (...allowed: string[]) =>
  (value: unknown) =>
    allowed.includes(String(value))
export const address = (value: unknown, _body: Body, sim: Sim) =>
  isCallbackAddress(value, sim.rules.allow_hosts)
