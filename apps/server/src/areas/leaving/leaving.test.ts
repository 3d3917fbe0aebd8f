// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { leavingActs, redundant } from '../../test/leaving.ts'
import { runMonth } from '../../test/office.ts'
import { wordsOf } from '../../test/pdf.ts'
import { openWorld } from '../../test/world.ts'

/** Somebody leaves: from the record to the run that pays it, and back. Figures by hand. */

const world = await openWorld({ workers: true })
const { employees, leaving, payrolls } = contract
const { openQuarry, path, record, open, confirm, reverse, slipOf, taken, lastDayOf } =
  leavingActs(world)

describe('redundant after 7 years 8 months', () => {
  test('is recorded, paid beside the month, and on paper', async () => {
    const { primary, id } = await openQuarry()
    const kept = await record(primary, id, redundant)
    expect(kept.body.record).toMatchObject({ last_day: '2026-10-31', paid: false, moved: false })
    expect(await lastDayOf(primary, id)).toBe('2026-10-31')
    const month = await runMonth(primary, 'October', 2026)
    const { status, body: run } = await open(primary, id)
    expect([status, run.kind, run.title]).toEqual([201, 'final', 'Final dues'])
    const slip = await slipOf(primary, id)
    // 78,000 of notice, 37,227.27 of leave and 315,000 of severance.
    expect(slip.gross).toBe(430_227.27)
    // PAYE: 30% of notice and leave; the lump sum: 30% of 45,000 in four years, of 135,000 in 2021.
    expect(taken(slip)).toEqual([
      ['PAYE', 34_568.18],
      ['PAYE on lump sum', 94_500],
    ])
    expect(slip.net).toBe(301_159.09)
    expect((await confirm(primary, run.id)).status).toBe(200)
    const { body: after } = await primary.call(leaving.get, path(id))
    expect(after).toMatchObject({ record: { paid: true }, run: { status: 'confirmed' } })
    const { body: paper } = await primary.call(leaving.statement, path(id))
    const text = wordsOf(Buffer.from(paper.file.split(',')[1] ?? '', 'base64')).join(' ')
    for (const words of ['Statement of Final Dues', '301,159.09', '315,000', 'served 7 years 8']) {
      expect(text).toContain(words)
    }
    expect(text).toContain(month.code)
    expect(text).not.toContain('DRAFT')
  })

  test('marked exempt with a reason, severance has no tax, and the reason is printed', async () => {
    const { primary, id } = await openQuarry()
    const exempt_reason = 'Ruling of 3 March'
    await record(primary, id, { ...redundant, exempt_reason, years: [] })
    await open(primary, id)
    expect(taken(await slipOf(primary, id)).map(([name]) => name)).toEqual(['PAYE'])
    const { body: paper } = await primary.call(leaving.statement, path(id))
    const text = wordsOf(Buffer.from(paper.file.split(',')[1] ?? '', 'base64')).join(' ')
    expect(text).toContain('Ruling of 3 March')
    expect(text).toContain('DRAFT')
  })

  test('is not confirmed while the pay of a year is not known', async () => {
    const { primary, id } = await openQuarry()
    await record(primary, id, { ...redundant, years: redundant.years?.slice(1) ?? [] })
    const { body: run } = await open(primary, id)
    const refused = await confirm(primary, run.id)
    expect(refused.status).toBe(422)
    const { body: found } = await primary.call(payrolls.checks, path(run.id))
    const [impossible] = found.filter(({ kind }) => kind === 'impossible figures')
    expect(impossible?.people[0]?.detail).toContain('pay of 2021: enter it under Final Dues')
    // Saved with it, the draft is worked out again by itself.
    await record(primary, id, redundant)
    expect((await confirm(primary, run.id)).status).toBe(200)
  })

  test('a line is another amount, with its reason; a line is added', async () => {
    const { primary, id } = await openQuarry()
    const lines = [
      { code: 'severance' as const, label: 'Severance pay', amount: 350_000, reason: 'Agreed' },
      { code: 'property' as const, label: 'Laptop', amount: 20_000, reason: 'Not returned' },
    ]
    const { body } = await primary.call(leaving.dues, {
      ...path(id),
      body: { ...redundant, lines },
    })
    expect(body.lines.map(({ code, amount, reason }) => [code, amount, reason])).toEqual([
      ['notice', 78_000, null],
      ['leave', 37_227.27, null],
      ['severance', 350_000, 'Agreed'],
      ['property', -20_000, 'Not returned'],
    ])
    expect(body.lines[2]?.working).toContain('= 315,000, changed')
    await record(primary, id, { ...redundant, lines })
    await open(primary, id)
    const slip = await slipOf(primary, id)
    expect(slip.gross).toBe(465_227.27)
    expect(taken(slip).at(-1)).toEqual(['Laptop', 20_000])
  })
})

describe('when and by whom', () => {
  test('after the month of the last day, and nobody else is paid then', async () => {
    const { primary, id } = await openQuarry()
    await record(primary, id, { ...redundant, last_day: '2026-09-15' })
    const early = await open(primary, id, 'August')
    expect(early.body.errors?.month).toEqual([
      'Final dues are paid with the month of the last day, or later.',
    ])
    const { body: run } = await open(primary, id, 'October')
    expect((await slipOf(primary, id)).gross).toBeGreaterThan(0)
    const extra = await primary.call(contract.offCycle.create, {
      body: {
        ...{ title: 'Bonus', month: 'October', year: 2026, pay_on: '2026-10-30' },
        ...{ items: [{ name: 'Bonus', kind: 'one-off' }], employees: [id] },
      },
    })
    expect(extra.status).toBe(422)
    // Another last day, by whichever road: the draft is of nobody then.
    await primary.call(employees.status, {
      ...path(id),
      body: { status: 'terminated', termination_date: '2026-10-20' },
    })
    expect((await primary.call(leaving.get, path(id))).body.record?.moved).toBe(true)
    expect((await confirm(primary, run.id)).status).toBe(422)
  })

  test('once for a leaving, also when two people open it at once', async () => {
    const { home, primary, id } = await openQuarry()
    await record(primary, id, redundant)
    const other = await world.as('finance', home)
    const both = await Promise.all([open(primary, id), open(other, id), open(primary, id)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    expect((await open(primary, id)).body.message).toMatch(/Final dues are in FD-.* already\./)
    const [slip] = await world.rows(
      'select payroll_id, leaving_id from payslips where employee_id = $1',
      [id],
    )
    await expect(
      world.rows(
        `insert into payslips (organization_id, payroll_id, employee_id, month, extra, leaving_id)
         values ($1, $2, $3, '2026-10', true, $4)`,
        [home, slip.payroll_id, id, slip.leaving_id],
      ),
    ).rejects.toMatchObject({ constraint: 'payslips_once_a_leaving' })
  })

  test('two records at once are one', async () => {
    const { home, primary, id } = await openQuarry()
    const both = await Promise.all([
      record(primary, id, redundant),
      record(primary, id, { ...redundant, last_day: '2026-10-30' }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const rows = await world.rows(
      'select last_day::text from leavings where organization_id = $1 and undone_at is null',
      [home],
    )
    expect(rows).toHaveLength(1)
    expect(await lastDayOf(primary, id)).toBe(rows[0].last_day)
  })

  test('wrong roles, other organisations and odd figures are refused', async () => {
    const { home, primary, id } = await openQuarry()
    const user = await world.as('user', home)
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await record(user, id, redundant)).status).toBe(403)
    expect((await record(stranger, id, redundant)).status).toBe(404)
    expect((await open(stranger, id)).status).toBe(404)
    expect((await open(primary, id)).body.message).toContain('Please save why and when Chao Mwangi')
    const clerk = await world.as('user', home, ['edit payrolls', 'view payrolls'])
    expect((await record(clerk, id, redundant)).body.message).toMatch(/who may edit employees/)
    const early = await record(primary, id, { ...redundant, last_day: '2019-02-28' })
    expect(early.body.errors).toHaveProperty('last_day')
    const twice = [1, 2].map(() => ({
      ...{ code: 'leave' as const, label: 'Leave', amount: 1, reason: 'x' },
    }))
    const odd = await record(primary, id, { ...redundant, lines: twice })
    expect(odd.body.errors?.lines).toEqual(['A line has two amounts.'])
    expect((await user.call(leaving.undo, path(id))).status).toBe(403)
    expect(await lastDayOf(primary, id)).toBeNull()
  })
})

describe('undone', () => {
  test('while nothing is paid: the person is as before', async () => {
    const { primary, id } = await openQuarry()
    await record(primary, id, redundant)
    const { body: run } = await open(primary, id)
    expect((await primary.call(leaving.undo, path(id))).status).toBe(200)
    expect(await lastDayOf(primary, id)).toBeNull()
    expect((await primary.call(payrolls.get, path(run.id))).status).toBe(404)
    expect((await primary.call(leaving.get, path(id))).body).toMatchObject({ record: null })
    expect((await primary.call(leaving.undo, path(id))).status).toBe(404)
    // And again from the beginning.
    expect((await record(primary, id, redundant)).status).toBe(200)
    expect((await open(primary, id)).status).toBe(201)
  })

  test('nor is it paid again for another last day; whoever came back is paid for the time since', async () => {
    const { home, primary: first, id } = await openQuarry()
    let primary = first
    await record(primary, id, redundant)
    const { body: run } = await open(primary, id)
    await confirm(primary, run.id)
    const move = (status: 'active' | 'terminated', termination_date?: string) =>
      primary.call(employees.status, { ...path(id), body: { status, termination_date } as never })
    expect((await move('terminated', '2026-10-30')).status).toBe(200)
    const refused = await record(primary, id, { ...redundant, last_day: '2026-10-30' })
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^Final dues are paid by/) },
    })
    expect((await move('terminated', '2026-10-31')).status).toBe(200)
    world.setTime('2026-12-01T09:00:00Z')
    primary = await world.as('primary', home)
    expect((await move('active')).status).toBe(200)
    const years = [2026, 2027].map((year) => ({ year, taxable: 960_000, reliefs: 28_800, paye: 0 }))
    const again = { ...redundant, last_day: '2028-01-31', leave_days: 0, years }
    expect((await record(primary, id, again)).status).toBe(200)
    const body = { month: 'January', year: 2028, pay_on: '2028-02-05' } as const
    world.setTime('2028-01-20T09:00:00Z')
    primary = await world.as('primary', home)
    expect(await primary.call(leaving.run, { ...path(id), body })).toMatchObject({ status: 201 })
    const slip = await slipOf(primary, id)
    // One year of service since 1 December 2026: 15 days of 78,000 ÷ 26.
    expect(slip.incomes.find(({ name }) => name === 'Severance pay')?.amount).toBe(45_000)
  })

  test('nor are days between two employments service, where nothing was paid at their end', async () => {
    const { home, primary: first, id } = await openQuarry()
    let primary = first
    const move = (status: 'active' | 'terminated', termination_date?: string) =>
      primary.call(employees.status, { ...path(id), body: { status, termination_date } as never })
    await move('terminated', '2026-10-31')
    world.setTime('2027-03-01T09:00:00Z')
    primary = await world.as('primary', home)
    expect((await move('active')).status).toBe(200)
    const last = { ...redundant, last_day: '2028-04-30' }
    const { body } = await primary.call(leaving.dues, { ...path(id), body: last })
    // 9 years 2 months since March 2019, of which 120 days were between.
    expect(body.service).toBe('8 years 10 months, without 120 days away')
    expect(body.lines.find(({ code }) => code === 'severance')).toMatchObject({
      ...{ amount: 360_000, label: 'Severance pay' },
      working: '78,000 ÷ 26 × 15 days × 8 years (served 8 years 10 months, without 120 days away)',
    })
  })

  test('not once it is paid; a reversal first', async () => {
    const { primary, id } = await openQuarry()
    await record(primary, id, redundant)
    const { body: run } = await open(primary, id)
    await confirm(primary, run.id)
    const paid = `Final dues are paid by ${run.code}. Please reverse that payroll first.`
    expect((await primary.call(leaving.undo, path(id))).body.message).toBe(paid)
    expect((await record(primary, id, redundant)).body.message).toBe(paid)
    await expect(
      world.rows('update leavings set leave_days = 99 where employee_id = $1', [id]),
    ).rejects.toMatchObject({ constraint: 'leavings_paid' })
    expect((await reverse(primary, run.id)).status).toBe(200)
    expect((await primary.call(leaving.undo, path(id))).status).toBe(200)
    expect(await lastDayOf(primary, id)).toBeNull()
  })
})
