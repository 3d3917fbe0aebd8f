import dns from 'node:dns'
import { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'

/** Loaded before a server: while the file is there, nobody tells it the address of a name. */

const file = process.env.SILENT_NAMES ?? ''
const asked = dns as unknown as Record<string, (...given: unknown[]) => unknown>
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  const ask = asked[name]
  if (!ask) continue
  asked[name] = (...given) =>
    isIP(String(given[0])) === 0 && existsSync(file) ? undefined : ask.apply(dns, given)
}
syncBuiltinESMExports()
