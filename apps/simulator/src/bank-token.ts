import type { BankAccount, Provider } from './accounts.ts'
import type { Sim } from './sim.ts'
import { basicOf, bearerOf, type Call, ok, type Reply } from './wire.ts'

/** Both banks stand behind the same make of gateway. */

const fault = (code: number, message: string, description: string): Reply => ({
  status: 401,
  body: { fault: { code, message, description } },
})

export const invalidCredentials = fault(
  900901,
  'Invalid Credentials',
  'Invalid Credentials. Make sure you have provided the correct security credentials',
)
export const missingCredentials = fault(
  900902,
  'Missing Credentials',
  'Missing Credentials. Make sure your API request provides required credentials',
)

type Bank = Exclude<Provider, 'daraja'>

/** POST /token: the grant may stand in the address or in the body. */
export function bankToken(sim: Sim, call: Call, bank: Bank): Reply {
  const basic = basicOf(call)
  if (!basic) return missingCredentials
  const form = new URLSearchParams(call.text)
  const grant = call.query.get('grant_type') ?? form.get('grant_type')
  if (grant !== 'client_credentials') {
    return {
      status: 400,
      body: { error: 'unsupported_grant_type', error_description: 'Unsupported grant_type value' },
    }
  }
  const known = sim.accounts[bank].some(
    ({ consumer_key, consumer_secret }) =>
      consumer_key === basic[0] && consumer_secret === basic[1],
  )
  if (!known) {
    return {
      status: 401,
      body: {
        error: 'invalid_client',
        error_description: `A valid OAuth client could not be found for client_id: ${basic[0]}`,
      },
    }
  }
  const access_token = sim.tokens.issue(bank, basic[0])
  return ok({ access_token, scope: 'default', token_type: 'Bearer', expires_in: 3599 })
}

/** Whose token it is, or the refusal. */
export function bankCaller(sim: Sim, call: Call, bank: Bank): BankAccount | Reply {
  const token = bearerOf(call)
  if (!token) return missingCredentials
  const look = sim.tokens.look(bank, token)
  if (look.state !== 'valid') return invalidCredentials
  return (
    sim.accounts[bank].find((one) => one.consumer_key === look.consumer_key) ?? invalidCredentials
  )
}

export const mayDebit = ({ debit_accounts }: BankAccount, number: string) =>
  !debit_accounts || debit_accounts.includes(number)
