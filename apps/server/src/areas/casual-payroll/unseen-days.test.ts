import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { addCasual, casualRun, confirmCasuals, draftCasuals, rolled } from '../../test/casuals.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Where a roll is kept, days without one and days to come are paid when they are ticked (C22). */

const world = await openWorld()
const { casualPayrolls, casualTerms, musterRolls } = contract

let home: string
let primary: Caller
let casual: string
beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  casual = (await addCasual(primary)).id
  // The 10th of March is today, a Tuesday.
  await rolled(primary, '2026-02-23', { [casual]: 'FFFFF' })
})

const confirm = (id: string, days?: string[], by = primary) =>
  by.call(casualPayrolls.confirm, { params: { id }, ...(days && { body: { days } }) })
const daysFound = async (id: string) => {
  const { body } = await primary.call(casualPayrolls.checks, { params: { id } })
  return body.flatMap(({ kind, blocks, days }) =>
    days.map(({ day, people, gross }) => [kind, blocks, day, people, gross]),
  )
}
const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
  )

describe('a week without a roll', () => {
  const week = daysFrom('2026-03-02', 7)

  test('is not confirmed before each of its days is ticked', async () => {
    const { id } = await draftCasuals(primary, '2026-03-02', '2026-03-08')
    expect(await daysFound(id)).toEqual(week.map((day) => ['no roll', true, day, 1, 850]))
    const silent = await confirm(id)
    expect(silent.status).toBe(422)
    expect(silent.body.errors?.payroll).toEqual([
      'No sheet of the muster roll has these days: paid in full: 02 March, 2026, 03 March, 2026, ' +
        '04 March, 2026, 05 March, 2026, 06 March, 2026 and 2 more',
    ])
    const most = await confirm(id, week.slice(0, 6))
    expect(most.body.errors?.payroll).toEqual([
      'No sheet of the muster roll has these days: paid in full: 08 March, 2026',
    ])
    // A day that is no day of it changes nothing, and is not kept.
    expect((await confirm(id, [...week, '2026-04-01'])).status).toBe(200)
    const run = await casualRun(primary, id)
    expect(run).toMatchObject({ status: 'confirmed', ticked_days: week, net: 5950 })
    const [logged] = await world.rows(
      `select properties -> 'new' ->> 'ticked_days' as days from activity_log
       where subject_id = $1 and properties -> 'new' ? 'ticked_days' order by id desc limit 1`,
      [id],
    )
    expect(JSON.parse(logged?.days as string)).toEqual(week)
  })

  test('is ticked by whoever may approve payrolls, and by nobody else', async () => {
    const { id } = await draftCasuals(primary, '2026-03-02', '2026-03-08')
    expect((await confirm(id, week, await world.as('admin', home))).status).toBe(403)
    expect((await confirm(id, week, await world.as('finance', home))).status).toBe(200)
  })

  test('is not confirmed past the handler either', async () => {
    const { id } = await draftCasuals(primary, '2026-03-02', '2026-03-08')
    const undo = new Error('It was let through.')
    const byHand = (days: string) =>
      world.parts.db.inOrg({ organization_id: home }, async (tx) => {
        await tx.run`update payslips set frozen = true where payroll_id = ${id}`
        await tx.run`update payrolls set status = 'confirmed', ticked_days = ${days}::date[],
          count = 1, gross = 1, net = 1 where id = ${id}`
        await tx.run`set constraints all immediate`
        throw undo
      })
    await expect(byHand('{}')).rejects.toThrow(/were not ticked/)
    await expect(byHand(`{${week.slice(1)}}`)).rejects.toThrow(/were not ticked/)
    await expect(byHand(`{${week}}`)).rejects.toThrow(undo.message)
  })

  test('needs no tick once it is on the roll', async () => {
    const { id } = await draftCasuals(primary, '2026-03-02', '2026-03-08')
    await rolled(primary, '2026-03-02', { [casual]: 'FFF' })
    await primary.call(casualPayrolls.recalculate, { params: { id } })
    expect(await daysFound(id)).toEqual([])
    expect((await confirm(id)).body).toMatchObject({ status: 'confirmed', net: 2550 })
  })
})

test('days to come are ticked, copied to the roll or not, and no more once they are over', async () => {
  await rolled(primary, '2026-03-02', { [casual]: 'FFFFF' })
  await primary.call(musterRolls.copy, { body: { from: '2026-03-09', days: 7 } })
  // Monday and Tuesday are on the roll and not to come; the second week has no sheet at all.
  const { id } = await draftCasuals(primary, '2026-03-09', '2026-03-18')
  const ahead = [...daysFrom('2026-03-11', 3), ...daysFrom('2026-03-16', 3)]
  expect(await daysFound(id)).toEqual(ahead.map((day) => ['to come', true, day, 1, 850]))
  expect((await confirm(id)).status).toBe(422)
  world.setTime('2026-03-17T09:00:00Z')
  try {
    // A session lasts for a day.
    primary = await world.as('primary', home)
    expect(await daysFound(id)).toEqual([
      ['no roll', true, '2026-03-16', 1, 850],
      ['no roll', true, '2026-03-17', 1, 850],
      ['to come', true, '2026-03-18', 1, 850],
    ])
    expect((await confirm(id, daysFrom('2026-03-16', 3))).status).toBe(200)
  } finally {
    world.setTime('2026-03-10T09:00:00Z')
  }
})

test('an organisation that keeps no roll is only told of days to come', async () => {
  const other = await world.as('primary', await world.addOrganization())
  await addCasual(other)
  const { id } = await draftCasuals(other, '2026-03-09', '2026-03-11')
  const { body } = await other.call(casualPayrolls.checks, { params: { id } })
  expect(body).toMatchObject([{ kind: 'to come', blocks: false, days: [{ day: '2026-03-11' }] }])
  await confirmCasuals(other, '2026-03-02', '2026-03-08')
  expect((await confirm(id, undefined, other)).status).toBe(200)
})

test('taking every sheet away does not end the keeping of a roll; the terms do', async () => {
  await primary.call(musterRolls.remove, { query: { from: '2026-02-23', days: 7 } })
  const { id } = await draftCasuals(primary, '2026-03-02', '2026-03-08')
  expect((await confirm(id)).status).toBe(422)
  const terms = { statutory: false, overtime_factor: 1.5, day_hours: 8 }
  await primary.call(casualTerms.change, { body: terms })
  expect((await primary.call(casualTerms.get)).body.keeps_roll).toBe(true)
  await primary.call(casualTerms.change, { body: { ...terms, keeps_roll: false } })
  expect((await confirm(id)).status).toBe(200)
})
