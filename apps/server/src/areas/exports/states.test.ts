// @tests story
import { contract } from '@mshahara/contract'
import { deductionTypes, exportTypes } from '@mshahara/contract/exports'
import { beforeAll, describe, expect, test } from 'vitest'
import { ctxOf } from '../../foundation/jobs/jobs.ts'
import { bytesOf, employStaff, exportRun, fetchFile, sheetsOf } from '../../test/exported.ts'
import { runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { exportJob } from './make.ts'
import { newFile } from './write.ts'

/** Files belong to a state of the run they were made of (B25). */

const { exports, payrolls } = contract

const world = await openWorld()
let home: string
let primary: Caller & { id: string }

beforeAll(async () => {
  world.setTime('2026-08-10T09:00:00Z')
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
  await employStaff(primary)
})

const listed = async (id: string, withdrawn?: '1', by: Caller = primary) =>
  (await by.call(exports.byproducts, { params: { id }, query: { withdrawn } })).body
const reach = async (address: string, by: Caller = primary) => {
  const { statusCode, body } = await fetchFile(world, by, address)
  return statusCode === 200 ? 200 : { statusCode, message: JSON.parse(body).message as string }
}
const gone = {
  statusCode: 410,
  message:
    'This file was withdrawn: the payroll has changed since it was made. Please make it again.',
}

describe('of a draft', () => {
  test('there is neither a bank file nor a return, and the database agrees', async () => {
    const draft = await runMonth(primary, 'January', 2026, false)
    for (const type of exportTypes.filter((one) => one !== 'all')) {
      const { status, body } = await exportRun(primary, draft.id, type, 'csv')
      expect({ type, status, message: body.message }).toEqual({
        type,
        status: 422,
        message:
          'Bank files and returns can only be made from confirmed payrolls. Please confirm it first.',
      })
    }
    const insert = `insert into byproducts (organization_id, payroll_id, type, extension, name,
      known_as, file, bytes, sha256, made_by, state)
      values ($1, $2, $3, 'csv', 'x', 'x', 'x.csv', 1, 'x', 'x', 'confirmed') returning state`
    await expect(world.rows(insert, [home, draft.id, 'bank'])).rejects.toThrow('payroll is draft')
    // Whatever is claimed, the state is the run's own.
    expect(await world.rows(insert, [home, draft.id, 'all'])).toEqual([{ state: 'draft' }])
    await primary.call(payrolls.remove, { params: { id: draft.id } })
  })

  const ways: [string, (id: string) => Promise<unknown>][] = [
    ['recalculation', (id) => primary.call(payrolls.recalculate, { params: { id } })],
    ['one payslip worked out again', (id) => one(id, payrolls.recalculatePayslip)],
    ['one payslip taken out', (id) => one(id, payrolls.removePayslip)],
    ['deletion', (id) => primary.call(payrolls.remove, { params: { id } })],
    ['confirmation', (id) => primary.call(payrolls.confirm, { params: { id } })],
  ]
  const one = async (
    id: string,
    call: typeof payrolls.removePayslip | typeof payrolls.recalculatePayslip,
  ) => {
    const { body } = await primary.call(payrolls.get, { params: { id } })
    return primary.call(call, { params: { id: body.payslips[0]?.id ?? '' } })
  }

  test.each(ways)('a file says so, and is withdrawn at %s', async (way, act) => {
    const draft = await runMonth(primary, 'March', 2026, false)
    const csv = (await exportRun(primary, draft.id, 'all', 'csv')).body
    const xlsx = (await exportRun(primary, draft.id, 'all', 'xlsx')).body
    expect([csv.file?.name, xlsx.file?.name]).toEqual([
      'DRAFT-Payroll-2026-03.csv',
      'DRAFT-Payroll-2026-03.xlsx',
    ])
    const warning = 'DRAFT: this payroll is not confirmed yet. Its figures may change.'
    const text = (await bytesOf(world, primary, csv)).toString('utf8')
    expect(text.split('\r\n')[0]).toBe(`\ufeff${warning}`)
    const book = sheetsOf(await bytesOf(world, primary, xlsx))
    expect(book.Sheets[book.SheetNames[0] ?? '']?.A1).toMatchObject({ v: warning })
    expect(csv.file).toMatchObject({ state: 'draft', total: draft.totals.net, withdrawn_at: null })
    expect(await listed(draft.id)).toEqual([xlsx.file, csv.file])
    expect(await reach(`/storage/byproducts/all-${draft.id}.csv`)).toBe(200)

    await act(draft.id)
    expect(await reach(csv.file?.address ?? '')).toEqual(gone)
    expect(await reach(xlsx.file?.address ?? '')).toEqual(gone)
    expect(await reach(`/storage/byproducts/all-${draft.id}.csv`)).toEqual(gone)
    if (way === 'deletion') return
    expect(await listed(draft.id)).toEqual([])
    const kept = await listed(draft.id, '1')
    expect(kept.map(({ id, withdrawn_at }) => [id, withdrawn_at])).toEqual([
      [xlsx.file?.id, '2026-08-10T09:00:00.000Z'],
      [csv.file?.id, '2026-08-10T09:00:00.000Z'],
    ])
    if (way !== 'confirmation') {
      await primary.call(payrolls.remove, { params: { id: draft.id } })
      return
    }
    const anew = (await exportRun(primary, draft.id, 'all', 'csv')).body
    expect(anew.file).toMatchObject({ state: 'confirmed', name: 'Payroll-2026-03.csv' })
    expect(await reach(`/storage/byproducts/all-${draft.id}.csv`)).toBe(200)
  })
})

test('an export that began before the run was confirmed does not end on offer', async () => {
  const draft = await runMonth(primary, 'April', 2026, false)
  const [{ id }] = await world.rows(
    `insert into jobs (organization_id, user_id, name, state)
     values ($1, $2, 'exports.make', 'running') returning id`,
    [home, primary.id],
  )
  const acting = { organization_id: home, user_id: primary.id, actor: 'Amani Njoroge' }
  const { files } = world.parts
  const file = newFile('csv')
  // The cells are read, the file is about to be stored: now somebody confirms.
  const slow = {
    ...files,
    async write(key: string, bytes: Uint8Array) {
      const confirmed = await primary.call(payrolls.confirm, { params: { id: draft.id } })
      expect(confirmed.status).toBe(200)
      await files.write(key, bytes)
    },
  }
  const job = { ...ctxOf(world.parts, acting, id), files: slow, retry: 0, progress: async () => {} }
  const asked = { filter: {}, type: 'all', extension: 'csv' }
  const data = { payroll_id: draft.id, asked, file, message: '', link: '' }
  await expect(exportJob.work(job, data as never)).rejects.toThrow(
    'This payroll changed while the file was being made. Please make it again.',
  )
  expect(await listed(draft.id, '1')).toEqual([])
  expect(await reach(`/storage/byproducts/${file}`)).toMatchObject({ statusCode: 404 })
})

test('of a run that is reversed every file is withdrawn, tax cards of the year too', async () => {
  const run = await runMonth(primary, 'May', 2026)
  const made = [(await exportRun(primary, run.id, 'all', 'xlsx')).body]
  for (const type of ['bank', ...deductionTypes] as const) {
    made.push((await exportRun(primary, run.id, type, 'csv')).body)
  }
  made.push((await primary.call(exports.p9, { body: { employee_id: '', year: 2026 } })).body)
  const earlier = await primary.call(exports.p9, { body: { employee_id: '', year: 2026 } })
  expect(earlier.status).toBe(200)
  for (const { file } of made) expect(await reach(file?.address ?? '')).toBe(200)

  const body = { reason: 'Wrong month' }
  const reverse = () => primary.call(payrolls.reverse, { params: { id: run.id }, body })
  // What may be at the bank pays people: first somebody says that it was not used.
  expect((await reverse()).status).toBe(422)
  const bank = made[1]?.file
  await primary.call(exports.notUsed, { params: { id: bank?.id ?? '' } })
  expect((await reverse()).status).toBe(200)
  for (const { file } of made.filter(({ file }) => file?.id !== bank?.id)) {
    expect(await reach(file?.address ?? '')).toEqual(gone)
  }
  expect(await reach(`/storage/byproducts/bank-${run.id}.csv`)).toMatchObject({ statusCode: 410 })
  expect(await listed(run.id)).toEqual([])
  expect(await listed(run.id, '1')).toHaveLength(deductionTypes.length + 2)
  const [{ count }] = await world.rows(
    `select count(*)::int as count from activity_log where organization_id = $1
       and log_name = 'exports' and event = 'updated' and subject_id = $2`,
    [home, made[0]?.file?.id],
  )
  expect(count).toBe(1)
  const anew = (await exportRun(primary, run.id, 'all', 'csv')).body
  expect(anew.file).toMatchObject({ state: 'reversed', name: 'REVERSED-Payroll-2026-05.csv' })
  const text = (await bytesOf(world, primary, anew)).toString('utf8')
  expect(text).toMatch(/^\ufeffREVERSED: this payroll is no longer valid\.\r\n/)
})

test('bank files are for whoever may approve payrolls', async () => {
  const run = await runMonth(primary, 'June', 2026)
  const { body: bank } = await exportRun(primary, run.id, 'equity-bank', 'csv')
  const { body: paye } = await exportRun(primary, run.id, 'SEC_B', 'csv')
  const admin = await world.as('admin', home)
  const refused = await exportRun(admin, run.id, 'bank', 'xlsx')
  expect(refused.status).toBe(403)
  expect(refused.body.message).toBe('Only people who may approve payrolls can make bank files.')
  expect((await exportRun(admin, run.id, 'SEC_B', 'csv')).status).toBe(200)
  expect((await listed(run.id, undefined, admin)).map(({ type }) => type)).toEqual([
    'SEC_B',
    'SEC_B',
  ])
  expect(await reach(paye.file?.address ?? '', admin)).toBe(200)
  expect(await reach(bank.file?.address ?? '', admin)).toMatchObject({ statusCode: 403 })
  const approving = await world.as('admin', home, ['approve payrolls'])
  expect((await exportRun(approving, run.id, 'bank', 'xlsx')).status).toBe(200)
  expect(await reach(bank.file?.address ?? '', approving)).toBe(200)
  // Approving alone does not open what is exported.
  const user = await world.as('user', home, ['approve payrolls'])
  expect(await reach(bank.file?.address ?? '', user)).toMatchObject({ statusCode: 403 })
})

test('files of a second run of the month are not taken for those of the first', async () => {
  const first = await runMonth(primary, 'July', 2026)
  const names = async (id: string) => (await exportRun(primary, id, 'SEC_B', 'csv')).body.file?.name
  expect(await names(first.id)).toBe('P10-2026-07.csv')
  await primary.call(contract.employees.create, {
    body: {
      first_name: 'Late',
      last_name: 'Comer',
      id_number: '39990001',
      salary: 40_000,
      employment_date: '2026-07-01',
    },
  })
  const second = await runMonth(primary, 'July', 2026)
  expect(await names(second.id)).toBe(`P10-2026-07-${second.code}.csv`)
  expect(await names(first.id)).toBe(`P10-2026-07-${first.code}.csv`)
})
