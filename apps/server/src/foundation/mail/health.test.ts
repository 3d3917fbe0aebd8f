// @tests story
import { contract } from '@mshahara/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '../../test/servers.ts'
import { openSmtp } from '../../test/smtp.ts'
import { makeWorld, type World } from '../../test/world.ts'

/** Mail that fails is told wherever somebody could look. */

const lines: string[] = []
const opened: World[] = []
afterAll(() => Promise.all(opened.map((world) => world.close())))

async function withPost(url: string) {
  lines.length = 0
  const world = await makeWorld({
    workers: true,
    env: { SMTP_URL: url, LOG_LEVEL: 'error' },
    log: { stream: { write: (line) => lines.push(line) } },
  })
  opened.push(world)
  const ask = async (path: string) =>
    (await world.app.inject({ url: path, remoteAddress: '127.0.0.1' })).payload
  return { world, ask }
}

test('a mail server that is away is found at the start', async () => {
  const { world, ask } = await withPost(`smtp://127.0.0.1:${await freePort()}`)
  await vi.waitFor(
    async () => expect(JSON.parse(await ask('/readyz')).mail).toBe('failing'),
    60_000,
  )
  expect(lines.join('')).toMatch(/the mail server takes nothing: nobody can sign in/)
  expect(await ask('/metrics')).toMatch(/^mail_server_failing 1$/m)
  const { email } = await world.addPerson()
  await world.caller().call(contract.auth.resetPassword, { body: { email } })
  await vi.waitFor(async () => {
    expect(await ask('/metrics')).toMatch(/^mail_failures_total\{lane="\w+",outcome="later"\} \d/m)
    expect(await ask('/metrics')).toMatch(/^mail_oldest_seconds\{lane="\w+"\} \d/m)
  }, 60_000)
  const told = lines.filter((line) => line.includes('a message was not handed over'))
  expect(told.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(email)
})

test('one that takes everything is well, and a refused recipient is no fault of it', async () => {
  const post = await openSmtp((to) =>
    to.startsWith('nobody') ? { code: 550, text: `No such mailbox ${to}` } : undefined,
  )
  const { world, ask } = await withPost(post.url)
  await vi.waitFor(async () => expect(JSON.parse(await ask('/readyz')).mail).toBe('ok'), 60_000)
  const { email } = await world.addPerson({ email: 'nobody@example.test' })
  await world.caller().call(contract.auth.resetPassword, { body: { email } })
  await vi.waitFor(async () => {
    const metrics = await ask('/metrics')
    expect(metrics).toMatch(/^mail_failures_total\{lane="\w+",outcome="refused"\} 1$/m)
    expect(metrics).toMatch(/^desk_number\{key="mails"\} 1$/m)
  }, 60_000)
  expect(lines.join('')).not.toContain(email)
  expect(JSON.parse(await ask('/readyz')).mail).toBe('ok')
  await post.close()
})

test('metrics tell what waits for a person, jobs by state and how old queues are', async () => {
  const { ask } = await withPost('')
  const metrics = await ask('/metrics')
  for (const key of ['mails', 'jobs', 'payouts', 'payments in review']) {
    expect(metrics).toMatch(new RegExp(`^desk_number\\{key="${key}"\\} 0$`, 'm'))
  }
  expect(metrics).toMatch(/^log_unsealed_seconds \d/m)
  expect(JSON.parse(await ask('/readyz'))).toEqual({
    ok: true,
    mail: 'not used',
    storage: 'not used',
  })
})
