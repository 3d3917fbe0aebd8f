import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { CrowdOptions, CrowdResult } from '../apps/server/src/test/crowd.ts'
import { memoryHeld } from '../apps/server/src/test/memory.ts'
import { tokenFor, withServer } from './server.ts'
import { employ, run } from './staff.ts'

/**
 * 200 clients of ten organisations at once for 30 s: mostly light reads, one call in fifty saves
 * something. Then 20,000 requests, and what the server holds on to before and after them.
 */
const organizations = 10
const program = new URL('../apps/server/src/test/crowd.ts', import.meta.url)

async function crowd(options: CrowdOptions): Promise<CrowdResult> {
  const child = fork(program, [JSON.stringify(options)])
  const [result] = await once(child, 'message')
  await once(child, 'exit')
  return result as CrowdResult
}

await withServer(async ({ parts, address }) => {
  const tokens: string[] = []
  for (let index = 0; index < organizations; index += 1) {
    const who = await employ(parts, 100, `Bench ${index} Ltd`)
    await run(parts, who)
    tokens.push(await tokenFor(parts, who))
  }
  const some = { address, tokens, clients: 50 }
  await crowd({ ...some, seconds: 5 })
  const { answered, ...load } = await crowd({ ...some, clients: 200, seconds: 30 })
  console.log(`200 clients for 30 s: ${answered} answers, ${load.perSecond} a second`)
  console.log(`p50 ${load.p50_ms} ms, p99 ${load.p99_ms} ms, statuses`, load.statuses)
  const before = await memoryHeld()
  const many = await crowd({ ...some, seconds: 600, requests: 20_000 })
  const after = await memoryHeld()
  console.log(`${many.answered} more requests: heap after collection ${before.heap} MB before,`)
  console.log(`${after.heap} MB after; resident ${before.rss} MB before, ${after.rss} MB after`)
  const faults = Object.keys({ ...load.statuses, ...many.statuses }).filter((s) => Number(s) >= 500)
  if (faults.length > 0) throw new Error(`Answers of ${faults.join(', ')} under load.`)
})
