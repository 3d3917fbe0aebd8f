import { contract, type Role } from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCasual, casualBody } from '../../test/casuals.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Casual workers: added, changed, limited, and seen by whom. */

const world = await openWorld()
const { casuals, casualAdvances, casualDeductions, casualTerms, subscriptions } = contract

let home: string
let primary: Caller
beforeAll(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
})

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('a casual', () => {
  test('is added under the next number, and read with department and station', async () => {
    const department = await primary.call(contract.departments.create, { body: { name: 'Quarry' } })
    const station = await primary.call(contract.workStations.create, { body: { name: 'Gate A' } })
    const { body: shown } = await primary.call(casuals.nextNo)
    const casual = await addCasual(primary, {
      middle_name: 'Juma',
      department_id: department.body.id,
      work_station_id: station.body.id,
      pay: 912.5,
    })
    expect(casual).toMatchObject({
      casual_no: shown.next,
      pay: 912.5,
      pay_basis: 'day',
      pay_by: 'mpesa',
      status: 'active',
      department: { name: 'Quarry' },
      station: { name: 'Gate A' },
      avatar: null,
    })
    const { body } = await primary.call(casuals.get, { params: { id: casual.id } })
    expect(body).toEqual(casual)
  })

  test('of twenty added at once each has a number of its own', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => addCasual(primary)))
    expect(new Set(made.map(({ casual_no }) => casual_no)).size).toBe(20)
  })

  test.each([
    ['first_name', { first_name: '' }],
    ['id_number', { id_number: 'no' }],
    ['phone', { phone: '12' }],
    ['phone', { phone: '+44 7700 900123' }],
    ['pay', { pay: -1 }],
    ['pay', { pay: 5_000_000 }],
    ['pay', { pay: '12,5' as never }],
    ['pay_by', { pay_by: 'bank' }],
    ['employment_date', { employment_date: 'yesterday' }],
    ['dob', { dob: '2024-01-01' }],
    ['termination_date', { termination_date: '2024-01-01' }],
    ['department_id', { department_id: '5f7b2b6e-8f4b-4a77-9d5e-0d2c3a1b4c5d' }],
  ])('is refused for its %s', async (field, given) => {
    const reply = await primary.call(casuals.create, { body: casualBody(given) })
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.errors ?? {})).toEqual([field])
  })

  test('is there once by ID number', async () => {
    const { id_number } = await addCasual(primary, { id_number: '30-112-233' })
    expect(id_number).toBe('30112233')
    const again = await primary.call(casuals.create, { body: casualBody({ id_number }) })
    expect(again.status).toBe(422)
    expect(again.body.errors?.id_number).toEqual(['A casual with this ID number already exists.'])
  })

  test('changes by what is sent; a new phone is noted', async () => {
    const { id, payee_changed_at } = await addCasual(primary)
    expect(payee_changed_at).toBeNull()
    const { body } = await primary.call(casuals.update, {
      params: { id },
      body: { pay: 900, phone: '0722 000 111' },
    })
    expect(body).toMatchObject({ pay: 900, phone: '0722000111', first_name: 'Baraka' })
    expect(body.payee_changed_at).not.toBeNull()
    const refused = await primary.call(casuals.update, {
      params: { id },
      body: { phone: '+447700900123' },
    })
    expect(refused.body.errors).toHaveProperty('phone')
  })

  test('leaves with a last day and comes back without', async () => {
    const { id } = await addCasual(primary)
    const change = (body: object) =>
      primary.call(casuals.status, { params: { id }, body: body as never })
    expect((await change({ status: 'terminated' })).body.errors).toHaveProperty('termination_date')
    const early = await change({ status: 'terminated', termination_date: '2024-12-31' })
    expect(early.status).toBe(422)
    const left = await change({ status: 'terminated', termination_date: '2026-03-05' })
    expect(left.body).toMatchObject({ status: 'terminated', termination_date: '2026-03-05' })
    expect((await change({ status: 'active' })).body.termination_date).toBeNull()
  })

  test('has a photo that only those see who may see casuals', async () => {
    const { id } = await addCasual(primary)
    const { body } = await primary.call(casuals.avatar, { body: { casual_id: id, file: png } })
    const fetched = async (caller: Caller) =>
      (
        await world.app.inject({
          url: `/storage/casual/${body.avatar}`,
          headers: { authorization: `Bearer ${caller.token}` },
        })
      ).statusCode
    expect(await fetched(primary)).toBe(200)
    expect(await fetched(await world.as('user', home))).toBe(403)
    const abroad = await world.as('primary', await world.addOrganization())
    expect(await fetched(abroad)).toBe(404)
    const foreign = await abroad.call(casuals.avatar, { body: { casual_id: id, file: png } })
    expect(foreign.status).toBe(422)
  })

  test('is found by what the list shows', async () => {
    const { id, casual_no } = await addCasual(primary, { first_name: 'Zuhura' })
    const found = async (search: string) => {
      const reply = await primary.call(casuals.list, { query: { search, limit: 10 } })
      return reply.body.map((one) => one.id)
    }
    expect(await found('zuhura')).toEqual([id])
    expect(await found(casual_no)).toEqual([id])
    expect(await found('100%')).toEqual([])
  })
})

describe('the limit of the subscription', () => {
  const limited = async (limit: number) => {
    const organization = await world.addOrganization()
    await world.rows('update subscriptions set casuals = $2 where organization_id = $1', [
      organization,
      limit,
    ])
    return world.as('primary', organization)
  }

  test('holds on the server, also for twenty at once', async () => {
    const owner = await limited(3)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => owner.call(casuals.create, { body: casualBody() })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = replies.find(({ status }) => status === 422)
    expect(refused?.body.message).toBe(
      'Your subscription allows 3 casuals, and there are 3 already: no more can be added. ' +
        'Please upgrade.',
    )
    const { body } = await owner.call(subscriptions.current)
    expect(body).toMatchObject({ casual_count: 3, package: { casuals: 3 } })
  })

  test('above 900 is none', async () => {
    const owner = await limited(901)
    await addCasual(owner)
    expect((await owner.call(casuals.create, { body: casualBody() })).status).toBe(201)
  })
})

describe('daily advances and deductions', () => {
  test('are added, changed and deleted', async () => {
    const { id: casual_id } = await addCasual(primary)
    const { body: advance } = await primary.call(casualAdvances.create, {
      body: { casual_id, name: 'Lunch', amount: 100, description: '' },
    })
    const { body: deduction } = await primary.call(casualDeductions.create, {
      body: { casual_id, name: 'Boots', amount: 20, from: '2026-03-01', to: '2026-03-31' },
    })
    const changed = await primary.call(casualAdvances.update, {
      params: { id: advance.id },
      body: { casual_id, name: 'Lunch', amount: 120 },
    })
    expect(changed.body.amount).toBe(120)
    const lists = async () => [
      (await primary.call(casualAdvances.list, { params: { id: casual_id } })).body.length,
      (await primary.call(casualDeductions.list, { params: { id: casual_id } })).body.length,
    ]
    expect(await lists()).toEqual([1, 1])
    const gone = await primary.call(casualDeductions.remove, { params: { id: deduction.id } })
    expect(gone.body.message).toBe('Deduction deleted successfully')
    await primary.call(casualAdvances.remove, { params: { id: advance.id } })
    expect(await lists()).toEqual([0, 0])
  })

  test('are refused in words', async () => {
    const { id: casual_id } = await addCasual(primary)
    const other = await addCasual(primary)
    const lunch = { casual_id, name: 'Lunch', amount: 100 }
    const { body: advance } = await primary.call(casualAdvances.create, { body: lunch })
    const twice = await primary.call(casualAdvances.create, {
      body: { ...lunch, name: 'LUNCH' },
    })
    expect(twice.body.errors).toHaveProperty('name')
    const moved = await primary.call(casualAdvances.update, {
      params: { id: advance.id },
      body: { ...lunch, casual_id: other.id },
    })
    expect(moved.body.errors).toHaveProperty('casual_id')
    const period = { casual_id, name: 'Boots', amount: 20, from: '2026-03-31', to: '2026-03-01' }
    const wrong = await primary.call(casualDeductions.create, { body: period })
    expect(wrong.body.errors?.to).toEqual(['To cannot be before From.'])
    const stranger = await world.as('primary', await world.addOrganization())
    const foreign = await stranger.call(casualAdvances.create, { body: lunch })
    expect(foreign.body.errors).toHaveProperty('casual_id')
  })
})

test('who may do what follows the permissions', async () => {
  const { id } = await addCasual(primary)
  const statuses = async (role: Role) => {
    const caller = await world.as(role, home)
    const replies = await Promise.all([
      caller.call(casuals.list),
      caller.call(casuals.create, { body: casualBody() }),
      caller.call(casuals.update, { params: { id }, body: { duty: role } }),
      caller.call(casualAdvances.create, {
        body: { casual_id: id, name: `Lunch ${role}`, amount: 1 },
      }),
      caller.call(casuals.template),
      caller.call(casualTerms.change, {
        body: { statutory: false, overtime_factor: 1.5, day_hours: 8 },
      }),
    ])
    return replies.map(({ status }) => status)
  }
  expect(await statuses('primary')).toEqual([200, 201, 200, 201, 200, 200])
  expect(await statuses('admin')).toEqual([200, 201, 200, 201, 403, 403])
  expect(await statuses('finance')).toEqual([200, 403, 403, 403, 403, 403])
  expect(await statuses('user')).toEqual([403, 403, 403, 403, 403, 403])
  expect(await statuses('employee')).toEqual([403, 403, 403, 403, 403, 403])
})
