// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { leavingActs, redundant, type Terms } from '../../test/leaving.ts'
import { runMonth } from '../../test/office.ts'
import { wordsOf } from '../../test/pdf.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Once final dues are paid, screen and paper tell what was paid, whatever is recorded later. */

const world = await openWorld({ workers: true })
const { employees, leaving } = contract
const { openQuarry, path, record, open, confirm, reverse } = leavingActs(world)

const severance = {
  ...{ code: 'severance' as const, label: 'Severance pay', amount: 350_000 },
  reason: 'As agreed with the union',
}
const laptop = {
  ...{ code: 'property' as const, label: 'Laptop', amount: 20_000, reason: 'Not returned' },
}
const terms: Terms = { ...redundant, lines: [severance, laptop] }

const duesOf = async (by: Caller, id: string) =>
  (await by.call(leaving.dues, { ...path(id), body: terms })).body

async function paper(by: Caller, id: string) {
  const { body } = await by.call(leaving.statement, path(id))
  return wordsOf(Buffer.from(body.file.split(',')[1] ?? '', 'base64')).join(' ')
}

/** Another salary, another day of joining: what the rules would make of it now is another sum. */
const recordLater = (by: Caller, id: string) =>
  by.call(employees.update, {
    ...path(id),
    body: { salary: 90_000, salary_from: '2026-10', employment_date: '2020-03-01' },
  })

test('what was paid stays, with what was changed and why', async () => {
  const { primary, id } = await openQuarry()
  await record(primary, id, terms)
  await runMonth(primary, 'October', 2026)
  const { body: run } = await open(primary, id)
  expect((await duesOf(primary, id)).paid).toBeNull()
  expect((await confirm(primary, run.id)).status).toBe(200)
  const paid = await duesOf(primary, id)
  expect(paid.lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['Pay in lieu of notice', 78_000],
    ['Leave not taken', 37_227.27],
    ['Severance pay', 350_000],
    ['PAYE', -34_568.18],
    ['PAYE on lump sum', -105_000],
    ['Laptop', -20_000],
  ])
  expect(paid.paid).toEqual({ code: run.code, since: '2019-03-01', net: 305_659.09 })
  expect(paid.lines[2]?.reason).toBe(severance.reason)
  const before = await paper(primary, id)
  expect((await recordLater(primary, id)).status).toBe(200)
  expect(await duesOf(primary, id)).toEqual(paid)
  const after = await paper(primary, id)
  expect(after).toBe(before)
  for (const words of ['305,659.09', '350,000', 'served 7 years 8', severance.reason]) {
    expect(after).toContain(words)
  }
  // Taken back, it is worked out again.
  expect((await reverse(primary, run.id)).status).toBe(200)
  const again = await duesOf(primary, id)
  expect(again.paid).toBeNull()
  expect(again.lines[0]).toMatchObject({ code: 'notice', amount: 90_000 })
})
