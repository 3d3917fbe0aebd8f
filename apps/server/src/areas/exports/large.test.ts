// @tests story
import { contract } from '@mshahara/contract'
import { type ExportAnswer, exportAnswer } from '@mshahara/contract/exports'
import { beforeAll, expect, test, vi } from 'vitest'
import { addStaff } from '../../demo/staff.ts'
import { bytesOf, exportRun, fetchFile, sheetsOf } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** More people than a request waits for: the file is made in the background. */

const people = 350
const world = await openWorld({ workers: true })
let primary: Caller & { id: string }
let payroll: string
let inRun: number
const waiting = { timeout: 60_000, interval: 250 }

beforeAll(async () => {
  const home = await world.addOrganization()
  primary = await world.as('primary', home)
  const { db, secrets } = world.parts
  const adding = { organization_id: home, today: '2026-03-10', secrets }
  await db.inOrg({ organization_id: home }, (tx) => addStaff(tx, adding, people))
  payroll = await run()
})

async function run(): Promise<string> {
  const body = { month: 'February', year: 2026 } as const
  const made = await primary.call(contract.payrolls.create, { body })
  const { id } = made.body
  await vi.waitFor(async () => {
    const [job] = await world.rows('select state, error from jobs')
    expect(job).toMatchObject({ state: 'done' })
  }, waiting)
  inRun = made.body.count
  expect((await primary.call(contract.payrolls.confirm, { params: { id } })).status).toBe(200)
  // Nobody can be paid to an account.
  await world.rows('update employees set account_no = null')
  return id
}

async function finished(id: string): Promise<ExportAnswer> {
  return vi.waitFor(async () => {
    const { body } = await primary.call(contract.settings.job, { params: { id } })
    expect(body.error).toBeNull()
    expect(body).toMatchObject({ state: 'done', done: inRun, total: inRun })
    return body.result as ExportAnswer
  }, waiting)
}

test('a large run is exported by a job whose result is the answer', async () => {
  const { status, body } = await exportRun(primary, payroll, 'all', 'xlsx')
  expect(status).toBe(200)
  expect(body).toMatchObject({ message: 'The export has started.', file: null, rows: 0 })
  const answer = await finished(body.job_id as string)
  const { body: run } = await primary.call(contract.payrolls.get, { params: { id: payroll } })
  expect(answer).toMatchObject({
    message: 'Payroll successfully exported',
    rows: inRun,
    total: run.totals.net,
    file: { name: 'Payroll-2026-02.xlsx', state: 'confirmed', made_by: 'Amani Njoroge' },
  })
  expect(Object.keys(answer).sort()).toEqual(Object.keys(exportAnswer.shape).sort())
  const book = sheetsOf(await bytesOf(world, primary, answer))
  expect(book.Sheets[book.SheetNames[0] ?? '']?.['!ref']).toMatch(new RegExp(`${inRun + 2}$`))
  // Quick enough not to be told.
  const told = await world.rows('select title from notifications where title = $1', [
    answer.message,
  ])
  expect(told).toEqual([])
})

test('a job that had put its file on record only finds that all is done', async () => {
  const { body } = await exportRun(primary, payroll, 'nssf', 'csv')
  const answer = await finished(body.job_id as string)
  await world.rows(`update jobs set state = 'running' where id = $1`, [body.job_id])
  await world.rows(
    `update pgboss.job set state = 'retry', start_after = now(), retry_count = 1,
       completed_on = null where name = 'exports.make' and data ->> 'job_id' = $1`,
    [body.job_id],
  )
  expect(await finished(body.job_id as string)).toEqual(answer)
  const rows = await world.rows(`select file from byproducts where type = 'nssf'`)
  expect(rows).toHaveLength(1)
  expect((await fetchFile(world, primary, answer.file?.address ?? '')).statusCode).toBe(200)
})

test('what cannot be made is told by the job in words', async () => {
  const { body } = await exportRun(primary, payroll, 'bank', 'csv')
  await vi.waitFor(async () => {
    const params = { id: body.job_id as string }
    const job = await primary.call(contract.settings.job, { params })
    expect(job.body).toMatchObject({
      state: 'failed',
      error: 'Nobody in this payroll can be paid to a bank account.',
    })
  }, waiting)
})

test('whoever does not look on hears of the end, and where to find it', async () => {
  const small = await world.addOrganization()
  const owner = await world.as('primary', small)
  await employ(owner, { salary: 30_000 })
  const { id } = await runMonth(owner, 'February', 2026)
  const { p9 } = contract.exports
  const cards = { employee_id: '', year: 2026, extension: 'pdf' } as const
  expect((await owner.call(p9, { body: cards })).body.job_id).toBeTruthy()
  const file = { body: { extension: 'zip' }, params: { id } } as const
  await owner.call(contract.exports.payslips, file)
  // Nobody in it has an account: what cannot be made is news too.
  await exportRun(primary, payroll, 'kcb-bank', 'csv')
  const heard = async (by: Caller) =>
    (await by.call(contract.notifications.list)).body.data.map(({ title, text, link }) => ({
      title,
      text,
      link,
    }))
  const text = 'The file is ready.'
  const ready = [
    { title: 'P9 successfully exported', text, link: '/employees' },
    { title: 'Payslips successfully exported', text, link: `/payroll/${id}` },
  ]
  const failed = {
    title: 'A file was not made',
    text: 'It could not be finished. Please try again.',
    link: `/payroll/${payroll}`,
  }
  await vi.waitFor(async () => {
    expect(await heard(owner)).toEqual(expect.arrayContaining(ready))
    expect(await heard(primary)).toContainEqual(failed)
  }, waiting)
})
