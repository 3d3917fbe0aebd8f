import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { addCasual, casualRun, confirmCasuals, draftCasuals } from '../../test/casuals.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What the law takes from casual pay, month to date (C1). */

const world = await openWorld()
const { casualPayrolls, casualTerms } = contract

let primary: Caller
beforeEach(async () => {
  primary = await world.as('primary', await world.addOrganization())
})

const monday = '2026-03-02'
const sunday = '2026-03-08'
const confirm = (by: Caller, id: string) => by.call(casualPayrolls.confirm, { params: { id } })

describe('the law', () => {
  const law = (statutory: boolean) =>
    primary.call(casualTerms.change, { body: { statutory, overtime_factor: 1.5, day_hours: 8 } })

  test('is applied where the organisation says so, month to date', async () => {
    await addCasual(primary)
    const first = await confirmCasuals(primary, monday, sunday)
    expect(first).toMatchObject({ statutory: false })
    expect(first.payslips[0]).toMatchObject({ deduction: 0, net: 5950 })
    await law(true)
    const second = await confirmCasuals(primary, '2026-03-09', '2026-03-15')
    // On 11,900: NSSF 714, SHIF 327.25, levy 178.50; no tax.
    expect(second.payslips[0]).toMatchObject({
      gross: 5950,
      law: { paye: 0, nssf: 714, health: 327.25, housing: 178.5 },
      statutory: 1219.75,
      deduction: 1219.75,
      net: 4730.25,
    })
    // It says what of that is for the first week: NSSF 357, SHIF 300, levy 89.25.
    const { body: slip } = await primary.call(casualPayrolls.payslip, {
      params: { id: second.payslips[0]?.id ?? '' },
    })
    expect(slip.late).toEqual([{ month: '2026-03', gross: 5950, amount: 746.25 }])
    const third = await draftCasuals(primary, '2026-03-16', '2026-03-22')
    const run = await casualRun(primary, third.id)
    expect(run.payslips[0]?.law).toEqual({ paye: 0, nssf: 357, health: 163.63, housing: 89.25 })
    expect(run.totals.law).toEqual(run.payslips[0]?.law)
  })

  test('says before it is switched on, and in the draft, what it takes for earlier weeks', async () => {
    await addCasual(primary)
    await addCasual(primary, { pay: 1000 })
    await confirmCasuals(primary, monday, sunday)
    const { body: untaken } = await primary.call(casualPayrolls.untaken)
    // On 5,950 as above; on 7,000: NSSF 420, SHIF 300, levy 105.
    expect(untaken).toEqual({ month: '2026-03', people: 2, gross: 12_950, amount: 1571.25 })
    await law(true)
    const { id } = await draftCasuals(primary, '2026-03-09', '2026-03-10')
    const { body: checks } = await primary.call(casualPayrolls.checks, { params: { id } })
    const told = checks.find(({ kind }) => kind === 'earlier weeks')
    expect(told?.blocks).toBe(false)
    expect(told?.people[0]?.detail).toMatch(/^746\.25 of [\d.]+ for earlier pay of 5,950\.00$/)
    await confirm(primary, id)
    expect((await primary.call(casualPayrolls.untaken)).body).toMatchObject({
      people: 0,
      amount: 0,
    })
    // Once it is made up for, nothing is said any more.
    const next = await draftCasuals(primary, '2026-03-11', '2026-03-12')
    const { body: later } = await primary.call(casualPayrolls.checks, { params: { id: next.id } })
    expect(later.map(({ kind }) => kind)).not.toContain('earlier weeks')
  })

  test('counts what was paid, and no draft that may never be', async () => {
    await addCasual(primary)
    await law(true)
    const first = await draftCasuals(primary, monday, sunday)
    const second = await confirmCasuals(primary, '2026-03-09', '2026-03-15')
    expect(second.payslips[0]?.law).toEqual({ paye: 0, nssf: 357, health: 300, housing: 89.25 })
    // The draft that comes after it counts on it now.
    expect((await confirm(primary, first.id)).body.errors?.payroll?.[0]).toMatch(/^Changed since/)
    await primary.call(casualPayrolls.recalculate, { params: { id: first.id } })
    expect((await confirm(primary, first.id)).status).toBe(200)
    const [slip] = (await casualRun(primary, first.id)).payslips
    expect(slip?.law).toEqual({ paye: 0, nssf: 357, health: 27.25, housing: 89.25 })
  })

  test('takes the months of a range apart', async () => {
    await addCasual(primary)
    await law(true)
    const { payslips } = await confirmCasuals(primary, '2026-02-23', '2026-03-01')
    // Six days of February, 5,100, and one of March, 850: SHIF is at least 300 in each.
    expect(payslips[0]?.law).toEqual({ paye: 0, nssf: 357, health: 600, housing: 89.25 })
  })

  test('keeps what it took when a part of it is switched off within the month, and says so', async () => {
    const { id: casual_id } = await addCasual(primary)
    await law(true)
    await confirmCasuals(primary, monday, sunday)
    await world.rows(
      `update organizations set nssf = false, nhif = false
       where id = (select organization_id from casuals where id = $1)`,
      [casual_id],
    )
    const { id } = await draftCasuals(primary, '2026-03-09', '2026-03-10')
    // Two days are 1,700: the levy of 25.50, and NSSF 357 and SHIF 300 stay taken.
    const [slip] = (await casualRun(primary, id)).payslips
    expect(slip).toMatchObject({
      law: { paye: 0, nssf: 0, health: 0, housing: 25.5 },
      net: 1674.5,
    })
    const { body: checks } = await primary.call(casualPayrolls.checks, { params: { id } })
    const told = checks.find(({ kind }) => kind === 'not given back')
    expect([told?.blocks, told?.people[0]?.detail]).toEqual([false, '657.00 taken earlier'])
  })

  test('switched on after a draft makes it old', async () => {
    await addCasual(primary)
    const { id } = await draftCasuals(primary, monday, sunday)
    await law(true)
    expect((await confirm(primary, id)).body.errors?.payroll?.[0]).toMatch(/^Changed since/)
  })
})
