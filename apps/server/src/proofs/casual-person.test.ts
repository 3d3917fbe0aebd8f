// @tests story
import { contract } from '@mshahara/contract'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { openAnchors, verifyLog } from '../areas/logs/index.ts'
import { erasePerson } from '../commands/person-erase.ts'
import { exportPerson } from '../commands/person-export.ts'
import { addCasual, confirmCasuals, draftCasuals, rolled } from '../test/casuals.ts'
import { actsOf, openPayday, openPayer, type Payer } from '../test/payday.ts'
import { everyRow, filesOf } from '../test/person-traces.ts'

/** Somebody paid by the day: everything about them, taken out and, in time, made anonymous. */

const payday = await openPayday({ workers: false })
const { work, alone } = actsOf(payday)
const { casuals, casualAdvances, casualDeductions, casualPayrolls, casualTerms, payouts } = contract

const person = {
  first_name: 'Nyambura',
  middle_name: 'Wairimu',
  last_name: 'Githinji',
  id_number: '27182818',
  phone: '0722718281',
  gender: 'Female',
  dob: '1991-04-12',
  address: 'Plot 271, Kiambu Road',
  pin_no: 'A009876543B',
  nssf_no: '2718281828',
  nhif_no: 'CR2718281',
} as const
/** Nothing of this may be left anywhere afterwards. */
const traces = new RegExp(
  'Nyambura|Wairimu|Githinji|27182818|722718281|Plot 271|A009876543B|CR2718281|1991-04-12|' +
    'Signed at home',
  'i',
)
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let payer: Payer
let id: string
let number: string
let other: string
let run: Awaited<ReturnType<typeof confirmCasuals>>

beforeAll(async () => {
  payer = await openPayer(payday)
  await alone(payer)
  const { primary, finance } = payer
  const added = await addCasual(primary, person)
  id = added.id
  number = added.casual_no
  other = (await addCasual(primary, { first_name: 'Otieno', last_name: 'Okello' })).id
  const description = 'Signed at home'
  const days = { from: '2026-01-05', to: '2026-01-11' }
  await primary.call(casualAdvances.create, {
    body: { casual_id: id, name: 'Lunch', amount: 100, description },
  })
  await primary.call(casualDeductions.create, {
    body: { casual_id: id, name: 'Boots', amount: 20, description, ...days },
  })
  await primary.call(casuals.avatar, { body: { casual_id: id, file: png } })
  await rolled(primary, days.from, { [id]: 'FFFHA', [other]: 'FFFFF' })
  await primary.call(casualTerms.change, {
    body: { statutory: true, overtime_factor: 1.5, day_hours: 8 },
  })
  run = await confirmCasuals(primary, days.from, days.to)
  await finance.call(payouts.makeCasuals, { params: { id: run.id } })
  await work()
  await primary.call(contract.exports.p9, { body: { casual_id: id, year: 2026 } })
  // In a second payroll, and taken out of it again: the log tells whom.
  await rolled(primary, '2026-01-12', { [id]: 'F', [other]: 'F' })
  const draft = await draftCasuals(primary, '2026-01-12', '2026-01-18')
  const { body } = await primary.call(casualPayrolls.get, { params: { id: draft.id } })
  const slip = body.payslips.find(({ casual }) => casual.id === id)?.id ?? ''
  await primary.call(casualPayrolls.removePayslip, { params: { id: slip } })
})

const ask = (employee = id) => ({ organization: payer.organization_id, employee })
const erase = (reason = 'The legal period is over') =>
  erasePerson(payday.parts, { ...ask(), reason })
const verify = () =>
  verifyLog(payday.parts.db, payday.parts.secrets, {
    store: openAnchors(payday.parts.config, payday.parts.files),
  })
const digests = () =>
  payday.rows(
    `select s.id, payslip_digest(s) as digest, s.gross, s.net from payslips s where casual_id is not null order by s.id`,
  )

test('everything is taken out as one archive, by id or by number', async () => {
  const archive = unzipSync(await exportPerson(payday.parts, ask()))
  const told = JSON.parse(strFromU8(archive['person.json'] as Uint8Array))
  expect(told.casual[0]).toMatchObject({ id_number: '27182818', address: 'Plot 271, Kiambu Road' })
  expect(told.casual_advances[0].description).toBe('Signed at home')
  expect(told.casual_deductions[0].description).toBe('Signed at home')
  expect(told.muster_marks).toHaveLength(6)
  expect(told.casual_payslips).toMatchObject([{ payroll: run.code, status: 'confirmed' }])
  expect(told.casual_payslips[0].person).toMatchObject({ phone: '0722718281' })
  expect(told.payouts).toHaveLength(1)
  expect(told.payout_attempts[0].account).toBe('254722718281')
  expect(told.log.length).toBeGreaterThan(3)
  const folders = Object.keys(archive).map((name) => name.split('/')[0])
  expect(folders.sort()).toEqual(['byproducts', 'casual', 'person.json'])
  expect(JSON.stringify(told)).not.toContain('Otieno')
  const [entry] = await payday.rows('select * from activity_log order by id desc limit 1')
  expect(entry).toMatchObject({ log_name: 'exports', subject_id: id })
  expect((await exportPerson(payday.parts, ask(number.toLowerCase()))).length).toBeGreaterThan(100)
  const abroad = { organization: await payday.addOrganization(), employee: id }
  await expect(exportPerson(payday.parts, abroad)).rejects.toThrow('There is no such employee')
})

test('nobody is erased while they work, in an open payroll, or before their time', async () => {
  await expect(erase()).rejects.toThrow('still employed')
  await payer.primary.call(casuals.status, {
    params: { id },
    body: { status: 'terminated', termination_date: '2026-01-31' },
  })
  await expect(erase()).rejects.toThrow('requires these records to be kept until 2031-12-31')
  const { id: draft } = await draftCasuals(payer.primary, '2026-01-19', '2026-01-25')
  payday.setTime('2032-01-01T06:00:00Z')
  await expect(erase(' ')).rejects.toThrow('Please give a reason')
  await expect(erase()).rejects.toThrow('payroll that is not confirmed')
  await payday.rows('delete from payslips where payroll_id = $1', [draft])
  const quietly = payday.rows(`update payslips set person = '{}' where frozen`)
  await expect(quietly).rejects.toThrow(/payslip is confirmed/)
})

test('an erased casual has left no trace but figures, and the log is still proven', async () => {
  const before = await digests()
  const found = async () => (await everyRow(payday)).filter((row) => traces.test(row))
  expect((await found()).length).toBeGreaterThan(8)
  const done = await erase()
  expect(done.files).toBe(2)
  expect(await found()).toEqual([])
  expect(await filesOf(payday)).toEqual([])
  const after = await digests()
  expect(after.map(({ gross, net }) => [gross, net])).toEqual(
    before.map(({ gross, net }) => [gross, net]),
  )
  const [entry] = await payday.rows(
    `select properties -> 'new' -> 'payslips_before' as kept from activity_log
     where properties -> 'new' ? 'erasure'`,
  )
  const changed = before.filter(({ digest }, index) => digest !== after[index]?.digest)
  expect(entry?.kept).toEqual(Object.fromEntries(changed.map((one) => [one.id, one.digest])))
  expect((await verify()).faults).toEqual([])
  const untouched = await payday.rows('select first_name, phone from casuals where id = $1', [
    other,
  ])
  expect(untouched).toMatchObject([{ first_name: 'Otieno', phone: expect.stringMatching(/^07/) }])
})

test('the record is shown as such, and takes no change; a second try erases nothing', async () => {
  const [login] = await payday.rows('select email from users u where id = $1', [payer.primary.id])
  const back = await payday.signIn(login?.email)
  const shown = await back.call(casuals.get, { params: { id } })
  expect(shown.body).toMatchObject({ first_name: 'Erased', last_name: 'person', phone: '' })
  expect(shown.body.casual_no).toMatch(/^ERASED-\d+$/)
  const slip = run.payslips.find(({ casual }) => casual.id === id)?.id ?? ''
  expect((await back.call(casualPayrolls.payslip, { params: { id: slip } })).status).toBe(200)
  expect((await back.call(casualPayrolls.get, { params: { id: run.id } })).status).toBe(200)
  const changed = await back.call(casuals.status, { params: { id }, body: { status: 'active' } })
  expect(changed.status).toBe(422)
  expect(changed.body.message).toMatch(/has been erased/)
  await expect(erase()).resolves.toMatchObject({ files: 2 })
  const erasures = `select from activity_log where properties -> 'new' ? 'erasure'`
  expect(await payday.rows(erasures)).toHaveLength(1)
})
