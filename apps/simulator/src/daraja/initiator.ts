import type { DarajaAccount } from '../accounts.ts'
import { decrypted } from '../certificate.ts'
import type { Sim } from '../sim.ts'

/** Who signs a payment or a query: found out only after the request was accepted. */

async function passwordIn({ opened, keys }: Sim, credential: string) {
  if (!opened.has(credential)) {
    if (opened.size > 1000) opened.clear()
    opened.set(credential, decrypted(credential, (await keys).privateKey))
  }
  return opened.get(credential)
}

/** The code of the failure to come, or nothing. A few wrong passwords lock the operator. */
export async function initiatorFault(
  sim: Sim,
  { consumer_key, b2c }: DarajaAccount,
  given: { name: unknown; credential: unknown; shortcode: string },
): Promise<string | undefined> {
  const wrong = sim.wrong[consumer_key] ?? 0
  if (wrong >= sim.rules.lock_after) return '8006'
  const password = await passwordIn(sim, String(given.credential))
  if (given.name !== b2c.initiator || password !== b2c.password) {
    sim.wrong[consumer_key] = wrong + 1
    return '2001'
  }
  sim.wrong[consumer_key] = 0
  return given.shortcode === b2c.shortcode ? undefined : '21'
}
