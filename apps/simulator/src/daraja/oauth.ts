import type { Sim } from '../sim.ts'
import { basicOf, type Call, ok, type Reply } from '../wire.ts'
import { refusal } from './answers.ts'

/** GET /oauth/v1/generate: each token ends the one before. */
export function generate(sim: Sim, call: Call): Reply {
  const basic = basicOf(call)
  if (!call.headers.authorization?.startsWith('Basic ')) {
    return refusal(sim, 400, '400.008.01', 'Invalid Authentication passed')
  }
  if (call.query.get('grant_type') !== 'client_credentials') {
    return refusal(sim, 400, '400.008.02', 'Invalid grant type passed')
  }
  const known = sim.accounts.daraja.some(
    ({ consumer_key, consumer_secret }) =>
      consumer_key === basic?.[0] && consumer_secret === basic[1],
  )
  // The real one says no more than that either.
  if (!basic || !known) return { status: 400 }
  const access_token = sim.tokens.issue('daraja', basic[0], { endsOthers: true })
  return ok({ access_token, expires_in: '3599' })
}
