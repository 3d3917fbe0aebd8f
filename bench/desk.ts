import { request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { addLogin } from '../apps/server/src/areas/users/index.ts'
import { median } from './median.ts'
import { type Bench, tokenFor, withServer } from './server.ts'

/**
 * The operator's desk: how much slower All Organizations opens with 5,000 of them than with 50, and
 * what 1,000 open pages cost that hear of news, against pages that ask every 20 seconds.
 */
const [few, many] = [50, 5000]
const pages = 1000
const seconds = 20
const every_s = 20

const makeOrganizations = ({ parts }: Bench, count: number) =>
  parts.db.inPlatform(async (tx) => {
    await tx.run`insert into organizations (name, address, email, phone, pin_no, employee_prefix)
      select 'Client ' || n, 'Nairobi', 'office' || n || '@many.test', '0202345678',
        'P' || (100000000 + n) || 'A', 'C'
      from generate_series((select count(*) + 1 from organizations), ${count}::int) n`
    await tx.run`insert into subscriptions (organization_id, package_id, price, employees, "from", "to")
      select id, 'basic', 2500, 25, '2026-01-01', '2027-01-01' from organizations o
      where not exists (select from subscriptions s where s.organization_id = o.id)`
  })

async function opening({ address }: Bench, token: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 40; round += 1) {
    const begun = performance.now()
    const url = `${address}/api/organizations?offset=0&limit=15`
    await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer()
    if (round > 9) times.push(performance.now() - begun)
  }
  return median(times)
}

/** Processor time of the server's process, in milliseconds a minute. */
async function costOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 1000 / seconds) * 60
}

const openPage = (address: string, token: string) =>
  new Promise<() => void>((resolve, reject) => {
    const call = request(`${address}/api/news`, { headers: { authorization: `Bearer ${token}` } })
    call.on('error', reject)
    call.on('response', (answer) => {
      answer.resume()
      resolve(() => {
        call.removeAllListeners('error').on('error', () => {})
        call.destroy()
      })
    })
    call.end()
  })

await withServer(async (bench) => {
  const operator = await bench.parts.db.inPlatform((tx) =>
    addLogin(tx, {
      email: 'operator@many.test',
      first_name: 'A',
      last_name: 'B',
      super_admin: true,
      activated_at: '2026-01-01T00:00:00Z',
    }),
  )
  await makeOrganizations(bench, few)
  const who = { organization_id: null as never, user_id: operator.id }
  const token = await tokenFor(bench.parts, who)
  const small = await opening(bench, token)
  await makeOrganizations(bench, many)
  const large = await opening(bench, token)
  console.log(`All Organizations opens in ${small.toFixed(1)} ms with ${few}`)
  console.log(`… in ${large.toFixed(1)} ms with ${many}: ${(large / small).toFixed(2)} times`)

  const people = await bench.parts.db.inPlatform(async (tx) => {
    const ids: string[] = []
    for (let n = 0; n < pages; n += 1) {
      const made = await addLogin(tx, {
        email: `p${n}@many.test`,
        first_name: 'A',
        last_name: 'B',
        activated_at: '2026-01-01T00:00:00Z',
      })
      ids.push(made.id)
    }
    return ids
  })
  const [home] = await bench.parts.db.inPlatform(
    (tx) => tx.all<{ id: string }>`select id from organizations where name = 'Client 1'`,
  )
  await bench.parts.db.inPlatform(
    (tx) => tx.run`insert into memberships (organization_id, user_id, role)
      select ${home?.id}, unnest(${people}::uuid[]), 'user'`,
  )
  const tokens: string[] = []
  for (const user_id of people) {
    tokens.push(await tokenFor(bench.parts, { organization_id: home?.id ?? '', user_id }))
  }
  const asking = await costOf(async () => {
    const gap_ms = (every_s * 1000) / pages
    const asked: Promise<unknown>[] = []
    for (let n = 0; n < (pages * seconds) / every_s; n += 1) {
      const headers = { authorization: `Bearer ${tokens[n % pages]}` }
      asked.push(
        fetch(`${bench.address}/api/notifications`, { headers }).then((answer) => answer.text()),
      )
      await pause(gap_ms)
    }
    await Promise.all(asked)
  })
  const closing: (() => void)[] = []
  for (const each of tokens) closing.push(await openPage(bench.address, each))
  const hearing = await costOf(() => pause(seconds * 1000))
  const { rss } = process.memoryUsage()
  for (const close of closing) close()
  console.log(`${pages} pages that ask: ${(pages / every_s).toFixed(0)} requests a second,`)
  console.log(`  ${asking.toFixed(0)} ms of the processor a minute (with the asking itself)`)
  console.log(`${pages} pages that hear: ${hearing.toFixed(0)} ms a minute, ${rss / 1e6} MB in all`)
})
