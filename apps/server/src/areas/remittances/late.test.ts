// @tests story
import { contract } from '@mshahara/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { itemOf, ofMonth, payOf } from '../../test/remittances.ts'
import { rowsOf } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What is due, when, and what being late comes to. */

const { dashboard, remittances } = contract
const world = await openWorld()

describe('what is late', () => {
  let primary: Caller & { id: string }
  let home: string
  const lines = async (by: Caller) =>
    (await by.call(dashboard.get)).body.waiting.filter(({ key }) => key.startsWith('remittances'))

  beforeAll(async () => {
    world.setTime('2026-03-04T09:00:00Z')
    home = await world.addOrganization('Late Ltd')
    primary = await world.as('primary', home)
    await employ(primary, { salary: 80_000 })
    await runMonth(primary, 'January', 2026)
    await runMonth(primary, 'February', 2026)
  })

  test('is on the first screen until it is paid', async () => {
    const said = await lines(primary)
    expect(said).toMatchObject([
      { urgency: 'late', due: '2026-02-09', link: '/remittances?month=2026-01' },
      { urgency: 'soon', due: '2026-03-09', link: '/remittances?month=2026-02' },
    ])
    expect(said[1]?.text).toBe('Not recorded as paid: PAYE, NSSF, SHIF, NITA.')
    const { items } = await ofMonth(primary, '2026-01')
    for (const item of items) {
      const paid_on = item.authority === 'ahl' ? '2026-03-03' : '2026-02-09'
      expect((await payOf(primary, '2026-01', item, { paid_on })).status).toBe(201)
    }
    expect(await lines(primary)).toMatchObject([{ due: '2026-03-09' }])
    world.setTime('2026-06-20T09:00:00Z')
    // Whoever records payments is told for as long as it is open.
    const later = await world.as('primary', home)
    expect(await lines(later)).toMatchObject([{ due: '2026-03-09', urgency: 'late' }])
    const other = await world.as('primary', await world.addOrganization())
    await employ(other, { employment_date: '2026-01-01' })
    await runMonth(other, 'January', 2026)
    expect(await lines(other)).toEqual([])
    world.setTime('2026-03-04T09:00:00Z')
    primary = await world.as('primary', home)
  })

  test('is told with the penalty that the law names, and no other', async () => {
    const ahl = await itemOf(primary, '2026-01', 'ahl')
    // 2,400 were due on 12 February, and paid on 3 March.
    expect(ahl.penalty).toEqual({
      amount: 72,
      working: ['3% × 1 month × 2,400 (paid on 2026-03-03) = 72'],
      source: expect.stringContaining('Affordable Housing Act 2024'),
    })
    expect((await itemOf(primary, '2026-01', 'SEC_B')).penalty).toBeNull()
  })

  test('is in the year, and in its sheet to the cent', async () => {
    const { body } = await primary.call(remittances.year, { params: { year: 2026 } })
    expect(new Set(body.items.map(({ month }) => month))).toEqual(new Set(['2026-02', '2026-01']))
    const { totals } = await ofMonth(primary, '2026-02')
    expect(body.totals.open).toBe(totals.open)
    const query = { extension: 'xlsx' as const }
    const sheet = await primary.call(remittances.sheet, { params: { year: 2026 }, query })
    expect(sheet.body.name).toBe('Remittances-2026.xlsx')
    const rows = rowsOf(sheet.body.file, 'Remittances 2026')
    expect(rows).toHaveLength(body.items.length + 2)
    expect(rows.at(-1)?.slice(3, 6)).toEqual([body.totals.amount, body.totals.paid, totals.open])
  })

  test('reading writes nothing', async () => {
    const count = async () =>
      (
        await world.rows('select count(*)::int as rows from activity_log where log_name = $1', [
          'remittances',
        ])
      )[0].rows
    const before = await count()
    expect((await ofMonth(primary)).items.length).toBeGreaterThan(3)
    const { status } = await primary.call(remittances.year, { params: { year: 2026 } })
    expect(status).toBe(200)
    expect(await count()).toBe(before)
  })
})

describe('the calendar of due days', () => {
  const fetchFeed = (address: string) =>
    world.app.inject({ method: 'GET', url: new URL(address).pathname })

  test('has no amounts, ends with the next address, and with the right to see it', async () => {
    world.setTime('2026-03-04T09:00:00Z')
    const home = await world.addOrganization('Calendar Ltd')
    const primary = await world.as('primary', home)
    await employ(primary, { first_name: 'Wambui', salary: 80_000 })
    await runMonth(primary, 'February', 2026)
    const finance = await world.as('finance', home)
    const first = (await finance.call(remittances.feed)).body.address
    const { statusCode, headers, body } = await fetchFeed(first)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(body).toContain('SUMMARY:PAYE for February 2026 is due\r\n')
    expect(body).toContain('DTSTART;VALUE=DATE:20260309')
    expect(body).toContain('SUMMARY:PAYE for March 2026 will be due\r\n')
    expect(body).not.toMatch(/Wambui|80,?000|Calendar Ltd/)
    const paye = await itemOf(finance, '2026-02', 'SEC_B')
    expect((await payOf(finance, '2026-02', paye, { paid_on: '2026-03-04' })).status).toBe(201)
    expect((await fetchFeed(first)).body).toContain('PAYE for February 2026 is due (paid)')
    const second = (await finance.call(remittances.feed)).body.address
    expect((await fetchFeed(first)).statusCode).toBe(404)
    expect((await fetchFeed(second)).statusCode).toBe(200)
    await world.rows(`update memberships set role = 'user' where user_id = $1`, [finance.id])
    expect((await fetchFeed(second)).statusCode).toBe(404)
    const own = (await primary.call(remittances.feed)).body.address
    await primary.call(remittances.closeFeed)
    expect((await fetchFeed(own)).statusCode).toBe(404)
    expect((await fetchFeed(own.replace(/[^/]+$/, 'x.ics'))).statusCode).toBe(404)
    const user = await world.as('user', home)
    expect((await user.call(remittances.feed)).status).toBe(403)
  })
})
