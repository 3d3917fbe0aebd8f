// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { addCasual, confirmCasuals, draftCasuals } from '../../test/casuals.ts'
import { exportRun } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { actsOf, confirmedRun, openPayday, openPayer, type Payer } from '../../test/payday.ts'

const { payouts, payrolls, employees, casuals, casualPayrolls } = contract
const payday = await openPayday({ workers: false })
const { pay, alone, work } = actsOf(payday)
const one = (id: string) => ({ params: { id } })

beforeEach(() => void payday.setTime('2026-03-10T09:00:00Z'))

/** The same people with sessions of a later day. */
async function later(payer: Payer, day: string): Promise<Payer> {
  payday.setTime(`${day}T09:00:00Z`)
  const primary = await payday.as('primary', payer.organization_id)
  const finance = await payday.as('finance', payer.organization_id)
  await alone(payer)
  return { ...payer, primary, finance }
}

it('says who is paid for the first time, and who was paid last time and is not now', async () => {
  const payer = await openPayer(payday)
  const people = ['Amina', 'Baraka'].map((name, at) => ({ phone: `071282340${at}`, name }))
  const first = await confirmedRun(payday, payer.primary, people)
  const previewOf = async (id: string) =>
    (await payer.finance.call(payouts.preview, { params: { id } })).body
  expect(await previewOf(first.id)).toMatchObject({ first_time_count: 2, not_again: [] })
  await pay(payer, first.id)
  payday.setTime('2026-04-01T08:00:00Z')
  const primary = await payday.as('primary', payer.organization_id)
  await payday.rows(
    `update employees set status = 'terminated', termination_date = '2026-02-28'
     where organization_id = $1 and first_name = 'Baraka'`,
    [payer.organization_id],
  )
  const { id } = await employ(primary, { first_name: 'Chege', salary: 40_000 })
  await payday.rows(`update employees set pay_by = 'mpesa', phone = '0712823409' where id = $1`, [
    id,
  ])
  const second = await runMonth(primary, 'March', 2026)
  const reader = await payday.as('finance', payer.organization_id)
  const { body } = await reader.call(payouts.preview, { params: { id: second.id } })
  expect(body).toMatchObject({
    count: 2,
    first_time: [{ employee: { name: expect.stringContaining('Chege') } }],
    first_time_count: 1,
    not_again: [{ employee: { name: expect.stringContaining('Baraka') } }],
    not_again_count: 1,
  })
  expect(body.not_again[0]?.net).toBeGreaterThan(0)
})

describe('known is who was really paid', () => {
  const newIn = async ({ finance }: Payer, id: string) =>
    (await finance.call(payouts.preview, one(id))).body.first_time_count

  it('not who is in another confirmed payroll: both point them out', async () => {
    const payer = await openPayer(payday)
    const february = await confirmedRun(payday, payer.primary, [{ phone: '0712829901' }])
    const march = await runMonth(payer.primary, 'March', 2026)
    expect([await newIn(payer, february.id), await newIn(payer, march.id)]).toEqual([1, 1])
    await pay(payer, february.id)
    expect(await newIn(payer, march.id)).toBe(0)
  })

  it('by a bank file while it is in use, and by a recorded day of payment while it stands', async () => {
    const payer = await openPayer(payday)
    const february = await confirmedRun(payday, payer.primary, [{ account: '1300829902' }])
    const march = await runMonth(payer.primary, 'March', 2026)
    const { body } = await exportRun(payer.primary, february.id, 'bank', 'csv')
    expect(await newIn(payer, march.id)).toBe(0)
    await payer.finance.call(contract.exports.notUsed, one(body.file?.id ?? ''))
    expect(await newIn(payer, march.id)).toBe(1)
    const paidOn = (paid_on: string) =>
      payer.primary.call(payrolls.setPayment, { ...one(february.id), body: { paid_on } })
    await paidOn('2026-03-02')
    expect(await newIn(payer, march.id)).toBe(0)
    await paidOn('')
    expect(await newIn(payer, march.id)).toBe(1)
  })
})

describe('an account that was never paid to is told, however long ago it was changed', () => {
  it('of casuals: in the checks, in the dialog and to whoever agrees', async () => {
    const payer = await openPayer(payday)
    await alone(payer)
    const { id } = await addCasual(payer.primary, { phone: '0712829911' })
    const cash = await addCasual(payer.primary, { pay_by: 'cash', phone: '0712829921' })
    const first = await confirmCasuals(payer.primary, '2026-02-02', '2026-02-08')
    await payer.finance.call(payouts.makeCasuals, one(first.id))
    await work()
    await payer.primary.call(casuals.update, { ...one(id), body: { phone: '0712829912' } as never })
    await payer.primary.call(casuals.update, {
      ...one(cash.id),
      body: { pay_by: 'mpesa' } as never,
    })
    const { primary, finance } = await later(payer, '2026-03-20')
    const second = await draftCasuals(primary, '2026-02-09', '2026-02-15')
    const checks = (await primary.call(casualPayrolls.checks, one(second.id))).body
    const found = checks.find(({ kind }) => kind === 'phone changed')
    const recorded = 'Recorded by Amani Njoroge on 10 March, 2026'
    expect(found?.people.map(({ detail }) => detail)).toEqual([
      `M-PESA 0712829911 on 10 March, 2026 → M-PESA 0712829912. ${recorded}`,
      `cash on 10 March, 2026 → M-PESA 0712829921. ${recorded}`,
    ])
    await primary.call(casualPayrolls.confirm, { ...one(second.id), body: { days: [] } })
    expect((await finance.call(payouts.preview, one(second.id))).body).toMatchObject({
      first_time_count: 0,
      changed_count: 2,
      changed: [
        {
          what: 'M-PESA 0712829912',
          last: 'M-PESA 0712829911 on 10 March, 2026',
          said: recorded,
        },
        { what: 'M-PESA 0712829921', last: 'cash on 10 March, 2026' },
      ],
    })
  })

  it('of employees, also where a payroll that nobody paid was confirmed meanwhile', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ phone: '0712829913' }])
    await pay(payer, id)
    const [who] = await payday.rows('select id from employees where organization_id = $1', [
      payer.organization_id,
    ])
    const move = (phone: string) =>
      payer.primary.call(employees.update, { ...one(who.id), body: { phone } as never })
    await move('0712829914')
    const { primary, finance } = await later(payer, '2026-03-25')
    const march = await runMonth(primary, 'March', 2026)
    const april = await runMonth(primary, 'April', 2026, false)
    const told = 'M-PESA 0712829913 on 10 March, 2026'
    const { body: checks } = await primary.call(payrolls.checks, one(april.id))
    expect(checks.find(({ kind }) => kind === 'phone changed')?.people[0]?.detail).toBe(
      `${told} → M-PESA 0712829914. Recorded by Amani Njoroge on 10 March, 2026`,
    )
    const shown = async () => (await finance.call(payouts.preview, one(march.id))).body.changed
    expect(await shown()).toMatchObject([{ what: 'M-PESA 0712829914', last: told }])
    await payday.rows(`update employees set phone = '0712829913' where id = $1`, [who.id])
    expect(await shown()).toEqual([])
  })

  it('of a bank file: what the file before paid to is what counts', async () => {
    const payer = await openPayer(payday)
    const { id } = await confirmedRun(payday, payer.primary, [{ account: '1300829915' }])
    const move = (account: string) =>
      payday.rows('update employees set account_no = $2 where organization_id = $1', [
        payer.organization_id,
        account,
      ])
    await move('1300829916')
    await exportRun(payer.primary, id, 'bank', 'csv')
    await move('1300829915')
    const { primary } = await later(payer, '2026-03-25')
    const march = await runMonth(primary, 'March', 2026)
    const notes = async () =>
      (await exportRun(primary, march.id, 'bank', 'csv')).body.notes.map(({ title }) => title)
    const told = 'Last paid elsewhere: make sure that they asked for this account.'
    expect(await notes()).toContain(told)
    const { body } = await primary.call(payouts.preview, one(march.id))
    expect(body.changed_count).toBe(0)
  })
})
