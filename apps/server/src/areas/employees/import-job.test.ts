// @tests story
import { contract, limits } from '@mshahara/contract'
import { expect, test, vi } from 'vitest'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** More rows than fit a request: a job that is followed, and told by the bell. */

const { employees, allowances, settings, notifications, auth } = contract
const many = limits.importAtOnce + 1

const world = await openWorld({ workers: true })
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)

const headings = [
  'Employee No',
  'First Name',
  'Last Name',
  'ID Number',
  'Salary',
  'Employment Date',
]
const sheet = (first: number, rows = many) =>
  xlsx([
    headings,
    ...Array.from({ length: rows }, (_, index) => {
      const id = first + index
      return [`N-${id}`, 'Amani', 'Njoroge', id, 50_000, '2026-01-05']
    }),
  ])
const send = (caller: Caller, bytes: Uint8Array) =>
  caller.call(employees.upload, { body: { file: dataUrl(bytes) } })
const count = async () =>
  (await world.rows('select count(*) as n from employees where organization_id = $1', [home]))[0].n
const kept = async () => {
  const names: string[] = []
  for await (const name of world.parts.files.list()) names.push(name)
  return names.filter((name) => name.startsWith('imports/'))
}
async function ended(caller: Caller, id: string | null) {
  const job = async () => (await caller.call(settings.job, { params: { id: id ?? '' } })).body
  await vi.waitFor(async () => expect(['done', 'failed']).toContain((await job()).state), 60_000)
  return job()
}

test('201 rows are taken in the background, told by the bell, and leave no file', async () => {
  const reply = await send(primary, sheet(1_000_000))
  expect(reply).toMatchObject({ status: 200, body: { rows: many, created: many } })
  expect(await ended(primary, reply.body.job_id)).toMatchObject({
    state: 'done',
    done: many,
    total: many,
    result: { created: many, updated: 0, unchanged: 0 },
  })
  expect(await count()).toBe(many)
  const { data } = (await primary.call(notifications.list)).body
  expect(data[0]).toMatchObject({
    title: 'Import finished',
    text: `${many} employees were added.`,
    link: '/employees',
  })
  await vi.waitFor(async () => expect(await kept()).toEqual([]), 60_000)
})

test('200 rows are taken in the request', async () => {
  const before = await count()
  const reply = await send(primary, sheet(2_000_000, limits.importAtOnce))
  expect(reply.body).toMatchObject({ job_id: null, message: 'Employees created successfully' })
  expect(await count()).toBe(before + limits.importAtOnce)
})

test('what went wrong meanwhile is told, and nothing is taken', async () => {
  const before = await count()
  const bytes = sheet(3_000_000)
  // The second is looked at while the first still waits, so both are let in.
  const replies = await Promise.all([send(primary, bytes), send(primary, bytes)])
  const started = replies.filter(({ status }) => status === 200)
  const jobs = await Promise.all(started.map(({ body }) => ended(primary, body.job_id)))
  expect(jobs.filter(({ state }) => state === 'done')).toHaveLength(1)
  for (const job of jobs.filter(({ state }) => state === 'failed')) {
    expect(job.error).toBe(`${many * 2} problems were found, so nothing was changed.`)
    const { data } = (await primary.call(notifications.list)).body
    expect(data.find(({ title }) => title === 'Import failed')?.text).toMatch(/already in use/)
  }
  expect(await count()).toBe(before + many)
  await vi.waitFor(async () => expect(await kept()).toEqual([]), 60_000)
})

test('an operator, who has no bell here, can do it too', async () => {
  const operator = await world.as('super-admin', home)
  const { body } = await operator.call(auth.switch, { params: { id: home } })
  const inside = world.caller(body.token)
  const reply = await send(inside, sheet(4_000_000))
  expect(await ended(inside, reply.body.job_id)).toMatchObject({ state: 'done' })
})

test('allowances in the background, and again: nothing is paid twice', async () => {
  const bytes = xlsx([
    ['Employee No', 'Allowance Name', 'Amount'],
    ...Array.from({ length: many }, (_, index) => [`N-${1_000_000 + index}`, 'House', 1000]),
  ])
  const results = []
  for (let round = 0; round < 2; round += 1) {
    const reply = await primary.call(allowances.upload, { body: { file: dataUrl(bytes) } })
    results.push((await ended(primary, reply.body.job_id)).result)
  }
  expect(results).toEqual([
    { created: many, updated: 0, unchanged: 0 },
    { created: 0, updated: 0, unchanged: many },
  ])
  const [{ n }] = await world.rows('select count(*) as n from allowances')
  expect(n).toBe(many)
})
