import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** The screen: filters and pages over what the organisation's log holds. */

const { list, modules, users } = contract.logs
type Filters = Parameters<typeof ask>[0]

const world = await openWorld()
const home = await world.addOrganization()
const { id, email } = await world.addPerson({ organization_id: home, role: 'primary' })
const primary = { id, email, ...(await world.signIn(email)) }
const other = await world.addPerson({ organization_id: home, role: 'user', first_name: 'Baraka' })
await world.rows('select log_act($1, $2, $3, $4, $5)', [home, other.id, 'Baraka', 'login', {}])

const ask = (body: {
  page?: number | string
  per_page?: number | string
  log_name?: string | null
  causer_id?: string | null
  event?: string | null
  from?: string
  to?: string
}) => primary.call(list, { body: body as never })
const total = async (filters: Filters) => (await ask(filters)).body.total

/** Writes one entry at a moment of one's choice. */
async function entryAt(iso: string, event = 'logout') {
  world.setTime(iso)
  await world.rows('select log_act($1, $2, $3, $4, $5)', [home, primary.id, 'Amani', event, {}])
}

describe('filters', () => {
  test('by module, person and action, one at a time and together', async () => {
    const all = await total({})
    const auth = await total({ log_name: 'auth' })
    const byOther = await total({ causer_id: other.id })
    expect(byOther).toBe(1)
    expect(auth).toBeGreaterThan(byOther)
    expect(all).toBeGreaterThan(auth)
    const { data } = (await ask({ log_name: 'auth', causer_id: other.id, event: 'login' })).body
    expect(data).toMatchObject([{ description: 'Baraka', log_name: 'auth', event: 'login' }])
    expect(await total({ causer_id: other.id, event: 'created' })).toBe(0)
    expect(await total({ log_name: 'nothing-of-the-kind' })).toBe(0)
  })

  test('left empty on the form do not filter', async () => {
    const all = await total({})
    const empty = { log_name: '', causer_id: '', event: '', from: '', to: '' }
    expect(await total(empty)).toBe(all)
    expect(await total({ log_name: null, causer_id: null, event: null })).toBe(all)
  })

  test('by day are whole days in Kenya, both ends included', async () => {
    await entryAt('2025-05-31T20:59:59Z') // still 31 May in Nairobi
    await entryAt('2025-05-31T21:00:00Z') // 1 June begins
    await entryAt('2025-06-01T20:59:59Z')
    await entryAt('2025-06-01T21:00:00Z') // 2 June begins
    world.setTime('2026-03-10T09:00:00Z')
    expect(await total({ from: '2025-06-01', to: '2025-06-01' })).toBe(2)
    expect(await total({ from: '2025-05-31', to: '2025-06-02' })).toBe(4)
    expect(await total({ to: '2025-05-31' })).toBe(1)
    expect(await total({ from: '2025-06-02', to: '2025-06-01' })).toBe(0)
  })

  test.each([
    [{ event: 'stolen' }, 'event'],
    [{ causer_id: 'not an id' }, 'causer_id'],
    [{ from: '31/12/2026' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ page: 0 }, 'page'],
    [{ per_page: 101 }, 'per_page'],
    [{ per_page: 'many' }, 'per_page'],
  ])('%o is refused at its field', async (filters, field) => {
    const reply = await ask(filters)
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]])
  })
})

describe('pages', () => {
  test('are ten long unless said otherwise, newest first, without a gap or a double', async () => {
    for (let n = 0; n < 23; n += 1) await entryAt('2026-03-10T09:00:00Z', 'failed login')
    const filters = { event: 'failed login' }
    const pages = []
    for (const page of [1, 2, 3, 4]) pages.push((await ask({ ...filters, page })).body)
    expect(pages.map(({ data }) => data.length)).toEqual([10, 10, 3, 0])
    expect(pages.map(({ last_page, total: n }) => [last_page, n])).toEqual(Array(4).fill([3, 23]))
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(23)
  })

  test('the page in the address wins, as the screen sends both', async () => {
    const body = { event: 'failed login' as const, page: 1 }
    const second = await primary.call(list, { query: { page: 2 }, body })
    expect(second.body.data).toEqual((await ask({ ...body, page: 2 })).body.data)
  })

  test('numbers may come as text, and an empty log has one page', async () => {
    expect((await ask({ per_page: '25', page: '1' })).body.data.length).toBeGreaterThan(10)
    expect((await ask({ log_name: 'none' })).body).toEqual({ data: [], total: 0, last_page: 1 })
  })
})

describe('who sees what', () => {
  test("one's own organisation only, whatever is filtered for", async () => {
    const abroad = await world.addOrganization()
    const stranger = await world.as('primary', abroad)
    const { body } = await stranger.call(list, { body: { causer_id: primary.id, per_page: 100 } })
    expect(body.total).toBe(0)
    const everything = (await stranger.call(list, { body: { per_page: 100 } })).body.data
    expect(JSON.stringify(everything)).not.toContain(primary.email)
  })

  test.each(['admin', 'finance', 'user', 'employee'] as const)('%s does not', async (role) => {
    const me = await world.as(role, home)
    for (const endpoint of [list, modules, users]) {
      expect((await me.call(endpoint, { body: {} as never })).status).toBe(403)
    }
  })

  test('people to filter by are those of the organisation, by name', async () => {
    await world.addPerson({ organization_id: await world.addOrganization(), role: 'user' })
    const { body } = await primary.call(users)
    expect(body.map(({ first_name }) => first_name)).toContain('Baraka')
    const inside = await world.rows('select user_id from memberships where organization_id = $1', [
      home,
    ])
    expect(body.map(({ id }) => id).sort()).toEqual(inside.map(({ user_id }) => user_id).sort())
    const names = body.map((user) => `${user.first_name} ${user.last_name}`.toLowerCase())
    expect(names).toEqual([...names].sort())
  })

  test('somebody merely invited is not among them', async () => {
    const person = await world.addPerson({ organization_id: await world.addOrganization() })
    await world.rows(
      `insert into memberships (organization_id, user_id, role, status)
       values ($1, $2, 'user', 'invited')`,
      [home, person.id],
    )
    expect((await primary.call(users)).body.map(({ id }) => id)).not.toContain(person.id)
  })

  test('an operator who acted here can be filtered by', async () => {
    const operator = await world.as('super-admin', home)
    await operator.call(contract.auth.switch, { params: { id: home } })
    const found = (await primary.call(users)).body.filter(({ id }) => id === operator.id)
    expect(found).toEqual([{ id: operator.id, first_name: 'Amani Njoroge', last_name: '' }])
    expect(await total({ causer_id: operator.id })).toBe(1)
  })

  test('every module that appears in the log is offered', async () => {
    const offered = (await primary.call(modules)).body
    expect(offered.map(({ id }) => id)).toEqual(offered.map((_, index) => index + 1))
    const used = await world.rows('select distinct log_name from activity_log')
    const keys = offered.map(({ module }) => module)
    for (const { log_name } of used) expect(keys).toContain(log_name)
  })
})

describe('entries in words', () => {
  test('name the record, whose it is, and the records behind ids, also once it is gone', async () => {
    const { allowances, departments, employees, users: people } = contract
    const sales = await primary.call(departments.create, { body: { name: 'Sales' } })
    const njeri = await employ(primary, { employee_no: 'TC-0042' })
    const body = { employee_id: njeri.id, name: 'House', amount: 5000 }
    const house = await primary.call(allowances.create, { body })
    await primary.call(employees.update, {
      params: { id: njeri.id },
      body: { department_id: sales.body.id },
    })
    const [moved, added] = (await ask({})).body.data
    expect(moved).toMatchObject({
      event: 'updated',
      subject: 'employee Njeri Mwangi (TC-0042)',
      names: { [sales.body.id]: 'Sales' },
    })
    expect(added?.subject).toBe('allowance House of Njeri Mwangi (TC-0042)')
    await primary.call(allowances.remove, { params: { id: house.body.id } })
    const [gone] = (await ask({})).body.data
    expect(gone).toMatchObject({ event: 'deleted', subject: 'House of Njeri Mwangi (TC-0042)' })
    const granted = { user_id: other.id, added: ['view logs' as const], removed: [] }
    await primary.call(people.updatePermissions, { body: granted })
    const [promoted] = (await ask({})).body.data
    expect(promoted?.subject).toMatch(/^user Baraka /)
    const run = await runMonth(primary, 'March', 2026, false)
    expect((await ask({})).body.data.map(({ subject }) => subject)).toContain(
      `payroll ${run.code} for March 2026`,
    )
  })

  test('know no record of another organisation', async () => {
    const elsewhere = await world.as('primary', await world.addOrganization())
    const stranger = await employ(elsewhere)
    await world.rows(
      `select append_activity($1, null, 'Amani', 'employees', 'updated', $2,
        jsonb_build_object('new', jsonb_build_object('employee_id', $2::text)))`,
      [home, stranger.id],
    )
    const [entry] = (await ask({})).body.data
    expect(entry).toMatchObject({ subject: null, names: {} })
  })
})
