import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { addCasual, casualRun, confirmCasuals, draftCasuals, rolled } from '../../test/casuals.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A confirmed casual payroll is taken back as a monthly one is, while nobody was paid (C23). */

const world = await openWorld()
const { casualPayrolls, casualTerms, returns, exports, analytics } = contract

let home: string
let primary: Caller
let casual: string
beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  casual = (await addCasual(primary, { pay: 1000 })).id
})

const monday = '2026-02-02'
const sunday = '2026-02-08'
const reverse = (id: string, reason = 'Wrong week', by = primary) =>
  by.call(casualPayrolls.reverse, { params: { id }, body: { reason } })
const law = () =>
  primary.call(casualTerms.change, {
    body: { statutory: true, overtime_factor: 1.5, day_hours: 8 },
  })

test('stays on record, with a reason, and its people are paid again', async () => {
  await rolled(primary, monday, { [casual]: 'FFFFF' })
  const { id, payslips } = await confirmCasuals(primary, monday, sunday)
  const answer = await reverse(id)
  expect(answer.body).toMatchObject({ id, status: 'reversed', net: 5000 })
  expect(await casualRun(primary, id)).toMatchObject({
    status: 'reversed',
    reversal_reason: 'Wrong week',
    payslips: [{ id: payslips[0]?.id, net: 5000 }],
  })
  // The roll is open again, and so are the days.
  expect((await rolled(primary, monday, { [casual]: 'FFFFH' })).status).toBe(200)
  const again = await confirmCasuals(primary, monday, sunday)
  expect(again.payslips[0]).toMatchObject({ days: 4.5, net: 4500 })
  expect((await rolled(primary, monday, { [casual]: 'FFFFF' })).status).toBe(422)
})

test('is for a primary user, with a reason, and once', async () => {
  const { id } = await confirmCasuals(primary, monday, sunday)
  expect((await reverse(id, 'Why not', await world.as('finance', home))).status).toBe(403)
  expect((await reverse(id, '')).body.errors).toHaveProperty('reason')
  expect((await reverse(id)).status).toBe(200)
  expect((await reverse(id)).body.message).toBe('Only a confirmed payroll can be reversed.')
  const draft = await draftCasuals(primary, monday, sunday)
  expect((await reverse(draft.id)).body.message).toBe('Only a confirmed payroll can be reversed.')
})

test('can neither be changed, printed, confirmed nor paid afterwards', async () => {
  const { id, payslips } = await confirmCasuals(primary, monday, sunday)
  await reverse(id)
  const slip = { params: { id: payslips[0]?.id ?? '' } }
  const acts = [
    await primary.call(casualPayrolls.confirm, { params: { id } }),
    await primary.call(casualPayrolls.recalculate, { params: { id } }),
    await primary.call(casualPayrolls.remove, { params: { id } }),
    await primary.call(casualPayrolls.removePayslip, slip),
    await primary.call(casualPayrolls.paper, slip),
    await primary.call(contract.payouts.preview, { params: { id } }),
  ]
  for (const { status, body } of acts) {
    expect([status, body.message]).toEqual([422, expect.stringMatching(/reversed/)])
  }
  const refused = [
    `update payrolls set status = 'confirmed', reversed_at = null, reversed_by = null,
       reversal_reason = null where id = $1`,
    'delete from payrolls where id = $1',
    'update payslips set void = false where payroll_id = $1',
    'delete from payslips where payroll_id = $1',
  ]
  for (const text of refused) {
    await expect(world.rows(text, [id])).rejects.toThrow(/reversed|confirmed/)
  }
})

test('nothing of it is void before it is reversed, nor valid after', async () => {
  const { id } = await confirmCasuals(primary, monday, sunday)
  await expect(
    world.rows('update payslips set void = true where payroll_id = $1', [id]),
  ).rejects.toThrow(/confirmed/)
  const half = world.rows(
    `update payrolls set status = 'reversed', reversed_at = app_now(), reversed_by = 'X',
       reversal_reason = 'X' where id = $1`,
    [id],
  )
  await expect(half).rejects.toThrow()
})

test('counts in no report: returns, cards, cost', async () => {
  await law()
  const first = await confirmCasuals(primary, monday, sunday)
  const { id } = await confirmCasuals(primary, '2026-02-09', '2026-02-15')
  const month = async () => (await primary.call(returns.list)).body[0]
  const levy = async () => (await month())?.items.find(({ type }) => type === 'ahl')?.amount
  const cost = async () => {
    const { body } = await primary.call(analytics.annual, { params: { year: 2026 } })
    return body.casuals?.grossTotal
  }
  expect([await levy(), await cost()]).toEqual([420, 14_000])
  const whole = { body: { casual_id: casual, year: 2026 } as never }
  expect((await primary.call(exports.p9, whole)).status).toBe(200)
  const made = await primary.call(returns.make, {
    params: { month: '2026-02' },
    body: { type: 'ahl', extension: 'csv' } as never,
  })
  expect(made.status).toBe(200)
  await reverse(id)
  expect([await levy(), await cost()]).toEqual([210, 7000])
  // What was made of it is out of date.
  expect((await month())?.items.find(({ type }) => type === 'ahl')?.file).toBeNull()
  await reverse(first.id)
  expect(await month()).toBeUndefined()
  expect((await primary.call(exports.p9, whole)).status).toBe(422)
})

test('and what a later week has taken too much for it is named, unless a payslip makes up for it', async () => {
  await law()
  await world.rows('update casuals set pay = 10000 where id = $1', [casual])
  const { id } = await confirmCasuals(primary, monday, sunday)
  await confirmCasuals(primary, '2026-02-09', '2026-02-15')
  const told = async (from: string, to: string) => {
    const draft = await draftCasuals(primary, from, to)
    const { body } = await primary.call(casualPayrolls.checks, { params: { id: draft.id } })
    await primary.call(casualPayrolls.remove, { params: { id: draft.id } })
    return body
      .filter(({ kind }) => kind === 'not given back')
      .flatMap(({ people }) => people.map(({ detail }) => detail))
  }
  expect(await told('2026-03-02', '2026-03-08')).toEqual([])
  expect((await reverse(id)).status).toBe(200)
  expect(await told('2026-03-02', '2026-03-08')).toEqual([
    expect.stringMatching(
      /^[\d,.]+ deducted in February 2026, before a payroll of it was reversed$/,
    ),
  ])
  // The last days of February take less instead.
  expect(await told('2026-02-16', '2026-02-22')).toEqual([])
})
