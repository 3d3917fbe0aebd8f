// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { lend, openBorrowing } from '../../test/loans.ts'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Figures by hand; months are paid for real, so that the years' cards are those of payslips. */

const world = await openWorld()
const { leaving } = contract

const asked = {
  last_day: '2026-10-31',
  reason: 'redundant' as const,
  notice: 'paid' as const,
  leave_days: 10.5,
}
const work = (by: Caller, id: string, given: object = {}) =>
  by.call(leaving.dues, { params: { id }, body: { ...asked, ...given } })

async function openQuarry(employment_date: string, salary: number) {
  world.setTime('2026-10-20T09:00:00Z')
  const home = await world.addOrganization()
  const primary = await world.as('primary', home)
  const { id } = await employ(primary, { first_name: 'Chao', employment_date, salary })
  return { home, primary, id }
}
type Answer = Awaited<ReturnType<typeof work>>['body']
const amountsOf = ({ lines }: Answer) => lines.map(({ code, amount }) => [code, amount])

test('redundancy after 7 years 8 months', async () => {
  const { primary, id } = await openQuarry('2019-03-01', 78_000)
  const { body } = await work(primary, id)
  expect(body).toMatchObject({ service: '7 years 8 months', basic: 78_000 })
  // 78,000 ÷ 26 = 3,000 a day; leave as runs pay it, by 22.
  expect(amountsOf(body)).toEqual([
    ['notice', 78_000],
    ['leave', 37_227.27],
    ['severance', 315_000],
  ])
  expect(body.due).toBe(430_227.27)
  // Seven years, of which those before 2021 count in it; none of them was paid here.
  expect(body.lump_sum.years.map(({ year, share, missing }) => [year, share, missing])).toEqual([
    [2025, 45_000, true],
    [2024, 45_000, true],
    [2023, 45_000, true],
    [2022, 45_000, true],
    [2021, 135_000, true],
  ])
  expect(body.lump_sum.tax).toBe(0)
  expect(body.notices.map(({ by }) => by)).toEqual(['2026-09-30', '2026-09-30'])
})

test('years are taxed by their payslips, or by what was entered', async () => {
  const { primary, id } = await openQuarry('2024-12-01', 78_000)
  for (const month of ['December 2024', 'January 2025']) {
    const [name = '', year] = month.split(' ')
    await runMonth(primary, name, Number(year))
  }
  // One year completed: all of it is of 2025, of which one month of twelve has a payslip.
  const { body: short } = await work(primary, id)
  expect(short.lump_sum.years).toMatchObject([{ year: 2025, share: 45_000, missing: true }])
  const card = { year: 2025, taxable: 960_000, reliefs: 28_800, paye: 196_600 }
  const { body } = await work(primary, id, { years: [card] })
  // 53,800 + (1,005,000 − 388,000) × 30% = 238,900, less 28,800 and 196,600.
  expect(body.lump_sum).toMatchObject({ amount: 45_000, tax: 13_500 })
  for (const name of months.slice(1)) await runMonth(primary, name, 2025)
  const { body: whole } = await work(primary, id, { years: [card] })
  expect(whole.lump_sum.years).toMatchObject([{ missing: false }])
  // By the payslips now, whatever was entered. Twelve months' bands end at 387,996, the year's at
  // 388,000: the year as a whole is taxed 20 cents less.
  expect(whole.lump_sum.tax).toBe(13_499.8)
})

test('years that another system paid are those of their opening balances', async () => {
  const { primary, id } = await openQuarry('2024-12-01', 78_000)
  const { body: person } = await primary.call(contract.employees.get, { params: { id } })
  const open = (from: string, to: string, parts: number) => {
    const amounts = [1_000_000, 960_000, 225_400, 28_800, 196_600].map((sum) => sum / parts)
    const rows = [
      ['Employee No', 'Month', 'Until', 'Where From', 'Basic Salary', 'Chargeable Pay'],
      [person.employee_no, `${from} 2025`, `${to} 2025`, 'Sage', ...amounts.slice(0, 2)],
    ]
    rows[0]?.push('Tax Charged', 'Personal Relief', 'PAYE')
    rows[1]?.push(...amounts.slice(2))
    return primary.call(contract.openingBalances.upload, {
      body: { file: dataUrl(xlsx(rows)) },
    })
  }
  expect((await open('January', 'June', 2)).status).toBe(200)
  const { body: half } = await work(primary, id)
  expect(half.lump_sum.years).toMatchObject([{ year: 2025, missing: true }])
  expect((await open('July', 'December', 2)).status).toBe(200)
  const { body } = await work(primary, id)
  expect(body.lump_sum.years).toMatchObject([{ year: 2025, missing: false }])
  expect(body.lump_sum).toMatchObject({ amount: 45_000, tax: 13_500 })
})

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
]

test('whoever leaves without notice owes it; each choice has its line', async () => {
  const { primary, id } = await openQuarry('2025-11-01', 56_000)
  const { body } = await work(primary, id, {
    ...{ reason: 'resigned', notice: 'owed', notice_served: 14, leave_days: 0 },
    ...{ service_pay: true, gratuity_percent: 5 },
  })
  expect(amountsOf(body)).toEqual([
    ['notice', -28_000],
    ['service', 32_307.69],
    ['gratuity', 33_600],
  ])
  expect(body).toMatchObject({ due: 65_907.69, owed: 28_000, notices: [] })
})

test('a loan is owed as final pay takes it: without interest of months to come', async () => {
  world.setTime('2026-03-10T09:00:00Z')
  const lending = await openBorrowing(world)
  const loan = await lend(lending)
  const { id } = lending.borrower
  const given = { last_day: '2026-03-31', reason: 'resigned', leave_days: 0 }
  const { body } = await work(lending.primary, id, given)
  const owed = amountsOf(body).find(([code]) => code === 'loan')?.[1] as number
  const query = { day: '2026-03-31' }
  const settling = await lending.primary.call(contract.loans.settlement, {
    params: { id: loan.id },
    query,
  })
  expect(owed).toBe(0 - settling.body.amount)
  expect(-owed).toBeLessThan(loan.outstanding)
})

test('the card of a year that cannot be is refused with what is wrong', async () => {
  const { primary, id } = await openQuarry('2024-11-01', 56_000)
  const told = async (year: object) => {
    const card = { year: 2025, taxable: 600_000, reliefs: 28_800, paye: 90_000, ...year }
    return (await work(primary, id, { years: [card] })).body.errors?.years?.[0]
  }
  const kept = await primary.call(leaving.record, {
    params: { id },
    body: { ...asked, years: [{ year: 2023, taxable: 1, reliefs: 0, paye: 0 }] },
  })
  expect(kept.body).toMatchObject({
    errors: { years: [expect.stringContaining('2023 is before')] },
  })
  expect(await told({})).toBeUndefined()
  expect(await told({ year: 2023 })).toBe('2023 is before employment began, on 01 November, 2024.')
  expect(await told({ year: 2031 })).toContain('after the year of the last day')
  expect(await told({ paye: 600_001 })).toContain('The PAYE of 2025 is more than its taxable pay')
  expect(await told({ taxable: 60_000_000 })).toContain('more than ten times the basic pay')
})

test('refusals name the field; others see nothing', async () => {
  const { home, primary, id } = await openQuarry('2025-11-01', 56_000)
  const early = await work(primary, id, { last_day: '2025-10-31' })
  expect(early.status).toBe(422)
  expect(early.body.errors).toHaveProperty('last_day')
  const few = await work(primary, id, { severance_days: 14 })
  expect(few.body.errors).toMatchObject({
    severance_days: ['Severance is at least 15 days a year.'],
  })
  expect((await work(await world.as('user', home), id)).status).toBe(403)
  const stranger = await world.as('primary', await world.addOrganization())
  expect((await work(stranger, id)).status).toBe(404)
})
