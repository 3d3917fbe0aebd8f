import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, employeeBody } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** Whether an address has a login is nobody's business but its owner's. */

const { employees, users, logs } = contract

const world = await openWorld()
const me = await world.as('primary', await world.addOrganization())

const free = () => `free-${randomUUID().slice(0, 8)}@example.test`
const taken = async () =>
  (await world.addPerson({ organization_id: await world.addOrganization(), role: 'user' })).email
const names = { first_name: 'Neema', last_name: 'Barasa', phone: '0712345678' }
let phones = 10

/** The answer without what is different for any two people. */
function bare(value: unknown, email: string): unknown {
  const text = JSON.stringify(value)
    .replaceAll(email, 'EMAIL')
    .replace(/\b(254|0)7123456\d\d\b/g, 'PHONE')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/TC-\d+|(?<=")\d{8}(?=")/g, 'NUMBER')
    .replace(/"(id|number|request_id)":\d+/g, '"$1":0')
  return JSON.parse(text)
}

async function alike(act: (email: string) => Promise<{ status: number; body: unknown }>) {
  const answers = []
  for (const email of [free(), await taken()]) {
    const { status, body } = await act(email)
    answers.push({ status, body: bare(body, email) })
  }
  expect(answers[1]).toEqual(answers[0])
  return answers[0]
}

test('adding an employee', async () => {
  const told = await alike((email) =>
    me.call(employees.create, {
      // Of two people with one number the second would be pointed out.
      body: employeeBody({ ...names, phone: `07123456${++phones}`, email }),
    }),
  )
  expect(told).toMatchObject({ status: 201, body: { sign_in: { status: 'invited' } } })
})

test('changing the email of an employee', async () => {
  const told = await alike(async (email) => {
    const { id } = await employ(me, { email: free() })
    return me.call(employees.update, { params: { id }, body: { email } })
  })
  expect(told).toMatchObject({ status: 200, body: { sign_in: { status: 'invited' } } })
})

test('inviting a user, looking at them, inviting once more', async () => {
  await alike((email) => me.call(users.invite, { body: { ...names, email, role: 'user' } }))
  await alike(async (email) => {
    const { body } = await me.call(users.invite, { body: { ...names, email, role: 'user' } })
    return me.call(users.get, { params: { id: body.id } })
  })
  await alike(async (email) => {
    const { body } = await me.call(users.invite, { body: { ...names, email, role: 'user' } })
    return me.call(users.reinvite, { params: { id: body.id } })
  })
})

test('correcting an invitation, and sending it to another address', async () => {
  const form = { ...names, role: 'user', status: 'active' } as const
  await alike(async (email) => {
    const { body } = await me.call(users.invite, { body: { ...names, email, role: 'user' } })
    const change = { ...form, email, first_name: 'Other' }
    return me.call(users.update, { params: { id: body.id }, body: change })
  })
  await alike(async (email) => {
    const { body } = await me.call(users.invite, {
      body: { ...names, email: free(), role: 'user' },
    })
    return me.call(users.update, { params: { id: body.id }, body: { ...form, email } })
  })
})

test('the organisation’s own log', async () => {
  await alike(async (email) => {
    await me.call(users.invite, { body: { ...names, email, role: 'user' } })
    const { body } = await me.call(logs.list, { body: {} })
    const entries = body.data.filter((entry) => JSON.stringify(entry).includes(email))
    expect(entries).toHaveLength(1)
    return { status: 200, body: entries.map(({ event, log_name }) => ({ event, log_name })) }
  })
})

test('the list of users', async () => {
  await alike(async (email) => {
    await employ(me, { ...names, email })
    const { body } = await me.call(users.list)
    return { status: 200, body: body.find((user) => user.email === email) }
  })
})
