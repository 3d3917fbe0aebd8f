import { sql } from '../../foundation/core/sql.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import { bankHookPath, unseal } from './keep.ts'

/**
 * What KCB's staff do when an organisation is taken on: they are told where callbacks go. The
 * simulator has no staff, so it is told from here.
 */
export function onboarding({ config, db, secrets }: Services): Poller[] {
  const { simulatorUrl, publicUrl } = config
  if (!simulatorUrl) return []
  let told = ''
  /** What the addresses are made of, as it was when they were last read. */
  let seen = ''
  const next = async () => {
    const addresses = await callbackAddresses()
    const now = JSON.stringify(addresses)
    if (now === told) return null
    for (const [consumer_key, callback_urls] of Object.entries(addresses)) {
      const body = JSON.stringify({ provider: 'kcb', consumer_key, callback_urls })
      await fetch(`${simulatorUrl}/__sim/accounts`, { method: 'POST', body, redirect: 'error' })
    }
    told = now
    return null
  }
  /** By consumer key and account to be debited. */
  const callbackAddresses = () =>
    db.inPlatform(async (tx) => {
      seen = (await tx.one<{ seen: string }>`select ${whatStands} as seen`).seen
      const rows = await tx.all<Onboarded>`select i.organization_id, i.id, i.sealed, o.account_no
        from integrations i join organizations o on o.id = i.organization_id
        where i.hook_hash is not null and i.status = 'active' and o.account_no is not null
        order by i.created_at`
      const addresses: Record<string, Record<string, string>> = {}
      for (const row of rows) {
        const { consumer_key, hook_token } = unseal(secrets, row)
        addresses[consumer_key] = {
          ...addresses[consumer_key],
          [row.account_no]: `${publicUrl}${bankHookPath}${hook_token}`,
        }
      }
      return addresses
    })
  return [
    {
      name: 'integrations.onboarding',
      every_ms: 3_000,
      looksWhile: () => sql`${whatStands} <> ${seen}`,
      next,
    },
  ]
}

const whatStands = sql`(select coalesce(string_agg(concat_ws(' ', i.id, o.account_no), ',' order by i.id), '')
  from integrations i join organizations o on o.id = i.organization_id
  where i.hook_hash is not null and i.status = 'active')`

interface Onboarded {
  organization_id: string
  id: string
  sealed: Buffer
  account_no: string
}
