import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'

/** The program itself: what it keeps, and when it ends. */

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'mshahara-simulator-'))
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function begun(...args: string[]) {
  const child = fork(main, ['--port', '0', ...args], { execArgv: [] })
  children.push(child)
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  const ask = async (path: string, init?: RequestInit) => (await fetch(address + path, init)).text()
  const post = async (path: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    return JSON.parse(await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
  return { child, ask, post }
}

/** Pays by Co-op, which takes the fewest preparations. */
async function pay({ ask, post }: Awaited<ReturnType<typeof begun>>, key: string) {
  const authorization = `Basic ${btoa('sim-coop-key:sim-coop-secret')}`
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  const token = JSON.parse(
    await ask('/coop/token', { method: 'POST', headers: { authorization }, body }),
  ).access_token
  const amount = { Amount: 100, TransactionCurrency: 'KES', Narration: 'Salary' }
  await post(
    '/coop/FundsTransfer/Internal/A2A/2.0.0/',
    {
      MessageReference: key,
      CallBackUrl: 'http://127.0.0.1:1/hooks',
      Source: { AccountNumber: '01100000000100', ...amount },
      Destinations: [{ ReferenceNumber: `${key}-1`, AccountNumber: '01100000000777', ...amount }],
    },
    token,
  )
}

test('goes on after a restart where it was: money, certificate, what was under way', async () => {
  const state = join(folder, 'kept', 'simulator.json')
  const first = await begun('--state', state)
  await first.post('/__sim/rules', { delays: { result: 60_000 } })
  await pay(first, 'A1')
  const certificate = await first.ask('/__sim/cert.pem')
  // As a server that is killed leaves it: the channel closes.
  first.child.disconnect()
  await once(first.child, 'exit')
  expect(await readFile(state, 'utf8')).toContain('"A1"')
  const second = await begun('--state', state)
  expect(await second.ask('/__sim/cert.pem')).toBe(certificate)
  const movements = async () => JSON.parse(await second.ask('/__sim/ledger')).movements
  expect(await movements()).toMatchObject([{ key: 'A1', state: 'pending' }])
  await second.post('/__sim/clock', { advance: 60_000 })
  await vi.waitFor(async () => expect(await movements()).toMatchObject([{ state: 'paid' }]))
})

test('without a file it forgets; KCB’s callback may be given at start', async () => {
  const url = 'http://127.0.0.1:1/hooks/k'
  const { ask, child } = await begun('--kcb-callback', url, '--phone', 'manual')
  expect(JSON.parse(await ask('/__sim/rules')).phone).toBe('manual')
  expect(JSON.parse(await ask('/__sim/accounts')).kcb[0].callback_url).toBe(url)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('alone it tells where it is and what to sign in with', async () => {
  const child = spawn(process.execPath, [main, '--port', '0'])
  children.push(child)
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  await vi.waitFor(() => expect(said).toContain('sim-coop-secret'), { timeout: 60_000 })
  expect(said).toMatch(/^The providers' simulator is ready at http:\/\/127\.0\.0\.1:\d+\n/)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('says how it is used', async () => {
  const child = spawn(process.execPath, [main, '--phone', 'never'])
  expect(await once(child, 'exit')).toEqual([1, null])
})
