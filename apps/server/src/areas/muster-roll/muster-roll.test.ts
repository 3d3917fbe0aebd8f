// @tests story
import { contract, type Role } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { addCasual, confirmCasuals, draftCasuals, rolled } from '../../test/casuals.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { statementsIn } from '../../test/statements.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** The sheet: who was there, typed or uploaded, and what can no longer be changed. */

const world = await openWorld()
const { musterRolls, casuals, casualPayrolls } = contract
const from = '2026-03-02'

let home: string
let primary: Caller
beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
})

const sheet = async (days: 7 | 14 = 7, more: object = {}) =>
  (await primary.call(musterRolls.get, { query: { from, days, ...more } as never })).body
const present = async (id: string) => {
  const { people } = await sheet()
  return people
    .find(({ casual_id }) => casual_id === id)
    ?.marks.map((mark) => mark?.present ?? null)
}

describe('a sheet', () => {
  test('puts its days on the roll, and the same again changes nothing', async () => {
    const { id } = await addCasual(primary)
    expect((await sheet()).days.every(({ on_roll }) => !on_roll)).toBe(true)
    const first = await rolled(primary, from, { [id]: 'FHA' })
    expect(first.body).toMatchObject({ changed: 3 })
    expect((await sheet(14)).days.map(({ on_roll }) => on_roll)).toEqual(
      Array.from({ length: 14 }, (_, index) => index < 7),
    )
    expect(await present(id)).toEqual([1, 0.5, 0, null, null, null, null])
    expect((await rolled(primary, from, { [id]: 'FHA' })).body.changed).toBe(0)
    const [entry] = await world.rows(
      `select properties -> 'new' as told from activity_log where organization_id = $1
       and subject_id = $2 order by id limit 1`,
      [home, `muster roll ${from}`],
    )
    expect(entry.told).toMatchObject({ cells: 3, 'C-TC-0001 2026-03-03': { present: 0.5 } })
  })

  test('refuses as a whole, naming each cell', async () => {
    const { id } = await addCasual(primary, { employment_date: '2026-03-04' })
    const pieces = await addCasual(primary, { pay_basis: 'piece', pay: 12 })
    const mark = { casual_id: id, day: '2026-03-04', present: 1 } as const
    const save = (marks: object[]) =>
      primary.call(musterRolls.save, { body: { from, days: 7, marks: marks as never } })
    const wrong = await save([
      mark,
      { ...mark, day: '2026-03-03' },
      { ...mark, day: '2026-03-09' },
      { ...mark, day: '2026-03-05', pieces: 4 },
      { ...mark, casual_id: pieces.id, overtime_hours: 2 },
      { ...mark, casual_id: home },
      mark,
    ])
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toEqual({
      'marks.1.day': ['Baraka Mutua was not employed on 2026-03-03.'],
      'marks.2.day': ['2026-03-09 is not on this sheet.'],
      'marks.3.day': ['Baraka Mutua is not paid by the piece.'],
      'marks.4.day': ['Baraka Mutua is paid by the piece, without overtime.'],
      'marks.5.day': ['This casual was not found.'],
      'marks.6.day': ['This day is listed twice.'],
    })
    expect(await present(id)).toEqual([null, null, null, null, null, null, null])
    expect((await save([{ ...mark, present: 0.3 }])).status).toBe(422)
    expect((await save([{ ...mark, overtime_hours: 17 }])).status).toBe(422)
  })

  test('of 80,000 cells is read; more is refused in words', async () => {
    const cell = {
      casual_id: home,
      day: from,
      present: 1,
      overtime_hours: 1.25,
      pieces: 0,
    } as const
    // Without a first day, so that nothing else is looked at.
    const save = (count: number) => {
      const marks = Array.from({ length: count }, () => cell)
      return primary.call(musterRolls.save, { body: { from: '', days: 14, marks } })
    }
    expect(Object.keys((await save(80_000)).body.errors ?? {})).toEqual(['from'])
    expect((await save(80_001)).body.errors).toMatchObject({
      marks: ['At most 80,000 cells can be saved at once.'],
    })
    expect(await save(81_000)).toMatchObject({
      status: 400,
      body: {
        message: 'This is more than can be received at once. Please send it in several parts.',
      },
    })
  })

  test('of twenty at once ends as one of them left it', async () => {
    const { id } = await addCasual(primary)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        rolled(primary, from, { [id]: index % 2 ? 'FFFFFF' : 'HHHHHH' }),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set((await present(id))?.slice(0, 6)).size).toBe(1)
  })

  test('is filled from the one before, where nothing is marked and nobody is paid', async () => {
    const one = await addCasual(primary)
    const two = await addCasual(primary)
    await rolled(primary, '2026-02-23', { [one.id]: 'FFH', [two.id]: 'FFF' })
    await rolled(primary, from, { [two.id]: 'A' })
    const copied = await primary.call(musterRolls.copy, { body: { from, days: 7 } })
    expect(copied.body.changed).toBe(5)
    expect(await present(one.id)).toEqual([1, 1, 0.5, null, null, null, null])
    expect(await present(two.id)).toEqual([0, 1, 1, null, null, null, null])
    const again = await primary.call(musterRolls.copy, { body: { from, days: 7 } })
    expect(again.status).toBe(422)
  })

  test('is taken off the roll as long as nobody was paid by it', async () => {
    const { id } = await addCasual(primary)
    await rolled(primary, from, { [id]: 'FF' })
    const remove = () => primary.call(musterRolls.remove, { query: { from, days: 7 } })
    expect((await remove()).status).toBe(200)
    expect((await sheet()).days[0]?.on_roll).toBe(false)
    await rolled(primary, from, { [id]: 'FF' })
    await confirmCasuals(primary, from, '2026-03-08')
    expect((await remove()).status).toBe(422)
    expect((await sheet()).people[0]?.closed[0]).toBe('paid')
  })

  test('shows a station, or whom somebody looks for', async () => {
    const { body: gate } = await primary.call(contract.workStations.create, {
      body: { name: 'Gate' },
    })
    const one = await addCasual(primary, { work_station_id: gate.id })
    await addCasual(primary, { first_name: 'Zuhura' })
    expect((await sheet(7, { work_station_id: gate.id })).people).toMatchObject([
      { casual_id: one.id, station: 'Gate' },
    ])
    expect((await sheet(7, { search: 'zuhu' })).count).toBe(1)
  })
})

describe('uploaded', () => {
  const upload = (rows: (string | number)[][], dry?: '1') =>
    primary.call(musterRolls.upload, {
      query: dry ? { dry } : {},
      body: { file: dataUrl(xlsx(rows)) },
    })

  test('the sheet that was downloaded comes back filled in', async () => {
    const one = await addCasual(primary)
    const sacks = await addCasual(primary, { pay_basis: 'piece', pay: 12 })
    const { body: template } = await primary.call(musterRolls.template, {
      query: { from, days: 7 },
    })
    expect(template.name).toBe('muster-roll-2026-03-02.xlsx')
    const rows = [
      ['Casual No', 'Name', 'Mon 2 Mar 2026', '2026-03-03', '4 Mar'],
      [one.casual_no, 'Baraka', 'F', 'h', 'F+2'],
      [sacks.casual_no, 'Baraka', 40, 37.5, 'A'],
    ]
    expect((await upload(rows, '1')).body).toMatchObject({ fault_count: 0, updated: 2 })
    expect(await present(one.id)).toEqual([null, null, null, null, null, null, null])
    expect((await upload(rows)).body.message).toBe('Muster roll uploaded successfully')
    expect(await present(one.id)).toEqual([1, 0.5, 1, null, null, null, null])
    const { people } = await sheet()
    expect(people[1]?.marks.slice(0, 3).map((mark) => mark?.pieces)).toEqual([40, 37.5, 0])
    expect((await upload(rows)).body).toMatchObject({ updated: 0, unchanged: 2 })
  })

  test('puts every day it has a column for on the roll, marked or not', async () => {
    const { casual_no } = await addCasual(primary)
    // As a spreadsheet keeps a heading that it took for a date: 2 March 2026 is its day 46083.
    const headings = [0, 1, 2, 3, 4, 5, 6].map((day) => 46_083 + day)
    await upload([
      ['Casual No', ...headings],
      [casual_no, 'F', 'F', '', 'F', 'F', 'H', ''],
    ])
    const { days } = await sheet()
    expect(days.map(({ on_roll }) => on_roll)).toEqual(Array(7).fill(true))
    const empty = await upload([
      ['Casual No', '9 Mar', '10 Mar'],
      [casual_no, '', ''],
    ])
    expect(empty.body.errors?.file?.[0]).toMatch(/^No day of this sheet is marked/)
  })

  test('a template is of days that can be uploaded', async () => {
    const template = (first: string) =>
      primary.call(musterRolls.template, { query: { from: first, days: 7 } })
    await addCasual(primary)
    const { body } = await template('2026-04-20')
    const again = await primary.call(musterRolls.upload, {
      query: { dry: '1' },
      body: { file: body.file },
    })
    expect(again.body.message).not.toContain('Not recognised')
    for (const far of ['2025-11-03', '2026-06-01']) {
      expect((await template(far)).body.errors?.from?.[0]).toMatch(/can be uploaded\.$/)
    }
  })

  test('says by row and column what is wrong, and takes nothing', async () => {
    const { casual_no, id } = await addCasual(primary)
    const { body } = await upload([
      ['Casual No', '2026-03-02', '2026-03-03'],
      [casual_no, 'F', 'maybe'],
      ['C-XX-0009', 'F', ''],
      [casual_no, 'F', 'F'],
    ])
    expect(body.errors ?? body.faults).toBeTruthy()
    expect(JSON.stringify(body)).toContain('Write F, H or A; overtime as F+2.')
    expect(JSON.stringify(body)).toContain('There is no casual with this number.')
    expect(JSON.stringify(body)).toContain('Row 2 is about the same person.')
    expect(await present(id)).toEqual([null, null, null, null, null, null, null])
  })
})

test('casuals are uploaded by the primary user, all or none, within the limit', async () => {
  const headings = ['Full Name', 'ID Number', 'Phone', 'Daily Pay', 'Employment Date', 'Paid Per']
  const rows = [
    headings,
    ['Achieng Atieno Ouma', '31000001', 712345678, 850, '2025-01-06', ''],
    ['Kiprono, Moses', '31000002', '0712345679', 12.5, '06/01/2025', 'piece'],
  ]
  const upload = (given: (string | number)[][], by = primary) =>
    by.call(casuals.upload, { body: { file: dataUrl(xlsx(given)) } })
  expect((await upload(rows, await world.as('admin', home))).status).toBe(403)
  const faulty = await upload([...rows, ['Twice', '31000001', 'no phone', -1, '', '']])
  expect(JSON.stringify(faulty.body)).toContain('Please enter a valid phone number')
  // However it is written: an ID that the sheet has twice is named, with the row that has it first.
  const twice = await upload([
    ...rows,
    ['Pendo Wafula', '31 000 001', '0712345670', 850, '2025-01-06', ''],
  ])
  expect(JSON.stringify(twice.body)).toContain('Row 4, ID Number: Row 2 has the same ID number.')
  expect((await primary.call(casuals.list)).body).toHaveLength(0)
  expect((await upload(rows)).body.message).toBe('Casuals created successfully')
  const { body: list } = await primary.call(casuals.list)
  expect(list.map(({ first_name, last_name, phone }) => [first_name, last_name, phone])).toEqual([
    ['Moses', 'Kiprono', '0712345679'],
    ['Achieng', 'Ouma', '0712345678'],
  ])
  const again = await upload(rows)
  expect(JSON.stringify(again.body)).toContain('has the same ID number')
  const slip = [headings, ['One More', '31000003', '0712345671', 8500, '2025-01-06', 'Day']]
  const looked = await primary.call(casuals.upload, {
    query: { dry: '1' },
    body: { file: dataUrl(xlsx(slip)) },
  })
  expect(looked.body.warnings).toMatchObject([
    { row: 2, reason: 'This is far from 850, the usual pay for a day.' },
  ])
  await world.rows('update subscriptions set casuals = 3 where organization_id = $1', [home])
  const more = [
    headings,
    ...[4, 5].map((n) => [`More ${n}`, `3100000${n}`, `071234567${n}`, 850, '2025-01-06', '']),
  ]
  expect(JSON.stringify((await upload(more)).body)).toContain('allows 3 casuals')
})

test('who may keep the roll follows the permissions', async () => {
  const statuses = async (role: Role) => {
    const caller = await world.as(role, home)
    const query = { from, days: 7 } as const
    const replies = [
      await caller.call(musterRolls.get, { query }),
      await caller.call(musterRolls.save, { body: { ...query, marks: [] } }),
      await caller.call(musterRolls.remove, { query }),
    ]
    return replies.map(({ status }) => status)
  }
  expect(await statuses('admin')).toEqual([200, 200, 200])
  expect(await statuses('finance')).toEqual([200, 403, 403])
  expect(await statuses('user')).toEqual([403, 403, 403])
})

test('overtime needs a day, whoever writes it, so that days to come are ticked', async () => {
  const { id: casual } = await addCasual(primary, { pay: 1000 })
  await rolled(primary, '2026-03-09', { [casual]: 'F' })
  const { inside } = statementsIn(world, await world.as('admin', home))
  const written = inside(
    (client) =>
      client.query(
        `insert into muster_marks (casual_id, day, present, overtime_hours)
         select $1, d, 0, 16 from generate_series('2026-03-11'::date, '2026-03-15', '1 day') d`,
        [casual],
      ),
    'commit',
  )
  await expect(written).rejects.toMatchObject({ constraint: 'muster_marks_overtime' })
  const { id } = await draftCasuals(primary, '2026-03-09', '2026-03-15')
  await primary.call(casualPayrolls.confirm, { params: { id }, body: { days: [] } })
  const [run] = await world.rows('select status, net::float from payrolls where id = $1', [id])
  expect(run).toEqual({ status: 'confirmed', net: 1000 })
})
