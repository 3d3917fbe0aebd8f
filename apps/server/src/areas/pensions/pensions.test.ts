// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Schemes, who is in them, and what a month takes for them. */

const { pensionSchemes, pensionMembers, payrolls } = contract

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)

interface SchemeGiven {
  name: string
  [field: string]: unknown
}
const addScheme = (by: Caller, given: SchemeGiven) =>
  by.call(pensionSchemes.create, { body: given as never })
async function schemeOf(given: SchemeGiven) {
  const { status, body } = await addScheme(primary, given)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
interface MemberGiven {
  scheme_id: string
  employee_id: string
  from: string
  [field: string]: unknown
}
const join = (given: MemberGiven, by = primary) =>
  by.call(pensionMembers.create, { body: given as never })
const slipOf = async (payroll_id: string, employee_id: string) => {
  const [row] = await world.rows(
    `select gross, nssf, taxable, other_deductions, net, deductions, input, person, digest
     from payslips where payroll_id = $1 and employee_id = $2`,
    [payroll_id, employee_id],
  )
  return row
}

const staff = await schemeOf({
  ...{ name: 'Staff Pension', number: 'RBA/SC/0099', cap: 60_000 },
  ...{ own_percent: '5', employer_percent: 10 },
})

describe('a scheme', () => {
  test('is listed with its terms, and told what cannot be', async () => {
    expect(staff).toMatchObject({
      ...{ kind: 'pension', base: 'basic', cap: 60_000, contracts_out: false, members: 0 },
      ...{ own_percent: 5, own_amount: null, employer_percent: 10, employer_amount: null },
    })
    const told = async (more: object) =>
      (await addScheme(primary, { name: 'Another', ...more })).body.errors
    expect(await told({ name: 'STAFF pension' })).toEqual({
      name: ['A pension scheme with this name already exists.'],
    })
    const both = ['Please give a percentage or an amount, not both.']
    expect(await told({ own_percent: 5, own_amount: 100 })).toEqual({ own_amount: both })
    expect(await told({ employer_percent: 5, employer_amount: 1 })).toEqual({
      employer_amount: both,
    })
    expect(await told({ own_percent: 100.5 })).toEqual({
      own_percent: ["Employee's Percentage can be at most 100%."],
    })
    expect(await told({ name: 'NSSF' })).toHaveProperty('name')
    expect(await told({ cap: 0 })).toHaveProperty('cap')
  })

  test('belongs to who may edit the organisation, and to it alone', async () => {
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await stranger.call(pensionSchemes.list)).body).toEqual([])
    for (const role of ['admin', 'finance', 'user', 'employee'] as const) {
      const other = await world.as(role, home)
      expect([role, (await addScheme(other, { name: role })).status]).toEqual([role, 403])
    }
    const { id: employee_id } = await employ(stranger)
    const theirs = await join({ scheme_id: staff.id, employee_id, from: '2026-01' }, stranger)
    expect(theirs.body.errors).toEqual({ scheme_id: ['This pension scheme was not found.'] })
    const [path, body] = [{ params: { id: staff.id } }, { name: 'Theirs' }]
    expect((await stranger.call(pensionSchemes.update, { ...path, body })).status).toBe(404)
    expect((await stranger.call(pensionSchemes.members, path)).status).toBe(404)
  })

  test('with members stays; one without is deleted', async () => {
    const empty = await schemeOf({ name: 'Never used' })
    const gone = await primary.call(pensionSchemes.remove, { params: { id: empty.id } })
    expect(gone).toMatchObject({
      status: 200,
      body: { message: 'Pension scheme deleted successfully' },
    })
    const used = await schemeOf({ name: 'Used once' })
    const { id: employee_id } = await employ(primary, { employment_date: '2026-09-01' })
    await join({ scheme_id: used.id, employee_id, from: '2026-09', to: '2026-10' })
    const kept = await primary.call(pensionSchemes.remove, { params: { id: used.id } })
    expect([kept.status, kept.body.message]).toEqual([422, expect.stringMatching(/so it stays/)])
  })
})

describe('a membership', () => {
  test('is once at a time, of a person of the organisation, and of no consultant', async () => {
    const { id: employee_id } = await employ(primary, { employment_date: '2026-09-01' })
    const given = { scheme_id: staff.id, employee_id, from: '2026-09', to: '2026-11' }
    const first = await join(given)
    expect(first.body).toMatchObject({ scheme: 'Staff Pension', from: '2026-09', to: '2026-11' })
    for (const period of [{ from: '2026-11' }, { from: '2026-01', to: '2026-09' }]) {
      const twice = await join({ ...given, to: null, ...period })
      expect(twice.body.errors).toEqual({
        from: ['This person is already in the scheme in these months.'],
      })
    }
    expect((await join({ ...given, from: '2026-12', to: null })).status).toBe(201)
    expect((await join({ ...given, to: '2026-08' })).body.errors).toHaveProperty('to')
    const fee = await employ(primary, { tos: 'Consultant', employment_date: '2026-09-01' })
    const consultant = await join({ ...given, employee_id: fee.id })
    expect(consultant.body.errors).toHaveProperty('employee_id')
    const other = await employ(primary, { employment_date: '2026-09-01' })
    const moved = await primary.call(pensionMembers.update, {
      params: { id: first.body.id },
      body: { ...given, employee_id: other.id } as never,
    })
    expect(moved.body.errors).toHaveProperty('employee_id')
  })

  test('belongs to who may edit employees', async () => {
    const { id: employee_id } = await employ(primary, { employment_date: '2026-09-01' })
    const given = { scheme_id: staff.id, employee_id, from: '2026-09' }
    const user = await world.as('user', home)
    expect((await join(given, user)).status).toBe(403)
    const admin = await world.as('admin', home)
    const { status, body } = await join(given, admin)
    expect(status).toBe(201)
    const path = { params: { id: body.id } }
    expect((await user.call(pensionMembers.remove, path)).status).toBe(403)
    expect((await admin.call(pensionMembers.remove, path)).status).toBe(200)
  })
})

describe('months that were paid', () => {
  const paid = { status: 422, body: { errors: { from: [expect.stringMatching(/is confirmed/)] } } }

  test('have no membership that comes, goes or ends within them', async () => {
    const by = await world.as('primary', await world.addOrganization())
    const body = { name: 'Late', own_percent: 5, contracts_out: true } as never
    const { id: scheme_id } = (await by.call(pensionSchemes.create, { body })).body
    const { id: employee_id } = await employ(by, { salary: 100_000 })
    const given = { scheme_id, employee_id, from: '2026-03' }
    const { id } = (await join(given, by)).body
    await runMonth(by, 'February', 2026)
    expect(await join({ ...given, from: '2026-02', to: '2026-02' }, by)).toMatchObject(paid)
    const { id: march } = await runMonth(by, 'March', 2026)
    const path = { params: { id } }
    const { status, body: told } = await by.call(pensionMembers.remove, path)
    expect([status, told.message]).toEqual([422, expect.stringMatching(/^March .*Please end it/)])
    const change = (more: object) =>
      by.call(pensionMembers.update, { ...path, body: { ...given, ...more } as never })
    expect(await change({ from: '2026-04' })).toMatchObject(paid)
    expect(await change({ from: '2026-02' })).toMatchObject(paid)
    expect((await change({ to: '2026-03', member_no: 'P/1' })).status).toBe(200)
    await expect(world.rows('delete from pension_members where id = $1', [id])).rejects.toThrow(
      /is paid/,
    )
    await by.call(payrolls.reverse, { params: { id: march }, body: { reason: 'Wrong' } })
    expect((await by.call(pensionMembers.remove, path)).status).toBe(200)
  })
})

test('a raise that reaches back changes no contribution, and says so', async () => {
  const by = await world.as('primary', await world.addOrganization())
  const { body: scheme } = await addScheme(by, { name: 'Staff', own_percent: 5 })
  const { id } = await employ(by, { salary: 100_000 })
  const given = { scheme_id: scheme.id, employee_id: id, from: '2026-03' }
  const { body: member } = await join(given, by)
  await runMonth(by, 'February', 2026)
  await runMonth(by, 'March', 2026)
  const { body } = await by.call(contract.employees.arrears, {
    params: { id },
    body: { salary: 120_000, from: '2026-02' },
  })
  expect(body.map(({ month, schemes }) => [month, schemes])).toEqual([
    ['2026-02', undefined],
    ['2026-03', true],
  ])

  // What has ended is not opened again over a month that is paid.
  const until = (to: string | null) =>
    by.call(pensionMembers.update, { params: { id: member.id }, body: { ...given, to } as never })
  expect((await until('2026-03')).status).toBe(200)
  await runMonth(by, 'April', 2026)
  expect((await until(null)).body.errors).toEqual({
    to: [expect.stringMatching(/^April 2026 is confirmed without this membership/)],
  })
})

describe('a month', () => {
  test('takes the member’s part before tax and adds the employer’s, until it ends', async () => {
    const amina = await employ(primary, { first_name: 'Amina', salary: 80_000 })
    const joiner = await employ(primary, {
      ...{ first_name: 'Baraka', salary: 62_000, employment_date: '2026-03-17' },
    })
    const given = { scheme_id: staff.id, employee_id: amina.id, member_no: 'P/17' }
    const member = await join({ ...given, from: '2026-03', to: '2026-03' })
    await join({ scheme_id: staff.id, employee_id: joiner.id, from: '2026-03', own_amount: 1500 })
    const run = await runMonth(primary, 'March', 2026, false)
    const drafted = await slipOf(run.id, amina.id)
    // By hand: 5% of 60,000; NSSF 4,800; 80,000 − 7,800 − 2,200 − 1,200 = 68,800.
    expect(drafted).toMatchObject({ taxable: '68800.00', other_deductions: '3000.00' })
    expect(drafted.input.pensions).toEqual([
      {
        ...{ id: member.body.id, scheme: staff.id, name: 'Staff Pension' },
        ...{ base: 60_000_00, own: 3_000_00, employer: 6_000_00 },
      },
    ])
    // 15 of 31 days: 30,000.
    expect((await slipOf(run.id, joiner.id)).input.pensions).toMatchObject([
      { base: 30_000_00, own: 1_500_00, employer: 3_000_00 },
    ])

    const change = { ...given, from: '2026-03', to: '2026-03', own_percent: 7 }
    await primary.call(pensionMembers.update, {
      params: { id: member.body.id },
      body: change as never,
    })
    const path = { params: { id: run.id } }
    const stale = await primary.call(payrolls.confirm, path)
    expect(stale.status).toBe(422)
    await primary.call(payrolls.recalculate, path)
    expect((await primary.call(payrolls.confirm, path)).status).toBe(200)
    expect(await slipOf(run.id, amina.id)).toMatchObject({ other_deductions: '4200.00' })

    const april = await runMonth(primary, 'April', 2026)
    const after = await slipOf(april.id, amina.id)
    expect(after.input).not.toHaveProperty('pensions')
    expect(after.other_deductions).toBe('0.00')
    expect((await slipOf(april.id, joiner.id)).input.pensions).toMatchObject([
      { base: 60_000_00, own: 1_500_00, employer: 6_000_00 },
    ])
  })

  test('of a contracted-out scheme has no tier II, in an extra payroll neither', async () => {
    const office = await world.addOrganization('Out Ltd')
    const by = await world.as('primary', office)
    const { body: scheme } = await addScheme(by, {
      ...{ name: 'Contracted Out', base: 'gross', own_percent: 6, employer_percent: 6 },
      contracts_out: true,
    })
    const { id: employee_id } = await employ(by, { salary: 80_000 })
    await join({ scheme_id: scheme.id, employee_id, from: '2026-02' }, by)
    const run = await runMonth(by, 'February', 2026)
    const slip = await slipOf(run.id, employee_id)
    expect(slip).toMatchObject({ nssf: '540.00', other_deductions: '4800.00' })
    expect(slip.person.nssf_tier2_contracted_out).toBe(true)
    const { body: extra } = await by.call(contract.offCycle.create, {
      body: {
        ...{ title: 'Bonus', month: 'February', year: 2026, pay_on: '2026-02-28' },
        items: [{ name: 'Bonus', kind: 'one-off' }],
        employees: [employee_id],
      },
    })
    const drafted = await slipOf(extra.id, employee_id)
    expect(drafted).toMatchObject({ nssf: '0.00', other_deductions: '0.00' })
  })
})

test.each([
  ['November', '180000.00'],
  ['December', '161500.00'],
])('two schemes above the limit, in %s 2024', async (month, taxable) => {
  const office = await world.addOrganization(`${month} Ltd`)
  const by = await world.as('primary', office)
  const { body: one } = await addScheme(by, { name: 'One', own_percent: 15 })
  const { body: two } = await addScheme(by, { name: 'Two', kind: 'provident', own_amount: 5000 })
  const { id: employee_id } = await employ(by, { salary: 200_000 })
  for (const { id: scheme_id } of [one, two]) {
    await join({ scheme_id, employee_id, from: '2024-11' }, by)
  }
  const run = await runMonth(by, month, 2024, false)
  expect(await slipOf(run.id, employee_id)).toMatchObject({
    taxable,
    other_deductions: '35000.00',
  })
})
