// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { agreeTo, lookAt, proposalIn } from '../../test/approvals.ts'
import { leavingActs } from '../../test/leaving.ts'
import { employ } from '../../test/office.ts'
import { statementsIn } from '../../test/statements.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What leavers owe is followed until it is paid, or given up as final dues are confirmed. */

const world = await openWorld({ workers: true })
const { dashboard, finalClaims, makerChecker } = contract
const { openQuarry, path, record, open, confirm, reverse } = leavingActs(world)
const owed = { last_day: '2026-10-31', reason: 'resigned', notice: 'owed' } as const
const reason = { reason: 'Has moved away' }

async function withClaims(salaries: number[]) {
  const { home, primary } = await openQuarry()
  const runs: string[] = []
  for (const [place, salary] of salaries.entries()) {
    world.setTime(`2026-10-20T09:0${place}:00Z`)
    const first_name = ['Amani', 'Baraka', 'Chao'][place] as string
    const { id } = await employ(primary, { first_name, employment_date: '2025-11-01', salary })
    await record(primary, id, { ...owed, leave_days: 5 })
    const { body: run } = await open(primary, id)
    expect((await confirm(primary, run.id)).status).toBe(200)
    runs.push(run.id)
  }
  return { home, primary, runs }
}

const listed = async (by: Caller, query: object = {}) => {
  const reply = await by.call(finalClaims.list, { query })
  return [
    reply.body.map(({ employee }) => employee.name.split(' ')[0]),
    Number(reply.headers['x-total-count']),
  ] as const
}
const claimsLine = async (by: Caller) =>
  (await by.call(dashboard.get)).body.waiting.find(({ link }) => link.startsWith('/final-claims'))

test('by page, by name, by what is open; with sums, and a line on the first screen', async () => {
  const { home, primary } = await withClaims([56_000, 28_000, 84_000])
  expect(await listed(primary)).toEqual([['Chao', 'Baraka', 'Amani'], 3])
  expect(await listed(primary, { limit: 1, offset: 1 })).toEqual([['Baraka'], 3])
  expect(await listed(primary, { limit: 1, offset: 9 })).toEqual([[], 3])
  expect(await listed(primary, { search: 'aman' })).toEqual([['Amani'], 1])
  const { body: all } = await primary.call(finalClaims.list, { query: {} })
  const [chao, baraka] = all.map(({ id }) => id) as [string, string]
  // 28 days of notice less 5 ÷ 22 of leave: 17 ÷ 22 of each.
  const sum = 43_272.73 + 21_636.36 + 64_909.09
  expect((await primary.call(finalClaims.totals)).body).toEqual({
    ...{ owed: sum, left: sum, paid: 0, given_up: 0, open: 3 },
  })
  expect(await claimsLine(primary)).toMatchObject({ title: '3 leavers still owe Ksh 129,818.18' })

  world.setTime('2026-11-03T09:00:00Z')
  const later = await world.as('primary', home)
  const paid = { amount: 64_909.09, day: '2026-11-02', reference: 'QWE1' }
  await later.call(finalClaims.pay, { ...path(chao), body: paid })
  await later.call(finalClaims.giveUp, { ...path(baraka), body: reason })
  expect(await listed(later)).toEqual([['Amani'], 1])
  expect(await listed(later, { which: 'settled' })).toEqual([['Chao', 'Baraka'], 2])
  expect((await later.call(finalClaims.totals)).body).toEqual({
    ...{ owed: sum, left: 43_272.73, paid: 64_909.09, given_up: 21_636.36, open: 1 },
  })
  expect(await claimsLine(later)).toMatchObject({
    title: 'Somebody who has left still owes Ksh 43,272.73',
  })
  const user = await world.as('user', home)
  expect(await claimsLine(user)).toBeUndefined()
  expect((await user.call(finalClaims.totals)).status).toBe(403)
})

test('given up by two where final dues are confirmed by two', async () => {
  const { home, primary, runs } = await withClaims([56_000])
  const finance = await world.as('finance', home)
  const admin = await world.as('admin', home)
  const [claim] = (await primary.call(finalClaims.list, { query: {} })).body
  const id = claim?.id as string
  const giveUp = (by: Caller) => by.call(finalClaims.giveUp, { ...path(id), body: reason })
  expect((await giveUp(admin)).status).toBe(403)
  await primary.call(makerChecker.changeSettings, { body: { confirming: true } })
  // Whoever writes statements as the application goes round nothing.
  const { refused } = statementsIn(world, finance)
  const alone = `insert into final_claim_entries
      (claim_id, employee_id, kind, amount, day, note, recorded_by)
    select id, employee_id, 'given up', amount, '2026-11-02', 'x', 'x' from final_claims
    where id = $1`
  expect(await refused(alone, [id])).toEqual({ code: '42501' })

  const first = proposalIn(await giveUp(finance))
  expect(await lookAt(primary, first)).toMatchObject({
    title: expect.stringMatching(/^Give up 43,272\.73 that Amani .* owes$/),
    shown: expect.arrayContaining([{ label: 'Reason', before: null, after: 'Has moved away' }]),
  })
  expect((await agreeTo(finance, first)).status).toBe(403)
  // What came in meanwhile makes it another question.
  await world.rows(
    `insert into final_claim_entries
       (organization_id, claim_id, employee_id, kind, amount, day, recorded_by)
     select organization_id, id, employee_id, 'payment', 10000, '2026-11-01', 'x'
     from final_claims where id = $1`,
    [id],
  )
  expect((await agreeTo(primary, first)).status).toBe(409)
  const second = proposalIn(await giveUp(finance))
  expect((await agreeTo(primary, second)).status).toBe(200)
  const [settled] = (await primary.call(finalClaims.list, { query: { which: 'settled' } })).body
  expect(settled).toMatchObject({ state: 'given up', left: 0, paid: 10_000 })

  // Nor is what went with its run.
  for (const entry of settled?.entries ?? []) {
    await primary.call(finalClaims.takeBack, path(entry.id))
  }
  const third = proposalIn(await giveUp(finance))
  expect((await reverse(primary, runs[0] as string)).status).toBe(200)
  expect((await agreeTo(primary, third)).status).toBe(409)
  expect(await lookAt(primary, third)).toMatchObject({ state: 'void' })
})
