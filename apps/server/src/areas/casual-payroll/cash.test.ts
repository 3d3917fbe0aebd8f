// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addCasual, confirmCasuals, draftCasuals, rolled } from '../../test/casuals.ts'
import { wordsOf } from '../../test/pdf.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Whoever is paid in cash: the list to sign, and what is marked on it. */

const world = await openWorld()
const { casualPayrolls, payouts, workStations, casuals } = contract

const markOf = (by: Caller, id: string) => (payslips: string[], paid_on: string | null) =>
  by.call(casualPayrolls.markCash, { params: { id }, body: { payslips, paid_on } })
const summaryOf = async (by: Caller, id: string) =>
  (await by.call(payouts.summary, { params: { id } })).body

/** Three who sign, at two sites and at none, and one who is paid by M-PESA. */
async function quarry() {
  const home = await world.addOrganization('Quarry Ltd')
  const primary = await world.as('primary', home)
  const stationNamed = async (name: string) => {
    const body = { name, code: name.slice(0, 3).toUpperCase() }
    return (await primary.call(workStations.create, { body })).body.id
  }
  const [juja, thika] = [await stationNamed('Juja Pit'), await stationNamed('Thika Pit')]
  const add = (first_name: string, given: Parameters<typeof addCasual>[1] = {}) =>
    addCasual(primary, { first_name, pay_by: 'cash', pay: 1000, ...given })
  const achieng = await add('Achieng', { work_station_id: thika, id_number: '31445566' })
  const barasa = await add('Barasa', { work_station_id: juja })
  const chebet = await add('Chebet')
  const mobile = await add('Daudi', { pay_by: 'mpesa', work_station_id: juja })
  await rolled(primary, '2026-03-02', {
    ...{ [achieng.id]: 'FFFFF', [barasa.id]: 'FFH', [chebet.id]: 'F', [mobile.id]: 'FFFF' },
  })
  return { home, primary, achieng, barasa, chebet, mobile }
}

test('the list to sign has cash people only, by site, with ID, days, net and totals', async () => {
  const { home, primary, chebet } = await quarry()
  const { id } = await draftCasuals(primary, '2026-03-02', '2026-03-08')
  const call = { params: { id } }
  expect((await primary.call(casualPayrolls.cashList, call)).body.message).toMatch(/not confirmed/)
  await primary.call(casualPayrolls.confirm, call)
  await primary.call(casuals.status, { params: { id: chebet.id }, body: { status: 'suspended' } })

  const { body } = await primary.call(casualPayrolls.cashList, call)
  expect(body.name).toMatch(/^Cash-List-.*-2026-03-02-2026-03-08\.pdf$/)
  const text = wordsOf(Buffer.from(body.file.split(',')[1] ?? '', 'base64')).join(' ')
  expect(text).toContain('Name ID Number Days Net (Ksh) Signature')
  const places = ['Juja Pit', 'Barasa', 'Thika Pit', 'Achieng', 'No work station', 'Chebet']
  expect(places.map((name) => text.indexOf(name))).toEqual(
    places.map((name) => text.indexOf(name)).sort((one, other) => one - other),
  )
  expect(text).toMatch(/Achieng Mutua C-\S+ 31445566 5 5,000\.00/)
  expect(text).toContain('Total Juja Pit 1 person 2,500.00')
  expect(text).toContain('Held back: Suspended')
  expect(text).toMatch(/Total 3 people 8,500\.00/)
  expect(text).not.toContain('Daudi')

  expect((await (await world.as('user', home)).call(casualPayrolls.cashList, call)).status).toBe(
    403,
  )
  const stranger = await world.as('primary', await world.addOrganization())
  expect((await stranger.call(casualPayrolls.cashList, call)).status).toBe(404)
})

test('cash is marked as paid by who may pay, and then it is not taken back', async () => {
  const { home, primary, achieng, barasa, mobile } = await quarry()
  const run = await confirmCasuals(primary, '2026-03-02', '2026-03-08')
  const call = { params: { id: run.id } }
  expect(run.cash).toEqual({ count: 3, paid: 0 })
  const slipOf = (casual_id: string) =>
    run.payslips.find(({ casual }) => casual.id === casual_id)?.id ?? ''
  const mark = markOf(await world.as('finance', home), run.id)

  expect(
    (await markOf(await world.as('admin', home), run.id)([slipOf(achieng.id)], null)).status,
  ).toBe(403)
  expect((await mark([slipOf(mobile.id)], '2026-03-09')).body.errors).toEqual({
    payslips: ['Someone is not on this payroll’s list to sign. Please look at it again.'],
  })
  expect((await mark([slipOf(achieng.id)], '2026-03-11')).body.errors).toEqual({
    paid_on: ['The day of payment cannot be in the future.'],
  })
  expect((await mark([slipOf(achieng.id)], '2026-03-01')).status).toBe(422)

  const marked = await mark([slipOf(achieng.id), slipOf(barasa.id)], '2026-03-09')
  expect(marked.body.message).toBe('2 people marked as paid in cash on 09 March, 2026')
  const summary = await summaryOf(primary, run.id)
  expect(summary.cash).toEqual({ count: 2, amount: 7500 })
  expect(summary.unpaid).toEqual({ count: 2, amount: 5000 })
  expect(summary.left_out.map(({ signs }) => signs)).toEqual([true, false])
  const { body: slip } = await primary.call(casualPayrolls.payslip, {
    params: { id: slipOf(achieng.id) },
  })
  expect(slip.paid).toEqual({ by: 'cash', on: '2026-03-09', reference: null })

  const body = { reason: 'A mistake', not_signed: run.payslips.map(({ casual }) => casual.id) }
  const refused = await primary.call(casualPayrolls.reverse, { ...call, body })
  expect(refused.status).toBe(422)
  expect(refused.body.message).toMatch(/marked as paid/)
  await mark([slipOf(achieng.id), slipOf(barasa.id)], null)
  expect((await summaryOf(primary, run.id)).cash.count).toBe(0)
  expect((await primary.call(casualPayrolls.reverse, { ...call, body })).status).toBe(200)
})

test('the database marks nobody as paid who does not sign, whoever asks', async () => {
  const { primary, mobile } = await quarry()
  const run = await confirmCasuals(primary, '2026-03-02', '2026-03-08')
  const slip = run.payslips.find(({ casual }) => casual.id === mobile.id)?.id ?? ''
  await expect(
    world.rows(
      `insert into cash_payments (organization_id, id, paid_on, marked_by)
       select organization_id, id, '2026-03-09', 'x' from payslips where id = $1`,
      [slip],
    ),
  ).rejects.toMatchObject({ constraint: 'cash_payments_of_list' })
})
