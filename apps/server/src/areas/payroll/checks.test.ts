import { contract } from '@mshahara/contract'
import { beforeAll, expect, test } from 'vitest'
import { type EmployeeBody, employ, runMonth } from '../../test/office.ts'
import { queriesOf } from '../../test/queries.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** What is worth a look before confirming: ages, schemes, and numbers of somebody else (B12). */

const { payrolls, deductions, allowances } = contract
const world = await openWorld()
let home: string
let primary: Caller

beforeAll(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
})

async function checksOf(id: string) {
  const { body } = await primary.call(payrolls.checks, { params: { id } })
  return Object.fromEntries(
    body.map(({ kind, people }) => [kind, people.map(({ name, detail }) => `${name}: ${detail}`)]),
  )
}
const named = (first_name: string, more: Partial<EmployeeBody> = {}) =>
  employ(primary, { first_name, last_name: 'K', ...more })

test('every new check names the person and the reason, and blocks nothing', async () => {
  const bank = { bank_name: 'Equity Bank Kenya', branch_name: 'Kangema', account_no: '0110001' }
  const own = { pin_no: 'A001234567X', nssf_no: '2001-234 567', nhif_no: 'cr 001', ...bank }
  await named('Atieno', { ...own, phone: '0712345678', dob: '1966-08-20' })
  await named('Barasa', {
    pin_no: 'a001234567x',
    nssf_no: '02001234567',
    nhif_no: 'CR001',
    ...bank,
    account_no: '110001',
    phone: '+254712345678',
    dob: '1966-02-11',
    nssf_continues: true,
  })
  await named('Chebet', {
    ...bank,
    account_no: '',
    dob: '1965-12-31',
    employment_date: '2020-01-01',
  })
  const out = { nssf_tier2_contracted_out: true, account_no: '77', dob: '1967-01-01' }
  await named('Duale', { ...out, bank_name: 'Bank of Nowhere' })
  const { id } = await named('Elijah', {
    ...out,
    ...bank,
    account_no: '88',
    branch_name: 'Atlantis',
  })
  await primary.call(deductions.create, {
    body: { employee_id: id, name: 'Scheme', amount: 1000, kind: 'pension', from: '2026-01-01' },
  })
  const run = await runMonth(primary, 'February', 2026, false)
  const checks = await checksOf(run.id)
  for (const kind of ['pin', 'nssf', 'shif', 'phone', 'account']) {
    expect(checks[`duplicate ${kind}`]).toEqual([
      'Atieno K: Also Barasa K (TC-0002)',
      'Barasa K: Also Atieno K (TC-0001)',
    ])
  }
  expect(checks['turns sixty']).toEqual([
    'Atieno K: NSSF until August 2026',
    'Barasa K: Continues to contribute',
  ])
  expect(checks['scheme without pension']).toEqual(['Duale K: '])
  expect(checks['unknown bank']).toEqual([
    'Duale K: Bank of Nowhere',
    'Elijah K: Equity Bank Kenya, Atlantis',
  ])
  expect(checks['missing bank']).toEqual(['Chebet K: Equity Bank Kenya, but no account number'])
  const [, , chebet] = run.payslips
  expect(chebet?.sortedDeductions[1]?.amount).toBe(0)
  expect((await primary.call(payrolls.confirm, { params: { id: run.id } })).status).toBe(200)
})

test('a hundred people with one number are asked about once, not with each other', async () => {
  const questions = (id: string) => queriesOf(world, () => checksOf(id))
  const run = await runMonth(primary, 'March', 2026, false)
  const few = await questions(run.id)
  await world.rows(
    `insert into employees (organization_id, employee_no, first_name, last_name, id_number, tos,
       employment_date, phone)
     select $1, 'X-' || n, 'Many', 'K', 'ID' || n, 'Permanent', '2024-01-01', '0799000000'
     from generate_series(1, 100) n`,
    [home],
  )
  await primary.call(payrolls.remove, { params: { id: run.id } })
  const { id } = await runMonth(primary, 'March', 2026, false)
  const { body } = await primary.call(payrolls.checks, { params: { id } })
  const phones = body.find(({ kind }) => kind === 'duplicate phone')
  expect(phones?.count).toBe(102)
  expect(phones?.people[2]?.detail).toMatch(/^Also Many K \(X-\d+\) and 98 more$/)
  expect(await questions(id)).toBe(few)
})

test('a leave allowance is outside SHIF and Housing Levy, and inside tax and NSSF', async () => {
  home = await world.addOrganization('Leave Ltd')
  primary = await world.as('primary', home)
  const { id } = await named('Faith', { salary: 50_000 })
  const give = (type: 'leave' | 'other') =>
    primary.call(allowances.create, {
      body: { employee_id: id, name: type, amount: 10_000, type },
    })
  await give('leave')
  const plain = await runMonth(primary, 'February', 2026)
  const [slip] = plain.payslips
  expect(plain.deductionNames).toEqual(['PAYE', 'NSSF', 'SHIF', 'Housing Levy'])
  expect(slip?.sortedDeductions.slice(1).map(({ amount }) => amount)).toEqual([3600, 1375, 750])
  expect(slip?.gross).toBe(60_000)
  const { body } = await primary.call(payrolls.working, { params: { id: slip?.id ?? '' } })
  expect(body.find(({ code }) => code === 'income leave')?.working).toBe(
    'leave pay: outside SHIF and Housing Levy, taxable',
  )
})

test('a consultant made by the call starts without the switches, unless they are sent', async () => {
  const consultant = await named('Gitau', { tos: 'Consultant' })
  const off = { paye: false, nhif: false, nssf: false, housing: false, nita: false }
  expect(consultant).toMatchObject({ ...off, email_payslip: true })
  const taxed = await named('Halima', { tos: 'Consultant', paye: true })
  expect(taxed).toMatchObject({ ...off, paye: true })
  expect(await named('Imani')).toMatchObject({ paye: true, nhif: true, nssf: true, nita: true })
})
