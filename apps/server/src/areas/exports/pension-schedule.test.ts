// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { bytesOf } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { wordsOf } from '../../test/pdf.ts'
import { openWorld } from '../../test/world.ts'

/** A month's schedule of a pension scheme, and the scheme as a payee. */

const { corrections, pensionSchemes, pensionMembers, payrolls, payslips, returns } = contract

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)

test('lists both parts by member, as the payslips have them, and sums them for one payee', async () => {
  const body = { name: 'Staff Pension', own_percent: 5, employer_percent: 10, cap: 60_000 }
  const scheme = (await primary.call(pensionSchemes.create, { body: body as never })).body
  const amina = await employ(primary, {
    ...{ first_name: 'Amina', last_name: 'Yusuf', id_number: '11223344', salary: 80_000 },
    pin_no: 'A001234567X',
  })
  const baraka = await employ(primary, {
    ...{ first_name: 'Baraka', last_name: 'Otieno', id_number: '55667788', salary: 40_000 },
  })
  const join = (employee_id: string, more: object) =>
    primary.call(pensionMembers.create, {
      body: { scheme_id: scheme.id, employee_id, from: '2026-02', ...more } as never,
    })
  await join(amina.id, { member_no: 'P/17' })
  // The employer alone pays for him.
  await join(baraka.id, { own_amount: 0, employer_amount: 2500 })
  await runMonth(primary, 'February', 2026)
  // Another name by now: what was paid stays where it was paid.
  await primary.call(pensionSchemes.update, {
    params: { id: scheme.id },
    body: { ...body, name: 'Renamed' } as never,
  })

  const [month] = (await primary.call(returns.list)).body
  expect(month?.items.find(({ name }) => name === 'Staff Pension')).toMatchObject({
    ...{ type: 'remittance', people: 2, deducted: 3000, employer: 8500, amount: 11_500 },
  })
  const made = await primary.call(returns.make, {
    params: { month: '2026-02' },
    body: { type: 'remittance', name: 'Staff Pension', extension: 'csv' },
  })
  expect(made.body).toMatchObject({ rows: 2, total: 11_500 })
  expect(made.body.notes).toMatchObject([
    { title: expect.stringMatching(/member number/i), count: 1 },
  ])
  const text = (await bytesOf(world, primary, made.body)).toString('utf8')
  const lines = text.trim().split(/\r?\n/)
  expect(lines.slice(-4)).toEqual([
    'MEMBER NUMBER,FULL NAME,STAFF NUMBER,ID NUMBER,KRA PIN,PENSIONABLE PAY,EMPLOYEE,EMPLOYER,TOTAL',
    `P/17,Amina Yusuf,${amina.employee_no},11223344,A001234567X,60000.00,3000.00,6000.00,9000.00`,
    `,Baraka Otieno,${baraka.employee_no},55667788,,40000.00,0.00,2500.00,2500.00`,
    'TOTAL,,,,,100000.00,3000.00,8500.00,11500.00',
  ])
})

test('is had on paper, and a return is not', async () => {
  const on = (body: { type: 'remittance' | 'nssf'; name: string | null }) =>
    primary.call(returns.make, {
      params: { month: '2026-02' },
      body: { ...body, extension: 'pdf' },
    })
  const made = await on({ type: 'remittance', name: 'Staff Pension' })
  expect(made.body).toMatchObject({ rows: 2, total: 11_500, file: { extension: 'pdf' } })
  const text = wordsOf(await bytesOf(world, primary, made.body)).join(' ')
  expect(text).toContain('Staff Pension, contributions, February 2026')
  for (const word of ['P/17', 'Amina Yusuf', '9,000.00', '11,500.00']) expect(text).toContain(word)
  expect((await on({ type: 'nssf', name: null })).body.errors).toHaveProperty('extension')
})

test('a run counts it in the employer’s cost', async () => {
  const [run] = (await primary.call(payrolls.list)).body
  const { body } = await primary.call(payrolls.get, { params: { id: run?.id ?? '' } })
  // 120,000; NSSF 4,800 + 2,400; Housing Levy 1,800; NITA 100; and 8,500.
  expect(body.totals).toMatchObject({ gross: 120_000, employer_cost: 137_600 })
})

test('what a correction took or gave back is in the list as it is in the file', async () => {
  const by = await world.as('primary', await world.addOrganization())
  const scheme = { name: 'Staff Pension', own_percent: 5, employer_percent: 5 } as never
  const { id: scheme_id } = (await by.call(pensionSchemes.create, { body: scheme })).body
  const { id: employee_id } = await employ(by, { salary: 100_000 })
  await by.call(pensionMembers.create, {
    body: { scheme_id, employee_id, from: '2026-02' } as never,
  })
  await runMonth(by, 'February', 2026)
  const [slip] = (await by.call(payslips.ofEmployee, { params: { id: employee_id } })).body
  const correct = async (added: object[]) => {
    const made = await by.call(corrections.create, {
      params: { id: slip?.id ?? '' },
      body: { lines: [], added, reason: 'It was forgotten', pay_on: '2026-03-15' } as never,
    })
    expect(made.status).toBe(201)
    const done = await by.call(payrolls.confirm, { params: { id: made.body.id } })
    expect(done.status).toBe(200)
  }
  // All of it is owed from later pay, so the payslip has no other deductions in sum.
  await correct([{ name: 'Stima SACCO', kind: 'deduction', due: 8000 }])
  const [month] = (await by.call(returns.list)).body
  const items = month?.items.filter(({ type }) => type === 'remittance') ?? []
  expect(items.map(({ name, amount }) => [name, amount])).toEqual([
    ['Staff Pension', 10_000],
    ['Stima SACCO', 8000],
  ])
  for (const { name, amount } of items) {
    const made = await by.call(returns.make, {
      params: { month: '2026-02' },
      body: { type: 'remittance', name, extension: 'csv' },
    })
    expect(made.body.total).toBe(amount)
  }
})

test('a scheme named like HELB is no HELB, and gets nothing of it', async () => {
  const by = await world.as('primary', await world.addOrganization('Loans Ltd'))
  const terms = { name: 'HELB', own_percent: 5, employer_percent: 10 }
  const scheme = (await by.call(pensionSchemes.create, { body: terms as never })).body
  const { id: employee_id } = await employ(by, { salary: 50_000 })
  const joined = { scheme_id: scheme.id, employee_id, from: '2026-02' }
  await by.call(pensionMembers.create, { body: joined as never })
  const loan = { employee_id, name: 'HELB', amount: 1700, from: '2026-01-01' }
  expect((await by.call(contract.deductions.create, { body: loan })).status).toBe(201)
  await runMonth(by, 'February', 2026)
  const [month] = (await by.call(returns.list)).body
  const item = (wanted: string) => month?.items.find(({ type }) => type === wanted)
  expect(item('helb')).toMatchObject({ people: 1, deducted: 1700, employer: 0, amount: 1700 })
  expect(item('remittance')).toMatchObject({
    ...{ name: 'HELB', people: 1, deducted: 2500, employer: 5000, amount: 7500 },
  })
  const make = async (body: object) =>
    (await by.call(returns.make, { params: { month: '2026-02' }, body: body as never })).body.total
  expect(await make({ type: 'helb', extension: 'csv' })).toBe(1700)
  expect(await make({ type: 'remittance', name: 'HELB', extension: 'csv' })).toBe(7500)
})
