import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { run } from './run.ts'

/**
 * The fault campaign of the payouts at full size: ten thousand people, every scenario of the
 * providers' wire by chance, and a server killed again and again. SEED repeats one.
 */
await run(async () => {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
  const test = 'apps/server/src/areas/payouts/campaign.fault.test.ts'
  const env = {
    CAMPAIGN: '10000',
    CRASH: '1',
    SEED: String(Date.now() % 1_000_000_007),
    ...process.env,
  }
  const child = spawn(process.execPath, [vitest, 'run', '--project=slow', test], {
    env,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
})
