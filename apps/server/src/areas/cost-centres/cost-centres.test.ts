// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { addCasual, confirmCasuals } from '../../test/casuals.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Cost centres, who belongs to them, and what payslips keep of it. */

const { costCentres, costSplits, payrolls } = contract

const world = await openWorld()
let home: string
let primary: Caller
let north: string
let south: string

async function centre(code: string, more: object = {}, by = primary) {
  const body = { code, name: `Centre ${code}`, ...more } as never
  const answer = await by.call(costCentres.create, { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.id
}

beforeEach(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
  north = await centre('N')
  south = await centre('S')
})

const half = () => [
  { cost_centre_id: north, percent: 50 },
  { cost_centre_id: south, percent: 50 },
]
const split = (
  employee_id: string,
  from: string,
  shares: { cost_centre_id: string; percent: number | string }[],
  by = primary,
) => by.call(costSplits.create, { body: { employee_id, from, shares } as never })

const sharesOf = async (payroll_id: string) =>
  (
    await world.rows(
      `select c.code, h.percent, e.id as employee_id from payslip_cost_shares h
       join payslips s on s.organization_id = h.organization_id and s.id = h.payslip_id
       join cost_centres c on c.organization_id = h.organization_id and c.id = h.cost_centre_id
       left join employees e on e.organization_id = s.organization_id and e.id = s.employee_id
       where s.payroll_id = $1 order by e.number, c.code`,
      [payroll_id],
    )
  ).map(({ code, percent }) => `${code} ${percent}`)

describe('the list', () => {
  test('has codes and names once, and what belongs to each', async () => {
    const { body: bakery } = await primary.call(contract.departments.create, {
      body: { name: 'Bakery' },
    })
    const { body: site } = await primary.call(contract.workStations.create, {
      body: { name: 'Site' },
    })
    const works = await centre('W', { departments: [bakery.id], work_stations: [site.id] })
    await employ(primary, { department_id: bakery.id })
    const { body } = await primary.call(costCentres.list)
    expect(body.map(({ code, people }) => [code, people])).toEqual([
      ...[
        ['N', 0],
        ['S', 0],
        ['W', 1],
      ],
    ])
    expect(body[2]).toMatchObject({ departments: [bakery.id], work_stations: [site.id] })
    const errors = async (given: object) =>
      (await primary.call(costCentres.create, { body: given as never })).body.errors
    expect(await errors({ code: 'n', name: 'Else' })).toHaveProperty('code')
    expect(await errors({ code: 'X', name: 'centre n' })).toHaveProperty('name')
    expect(await errors({ code: 'X', name: 'Else', departments: [bakery.id] })).toEqual({
      departments: [
        'One of these departments belongs to another cost centre. Please take it out there.',
      ],
    })
    const emptied = await primary.call(costCentres.update, {
      params: { id: works },
      body: { code: 'W', name: 'Works', active: false } as never,
    })
    expect(emptied.body).toMatchObject({ active: false, departments: [], people: 0 })
  })

  test('belongs to one organisation, and to who may edit its departments', async () => {
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await stranger.call(costCentres.list)).body).toEqual([])
    const theirs = await employ(stranger)
    const told = await split(theirs.id, '2026-01', half(), stranger)
    expect(told.body.errors).toEqual({ shares: ['This cost centre was not found.'] })
    const { body: bakery } = await stranger.call(contract.departments.create, {
      body: { name: 'Bakery' },
    })
    const taken = await primary.call(costCentres.create, {
      body: { code: 'X', name: 'X', departments: [bakery.id] } as never,
    })
    expect(taken.body.errors).toEqual({ departments: ['One of these departments was not found.'] })
    const statuses = await Promise.all(
      (['admin', 'finance', 'user', 'employee'] as const).map(async (role) => {
        const other = await world.as(role, home)
        const body = { code: role, name: role } as never
        return [role, (await other.call(costCentres.create, { body })).status]
      }),
    )
    expect(statuses).toEqual([
      ...[
        ['admin', 403],
        ['finance', 201],
        ['user', 403],
        ['employee', 403],
      ],
    ])
  })
})

describe('shares', () => {
  test('come to 100%, in the form and in the database', async () => {
    const { id } = await employ(primary)
    const errors = async (shares: { cost_centre_id: string; percent: number | string }[]) =>
      (await split(id, '2026-01', shares)).body.errors
    const odd = half().map((one) => ({ ...one, percent: '33.33' }))
    expect(await errors(odd)).toEqual({ shares: ['The shares must come to 100%.'] })
    const twice = half().map((one) => ({ ...one, cost_centre_id: north }))
    expect(await errors(twice)).toEqual({ shares: ['Each cost centre can have one share.'] })
    expect(await errors([{ cost_centre_id: north, percent: '100.001' }])).toBeDefined()
    const { body } = await split(id, '2026-01', half())
    await expect(
      world.rows(
        `update cost_split_shares set share = 4999 where split_id = $1 and
        cost_centre_id = $2`,
        [body.id, north],
      ),
    ).rejects.toThrow('not a whole')
    await expect(
      world.rows('delete from cost_split_shares where cost_centre_id = $1', [north]),
    ).rejects.toThrow('not a whole')
  })

  test('are kept by payslips, and confirmed months stay as they were', async () => {
    const { id } = await employ(primary)
    const bare = await runMonth(primary, 'January', 2026)
    expect(await sharesOf(bare.id)).toEqual([])
    const late = await split(id, '2026-01', half())
    expect(late.status).toBe(201)
    expect(late.body.warning).toBe(
      'January 2026 is confirmed and stays as it was: this counts in payslips that are still to ' +
        'be made.',
    )
    expect(await sharesOf(bare.id)).toEqual([])
    const february = await runMonth(primary, 'February', 2026)
    expect(await sharesOf(february.id)).toEqual(['N 50.00', 'S 50.00'])
    const moved = await primary.call(costSplits.update, {
      params: { id: late.body.id },
      body: {
        ...{ employee_id: id, from: '2026-03' },
        shares: [{ cost_centre_id: south, percent: 100 }],
      } as never,
    })
    expect(moved.body.warning).toContain('February 2026 is confirmed')
    expect(await sharesOf(february.id)).toEqual(['N 50.00', 'S 50.00'])
    const march = await runMonth(primary, 'March', 2026)
    expect(await sharesOf(march.id)).toEqual(['S 100.00'])
    const listed = await primary.call(costSplits.list, { params: { id } })
    expect(listed.body).toMatchObject([
      { from: '2026-03', shares: [{ code: 'S', name: 'Centre S', percent: 100 }] },
    ])
  })

  test('changed after a draft was worked out show as a change of it', async () => {
    const { id } = await employ(primary)
    const { body: draft } = await primary.call(payrolls.create, {
      body: { month: 'January', year: 2026 },
    })
    const changed = async () =>
      (await primary.call(payrolls.get, { params: { id: draft.id } })).body.payslips.some(
        ({ changed }) => changed,
      )
    expect(await changed()).toBe(false)
    await split(id, '2026-01', half())
    expect(await changed()).toBe(true)
  })

  test('of nobody are those of the department', async () => {
    const { body: bakery } = await primary.call(contract.departments.create, {
      body: { name: 'Bakery' },
    })
    await primary.call(costCentres.update, {
      params: { id: north },
      body: { code: 'N', name: 'North', departments: [bakery.id] } as never,
    })
    await employ(primary, { department_id: bakery.id })
    const own = await employ(primary, { department_id: bakery.id })
    await employ(primary)
    await split(own.id, '2026-01', [{ cost_centre_id: south, percent: 100 }])
    await split(own.id, '2026-02', [])
    const january = await runMonth(primary, 'January', 2026)
    expect(await sharesOf(january.id)).toEqual(['N 100.00', 'S 100.00'])
    const february = await runMonth(primary, 'February', 2026)
    expect(await sharesOf(february.id)).toEqual(['N 100.00', 'N 100.00'])
  })

  test('of one that is switched off are kept, and chosen nowhere else', async () => {
    const { id } = await employ(primary)
    const { body } = await split(id, '2026-01', half())
    await primary.call(costCentres.update, {
      params: { id: north },
      body: { code: 'N', name: 'North', active: false } as never,
    })
    const again = await primary.call(costSplits.update, {
      params: { id: body.id },
      body: { employee_id: id, from: '2026-01', shares: half() } as never,
    })
    expect(again.status).toBe(200)
    const elsewhere = await split(id, '2026-02', half())
    expect(elsewhere.body.errors).toEqual({
      shares: ['North is switched off. Please choose another.'],
    })
    const removed = await primary.call(costSplits.remove, { params: { id: body.id } })
    expect(removed.status).toBe(200)
  })

  test('are one person’s, once a month, and changed by who may edit employees', async () => {
    const [{ id }, other] = [await employ(primary), await employ(primary)]
    const { body } = await split(id, '2026-01', half())
    const twice = await split(id, '2026-01', [])
    expect(twice.body.errors).toHaveProperty('from')
    const moved = await primary.call(costSplits.update, {
      params: { id: body.id },
      body: { employee_id: other.id, from: '2026-01', shares: [] } as never,
    })
    expect(moved.body.errors).toHaveProperty('employee_id')
    const user = await world.as('user', home)
    expect((await user.call(costSplits.list, { params: { id } })).status).toBe(403)
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await stranger.call(costSplits.list, { params: { id } })).status).toBe(404)
  })
})

test('beside the month’s payslip they are the month’s, and a correction’s are what it corrects', async () => {
  const { id } = await employ(primary)
  const { body } = await split(id, '2026-01', half())
  const january = await runMonth(primary, 'January', 2026)
  await primary.call(costSplits.remove, { params: { id: body.id } })
  await split(id, '2026-01', [{ cost_centre_id: south, percent: 100 }])
  const slip = january.payslips[0]?.id ?? ''
  const made = await primary.call(contract.corrections.create, {
    params: { id: slip },
    body: {
      ...{ reason: 'A raise was missed', pay_on: '2026-03-10' },
      lines: [{ side: 'salary', key: 'salary', due: 60_000 }],
    },
  })
  expect(made.status).toBe(201)
  expect(await sharesOf(made.body.id)).toEqual(['N 50.00', 'S 50.00'])
})

test('casual workers cost the centre of their work station, or else of their department', async () => {
  const { body: site } = await primary.call(contract.workStations.create, {
    body: { name: 'Site' },
  })
  const { body: yard } = await primary.call(contract.departments.create, {
    body: { name: 'Yard' },
  })
  await centre('SITE', { work_stations: [site.id] })
  await centre('YARD', { departments: [yard.id] })
  const department_id = yard.id
  await addCasual(primary, { department_id, work_station_id: site.id } as never)
  await addCasual(primary, { department_id } as never)
  await addCasual(primary)
  const run = await confirmCasuals(primary, '2026-01-05', '2026-01-05', ['2026-01-05'])
  expect((await sharesOf(run.id)).sort()).toEqual(['SITE 100.00', 'YARD 100.00'])
})
