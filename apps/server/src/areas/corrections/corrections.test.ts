// @tests story
import { type Call, contract } from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { bytesOf } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { setCheckedActs } from '../maker-checker/index.ts'

/** What a confirmed payslip should have paid: more, or less and taken back from later pay. */

const { corrections, payrolls, payslips, returns, exports } = contract
const world = await openWorld({ workers: true })

type Primary = Caller & { id: string }
let home: string
let primary: Primary
let njeri: string
let february: string

/** Njeri has 100,000 a month, and February is confirmed. */
async function openHome(name: string, salary = 100_000) {
  home = await world.addOrganization(name)
  primary = await world.as('primary', home)
  const bank = { bank_name: 'Equity Bank (Kenya) Limited', account_no: '0123456789' }
  const person = { employment_date: '2024-02-01', salary, pin_no: 'A001234567Z', ...bank }
  njeri = (await employ(primary, person)).id
  february = (await runMonth(primary, 'February', 2026)).id
}

const pathOf = (id: string) => ({ params: { id } })
const get = async (id: string) => (await primary.call(payrolls.get, pathOf(id))).body
const slipOf = async (run: string) => (await get(run)).payslips[0]?.id as string
const confirm = (id: string) => primary.call(payrolls.confirm, pathOf(id))
const reverse = (id: string) =>
  primary.call(payrolls.reverse, { ...pathOf(id), body: { reason: 'A slip of the pen' } })
const figuresOf = async (run: string) => {
  const { body } = await primary.call(payslips.get, pathOf(await slipOf(run)))
  const taken = (code: string) => body.deductions.find(({ id }) => id === code)?.amount ?? 0
  return {
    ...{ gross: body.gross, paye: taken('paye'), nssf: taken('nssf'), health: taken('health') },
    ...{ housing: taken('housing'), net: body.net, owed: taken('owed') },
  }
}

type Body = NonNullable<Call<typeof corrections.create>['body']>
const basic = (due: number) => [{ side: 'salary' as const, key: 'salary', due }]
const correct = async (given: Partial<Body> = {}, by: Caller = primary, slip?: string) =>
  by.call(corrections.create, {
    ...pathOf(slip ?? (await slipOf(february))),
    body: { lines: basic(110_000), reason: 'A raise was missed', pay_on: '2026-03-10', ...given },
  })
async function corrected(given: Partial<Body> = {}) {
  const { body } = await correct(given)
  expect((await confirm(body.id)).status).toBe(200)
  return body.id
}
const preview = async (body: object, slip?: string) =>
  primary.call(corrections.preview, {
    ...pathOf(slip ?? (await slipOf(february))),
    body: body as never,
  })

/** Worked by hand in the engine's tests. */
const more = { gross: 10_000, paye: 2728.5, nssf: 480, health: 275, housing: 150, net: 6366.5 }
const less = { gross: -10_000, paye: -2692.5, nssf: -600, health: -275, housing: -150, net: 0 }

describe('a payslip that paid too little', () => {
  let run: string
  beforeAll(() => openHome('More Ltd'))

  test('is shown line by line, and what a correction comes to before it is kept', async () => {
    const { body } = await primary.call(corrections.of, pathOf(await slipOf(february)))
    expect(body).toMatchObject({
      month: 'February',
      year: '2026',
      days: { paid: 28, of: 28 },
      left_out: [],
    })
    expect(body.lines).toEqual([
      {
        ...{ side: 'salary', key: 'salary', name: 'Basic pay', nature: 'Basic pay' },
        ...{ paid: 100_000, due: 100_000, by_days: true },
      },
    ])
    const shown = (await preview({ lines: basic(110_000) })).body
    expect(shown).toMatchObject({ gross: 10_000, net: 6366.5, owed: 0 })
    expect(shown.deductions).toEqual([
      { name: 'PAYE', amount: 2728.5 },
      { name: 'NSSF', amount: 480 },
      { name: 'SHIF', amount: 275 },
      { name: 'Housing Levy', amount: 150 },
    ])
    expect((await get(february)).payslips).toHaveLength(1)
  })

  test('is corrected by a payslip of its own, which says so', async () => {
    const { status, body } = await correct()
    run = body.id
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { kind: 'correction', count: 1, code: expect.stringMatching(/^CR-\w+-0001$/) },
    })
    expect(await figuresOf(run)).toEqual({ ...more, owed: 0 })
    const { body: details } = await primary.call(corrections.get, pathOf(run))
    expect(details).toMatchObject({ reason: 'A raise was missed', lines: [{ due: 110_000 }] })
    expect((await confirm(run)).status).toBe(200)
    // As it was when it was confirmed.
    expect((await primary.call(corrections.get, pathOf(run))).body).toMatchObject({
      ...{ status: 'confirmed', lines: [{ paid: 100_000, due: 110_000 }] },
    })
    const [first, own] = [await slipOf(february), await slipOf(run)]
    const code = (await get(february)).code
    expect((await primary.call(payslips.get, pathOf(own))).body).toMatchObject({
      corrects: { payslip_id: first, code },
      payroll: { title: `Correction of ${code}` },
    })
    expect((await primary.call(payslips.get, pathOf(first))).body.corrected_by).toEqual([
      { payslip_id: own, code: body.code },
    ])
    expect((await primary.call(payslips.verify, pathOf(first))).body).toMatchObject({
      ...{ corrects: null, corrected_by: [body.code] },
    })
    expect((await primary.call(payslips.verify, pathOf(own))).body).toMatchObject({
      ...{ corrects: code, corrected_by: [] },
    })
    const { html } = (await primary.call(payslips.html, pathOf(own))).body
    expect(html).toContain(`Correction of ${code}, February 2026`)
    expect(html).toContain('10,000.00')
  })

  test('is one with its correction in returns and cards, and paid by bank', async () => {
    const [one] = (await primary.call(returns.list)).body
    const due = Object.fromEntries(one?.items.map(({ type, ...item }) => [type, item]) ?? [])
    // 110,000 at once, by hand in the engine's tests.
    expect(due.SEC_B).toMatchObject({ people: 1, amount: 22_036.85 })
    const card = { employee_id: njeri, year: 2026, extension: 'xlsx' as const }
    expect((await primary.call(exports.p9, { body: card as never })).body.total).toBe(22_036.85)
    const asked = { ...pathOf(run), body: { type: 'bank', extension: 'csv', filter: {} } }
    expect((await primary.call(exports.make, asked as never)).body.total).toBe(6366.5)
  })

  test('is corrected again from what both paid, and not reversed beneath it', async () => {
    const { body } = await primary.call(corrections.of, pathOf(await slipOf(february)))
    expect(body.lines).toMatchObject([{ paid: 110_000 }])
    expect((await reverse(february)).body).toMatchObject({
      message: expect.stringMatching(/CR-.*Reverse that/),
    })
    const again = await correct({
      lines: [...basic(110_000)],
      added: [{ name: 'Night shifts', kind: 'overtime', due: 5000 }],
    })
    expect(await figuresOf(again.body.id)).toMatchObject({ gross: 5000, nssf: 0, health: 137.5 })
    expect((await correct()).body).toMatchObject({
      message: expect.stringContaining('still a draft'),
    })
    expect((await correct({}, primary, await slipOf(run))).body).toMatchObject({
      message: expect.stringContaining('is a correction itself'),
    })
    // What it rests on is reversed: it shows, and is worked out again from what is left.
    expect((await primary.call(exports.byproducts, pathOf(run))).status).toBe(200)
    const [file] = (await primary.call(exports.byproducts, pathOf(run))).body
    await primary.call(exports.notUsed, pathOf(file?.id ?? ''))
    expect((await reverse(run)).status).toBe(200)
    expect((await confirm(again.body.id)).status).toBe(422)
    await primary.call(payrolls.recalculate, pathOf(again.body.id))
    expect(await figuresOf(again.body.id)).toMatchObject({ gross: 15_000 })
    const saved = await primary.call(corrections.save, {
      ...pathOf(again.body.id),
      body: {
        ...{ reason: 'Only the shifts', lines: basic(100_000) },
        added: [{ name: 'Night shifts', kind: 'overtime', due: 5000 }],
      },
    })
    // The line that it added before has a row of its own.
    expect(saved.status).toBe(422)
    const rows = [...basic(100_000), { side: 'income', key: 'added night shifts', due: 5000 }]
    const kept = { ...pathOf(again.body.id), body: { reason: 'Only the shifts', lines: rows } }
    expect((await primary.call(corrections.save, kept as never)).status).toBe(200)
    expect(await figuresOf(again.body.id)).toMatchObject({ gross: 5000 })
    expect((await primary.call(payrolls.remove, pathOf(again.body.id))).status).toBe(200)
    expect(
      await world.rows('select payslip_id from correction_lines where organization_id = $1', [
        home,
      ]),
    ).toHaveLength(1)
  })
})

describe('a payslip that paid too much', () => {
  let run: string
  beforeAll(() => openHome('Less Ltd'))

  test('pays nothing, and what is owed is taken from the next month as a third allows', async () => {
    run = await corrected({ lines: basic(90_000), reason: 'Ten days were not worked' })
    expect(await figuresOf(run)).toEqual({ ...less, owed: -6282.5 })
    const bank = { ...pathOf(run), body: { type: 'bank', extension: 'csv', filter: {} } }
    expect((await primary.call(exports.make, bank as never)).status).toBe(422)
    const march = (await runMonth(primary, 'March', 2026, false)).id
    const { deductions, net } = (await primary.call(payslips.get, pathOf(await slipOf(march)))).body
    expect(deductions.at(-1)).toMatchObject({ name: 'Overpayment taken back', amount: 6282.5 })
    expect(net).toBe(64_159.15)
    // A draft has taken nothing: another has it too, and is worked out again once one is confirmed.
    const april = (await runMonth(primary, 'April', 2026, false)).id
    expect((await confirm(march)).status).toBe(200)
    expect((await confirm(april)).status).toBe(422)
    await primary.call(payrolls.recalculate, pathOf(april))
    const next = (await primary.call(payslips.get, pathOf(await slipOf(april)))).body
    expect(next.net).toBe(70_441.65)
    expect((await primary.call(payrolls.remove, pathOf(april))).status).toBe(200)
    expect((await reverse(run)).body).toMatchObject({
      message: expect.stringMatching(/taken back in PR-.*Reverse/),
    })
    await expect(
      world.byHand(`update payrolls set status = 'reversed', reversed_at = now(),
        reversed_by = 'X', reversal_reason = 'X' where id = '${run}'`),
    ).rejects.toThrow('a later payroll has taken back')
    expect((await reverse(march)).status).toBe(200)
    expect(await world.rows('select rest from still_owed($1, $2)', [home, njeri])).toEqual([
      { rest: expect.stringMatching(/^6282\.50/) },
    ])
    expect((await reverse(run)).status).toBe(200)
    expect(await world.rows('select rest from still_owed($1, $2)', [home, njeri])).toEqual([])
    expect(
      (await primary.call(payslips.verify, pathOf(await slipOf(february)))).body,
    ).toMatchObject({ corrected_by: [] })
  })

  test('owes more than one month can bear: the rest waits for the next', async () => {
    await corrected({ lines: basic(20_000), reason: 'Another person was meant' })
    const [{ owed }] = await world.rows('select owed from still_owed($1, $2)', [home, njeri])
    const march = (await runMonth(primary, 'March', 2026)).id
    const april = (await runMonth(primary, 'April', 2026)).id
    const takenIn = async (id: string) => {
      const { body } = await primary.call(payslips.get, pathOf(await slipOf(id)))
      expect(body.net * 3).toBeGreaterThanOrEqual(body.gross)
      return body.deductions.find(({ name }) => name === 'Overpayment taken back')?.amount ?? 0
    }
    // A third of 100,000 is left: 70,441.65 − 33,333.34.
    expect(await takenIn(march)).toBe(37_108.31)
    expect(await takenIn(april)).toBeCloseTo(Number(owed) - 37_108.31, 6)
    expect(await world.rows('select rest from still_owed($1, $2)', [home, njeri])).toEqual([
      { rest: expect.stringMatching(/^0\.0+$/) },
    ])
    expect((await reverse(march)).status).toBe(200)
    const again = (await runMonth(primary, 'March', 2026)).id
    expect(await takenIn(again)).toBe(37_108.31)
  })

  test('is not taken back twice by two months that are confirmed at once', async () => {
    await openHome('Once Ltd')
    await corrected({ lines: basic(90_000) })
    const drafts = [
      (await runMonth(primary, 'March', 2026, false)).id,
      (await runMonth(primary, 'April', 2026, false)).id,
    ]
    const said = await Promise.all(drafts.map(confirm))
    expect(said.map(({ status }) => status).sort()).toEqual([200, 422])
    const left = drafts[said.findIndex(({ status }) => status === 422)]
    await expect(
      world.byHand(`begin; update payslips set frozen = true where payroll_id = '${left}';
        update payrolls set status = 'confirmed', confirmed_at = now(), confirmed_by = 'X',
          count = 1, gross = 1, net = 1 where id = '${left}'; commit`),
    ).rejects.toThrow('more is taken than is owed')
  })
})

test('returns that were made are withdrawn, and made again with the correction', async () => {
  await openHome('Returned Ltd')
  const asked = { params: { month: '2026-02' }, body: { type: 'SEC_B', extension: 'csv' } }
  const made = (await primary.call(returns.make, asked as never)).body
  const payeIn = async (file: typeof made) =>
    Number((await bytesOf(world, primary, file)).toString('utf8').split('\r\n')[0]?.split(',')[24])
  expect(await payeIn(made)).toBe(19_308.35)
  const run = await corrected()
  const [one] = (await primary.call(returns.list)).body
  expect(one?.items.find(({ type }) => type === 'SEC_B')).toMatchObject({ file: null })
  expect(await payeIn((await primary.call(returns.make, asked as never)).body)).toBe(22_036.85)
  const own = { ...pathOf(run), body: { type: 'nssf', extension: 'csv', filter: {} } }
  expect((await primary.call(exports.make, own as never)).status).toBe(422)
})

test('a second person sees the reason, and each line before and after', async () => {
  await openHome('Agreed Ltd')
  const { body } = await correct()
  await world.platform((tx) => setCheckedActs(tx, home, { confirming: true }))
  expect((await confirm(body.id)).status).toBe(202)
  const [{ shown }] = await world.rows('select shown from proposals where subject_id = $1', [
    body.id,
  ])
  expect(shown).toEqual(
    expect.arrayContaining([
      { label: 'Reason', before: null, after: 'A raise was missed' },
      { label: 'Basic pay', before: null, after: '100,000 → 110,000' },
    ]),
  )
  // Other lines are another correction.
  const lines = { reason: 'A smaller raise', lines: basic(105_000) }
  expect((await primary.call(corrections.save, { ...pathOf(body.id), body: lines })).status).toBe(
    200,
  )
  expect(await world.rows('select state from proposals where subject_id = $1', [body.id])).toEqual([
    { state: 'void' },
  ])
})

describe('is refused', () => {
  beforeAll(() => openHome('Refused Ltd'))

  test('without a difference, for lines that are not there, and for impossible amounts', async () => {
    const body = { lines: basic(100_000) }
    expect((await correct(body)).body).toMatchObject({
      message: expect.stringContaining('nothing to correct'),
    })
    for (const wrong of [
      { lines: [{ side: 'salary', key: 'salary', due: -1 }] },
      { lines: [{ side: 'salary', key: 'salary', due: 10 ** 15 }] },
      { lines: [{ side: 'income', key: 'nothing', due: 5 }] },
      { lines: [...basic(1), ...basic(2)] },
      { lines: basic(1.005) },
      { lines: basic(90_000), reason: ' ' },
      { lines: basic(90_000), pay_on: '2026-01-31' },
      { lines: [], added: [{ name: 'Basic pay', kind: 'regular', due: 5 }] },
    ] as Partial<Body>[]) {
      expect([wrong, (await correct(wrong)).status]).toEqual([wrong, 422])
    }
    expect((await primary.call(payrolls.list)).body).toHaveLength(1)
  })

  test('of drafts, of the reversed, by whoever may not, and of others', async () => {
    const slip = await slipOf(february)
    expect((await correct({}, await world.as('employee', home), slip)).status).toBe(403)
    const other = await world.as('primary', await world.addOrganization('Other Ltd'))
    expect((await correct({}, other, slip)).status).toBe(404)
    const { body } = await correct()
    expect((await other.call(corrections.get, pathOf(body.id))).status).toBe(404)
    expect((await primary.call(corrections.get, pathOf(february))).status).toBe(404)
    await expect(
      world.byHand(`insert into payslips (organization_id, payroll_id, employee_id, month, extra)
        values ('${home}', '${body.id}', '${njeri}', '2026-02', true)`),
    ).rejects.toThrow('not a correction of this payslip')
    await expect(
      world.byHand(`update payslips set corrects = null where payroll_id = '${body.id}'`),
    ).rejects.toThrow()
    expect((await reverse(february)).status).toBe(200)
    // Beneath a draft it can be: the draft is then not confirmed.
    expect((await confirm(body.id)).status).toBe(422)
    await primary.call(payrolls.recalculate, pathOf(body.id))
    expect((await confirm(body.id)).status).toBe(422)
    expect((await primary.call(payrolls.remove, pathOf(body.id))).status).toBe(200)
    expect((await correct({}, primary, slip)).body).toMatchObject({
      message: expect.stringContaining('reversed'),
    })
  })

  test('twice at once', async () => {
    await openHome('Twins Ltd')
    const slip = await slipOf(february)
    const said = await Promise.all([1, 2, 3].map(() => correct({}, primary, slip)))
    expect(said.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })
})
