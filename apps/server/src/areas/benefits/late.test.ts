// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Benefits that are recorded for confirmed months are taxed by arrears (B30, B33). */

const { benefits, payrolls, employees, corrections } = contract
const world = await openWorld()

async function openFirm(name: string) {
  return world.as('primary', await world.addOrganization(name))
}
const car = { kind: 'leased car', amount: 20_000 } as const
const add = async (by: Caller, employee_id: string, more: object) => {
  const reply = await by.call(benefits.create, { body: { employee_id, ...more } as never })
  expect(reply.status).toBe(201)
  return reply.body
}
/** Figures of a payslip, and the PAYE of arrears that it took, by line. */
async function slipOf(payroll_id: string, employee_id: string) {
  const [row = {}] = await world.rows(
    `select id, gross, paye, net, (select json_object_agg(d ->> 'name', d ->> 'amount')
       from jsonb_array_elements(deductions) d where d ->> 'name' like '%of arrears%') as arrears
     from payslips where payroll_id = $1 and employee_id = $2`,
    [payroll_id, employee_id],
  )
  const [gross, paye, net] = [Number(row.gross), Number(row.paye), Number(row.net)]
  return { id: String(row.id), gross, paye, net, arrears: row.arrears as Arrears }
}
type Arrears = Record<string, string> | null
const inShillings = (amounts: Arrears) =>
  Object.fromEntries(Object.entries(amounts ?? {}).map(([name, one]) => [name, Number(one) / 100]))
const totalPaye = async (id: string) => {
  const [row] = await world.rows(
    'select sum(paye) as paye from paid_slips where employee_id = $1',
    [id],
  )
  return Number(row?.paye)
}

test('the next payroll takes their tax once, and what is known by then is all that counts', async () => {
  const [late, told] = [await openFirm('Late Ltd'), await openFirm('Told Ltd')]
  const [mine, theirs] = [
    await employ(late, { salary: 100_000 }),
    await employ(told, { salary: 100_000 }),
  ]
  for (const month of ['January', 'February'] as const) await runMonth(late, month, 2026)
  const from = '2026-01-01'
  const given = await add(late, mine.id, { ...car, from })
  expect(given.warning).toMatch(/^The payslips of January 2026 and February 2026 are confirmed/)
  await add(told, theirs.id, { ...car, from })
  for (const month of ['January', 'February'] as const) await runMonth(told, month, 2026)
  const [march, other] = [
    await runMonth(late, 'March', 2026, false),
    await runMonth(told, 'March', 2026, false),
  ]
  const slip = await slipOf(march.id, mine.id)
  expect(inShillings(slip.arrears)).toEqual({
    'PAYE of arrears, January 2026': 6_000,
    'PAYE of arrears, February 2026': 6_000,
  })
  const plain = await slipOf(other.id, theirs.id)
  expect(slip.gross).toBe(plain.gross)
  expect(slip.net).toBeCloseTo(plain.net - 12_000, 2)
  // Changed again while the draft has it: the draft says so, and has what is known by then.
  await late.call(benefits.update, {
    params: { id: given.id },
    body: { employee_id: mine.id, ...car, from, amount: 10_000, to: '', description: '' } as never,
  })
  await told.call(benefits.remove, { params: { id: (await listOf(told, theirs.id))[0]?.id ?? '' } })
  await add(told, theirs.id, { ...car, from, amount: 10_000 })
  const refused = await late.call(payrolls.confirm, { params: { id: march.id } })
  expect(refused.status).toBe(422)
  for (const [by, run] of [
    [late, march],
    [told, other],
  ] as const) {
    await by.call(payrolls.recalculate, { params: { id: run.id } })
    expect((await by.call(payrolls.confirm, { params: { id: run.id } })).status).toBe(200)
  }
  expect(inShillings((await slipOf(march.id, mine.id)).arrears)).toEqual({
    'PAYE of arrears, January 2026': 3_000,
    'PAYE of arrears, February 2026': 3_000,
  })
  // The other gave back what January and February had taken too much.
  expect(await totalPaye(mine.id)).toBeCloseTo(await totalPaye(theirs.id), 2)
  const april = await runMonth(late, 'April', 2026, false)
  expect((await slipOf(april.id, mine.id)).arrears).toBeNull()
  // A reversed month takes them again, and none of it twice.
  await late.call(payrolls.remove, { params: { id: april.id } })
  await late.call(payrolls.reverse, { params: { id: march.id }, body: { reason: 'Wrong' } })
  const again = await runMonth(late, 'March', 2026)
  expect(Object.values(inShillings((await slipOf(again.id, mine.id)).arrears))).toEqual([
    3_000, 3_000,
  ])
})

const listOf = async (by: Caller, id: string) =>
  (await by.call(benefits.list, { params: { id } })).body

test('a month that is reversed and made again has them itself', async () => {
  const by = await openFirm('Again Ltd')
  const { id } = await employ(by, { salary: 100_000 })
  const february = await runMonth(by, 'February', 2026)
  await add(by, id, { ...car, from: '2026-02-01' })
  await by.call(payrolls.reverse, { params: { id: february.id }, body: { reason: 'Car' } })
  const made = await runMonth(by, 'February', 2026)
  expect((await slipOf(made.id, id)).paye).toBeCloseTo(19_308.35 + 6_000, 2)
  const march = await runMonth(by, 'March', 2026, false)
  expect((await slipOf(march.id, id)).arrears).toBeNull()
})

test('with a raise of the same month and a correction of it the tax is that of all together', async () => {
  const [late, told] = [await openFirm('All Ltd'), await openFirm('Both Ltd')]
  const ids: string[] = []
  for (const by of [late, told]) ids.push((await employ(by, { salary: 60_000 })).id)
  const [mine = '', theirs = ''] = ids
  const january = await runMonth(late, 'January', 2026)
  const { id: slip } = await slipOf(january.id, mine)
  const lines = [{ side: 'salary' as const, key: 'salary', due: 70_000 }]
  const fixed = await late.call(corrections.create, {
    params: { id: slip },
    body: { reason: 'Raise', lines, pay_on: '2026-03-10' },
  })
  expect(fixed.status).toBe(201)
  await late.call(payrolls.confirm, { params: { id: fixed.body.id } })
  await add(late, mine, { ...car, from: '2026-01-10' })
  await late.call(employees.update, {
    params: { id: mine },
    body: { salary: 80_000, salary_from: '2026-01' } as never,
  })
  await runMonth(late, 'February', 2026)
  await add(told, theirs, { ...car, from: '2026-01-10' })
  await told.call(employees.update, {
    params: { id: theirs },
    body: { salary: 80_000, salary_from: '2026-01' } as never,
  })
  for (const month of ['January', 'February'] as const) await runMonth(told, month, 2026)
  expect(await totalPaye(mine)).toBeCloseTo(await totalPaye(theirs), 2)
})

test('a sheet of many marks each month once, and what changes nothing marks none', async () => {
  const by = await openFirm('Sheet Ltd')
  const people = [await employ(by), await employ(by), await employ(by)]
  await runMonth(by, 'February', 2026)
  const rows = people.map(({ employee_no }) => [employee_no, 'Meals', 9000, '2026-01-01'])
  const file = dataUrl(xlsx([['Employee No', 'Benefit', 'Amount', 'From'], ...rows]))
  expect((await by.call(benefits.upload, { body: { file } })).body).toMatchObject({ created: 3 })
  const marks = () =>
    world.rows(`select employee_id from arrears where benefits and employee_id = any ($1)`, [
      people.map(({ id }) => id),
    ])
  expect(await marks()).toHaveLength(3)
  await by.call(benefits.upload, { body: { file } })
  expect(await marks()).toHaveLength(3)
  await expect(world.rows('update arrears set benefits = false where benefits')).rejects.toThrow()
})
