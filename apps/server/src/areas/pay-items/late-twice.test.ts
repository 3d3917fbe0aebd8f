// @tests story
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import { beforeEach, describe, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What was recorded for paid months is paid once: as arrears, by a correction, or not at all. */

const { allowances, corrections, employees, incomes, payrolls } = contract
const world = await openWorld({ workers: true })

let primary: Caller & { id: string }
let njeri: string

beforeEach(async () => {
  world.setTime('2026-06-20T09:00:00Z')
  primary = await world.as('primary', await world.addOrganization())
  njeri = (await employ(primary, { salary: 50_000, employment_date: '2024-02-01' })).id
})

const path = (id: string) => ({ params: { id } })
const month = (name: MonthName, confirm = true) => runMonth(primary, name, 2026, confirm)
const grossOf = ({ payslips }: Awaited<ReturnType<typeof month>>) => payslips[0]?.gross

const addHouse = (since: string | null = '2026-02') => {
  const body = { employee_id: njeri, name: 'House Allowance', type: 'house', taxable: true }
  return primary.call(allowances.create, {
    body: { ...body, amount: 10_000, since } as never,
  })
}
const addActing = (name = 'Acting pay') => {
  const body = { employee_id: njeri, name, amount: 5000, from: '2026-02-01', to: '2026-02-28' }
  return primary.call(incomes.create, { body: { ...body, since: '2026-02' } })
}
const correct = (payslip: string, name = 'House Allowance') => {
  const added = [{ name, kind: 'regular' as const, due: 10_000 }]
  const body = { reason: 'It was left out', pay_on: '2026-06-25', lines: [], added }
  return primary.call(corrections.create, { ...path(payslip), body })
}
const fieldsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  Object.keys((body as { errors?: object }).errors ?? {}),
]

test('a correction does not pay what arrears of the month pay, nor what they have paid', async () => {
  const slip = (await month('February')).payslips[0]?.id ?? ''
  expect((await addHouse()).status).toBe(201)
  expect(fieldsOf(await correct(slip))).toEqual([422, ['added']])
  expect(grossOf(await month('March'))).toBe(70_000)
  expect(fieldsOf(await correct(slip, 'HOUSE allowance'))).toEqual([422, ['added']])
  expect((await correct(slip, 'Hardship')).status).toBe(201)
})

test('nor do arrears pay what a correction pays, be it a draft', async () => {
  const slip = (await month('February')).payslips[0]?.id ?? ''
  const drafted = await correct(slip)
  expect(drafted.status).toBe(201)
  expect(fieldsOf(await addHouse())).toEqual([422, ['since']])
  expect((await primary.call(payrolls.confirm, path(drafted.body.id))).status).toBe(200)
  expect(fieldsOf(await addHouse())).toEqual([422, ['since']])
  expect(grossOf(await month('March', false))).toBe(50_000)
})

test('of a correction that is begun and an item that is recorded at once one is refused', async () => {
  for (const name of ['January', 'February', 'March'] as const) {
    const slip = (await month(name)).payslips[0]?.id ?? ''
    const since = `2026-0${['January', 'February', 'March'].indexOf(name) + 1}`
    const allowance = { employee_id: njeri, name, type: 'other', taxable: true }
    const [one, other] = await Promise.all([
      correct(slip, name),
      primary.call(allowances.create, { body: { ...allowance, amount: 10_000, since } as never }),
    ])
    expect([one.status, other.status].sort()).toEqual([201, 422])
  }
})

test('the same income again is refused while its arrears are due, and when they are paid', async () => {
  await month('February')
  expect((await addActing()).status).toBe(201)
  expect(fieldsOf(await addActing('acting PAY'))).toEqual([422, ['since']])
  expect(grossOf(await month('March'))).toBe(55_000)
  expect(fieldsOf(await addActing())).toEqual([422, ['since']])
  expect(grossOf(await month('April', false))).toBe(50_000)
})

test('an item that is gone is due nothing once the payroll that paid it is reversed', async () => {
  await month('February')
  const { body } = await addHouse()
  const march = await month('March')
  expect(grossOf(march)).toBe(70_000)
  expect((await primary.call(allowances.remove, path(body.id))).status).toBe(200)
  // Paid, its arrears stay what they were.
  expect(grossOf(await month('April', false))).toBe(50_000)
  const [draft] = (await primary.call(payrolls.list)).body
  await primary.call(payrolls.remove, path(draft?.id ?? ''))
  const reason = { reason: 'A slip of the pen' }
  expect((await primary.call(payrolls.reverse, { ...path(march.id), body: reason })).status).toBe(
    200,
  )
  expect(grossOf(await month('March'))).toBe(50_000)
  expect(grossOf(await month('April'))).toBe(50_000)
})

describe('a sheet of allowances without a month', () => {
  const upload = async (amount: number, dry = false) => {
    const [who] = (await primary.call(employees.list)).body
    const file = dataUrl(
      xlsx([
        ['Employee No', 'Allowance Name', 'Amount'],
        [who?.employee_no ?? '', 'House Allowance', amount],
      ]),
    )
    const query = dry ? { dry: '1' as const } : {}
    return primary.call(allowances.upload, { query, body: { file } })
  }
  const change = (id: string, amount: number, since: string) => {
    const body = { employee_id: njeri, name: 'House Allowance', type: 'house', taxable: true }
    return primary.call(allowances.update, {
      ...path(id),
      body: { ...body, amount, since } as never,
    })
  }
  const kept = async () => {
    const [row] = (await primary.call(allowances.list, path(njeri))).body
    return [row?.amount, row?.since]
  }

  test('takes away no raise to come: what is paid now is no change', async () => {
    const { body } = await addHouse(null)
    expect((await change(body.id, 15_000, '2026-09')).status).toBe(200)
    expect((await upload(10_000, true)).body).toMatchObject({ unchanged: 1, fault_count: 0 })
    expect((await upload(10_000)).status).toBe(200)
    expect(await kept()).toEqual([15_000, '2026-09'])
    const { body: other } = await upload(12_000, true)
    expect(JSON.stringify(other)).toContain('It is 15,000 from September 2026 on')
    expect((await upload(12_000)).status).toBe(422)
    expect(await kept()).toEqual([15_000, '2026-09'])
  })

  test('is told row by row of months that are not paid yet', async () => {
    await month('February')
    expect((await addHouse()).status).toBe(201)
    const { body } = await upload(12_000, true)
    expect(body).toMatchObject({ fault_count: 1 })
    expect(JSON.stringify(body)).toContain('Months that this was recorded for are not paid yet')
    expect((await upload(12_000)).status).toBe(422)
    expect((await upload(10_000, true)).body).toMatchObject({ unchanged: 1, fault_count: 0 })
  })
})
