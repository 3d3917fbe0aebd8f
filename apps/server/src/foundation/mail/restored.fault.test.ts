// @tests slow
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { letStoriesSayTheTime, testKey } from '../../test/database.ts'
import { employ, runMonth } from '../../test/office.ts'
import { secondInstallation } from '../../test/second-installation.ts'
import { openSmtp } from '../../test/smtp.ts'
import { makeWorld, type World } from '../../test/world.ts'
import { readConfig } from '../config/config.ts'
import { backup } from '../database/backup.ts'
import { restore } from '../database/restore.ts'

/** A server on a restored backup sends nothing of its own accord that may have gone out before. */

const { payslips } = contract
const waiting = 'This was waiting when the backup was made; it may have gone out since.'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** A confirmed run whose job has not begun, and letters in every state. */
async function busyOffice(url: string) {
  const world = await makeWorld({ env: { SMTP_URL: url } })
  open.push(() => world.close())
  const organization_id = await world.addOrganization('Home Ltd')
  const primary = await world.as('primary', organization_id)
  await employ(primary, { email: 'njeri@people.test' })
  await employ(primary, { first_name: 'Otieno', email: 'otieno@people.test' })
  const run = await runMonth(primary, 'February', 2026)
  // One of the two is on the list already; the other the job has yet to find.
  await world.rows(
    `insert into payslip_mails (organization_id, payslip_id, recipient)
     select s.organization_id, s.id, e.email from payslips s join employees e
       on e.id = s.employee_id where e.email = 'otieno@people.test'`,
  )
  const send = (to: string, state: string, code?: string) =>
    world.platform(async (tx) => {
      const words = { to, subject: 'x', paragraphs: ['y'] }
      const letter = code ? { ...words, code, awaited: true as const } : words
      const { id } = await world.parts.mail.send(tx, code ? null : organization_id, letter)
      await tx.$client.query('update mails set state = $2 where id = $1', [id, state])
    })
  await send('queued@people.test', 'queued')
  await send('sending@people.test', 'sending')
  await send('sent@people.test', 'sent')
  await send('code@people.test', 'queued', '123456')
  await world.rows(
    `with letter as (insert into mass_emails (audience, kind, subject, message, recipients,
       unsubscribed, sent_name) values ('all', 'news', 'x', '<p>x</p>', 4, 0, 'x') returning id)
     insert into mass_email_recipients (mass_email_id, email, state)
     select id, state || '@many.test', state from letter,
       unnest(array['waiting', 'queued', 'sent', 'stopped']) state`,
  )
  return { world, token: primary.token, run: run.id }
}

/** The next server, on what was restored. */
async function serverOn(
  other: Awaited<ReturnType<typeof secondInstallation>>,
  url: string,
  world: World,
) {
  const env = { LOG_LEVEL: 'silent', DATA_DIR: other.dataDir, SMTP_URL: url }
  const { app } = await buildApp({
    config: readConfig(env),
    clock: world.parts.clock,
    databaseUrl: other.databaseUrl,
    secretKey: testKey,
  })
  open.push(() => app.close())
  await app.ready()
  return app
}

test('what was waiting is uncertain, nothing goes out, and a person may send it again', async () => {
  const smtp = await openSmtp()
  open.push(smtp.close)
  const { world, token, run } = await busyOffice(smtp.url)
  const folder = await mkdtemp(join(tmpdir(), 'mshahara-waiting-'))
  open.push(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'backup.gz')
  const from = { databaseUrl: world.databaseUrl, secretKey: testKey, keyFolder: '/anywhere' }
  await backup(from, world.parts.files, file)
  const other = await secondInstallation()
  open.push(() => other.drop())
  const into = { databaseUrl: other.databaseUrl, secretKey: testKey, keyFolder: other.dataDir }
  await restore(into, other.files, file)
  await letStoriesSayTheTime(other.databaseUrl)
  const mails = 'select recipient, state, error from mails order by recipient'
  expect(await other.rows(mails)).toEqual([
    { recipient: 'code@people.test', state: 'failed', error: waiting },
    { recipient: 'queued@people.test', state: 'uncertain', error: waiting },
    { recipient: 'sending@people.test', state: 'uncertain', error: waiting },
    { recipient: 'sent@people.test', state: 'sent', error: null },
  ])

  const many = 'select email, state from mass_email_recipients order by email'
  const lettersAsTheyWere = [
    { email: 'queued@many.test', state: 'uncertain' },
    { email: 'sent@many.test', state: 'sent' },
    { email: 'stopped@many.test', state: 'stopped' },
    { email: 'waiting@many.test', state: 'uncertain' },
  ]
  expect(await other.rows(many)).toEqual(lettersAsTheyWere)

  const app = await serverOn(other, smtp.url, world)
  const ask = async (method: 'GET' | 'POST', path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await app.inject({ method, url: `/api/${path}`, headers })
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  await pause(4_000)
  expect(smtp.received).toEqual([])
  expect(await other.rows(many)).toEqual(lettersAsTheyWere)
  const [{ finished_at }] = await other.rows('select finished_at from mass_emails')
  expect(finished_at).not.toBeNull()
  const [job] = await other.rows(`select state, error from jobs where name = 'payslips.send'`)
  expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining(waiting) })
  const told = await ask('GET', payslips.mails.path.replace(':id', run))
  const both = ['njeri@people.test', 'otieno@people.test'].map((recipient) =>
    expect.objectContaining({ recipient, state: 'uncertain', error: waiting }),
  )
  expect(told).toMatchObject({ uncertain: 2, queued: 0, people: both })
  const { method, path } = payslips.email
  for (const person of told.people) {
    await ask(method as 'GET', path.replace(':id', person.payslip_id))
  }
  await vi.waitFor(() => expect(smtp.received).toHaveLength(2), 60_000)
  expect(smtp.received.map(({ to }) => to).sort()).toEqual([
    'njeri@people.test',
    'otieno@people.test',
  ])
})
