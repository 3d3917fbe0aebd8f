import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startSimulator } from '../providers.ts'
import { openSmtp } from '../smtp.ts'
import { openDoor } from './door.ts'
import { isTimeLeft, reportFigures } from './figures.ts'
import { openInstallation } from './installation.ts'
import { beginWork, expectWhole } from './mixed.ts'

/**
 * What the server talks to does not answer for a while, one after the other: the names of hosts,
 * the mail server, the providers. People at their desks are answered meanwhile.
 */

const seconds = Number(process.env.SECONDS ?? 15)
/** Generous: what hangs must not be waited for, however slow the machine is. */
const longest_ms = 15_000

const folder = await mkdtemp(join(tmpdir(), 'mshahara-names-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const silence = join(folder, 'silence')
const simulator = await startSimulator()
await simulator.rules({ delays: { result: 20, later: 150, late: 400 } })
const provider = await openDoor(simulator.address)
const post = await openSmtp(undefined, () => pause(20))
const mail = await openDoor(post.url)
afterAll(post.close)
const named = (url: string) => url.replace('127.0.0.1', 'localhost')
const silentNames = pathToFileURL(join(import.meta.dirname, 'silent-names.ts')).href
const installation = await openInstallation({
  ...{ servers: 1, simulator, post },
  env: {
    ...{ SIMULATOR_URL: named(provider.url), SMTP_URL: named(mail.url) },
    ...{ NODE_OPTIONS: `--import=${silentNames}`, SILENT_NAMES: silence },
  },
})
afterAll(installation.close)

/** A server that knows the address already asks for it no more: this one is started meanwhile. */
async function silenceNames() {
  await writeFile(silence, '')
  await installation.killServer(0)
  await installation.startServer(0)
}

const silences = {
  names: { begin: silenceNames, end: () => rm(silence) },
  mail: { begin: mail.hang, end: mail.open },
  providers: { begin: provider.hang, end: provider.open },
}

/** The longest that anybody waits to hear whether the server is ready, in milliseconds. */
async function longestWait(until: number): Promise<number> {
  let longest = 0
  while (performance.now() < until) {
    const begun = performance.now()
    const answer = await fetch(`${installation.address()}/readyz`)
    await answer.text()
    longest = Math.max(longest, performance.now() - begun)
    await pause(250)
  }
  return longest
}

/** What has got through to the other side. */
const arrived = async () => ({
  mail: post.received.length,
  providers: (await simulator.ledger()).movements.length,
})
const waiting = `select (select count(*) from mails where state in ('queued', 'sending'))::int
    as letters, (select count(*) from payout_attempts where state in ('created', 'sending'))::int
    as payouts`

test(`names, mail server and providers silent for ${seconds} s each`, async () => {
  const work = await beginWork(installation, { desks: 2, slower: 4, rest_ms: 1_000 })
  for (const [what, { begin, end }] of Object.entries(silences)) {
    if (!isTimeLeft()) break
    await pause(3_000)
    const before = work.done()
    await begin()
    // What is on its way already may arrive.
    await pause(2_000)
    const known = await arrived()
    const longest = await longestWait(performance.now() + seconds * 1000)
    const then = await arrived()
    const [held] = await installation.rows(waiting)
    await end()
    work.expectNoFailure()
    expect(longest, what).toBeLessThan(longest_ms)
    const done = work.done() - before
    expect(done, what).toBeGreaterThan(0)
    // A connection that stays open needs no name.
    if (what !== 'providers') expect(then.mail, what).toBe(known.mail)
    if (what === 'providers') expect(then.providers, what).toBe(known.providers)
    const figures = { done_meanwhile: done, longest_readyz_s: longest / 1000, waiting: held }
    reportFigures({ [`silent_${what}`]: figures })
  }
  await expectWhole(installation, work)
})
