import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { addCasual, confirmCasuals, draftCasuals, rolled } from '../../test/casuals.ts'
import { statementsIn } from '../../test/statements.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What is to be looked at before a casual payroll is confirmed. */

const world = await openWorld()
const { casualPayrolls, casuals } = contract

let home: string
let primary: Caller
beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
})

const monday = '2026-03-02'
const sunday = '2026-03-08'
const confirm = (by: Caller, id: string) => by.call(casualPayrolls.confirm, { params: { id } })

const found = async (id: string) => {
  const { body } = await primary.call(casualPayrolls.checks, { params: { id } })
  return Object.fromEntries(body.map(({ kind, people }) => [kind, people.map((p) => p.detail)]))
}

test('find ghosts and doubles', async () => {
  const dob = '1990-01-01'
  await addCasual(primary, { id_number: '0012345678', phone: '0711000001', dob })
  await addCasual(primary, { id_number: '12345678', phone: '0711 000 001', dob })
  await primary.call(contract.employees.create, {
    body: {
      first_name: 'Wambui',
      last_name: 'Kariuki',
      id_number: '12345678',
      salary: 1,
      employment_date: '2025-01-01',
    },
  })
  const { id } = await draftCasuals(primary, monday, sunday)
  const checks = await found(id)
  expect(checks['duplicate id']).toEqual([
    expect.stringMatching(/^Also Baraka Mutua \(C-TC-0002\)$/),
    expect.stringMatching(/^Also Baraka Mutua \(C-TC-0001\)$/),
  ])
  expect(checks['duplicate phone']).toHaveLength(2)
  expect(checks['same person']).toHaveLength(2)
  expect(checks['also employee']).toEqual(['Wambui Kariuki (TC-0001)', 'Wambui Kariuki (TC-0001)'])
  // They are for a look, and prevent nothing.
  expect((await confirm(primary, id)).status).toBe(200)
  expect(await found(id)).toEqual({})
})

test('find who is marked and will not be paid', async () => {
  const ended = await addCasual(primary)
  const late = await addCasual(primary, { first_name: 'Late' })
  await rolled(primary, monday, { [ended.id]: 'FFFF' })
  await primary.call(casuals.status, {
    params: { id: ended.id },
    body: { status: 'terminated', termination_date: '2026-03-03' },
  })
  const { id } = await draftCasuals(primary, monday, sunday)
  await rolled(primary, monday, { [late.id]: 'F' })
  expect(await found(id)).toMatchObject({
    'ended on roll': ['Terminated, marked for 2 days from 04 March, 2026'],
    'left out': ['Present on 1 day'],
  })
})

test('find who is paid ten times the usual', async () => {
  for (const pay of [800, 850, 850]) await addCasual(primary, { pay })
  await addCasual(primary, { first_name: 'Slip', pay: 8500 })
  await addCasual(primary, { pay_basis: 'piece', pay: 12 })
  const few = await draftCasuals(primary, monday, sunday)
  expect(await found(few.id)).not.toHaveProperty('unusual pay')
  await addCasual(primary, { pay: 900 })
  expect((await found(few.id))['unusual pay']).toEqual(['8,500.00, usual here is 850.00'])
})

test('find who has which days in another payroll, and who of the roll is in none', async () => {
  const { id: casual_id } = await addCasual(primary)
  await addCasual(primary, { first_name: 'Late', employment_date: '2026-03-06' })
  const { code } = await draftCasuals(primary, '2026-02-23', '2026-03-04')
  const { id } = await draftCasuals(primary, monday, sunday)
  const last = await draftCasuals(primary, '2026-03-01', '2026-03-09')
  const theirs = { [last.id]: await found(last.id), [id]: await found(id) }
  expect(theirs[id]).toMatchObject({
    'paid elsewhere': [`02 March, 2026 to 04 March, 2026 in ${code}`],
  })
  expect(theirs[last.id]?.['paid elsewhere']).toEqual([
    `01 March, 2026 to 04 March, 2026 in ${code}, 05 March, 2026 to 08 March, 2026 in CP-TC-0002`,
    '06 March, 2026 to 08 March, 2026 in CP-TC-0002',
  ])
  await primary.call(casualPayrolls.remove, { params: { id } })
  await primary.call(casualPayrolls.remove, { params: { id: last.id } })
  await rolled(primary, monday, { [casual_id]: 'FFFFF' })
  const { id: again } = await draftCasuals(primary, '2026-03-02', '2026-03-05')
  // The 6th is on the roll and in no payroll, but not one of these days.
  expect(await found(again)).not.toHaveProperty('left out')
})

test('find who worked for 30 days in a row, a rest day between two weeks included', async () => {
  const steady = await addCasual(primary)
  const broken = await addCasual(primary, { first_name: 'Broken' })
  const weeks = ['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23', monday]
  for (const [index, week] of weeks.entries()) {
    await rolled(primary, week, {
      [steady.id]: 'FFFFFF',
      [broken.id]: index === 2 ? 'FFF' : 'FFFFFF',
    })
    const end = new Date(Date.parse(week) + 6 * 86_400_000).toISOString().slice(0, 10)
    if (week !== monday) await confirmCasuals(primary, week, end)
  }
  const { id } = await draftCasuals(primary, monday, sunday)
  expect((await found(id)).continuous).toEqual(['02 February, 2026 to 07 March, 2026'])
})

test.each([
  `months = '[]'`,
  'gross = gross + 1000, total = total + 1000, net = net + 1000',
  `lines = jsonb_set(lines, '{daily}', '[1]')`,
  `person = person || '{"phone": "0799000000"}'`,
])('what somebody has written into a payslip is not confirmed: %s', async (set) => {
  await primary.call(contract.casualTerms.change, {
    body: { statutory: true, overtime_factor: 1.5, day_hours: 8 },
  })
  await addCasual(primary, { pay: 2000 })
  const { id } = await draftCasuals(primary, monday, '2026-03-05')
  const { inside } = statementsIn(world, await world.as('admin', home))
  await inside((client) => client.query(`update payslips set ${set}`), 'commit')
  expect(await found(id)).toMatchObject({ 'inputs changed': ['Recalculate this payroll'] })
  expect((await confirm(primary, id)).status).toBe(422)
  await primary.call(casualPayrolls.recalculate, { params: { id } })
  expect((await confirm(primary, id)).status).toBe(200)
})

test('find new faces since the payroll before, and tell what each was paid by it', async () => {
  const always = await addCasual(primary)
  const back = await addCasual(primary, { first_name: 'Back' })
  await rolled(primary, '2026-02-16', { [always.id]: 'F', [back.id]: 'FF' })
  const first = await draftCasuals(primary, '2026-02-16', '2026-02-22')
  // There is no payroll before the first: nobody is new in it.
  expect(await found(first.id)).not.toHaveProperty('new faces')
  expect((await confirm(primary, first.id)).status).toBe(200)
  await rolled(primary, '2026-02-23', { [always.id]: 'FFH' })
  await confirmCasuals(primary, '2026-02-23', '2026-03-01')
  const added = await addCasual(primary, { first_name: 'Added' })
  await rolled(primary, monday, { [always.id]: 'FFFF', [back.id]: 'F', [added.id]: 'F' })
  const { id } = await draftCasuals(primary, monday, sunday)
  expect((await found(id))['new faces']).toEqual([
    'Last in a payroll to 22 February, 2026',
    'In no payroll before',
  ])
  const { body: run } = await primary.call(casualPayrolls.get, { params: { id } })
  expect(run.payslips.map(({ net, last_net }) => [net, last_net])).toEqual([
    [3400, 2125],
    // Their own last time, before the last payroll.
    [850, 1700],
    [850, null],
  ])
  expect(run.last).toEqual({ to: '2026-03-01', net: 2125 })
  // For a look: it prevents nothing.
  expect((await confirm(primary, id)).status).toBe(200)
})

test('sites whose weeks end on different days: nobody is new who was in their own last week', async () => {
  const north = await addCasual(primary, { first_name: 'North' })
  const other = await addCasual(primary, { first_name: 'Other' })
  const south = await addCasual(primary, { first_name: 'South' })
  // To Wednesday in the north, to Sunday in the south.
  await rolled(primary, '2026-02-19', { [north.id]: 'FFFF', [other.id]: 'F' })
  const first = await confirmCasuals(primary, '2026-02-19', '2026-02-25')
  await rolled(primary, '2026-02-23', { [south.id]: '   FFFF' })
  await confirmCasuals(primary, '2026-02-26', '2026-03-01')
  const added = await addCasual(primary, { first_name: 'Added' })
  await rolled(primary, '2026-02-26', { [north.id]: '    FF', [other.id]: '    F' })
  await rolled(primary, monday, { [added.id]: 'F' })
  const { id } = await draftCasuals(primary, monday, '2026-03-04')
  expect((await found(id))['new faces']).toEqual(['In no payroll before'])
  const { body: run } = await primary.call(casualPayrolls.get, { params: { id } })
  expect(run.payslips.map(({ casual, last_net }) => [casual.first_name, last_net])).toEqual([
    ['North', 3400],
    ['Other', 850],
    ['Added', null],
  ])
  // Compared with the north's own, not with whichever ended last.
  expect(run.last).toEqual({ to: first.to, net: first.totals.net })
  await primary.call(casualPayrolls.remove, { params: { id } })
  // After a pause the last week that was paid counts, as far as all sites were paid in it.
  await rolled(primary, '2026-03-23', { [north.id]: 'F', [south.id]: 'F', [added.id]: 'F' })
  const later = await draftCasuals(primary, '2026-03-23', '2026-03-29')
  expect((await found(later.id))['new faces']).toEqual(['In no payroll before'])
})
