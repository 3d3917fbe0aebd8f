import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { type Caller, openWorld } from '../../test/world.ts'

const world = await openWorld()
const home = await world.addOrganization()
const primary = await world.as('primary', home)
const employee = await world.as('employee', home)

const refusals = () =>
  world.rows(
    `select organization_id, causer_id, description, log_name, properties, request_id
     from activity_log where event = 'refused' order by id`,
  )
const fresh = async <T>(act: () => Promise<T>) => {
  world.pass(60)
  const before = (await refusals()).length
  await act()
  return (await refusals()).slice(before)
}

describe('a refused call is an entry', () => {
  test('with who, which call and why, in the log of the organisation', async () => {
    const entries = await fresh(async () => {
      const reply = await employee.call(contract.payrolls.create, {
        body: { month: 'January', year: 2026 },
      })
      expect(reply.status).toBe(403)
    })
    expect(entries).toEqual([
      {
        organization_id: home,
        causer_id: employee.id,
        description: 'Amani Njoroge',
        log_name: 'auth',
        properties: {
          address: '10.0.0.1',
          call: 'POST payroll',
          reason: 'Forbidden: You do not have permission to access this resource.',
        },
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ])
  })
  test('that the screen shows and can be filtered by', async () => {
    const { body } = await primary.call(contract.logs.list, { body: { event: 'refused' } })
    expect(body.data[0]).toMatchObject({ event: 'refused', description: 'Amani Njoroge' })
  })
  test('also where the handler refuses, and where nobody is signed in', async () => {
    const password = 'a fresh start 9'
    const entries = await fresh(async () => {
      await employee.call(contract.auth.changePassword, {
        params: { id: primary.id },
        body: { password, password_confirmation: password },
      })
      await world
        .caller()
        .call(
          contract.auth.login,
          { body: { email: 'a@b.test', password } },
          { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        )
    })
    expect(entries.map(({ description, properties }) => [description, properties.call])).toEqual([
      ['Amani Njoroge', 'POST change-password/:id'],
      ['Not signed in', 'POST login'],
    ])
  })
})

test('a loop of refused calls fills one line a minute, whichever record it names', async () => {
  const loop = async () => {
    const calls = Array.from({ length: 40 }, () =>
      employee.call(contract.users.update, { params: { id: crypto.randomUUID() } } as never),
    )
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([403]))
  }
  expect(await fresh(loop)).toHaveLength(1)
  expect(await fresh(loop)).toHaveLength(1)
})

test('many refused at once are all noted: none holds a connection while it waits for another', async () => {
  const people: Caller[] = []
  for (let n = 0; n < 30; n += 1) people.push(await world.as('employee', home))
  const entries = await fresh(async () => {
    const replies = await Promise.all(people.map(({ call }) => call(contract.payrolls.list)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([403]))
  })
  expect(entries).toHaveLength(people.length)
})
