// @tests long
import { contract } from '@mshahara/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAnchors, verifyLog, writeAnchor } from '../areas/logs/index.ts'
import { erasePerson } from '../commands/person-erase.ts'
import { exportPerson } from '../commands/person-export.ts'
import { housekeeping } from '../foundation/jobs/housekeeping.ts'
import { exportRun } from '../test/exported.ts'
import { asEmployee, type EmployeeBody, employ, runMonth, terminate } from '../test/office.ts'
import {
  addedByTwo,
  askForALoan,
  everyRow,
  filesOf,
  hearFromTheOperator,
  leaveWithDues,
  payTheSubscription,
  proposeDetails,
} from '../test/person-traces.ts'
import { type Caller, makeWorld, type World } from '../test/world.ts'

/** One person among others: everything about them, taken out and, in time, made anonymous. */

const person: Partial<EmployeeBody> = {
  first_name: 'Nyambura',
  middle_name: 'Wairimu',
  last_name: 'Githinji',
  id_number: '27182818',
  pin_no: 'A009876543B',
  nssf_no: '2718281828',
  nhif_no: 'CR2718281',
  phone: '0722718281',
  email: 'nyambura@example.test',
  gender: 'Female',
  dob: '1991-04-12',
  address: 'Plot 271, Kiambu Road',
  kin: { name: 'Mumbi Githinji', relationship: 'Sister', phone: '0733141592' },
  bank_name: 'Equity Bank Limited',
  account_no: '0271828182845',
  salary: 80_000,
}
/** Nothing of this may be left anywhere afterwards. */
const traces = new RegExp(
  'Nyambura|Wairimu|Githinji|27182818|A009876543B|CR2718281|722718281|Plot 271|Mumbi|' +
    '0733141592|0271828182845|1991-04-12|Signed at home',
  'i',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

let world: World
let organization: string
let primary: Caller & { id: string; email: string }
let id: string
let payslip: string
let payroll: string

beforeEach(async () => {
  world = await makeWorld()
  organization = await world.addOrganization('Baraka Ltd')
  primary = await world.as('primary', organization)
  id = (await employ(primary, person)).id
  await employ(primary, { first_name: 'Otieno', last_name: 'Okello' })
  await addItems()
  await addLeave()
  const run = await runMonth(primary, 'February', 2026)
  payroll = run.id
  await exportRun(primary, payroll, 'all', 'csv')
  const [slip] = await world.rows('select id from payslips where employee_id = $1', [id])
  payslip = slip?.id
  await primary.call(contract.payslips.generate, { params: { id: payslip } })
  await signInAsThePerson()
  await payTheSubscription(world, organization, id)
  await leave()
})
afterEach(() => world.close())

async function addItems() {
  const from = '2024-02-01'
  const { deductions, allowances, employees } = contract
  await primary.call(allowances.create, {
    body: { employee_id: id, name: 'House', amount: 10_000, type: 'house' },
  })
  await primary.call(deductions.create, {
    body: { employee_id: id, name: 'Loan', amount: 500, from, description: 'Signed at home' },
  })
  const file = `data:application/pdf;base64,${pdf.toString('base64')}`
  const reply = await primary.call(employees.addFile, {
    body: { employee_id: id, name: 'Contract of Nyambura', file, description: '' },
  })
  expect(reply.status).toBe(201)
  await askForALoan(world, organization, id)
  await leaveWithDues(world, organization, id)
  await proposeDetails(world, organization, id)
  await addedByTwo(world, organization, id)
}

async function addLeave() {
  const { leaveTypes, leaveRequests, leaveBalances } = contract
  const { body: types } = await primary.call(leaveTypes.list)
  const leave_type_id = types.find(({ name }) => name === 'Sick Leave')?.id ?? ''
  const asked = await primary.call(leaveRequests.create, {
    body: {
      ...{ employee_id: id, leave_type_id, reason: 'Operation at Plot 271' },
      ...{ start_date: '2026-03-02', end_date: '2026-03-03' },
      attachment: `data:application/pdf;base64,${pdf.toString('base64')}`,
    },
  })
  await primary.call(leaveRequests.approve, {
    params: { id: asked.body.id },
    body: { comments: 'Get well, Nyambura' },
  })
  const { body } = await primary.call(leaveBalances.ofEmployee, { params: { id } })
  await primary.call(leaveBalances.update, {
    params: { id: body.balances.find((one) => one.id)?.id ?? '' },
    body: { entitled_days: 20, reason: 'Agreed with Nyambura' },
  })
}

/** In place of the invitation, a login with this address that accepted it. */
async function signInAsThePerson() {
  await world.rows('delete from memberships where employee_id = $1', [id])
  await world.rows(`delete from users where email = 'nyambura@example.test'`)
  const { email } = await asEmployee(world, organization, id)
  const login = await world.signIn(email)
  await login.call(contract.auth.updateProfile, {
    body: { first_name: 'Nyambura', last_name: 'Githinji', phone: '0722718281', email },
  })
}

const leave = () => terminate(primary, id, '2026-03-05')

const erase = (employee = id, reason = 'The legal period is over') =>
  erasePerson(world.parts, { organization, employee, reason })
const verify = () =>
  verifyLog(world.parts.db, world.parts.secrets, {
    store: openAnchors(world.parts.config, world.parts.files),
  })
const anchor = () =>
  writeAnchor({ ...world.parts, store: openAnchors(world.parts.config, world.parts.files) })
const later = () => world.setTime('2032-01-01T06:00:00Z')

const everything = () => everyRow(world)
const storedFiles = () => filesOf(world)

/** Tables that point to a person; a new one belongs into export and erasure, or says why not. */
const known = {
  exported: `allowances arrears benefits byproducts card_mails casual_advances casual_deductions cost_splits
    detail_proposals devices employee_files employee_revenues final_claim_entries final_claims item_changes
    leave_approvals leave_balances leave_delegations leave_encashments leave_pay_days leave_patterns
    leave_person_terms leave_requests leaving_lines leavings loans loan_entries loan_guarantors memberships muster_marks notifications
    opening_pay payroll_exceptions payslip_mails payouts pension_members push_subscriptions recur_deductions recur_incomes payslips salaries
    second_factors sessions variable_pay`,
  'expires by itself': 'answers codes jobs leave_links leave_untold',
  'holds no more than the link':
    'address_changes checker_changes correction_lines identities leave_approvers leave_feeds off_cycle_amounts payer_changes payrolls recovery_codes remittance_feeds',
  'is about the platform': 'operator_news',
}

test('every table about people is known here', async () => {
  const rows = await world.rows(
    `select distinct table_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema = 'public' and column_name in ('employee_id', 'user_id', 'payslip_id',
       'casual_id')`,
  )
  const listed = Object.values(known).flatMap((names) => names.split(/\s+/))
  expect(rows.map(({ name }) => name).sort()).toEqual(listed.sort())
})

describe('everything about one person', () => {
  test('is taken out as one archive, and that is logged', async () => {
    await hearFromTheOperator(world, id)
    await world.rows(
      `insert into phone_numbers (digits, agreed_at) values ('722718281', app_now())`,
    )
    const archive = unzipSync(await exportPerson(world.parts, { organization, employee: id }))
    const told = JSON.parse(strFromU8(archive['person.json'] as Uint8Array))
    expect(told.employee[0]).toMatchObject({ id_number: '27182818', kin_name: 'Mumbi Githinji' })
    expect(told.salaries[0].amount).toBe('80000.00')
    expect(told.payslips[0]).toMatchObject({
      month: '2026-02',
      status: 'confirmed',
      gross: '90000.00',
    })
    expect(told.recur_deductions[0].description).toBe('Signed at home')
    expect(told.leave_requests[0].reason).toBe('Operation at Plot 271')
    expect(told.leave_entries).toHaveLength(4)
    expect(told.loans[0].purpose).toBe('School fees of the Githinji children')
    expect(told.loan_guarantors[0].rejection_reason).toBe('Nyambura is my cousin')
    expect(told.detail_changes[0].after).toEqual({ address: 'Plot 2718' })
    expect(told.mails).toContainEqual(expect.objectContaining({ recipient: '0722718281' }))
    expect(told.login[0]).not.toHaveProperty('password_hash')
    expect(told.login[0].last_login_at).toBe('2026-03-10T09:00:00.000Z')
    expect(told.log.length).toBeGreaterThan(6)
    expect(told.payment_orders).toMatchObject([
      { amount: '2500.00', phone: '0722718281', ordered_email: 'nyambura@example.test' },
    ])
    expect(told.mass_emails).toMatchObject([{ subject: 'News', state: 'sent' }])
    expect(told.unsubscribed).toHaveLength(1)
    expect(told.payment_prompts).toMatchObject([{ phone: '0722718281', state: 'created' }])
    expect(told.phone_numbers).toMatchObject([{ digits: '722718281', stopped_at: null }])
    const names = Object.keys(archive)
    expect(names.filter((name) => name.startsWith('employee/'))).toHaveLength(1)
    expect(names.filter((name) => name.startsWith('payslips/'))).toHaveLength(1)
    expect(JSON.stringify(told)).not.toContain('Otieno')
    const [entry] = await world.rows('select * from activity_log order by id desc limit 1')
    expect(entry).toMatchObject({ log_name: 'exports', subject_id: id })
  })
  test('is found by the employee number too, and not in another organisation', async () => {
    const [row] = await world.rows('select employee_no from employees where id = $1', [id])
    const archive = await exportPerson(world.parts, { organization, employee: row?.employee_no })
    expect(archive.length).toBeGreaterThan(100)
    const other = await world.addOrganization()
    const asked = exportPerson(world.parts, { organization: other, employee: id })
    await expect(asked).rejects.toThrow('There is no such employee')
  })
})

describe('nobody is erased', () => {
  test('while employed', async () => {
    await world.rows(`update employees set status = 'active' where id = $1`, [id])
    later()
    await expect(erase()).rejects.toThrow('still employed')
  })
  test('before five years after the year of the last pay are over', async () => {
    world.setTime('2031-12-31T20:59:00Z')
    await expect(erase()).rejects.toThrow('requires these records to be kept until 2031-12-31')
    world.setTime('2031-12-31T21:00:00Z')
    await expect(erase()).resolves.toMatchObject({ files: 4 })
  })
  test('without a reason, in an open payroll, with unpaid commission, or still at work', async () => {
    later()
    await expect(erase(id, ' ')).rejects.toThrow('Please give a reason')
    await world.rows(`update memberships set role = 'finance' where employee_id = $1`, [id])
    await expect(erase()).rejects.toThrow('still works in the application')
    await world.rows(
      `insert into loans (organization_id, employee_id, product_id, code, product, owed_to,
         guarantors_needed, amount, term_months, rate, processing_fee, insurance_fee, interest,
         total, monthly, max_amount, max_working, purpose, terms)
       select organization_id, employee_id, product_id, code, product, owed_to, guarantors_needed,
         amount, term_months, rate, 0, 0, 0, total, monthly, max_amount, '', '', '' from loans`,
    )
    await expect(erase()).rejects.toThrow('a loan that is not repaid')
    await world.rows(
      `insert into employee_revenues (organization_id, employee_id, period, amount)
       values ($1, $2, '2026-02', 100)`,
      [organization, id],
    )
    await expect(erase()).rejects.toThrow('commission that was not paid')
    await runMonth(primary, 'March', 2026, false).catch(() => {})
    await world.rows(`update employees set employment_date = '2020-01-01' where id = $1`, [id])
    await world.rows(
      `insert into payrolls (organization_id, code, month, run_by) values ($1, 'X', '2020-03', 'x')`,
      [organization],
    )
    await world.rows(
      `insert into payslips (organization_id, payroll_id, employee_id, month)
       select $1, id, $2, '2020-03' from payrolls where code = 'X'`,
      [organization, id],
    )
    await expect(erase()).rejects.toThrow('payroll that is not confirmed')
  })
  test('by a statement of either login', async () => {
    later()
    const door = 'select erase_person($1, $2, $3, $4)'
    const asApp = world.parts.db.inOrg({ organization_id: organization }, (tx) =>
      tx.$client.query(door, [organization, id, 'because', {}]),
    )
    await expect(asApp).rejects.toThrow(/permission denied/)
    const asPlatform = world.rows(door, [organization, id, 'because I can', {}])
    await expect(asPlatform).rejects.toThrow(/changed at this moment/)
    await expect(world.rows('set role mshahara_eraser')).rejects.toThrow(/permission denied/)
    const quietly = world.rows(`update payslips set person = '{}' where id = $1`, [payslip])
    await expect(quietly).rejects.toThrow(/payslip is confirmed/)
    const log = world.rows(`update activity_log set properties = '{}'`)
    await expect(log).rejects.toThrow(/permission denied/)
  })
})

describe('an erased person', () => {
  const sums = () =>
    world.rows(
      `select month, department_id, sum(gross) as gross, sum(net) as net, sum(paye) as paye,
         count(*) as people from payslips group by 1, 2 order by 1, 2`,
    )

  test('has left no trace but figures, and the log is still proven', async () => {
    await anchor()
    const before = await sums()
    const [run] = await world.rows(
      `select properties -> 'new' ->> 'digest' as digest from activity_log
       where properties -> 'new' ? 'payslips'`,
    )
    expect((await everything()).filter((row) => traces.test(row)).length).toBeGreaterThan(10)
    later()
    // News that approvers got about the person have served their time long before.
    await world.work(housekeeping)
    const done = await erase()
    expect(done.entries).toBeGreaterThan(6)
    expect((await everything()).filter((row) => traces.test(row))).toEqual([])
    expect(await storedFiles()).toEqual([])
    expect(await world.rows('select ordered_name, phone, amount from payment_orders')).toEqual([
      { ordered_name: 'Erased person', phone: null, amount: '2500.00' },
    ])
    expect(await sums()).toEqual(before)
    await anchor()
    const found = await verify()
    expect(found.faults).toEqual([])
    expect(found.notes).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The words of ${done.entries} entries about one person were erased on 2032-01-01`,
        ),
      ),
    ])
    expect(await digestOfRun()).toBe(run?.digest)
  })

  /** As it was recorded at the confirmation, with what the erasure says of the changed ones. */
  async function digestOfRun() {
    const [row] = await world.rows(
      `select encode(sha256(convert_to(string_agg(coalesce((
           select l.properties -> 'new' -> 'payslips_before' ->> s.id::text from activity_log l
           where l.properties -> 'new' ? 'erasure'), payslip_digest(s)), '' order by s.id),
         'UTF8')), 'hex') as digest from payslips s where s.payroll_id = $1`,
      [payroll],
    )
    return row?.digest
  }

  test('is no recipient of letters any more, and nobody else is touched', async () => {
    const email = await hearFromTheOperator(world, id)
    later()
    await erase()
    const rows = await world.rows('select email, state from mass_email_recipients order by email')
    expect(rows).toEqual([
      { email: expect.stringMatching(/^erased-.*@erased\.invalid$/), state: 'sent' },
      { email: 'other@example.test', state: 'sent' },
    ])
    expect((await everything()).filter((row) => row.includes(email))).toEqual([])
  })

  test('is shown as such, and the record takes no change', async () => {
    later()
    await erase()
    const back = await world.signIn(primary.email)
    const shown = await back.call(contract.employees.get, { params: { id } })
    expect(shown.body).toMatchObject({ first_name: 'Erased', last_name: 'person', phone: null })
    expect(shown.body.employee_no).toMatch(/^ERASED-\d+$/)
    const slip = await back.call(contract.payslips.get, { params: { id: payslip } })
    expect(slip.status).toBe(200)
    const printed = await back.call(contract.payslips.generate, { params: { id: payslip } })
    expect(printed.status).toBe(200)
    expect((await exportRun(back, payroll, 'all', 'csv')).status).toBe(200)
    const changed = await back.call(contract.employees.status, {
      params: { id },
      body: { status: 'active' },
    })
    expect(changed.status).toBe(422)
    expect(changed.body.message).toMatch(/has been erased/)
    expect((await verify()).faults).toEqual([])
  })

  test('is erased once; files left behind by a cut-off go at the second try', async () => {
    later()
    const stored = await storedFiles()
    const put = world.parts.files.write
    await erase()
    for (const key of stored.slice(1)) await put(key, pdf)
    await expect(erase()).resolves.toMatchObject({ files: stored.length })
    expect(await storedFiles()).toEqual([])
    const [count] = await world.rows(
      `select count(*) as n from activity_log where properties -> 'new' ? 'erasure'`,
    )
    expect(count?.n).toBe(1)
  })

  test('keeps a login that another organisation needs', async () => {
    const other = await world.addOrganization()
    const [member] = await world.rows('select user_id from memberships where employee_id = $1', [
      id,
    ])
    await world.rows(
      `insert into memberships (organization_id, user_id, role) values ($1, $2, 'user')`,
      [other, member?.user_id],
    )
    later()
    await erase()
    const [login] = await world.rows('select first_name from users where id = $1', [
      member?.user_id,
    ])
    expect(login?.first_name).toBe('Nyambura')
    const left = await world.rows('select organization_id from memberships where user_id = $1', [
      member?.user_id,
    ])
    expect(left).toEqual([{ organization_id: other }])
    expect((await verify()).faults).toEqual([])
  })
})
