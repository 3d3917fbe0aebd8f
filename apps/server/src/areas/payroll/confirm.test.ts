// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const { payrolls, revenues, commissionRates, employees } = contract

const world = await openWorld()
let home: string
let primary: Caller & { id: string }

beforeEach(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
})

const run = (month: string, year = 2026, by: Caller = primary) =>
  by.call(payrolls.create, { body: { month: month as 'March', year } })
const details = async (id: string) => (await primary.call(payrolls.get, { params: { id } })).body
const act = (endpoint: keyof typeof payrolls, id: string, by: Caller = primary) =>
  by.call(payrolls[endpoint] as (typeof payrolls)['confirm'], { params: { id } })

describe('confirmed', () => {
  const confirmed = async () => {
    await employ(primary)
    const { body } = await run('February')
    const reply = await act('confirm', body.id)
    expect(reply.status).toBe(200)
    return reply.body
  }

  test('twice is once, and nothing changes any more', async () => {
    const payroll = await confirmed()
    expect((await act('confirm', payroll.id)).status).toBe(200)
    for (const endpoint of ['remove', 'recalculate'] as const) {
      expect((await act(endpoint, payroll.id)).status).toBe(422)
    }
    const [slip] = (await details(payroll.id)).payslips
    expect((await act('removePayslip', slip?.id ?? '')).status).toBe(422)
    expect((await act('recalculatePayslip', slip?.id ?? '')).status).toBe(422)
    for (const statement of [
      `update payslips set net = net + 1, gross = gross + 1 where payroll_id = $1`,
      'update payslips set void = true where payroll_id = $1',
      'delete from payslips where payroll_id = $1',
      `update payrolls set code = 'X' where id = $1`,
      `update payrolls set status = 'draft' where id = $1`,
      'delete from payrolls where id = $1',
      `insert into payslips (organization_id, payroll_id, employee_id, month)
       select organization_id, payroll_id, employee_id, '2026-01' from payslips
       where payroll_id = $1`,
    ]) {
      await expect(world.rows(statement, [payroll.id])).rejects.toThrow(/is confirmed|confirmed/)
    }
  })

  test('later changes of the person never alter it', async () => {
    const payroll = await confirmed()
    const before = await details(payroll.id)
    const id = before.payslips[0]?.employee.id ?? ''
    await primary.call(employees.update, {
      params: { id },
      body: { first_name: 'Renamed', salary: 1, paye: false },
    })
    expect(await details(payroll.id)).toEqual(before)
  })

  test('a new salary then counts from the next month, unless another is chosen', async () => {
    const payroll = await confirmed()
    const id = (await details(payroll.id)).payslips[0]?.employee.id ?? ''
    const { body } = await primary.call(employees.get, { params: { id } })
    expect(body.next_salary_month).toBe('2026-03')
    const changed = await primary.call(employees.update, {
      params: { id },
      body: { salary: 60_000 },
    })
    expect(changed.body.salaries[0]).toMatchObject({ month: '2026-03', amount: 60_000 })
  })

  test('is logged once, with count and totals', async () => {
    const payroll = await confirmed()
    const entries = await world.rows(
      `select properties from activity_log where log_name = 'payroll' and subject_id = $1
         and properties -> 'new' ? 'digest'`,
      [payroll.id],
    )
    expect(entries).toHaveLength(1)
    expect(entries[0].properties.new).toMatchObject({ payslips: 1, gross: 50_000 })
    expect(entries[0].properties.new.digest).toMatch(/^[0-9a-f]{64}$/)
  })

  test('keeps what it came to; a draft is added up', async () => {
    const payroll = await confirmed()
    const draft = (await run('March')).body
    const [slip] = (await details(payroll.id)).payslips
    const came_to = { count: 1, gross: 50_000, net: slip?.net }
    const { body } = await primary.call(payrolls.list)
    expect(body).toMatchObject([
      { id: draft.id, ...came_to },
      { id: payroll.id, ...came_to },
    ])
    const kept = 'select count, gross::float, net::float from payrolls where id = $1'
    expect(await world.rows(kept, [payroll.id])).toEqual([came_to])
    expect(await world.rows(kept, [draft.id])).toEqual([{ count: null, gross: null, net: null }])
    await expect(
      world.rows('update payrolls set net = net + 1 where id = $1', [payroll.id]),
    ).rejects.toThrow('payroll is confirmed')
  })

  test('is reversed by a primary user with a reason, and its people can be paid again', async () => {
    const payroll = await confirmed()
    const reverse = (by: Caller, reason: string) =>
      by.call(payrolls.reverse, { params: { id: payroll.id }, body: { reason } })
    const finance = await world.as('finance', home)
    expect((await reverse(finance, 'Wrong month')).status).toBe(403)
    expect((await reverse(primary, ' ')).status).toBe(422)
    expect((await reverse(primary, 'Wrong month')).body.status).toBe('reversed')
    expect((await reverse(primary, 'Again')).status).toBe(422)
    expect((await act('confirm', payroll.id)).status).toBe(422)
    expect((await run('February')).body.count).toBe(1)
  })

  test('pays a revenue once; reversing sets it free', async () => {
    const revenue = await earn()
    const february = (await run('February')).body
    const march = (await run('March')).body
    expect((await details(february.id)).incomeNames).toEqual(['R'])
    expect((await details(march.id)).incomeNames).toEqual([])
    await act('confirm', february.id)
    expect(await revenue()).toMatchObject({ status: 'paid', claimed: true })
    // The run's own entry stands for all that it took in (A21).
    const lines = await world.rows(
      `select event from activity_log where subject_id in (
         select id::text from employee_revenues where organization_id = $1)`,
      [home],
    )
    expect(lines).toEqual([{ event: 'created' }])
    await primary.call(payrolls.reverse, {
      params: { id: february.id },
      body: { reason: 'Mistake' },
    })
    expect(await revenue()).toMatchObject({ status: 'draft', claimed: false })
  })

  test('what a draft has claimed is free again without its payslip, or without the run', async () => {
    const revenue = await earn()
    const february = (await run('February')).body
    const [slip] = (await details(february.id)).payslips
    expect(await revenue()).toEqual({ status: 'draft', claimed: true })
    await primary.call(payrolls.removePayslip, { params: { id: slip?.id ?? '' } })
    expect(await revenue()).toEqual({ status: 'draft', claimed: false })
    const march = (await run('March')).body
    expect((await details(march.id)).incomeNames).toEqual(['R (February 2026)'])
    await act('remove', march.id)
    expect(await revenue()).toEqual({ status: 'draft', claimed: false })
  })
})

/** Somebody with a revenue of February; answers with a way to ask what became of it. */
async function earn() {
  const { id: employee_id } = await employ(primary)
  const { body: rate } = await primary.call(commissionRates.create, {
    body: { name: 'R', amount: 0, rate: 10 },
  })
  const terms = { commission_rate_id: rate.id, amount: 1000 }
  await primary.call(revenues.create, {
    body: { employee_id, month: 'February', year: 2026, ...terms },
  })
  return async () =>
    (
      await world.rows(
        `select status, payslip_id is not null as claimed from employee_revenues
         where employee_id = $1`,
        [employee_id],
      )
    )[0]
}
