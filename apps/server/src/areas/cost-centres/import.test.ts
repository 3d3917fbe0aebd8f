// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, filledIn, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** "Upload Cost Centres", for many employees at once. */

const { costCentres, costSplits } = contract

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const finance = await world.as('finance', home)
const amani = await employ(primary, { first_name: 'Amani' })
const baraka = await employ(primary, { first_name: 'Baraka' })
for (const code of ['N', 'S']) {
  await primary.call(costCentres.create, { body: { code, name: `Centre ${code}` } as never })
}

const headings = ['Employee No', 'From Month', 'Cost Centre', 'Share %']
const send = (bytes: Uint8Array, dry = false, caller: Caller = finance) =>
  caller.call(costSplits.upload, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(bytes) },
  })
const sheet = (...rows: unknown[][]) => xlsx([headings, ...rows])
const stored = async ({ id }: { id: string }) =>
  (await primary.call(costSplits.list, { params: { id } })).body.map(({ from, shares }) =>
    [from, ...shares.map(({ code, percent }) => `${code} ${percent}`)].join(' '),
  )
const faultsOf = async (...rows: unknown[][]) =>
  (await send(sheet(...rows), true)).body.faults.map(
    ({ row, column, reason }) => `${row}, ${column}: ${reason}`,
  )

const [hers, his] = [amani.employee_no, baraka.employee_no]

test('the rows of a person for a month are their shares, and replace what they had', async () => {
  const rows = [
    [hers, 'March 2026', 'N', 60],
    [hers, 'March 2026', 'S', 40],
    [his, '2026-03', 's', ''],
  ]
  const dry = await send(sheet(...rows), true)
  expect(dry.body).toMatchObject({ message: '3 shares to add.', created: 3, fault_count: 0 })
  expect(await stored(amani)).toEqual([])
  expect((await send(sheet(...rows))).body).toMatchObject({ created: 3 })
  expect(await stored(amani)).toEqual(['2026-03 N 60 S 40'])
  expect(await stored(baraka)).toEqual(['2026-03 S 100'])
  expect((await send(sheet(...rows))).body).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
  const changed = await send(sheet([hers, 'March 2026', 'N', 100]))
  expect(changed.body).toMatchObject({ created: 0, updated: 1 })
  expect(await stored(amani)).toEqual(['2026-03 N 100'])
})

test('what does not come to 100%, or is not there, is told by its row', async () => {
  expect(await faultsOf([hers, 'March 2026', 'N', 60], [hers, 'March 2026', 'S', 39.99])).toEqual([
    '2, Share %: The shares of this employee from this month come to 99.99%, not 100%.',
  ])
  expect(await faultsOf([hers, 'March 2026', 'N', 50], [hers, 'March 2026', 'N', 50])).toEqual([
    '3, Cost Centre: Row 2 has the same cost centre of this employee from the same month.',
  ])
  const [number, centre, month, share] = await faultsOf(['X-1', 'soon', 'Nowhere', 101])
  expect(number).toContain('There is no employee with this number.')
  expect([centre, month, share].join()).toMatch(/Cost Centre.*month|month.*Cost Centre/i)
})

test('months that are confirmed are named, and stay', async () => {
  await runMonth(primary, 'January', 2026)
  const { body } = await send(sheet([his, 'January 2026', 'N', 100]), true)
  expect(body.warnings.map(({ reason }) => reason)).toEqual([
    'January 2026 is confirmed and stays as it was: this counts in payslips that are still to be ' +
      'made.',
  ])
})

test('the sheet to fill in can be taken back, by who may edit employees', async () => {
  const { body } = await finance.call(costSplits.template)
  const user = await world.as('user', home)
  expect((await user.call(costSplits.template)).status).toBe(403)
  const bytes = filledIn(body.file, [
    { 'Employee No': hers, 'From Month': 'April 2026', 'Cost Centre': 'S', 'Share %': 100 },
  ])
  expect((await send(bytes)).body).toMatchObject({ created: 1 })
  expect(await stored(amani)).toContain('2026-04 S 100')
})
