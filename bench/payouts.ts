import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { seal } from '../apps/server/src/areas/integrations/keep.ts'
import { freeze } from '../apps/server/src/areas/payroll/index.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import type { Services } from '../apps/server/src/foundation/http/services.ts'
import { openNetwork } from '../apps/server/src/foundation/providers/network.ts'
import { kindNamed } from '../apps/server/src/foundation/providers/registry.ts'
import { startChild } from '../apps/server/src/foundation/simulator/child.ts'
import { type Acting, type Bench, tokenFor, withServer } from './server.ts'
import { employ, run } from './staff.ts'

/**
 * Ten thousand payouts by M-PESA against the simulator, without faults and without a limit, from
 * the order to the last result; against a bare loop of the same calls, whose callbacks are answered
 * and forgotten. Memory, and what other requests notice meanwhile.
 */

const count = Number(process.env.PAYOUTS ?? 10_000)
const credentials = {
  consumer_key: 'sim-daraja-key',
  consumer_secret: 'sim-daraja-secret',
  initiator_name: 'payrollapi',
  initiator_password: 'Simulator#2026',
  short_code: '600997',
  company_code: null,
  account_no: null,
}
const mega = (bytes: number) => Math.round(bytes / 1024 / 1024)

const simulator = await startChild()
const control = (path: string, body: object) =>
  fetch(`${simulator.address}/__sim/${path}`, { method: 'POST', body: JSON.stringify(body) })
await control('rules', { delays: { result: 20, later: 50, late: 50 } })
await control('balances', { provider: 'daraja', account: '600997', amount: 10 ** 14 })

const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', SIMULATOR_URL: simulator.address })
try {
  await withServer(measure, { workers: true, config })
} finally {
  await simulator.stop()
}

async function measure(bench: Bench) {
  bench.parts.config.publicUrl = bench.address
  const who = await employ(bench.parts, count)
  const id = await prepare(bench.parts, who)
  const token = await tokenFor(bench.parts, who)
  const others = fork(new URL('./others.ts', import.meta.url), [
    `${bench.address}/api/payrolls`,
    token,
  ])
  const before = mega(process.memoryUsage().rss)
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, mega(process.memoryUsage().rss))
  }, 100)
  const begun = performance.now()
  const made = await fetch(`${bench.address}/api/payout/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!made.ok) throw new Error(await made.text())
  const ordered = (performance.now() - begun) / 1000
  await allPaid(bench.parts)
  const seconds = (performance.now() - begun) / 1000
  clearInterval(watching)
  others.send('stop')
  const [times] = (await once(others, 'message')) as [number[]]
  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  const bare = await bareLoop(bench.parts, 1)
  const crowd = await bareLoop(bench.parts, 32)
  console.log(
    `${count} payouts, ordered in ${ordered.toFixed(1)} s, paid in ${seconds.toFixed(1)} s`,
  )
  console.log(
    `${count} calls in a bare loop: ${bare.toFixed(1)} s, 32 at a time ${crowd.toFixed(1)} s`,
  )
  console.log(`speed against the bare loop: ${(bare / seconds).toFixed(2)} (aim: 0.50)`)
  console.log(`speed against 32 of them at a time: ${(crowd / seconds).toFixed(2)}`)
  console.log(`memory before and at its peak: ${before} MB, ${peak} MB`)
  console.log(`p95 of other requests: ${p95.toFixed(0)} ms (aim: 300)`)
}

/** An organisation that pays everybody by M-PESA, and a confirmed run. */
async function prepare(parts: Services, { organization_id }: Acting): Promise<string> {
  const acting = { organization_id, actor: 'Bench' }
  await parts.db.inOrg(acting, (tx) =>
    tx.$client.query(
      `update employees set pay_by = 'mpesa', phone = '07' || lpad((number * 100 + 77)::text, 8, '0')`,
    ),
  )
  const id = await run(parts, { organization_id })
  await parts.db.inOrg(acting, (tx) => freeze(tx, parts.secrets, id, 'Bench'))
  const row = { organization_id, id: crypto.randomUUID() }
  const { consumer_key, consumer_secret, initiator_password } = credentials
  const sealed = seal(parts.secrets, row, { consumer_key, consumer_secret, initiator_password })
  await parts.db.inPlatform((tx) =>
    tx.$client.query(
      `insert into integrations (organization_id, id, type, provider, meta, sealed)
       values ($1, $2, 'mpesa', 'M-PESA', $3, $4)`,
      [
        organization_id,
        row.id,
        { initiator_name: 'payrollapi', short_code: '600997', per_second: 0 },
        sealed,
      ],
    ),
  )
  return id
}

async function allPaid({ db }: Services) {
  for (;;) {
    const { rows } = await db.inPlatform((tx) =>
      tx.$client.query(`select count(*)::int as open from payout_attempts where state <> 'paid'`),
    )
    if (rows[0].open === 0) return
    await pause(100)
  }
}

/** The same instructions to the same provider, one after another; callbacks go to nobody. */
async function bareLoop({ clock }: Services, atOnce: number): Promise<number> {
  let heard = 0
  const listener = createServer((request, answer) => {
    request.on('data', () => {})
    request.on('end', () => {
      heard += 1
      answer.end('{"ResultCode":0,"ResultDesc":"Accepted"}')
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const at = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hooks/r/`
  const network = openNetwork(config, clock)
  const provider = kindNamed('M-PESA').open(credentials, network)
  const begun = performance.now()
  let next = 0
  const worker = async () => {
    for (let one = next++; one < count; one = next++) {
      await provider.submit({
        key: crypto.randomUUID(),
        amount: 4_850_000,
        name: 'Somebody',
        account: `2547${String(one * 100 + 77).padStart(8, '0')}`,
        bank_code: null,
        narration: 'Salary',
        hooks: { result: `${at}${one}`, timeout: `${at}${one}` },
        provider_ref: null,
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  while (heard < count) await pause(20)
  const seconds = (performance.now() - begun) / 1000
  listener.close()
  return seconds
}
