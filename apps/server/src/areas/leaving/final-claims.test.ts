// @tests story
import { contract } from '@mshahara/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLeaver } from '../../test/leave.ts'
import { leavingActs, redundant, type Terms } from '../../test/leaving.ts'
import { lend, openBorrowing } from '../../test/loans.ts'
import { runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What a leaver owes: taken as far as there is pay, the rest followed until it is settled. */

const world = await openWorld({ workers: true })
const { employees, finalClaims, leaving, loans, payrolls, returns } = contract
const acts = leavingActs(world)
const { openQuarry, path, record, open, confirm, reverse, slipOf, taken } = acts

/** Without any notice: 28 days of basic pay are owed. */
const resigned: Terms = { last_day: '2026-10-31', reason: 'resigned', notice: 'owed' }
const gone = (reason: string) => ({ body: { reason } })

const claimsOf = async (by: Caller) =>
  (await by.call(finalClaims.list, { query: { which: 'all' } })).body
const payment = (by: Caller, id: string, amount: number, day = '2026-11-02') =>
  by.call(finalClaims.pay, { ...path(id), body: { amount, day, reference: 'QWE123' } })

async function withClaim() {
  const quarry = await openQuarry('2025-11-01', 56_000)
  const { primary, id } = quarry
  await record(primary, id, { ...resigned, leave_days: 5 })
  const { body: run } = await open(primary, id)
  return { ...quarry, run }
}

describe('notice that the employee owes', () => {
  test('is taken as far as there is pay; nobody is paid less than nothing', async () => {
    const { primary, id, run } = await withClaim()
    const slip = await slipOf(primary, id)
    // 56,000 ÷ 22 × 5 days of leave, which alone is below the tax that the reliefs cover.
    expect([slip.gross, slip.net]).toEqual([12_727.27, 0])
    expect(taken(slip)).toEqual([['Notice not served', 12_727.27]])
    expect(await claimsOf(primary)).toEqual([])
    expect((await confirm(primary, run.id)).status).toBe(200)
    expect(await claimsOf(primary)).toMatchObject([
      { amount: 43_272.73, left: 43_272.73, paid: 0, state: 'open', run: { code: run.code } },
    ])
  })

  test('is followed until it is paid or given up', async () => {
    const { home, primary, run } = await withClaim()
    await confirm(primary, run.id)
    world.setTime('2026-11-03T09:00:00Z')
    const later = await world.as('primary', home)
    const [claim] = await claimsOf(later)
    const { id } = claim as NonNullable<typeof claim>
    expect((await payment(later, id, 43_272.74)).body.errors?.amount).toEqual([
      '43,272.73 is owed at most.',
    ])
    expect((await payment(later, id, 10, '2026-11-04')).body.errors).toHaveProperty('day')
    expect((await payment(later, id, 10, '2026-10-30')).body.errors).toHaveProperty('day')
    expect((await payment(later, id, 40_000)).status).toBe(200)
    expect(await claimsOf(later)).toMatchObject([{ left: 3_272.73, state: 'part paid' }])
    expect((await payment(later, id, 40)).status).toBe(200)
    // Pressed twice, or typed by two people.
    const again = await payment(later, id, 40)
    expect(again.body.errors?.reference?.[0]).toMatch(
      /^This amount is recorded of that day with QWE123/,
    )
    expect(await claimsOf(later)).toMatchObject([{ left: 3_232.73, state: 'part paid' }])
    // Two at once: one is beyond what is left.
    const both = await Promise.all([payment(later, id, 3_000), payment(later, id, 3_000)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await later.call(finalClaims.giveUp, { ...path(id), ...gone('Small') })).status).toBe(
      200,
    )
    const [settled] = await claimsOf(later)
    expect(settled).toMatchObject({ left: 0, paid: 43_040, state: 'given up' })
    expect((await payment(later, id, 1)).body.message).toBe('Nothing is owed any more.')
    // What was paid is taken back before the run is.
    const refused = await reverse(later, run.id)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining('Please take that back first'),
    ])
    for (const entry of settled?.entries ?? []) {
      expect((await later.call(finalClaims.takeBack, path(entry.id))).status).toBe(200)
    }
    expect(await claimsOf(later)).toMatchObject([{ state: 'open', left: 43_272.73 }])
    expect((await reverse(later, run.id)).status).toBe(200)
    expect(await claimsOf(later)).toEqual([])
  })

  test('is nobody else’s to see or to change, nor anything else than the payslip says', async () => {
    const { home, primary, id, run } = await withClaim()
    await confirm(primary, run.id)
    const [claim] = await claimsOf(primary)
    const user = await world.as('user', home)
    expect((await user.call(finalClaims.list)).status).toBe(403)
    const stranger = await world.as('primary', await world.addOrganization())
    expect(await claimsOf(stranger)).toEqual([])
    expect((await payment(stranger, claim?.id ?? '', 1)).status).toBe(404)
    await expect(
      world.rows(
        `insert into final_claim_entries
           (organization_id, claim_id, employee_id, kind, amount, day, recorded_by)
         values ($1, $2, $3, 'payment', 50000, '2026-11-01', 'x')`,
        [home, claim?.id, id],
      ),
    ).rejects.toMatchObject({ constraint: 'final_claim_entries_beyond' })
    const { body } = await primary.call(leaving.get, path(id))
    expect(body.run?.net).toBe(0)
  })
})

describe('a loan', () => {
  async function borrowed() {
    world.setTime('2026-03-10T09:00:00Z')
    const lending = await openBorrowing(world)
    const loan = await lend(lending, { amount: 60_000, term_months: 6 })
    const { primary, borrower } = lending
    const day = '2026-03-31'
    const dues = { last_day: day, reason: 'dismissed' as const, notice: 'paid' as const }
    await record(primary, borrower.id, dues)
    const owed = async () =>
      (await primary.call(loans.get, path(loan.id))).body.outstanding as number
    const final = () =>
      primary.call(leaving.run, {
        ...path(borrower.id),
        body: { month: 'March', year: 2026, pay_on: '2026-03-31' },
      })
    return { primary, borrower, owed, final, before: await owed() }
  }

  test('is taken by the month first, then by final dues, each within a third, and given back', async () => {
    const { primary, borrower, owed, final, before } = await borrowed()
    const month = await runMonth(primary, 'March', 2026)
    const left = await owed()
    expect(left).toBeLessThan(before)
    const { body: run } = await final()
    const slip = await slipOf(primary, borrower.id)
    expect(slip.net * 3).toBeGreaterThanOrEqual(slip.gross)
    expect((await confirm(primary, run.id)).status).toBe(200)
    expect(await owed()).toBeLessThan(left)
    // What the month took rests beneath it.
    expect((await reverse(primary, month.id)).status).toBe(422)
    expect((await reverse(primary, run.id)).status).toBe(200)
    expect(await owed()).toBe(left)
    expect((await reverse(primary, month.id)).status).toBe(200)
    expect(await owed()).toBe(before)
  })

  test('in two drafts it is the month’s: the other waits for it', async () => {
    const { primary, final } = await borrowed()
    const { body: run } = await final()
    const draft = await runMonth(primary, 'March', 2026, false)
    await primary.call(payrolls.recalculate, path(run.id))
    const refused = await confirm(primary, run.id)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body.errors)).toContain('Final pay lacks a loan')
    expect((await confirm(primary, draft.id)).status).toBe(200)
    await primary.call(payrolls.recalculate, path(run.id))
    expect((await confirm(primary, run.id)).status).toBe(200)
  })

  test('before the month or after it, the sums are the same', async () => {
    const sums: object[] = []
    for (const first of ['month', 'final']) {
      const { primary, borrower, owed, final } = await borrowed()
      const runs = {
        month: () => runMonth(primary, 'March', 2026),
        final: async () => confirm(primary, (await final()).body.id),
      }
      if (first === 'month') await runs.month()
      await runs.final()
      if (first === 'final') await runs.month()
      const [paid] = await world.rows(
        `select sum(net)::text as net, sum(paye)::text as paye, sum(nssf)::text as nssf,
           sum(health)::text as health, sum(housing)::text as housing, sum(nita)::text as nita,
           sum(total_deductions)::text as taken from paid_slips
         where employee_id = $1 and month = '2026-03'`,
        [borrower.id],
      )
      sums.push({ ...paid, owed: await owed() })
    }
    expect(sums[0]).toEqual(sums[1])
  })
})

describe('beside the month', () => {
  /** What somebody's month comes to, whatever its payslips. */
  const monthOf = async (id: string) =>
    (
      await world.rows(
        `select sum(net)::text as net, sum(paye)::text as paye, sum(nssf)::text as nssf,
           sum(health)::text as health, sum(housing)::text as housing, sum(nita)::text as nita
         from paid_slips where employee_id = $1 and month = '2026-10'`,
        [id],
      )
    )[0]

  test('whatever the pay, before the month or after it, the sums are the same', async () => {
    const chance = fc.record({
      salary: fc.integer({ min: 15_000, max: 400_000 }),
      leave_days: fc.integer({ min: 0, max: 30 }),
      notice: fc.constantFrom('served' as const, 'paid' as const),
      gratuity_percent: fc.integer({ min: 0, max: 5 }),
      first: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(chance, async ({ salary, first, ...given }) => {
        const [one, other] = [
          await openQuarry('2026-01-01', salary),
          await openQuarry('2026-01-01', salary),
        ]
        for (const { primary, id } of [one, other]) {
          await record(primary, id, { last_day: '2026-10-17', reason: 'dismissed', ...given })
        }
        const both = first ? [one, other] : [other, one]
        const [before, after] = both as [typeof one, typeof one]
        await confirm(before.primary, (await open(before.primary, before.id)).body.id)
        await runMonth(before.primary, 'October', 2026)
        await runMonth(after.primary, 'October', 2026)
        await confirm(after.primary, (await open(after.primary, after.id)).body.id)
        expect(await monthOf(before.id)).toEqual(await monthOf(after.id))
      }),
      { numRuns: 4 },
    )
  })

  test('returns hold it: NSSF on the month’s pay alone, and the tax of a lump sum', async () => {
    const { primary, id } = await openQuarry()
    await primary.call(employees.update, {
      ...path(id),
      body: { pin_no: 'A001234567Z', nssf_no: '2001234567' },
    })
    await record(primary, id, redundant)
    await runMonth(primary, 'October', 2026)
    await confirm(primary, (await open(primary, id)).body.id)
    const { body: months } = await primary.call(returns.list)
    const of = (wanted: string) => months[0]?.items.find(({ type }) => type === wanted)
    // 13,384.85 of the month and 34,568.18 of the dues, and the 94,500 of the lump sum.
    expect(of('SEC_B')?.amount).toBe(142_453.03)
    expect(of('nssf')?.amount).toBe(9_360)
    expect(of('ahl')?.amount).toBe(2_340)
  })
})

describe('leave', () => {
  test('that final dues have paid is not paid by the month, whatever is chosen later', async () => {
    const { office, primary, id } = await openLeaver(world)
    const last_day = '2026-11-30'
    const dues: Terms = { ...resigned, last_day, notice: 'served', leave_days: 5 }
    const keeps = (pays: boolean) =>
      world.rows('update leave_settings set pay_leavers = $2 where organization_id = $1', [
        office.organization,
        pays,
      ])
    const asked = await primary.call(leaving.dues, { ...path(id), body: dues })
    expect(asked.body.lines).toEqual([])
    expect(asked.body.elsewhere.map(({ what }) => what)).toEqual([
      'Pay up to the last day',
      'Leave not taken',
    ])
    await keeps(false)
    await record(primary, id, dues)
    const { body: run } = await open(primary, id, 'November')
    // 44,000 ÷ 22 × 5.
    expect((await slipOf(primary, id)).gross).toBe(10_000)
    expect((await confirm(primary, run.id)).status).toBe(200)
    await keeps(true)
    const month = await runMonth(primary, 'November', 2026, false)
    expect(month.incomeNames).not.toContain('Leave pay')
    // It is the month's once final dues are taken back.
    await primary.call(payrolls.remove, path(month.id))
    expect((await reverse(primary, run.id)).status).toBe(200)
    const again = await runMonth(primary, 'November', 2026, false)
    expect(again.incomeNames).toContain('Leave pay')
    const told = await primary.call(leaving.dues, { ...path(id), body: dues })
    expect(told.body.elsewhere.map(({ what }) => what)).toContain('Leave not taken')
    expect(told.body.lines).toEqual([])
  })
})
