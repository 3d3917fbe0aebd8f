// @tests story
import { createHash } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { exportTypes } from '@mshahara/contract/exports'
import type { Payroll } from '@mshahara/contract/payroll'
import { beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, employStaff, exportRun, fetchFile } from '../../test/exported.ts'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

const { exports, payrolls, departments, employees } = contract

const world = await openWorld()
let home: string
let primary: Caller & { id: string }
let ids: string[]
let run: Payroll

beforeAll(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
  ids = await employStaff(primary)
  run = await runMonth(primary, 'February', 2026)
})

const make = (type: 'all' | 'bank', extension: 'xlsx' | 'csv' = 'csv', by: Caller = primary) =>
  exportRun(by, run.id, type, extension)

describe('exporting a run', () => {
  test('is refused without the permission, for another organisation, and for nonsense', async () => {
    for (const role of ['user', 'employee'] as const) {
      expect((await make('all', 'csv', await world.as(role, home))).status).toBe(403)
    }
    const stranger = await world.as('primary', await world.addOrganization())
    expect((await make('all', 'csv', stranger)).status).toBe(404)
    const { status, body } = await exportRun(primary, run.id, 'payslips' as 'all', 'pdf' as 'csv')
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      type: ['Please choose an export type.'],
      extension: ['Please choose a format.'],
    })
  })

  test('waits until the figures are there', async () => {
    const draft = await runMonth(primary, 'January', 2026, false)
    expect((await exportRun(primary, draft.id, 'all', 'csv')).status).toBe(200)
    await world.rows(
      `with job as (insert into jobs (organization_id, user_id, name)
         select organization_id, user_id, 'payroll.calculate' from payrolls where id = $1
         returning id)
       update payrolls set calculated_at = null, job_id = (select id from job) where id = $1`,
      [draft.id],
    )
    const { status, body } = await exportRun(primary, draft.id, 'all', 'csv')
    expect(status).toBe(422)
    expect(body.message).toBe('The figures of this payroll are still being worked out.')
    await world.rows('update payrolls set calculated_at = now() where id = $1', [draft.id])
  })

  test('that was reversed gives its figures, but nothing to declare or to pay', async () => {
    const march = await runMonth(primary, 'March', 2026)
    await primary.call(payrolls.reverse, { params: { id: march.id }, body: { reason: 'Wrong' } })
    for (const type of exportTypes) {
      const { status } = await exportRun(primary, march.id, type, 'csv')
      expect(status).toBe(type === 'all' ? 200 : 422)
    }
  })

  test('follows the filter', async () => {
    const { body: sales } = await primary.call(departments.create, { body: { name: 'Sales' } })
    const change = { department_id: sales.id }
    await primary.call(employees.update, { params: { id: ids[0] as string }, body: change })
    const later = await runMonth(primary, 'April', 2026, false)
    const ask = (department_id: string) =>
      primary.call(exports.make, {
        params: { id: later.id },
        body: { type: 'all', extension: 'csv', filter: { department_id } },
      })
    const { body } = await ask(sales.id)
    expect(body).toMatchObject({ rows: 1 })
    const text = (await bytesOf(world, primary, body)).toString('utf8')
    expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      '\ufeffDRAFT: this payroll is not confirmed yet. Its figures may change.',
      'Employee Code',
      'TC-0001',
      'Total:',
      '',
    ])
    expect((await ask(ids[0] as string)).body.message).toBe(
      'There is no payslip to export with this filter.',
    )
    expect((await ask('')).body.rows).toBe(5)
  })

  test('to a bank names everybody who is left out, and nothing is lost on the way', async () => {
    const { body } = await make('bank')
    expect(body.notes).toEqual([
      {
        title: 'No bank or branch code: the bank may refuse the row.',
        left_out: false,
        count: 2,
        amount: 431_111.4,
        people: [
          { employee_no: 'TC-0002', name: '=1+1 @SUM(A1:A9)', amount: 320_111.4 },
          { employee_no: 'TC-0004', name: 'Baraka Kiptoo', amount: 111_000 },
        ],
      },
      {
        title: 'No bank account',
        left_out: true,
        count: 1,
        amount: 25_688.9,
        people: [{ employee_no: 'TC-0005', name: 'Zawadi Hassan', amount: 25_688.9 }],
      },
    ])
    expect(Math.round((body.total + 25_688.9) * 100)).toBe(Math.round(run.totals.net * 100))
  })

  test('to a bank says what the organisation itself lacks', async () => {
    const warned = async (type: 'kcb-bank' | 'bank') =>
      (await exportRun(primary, run.id, type, 'csv')).body.warnings.filter((sentence) =>
        sentence.startsWith('Your organisation'),
      )
    const rest = 'empty in this file, and the bank may refuse it. Add'
    const branch = 'bank branch with a code'
    expect(await warned('kcb-bank')).toEqual([
      `Your organisation has no ${branch} on record: Your Branch/Originator SORT Code is ${rest} ` +
        'it under Organization Info, then make the file again.',
    ])
    // What is told to add is all that is missing: the next file is not refused once more.
    await world.rows('update organizations set account_no = null where id = $1', [home])
    expect(await warned('kcb-bank')).toEqual([
      `Your organisation has no account number and no ${branch} on record: Debit/From Account and ` +
        `Your Branch/Originator SORT Code are ${rest} them under Organization Info, then make ` +
        'the file again.',
    ])
    // Without a column for it nothing is missing.
    expect(await warned('bank')).toEqual([])
  })

  test('to a bank is remembered, for whoever may make one', async () => {
    const owner = await world.as('primary', await world.addOrganization())
    const unused = await owner.call(exports.bankFileFormat)
    expect(unused.body).toEqual({ type: 'bank', extension: 'csv', used: false })
    await exportRun(primary, run.id, 'kcb-bank', 'xlsx')
    const { body } = await primary.call(exports.bankFileFormat)
    expect(body).toEqual({ type: 'kcb-bank', extension: 'xlsx', used: true })
    const clerk = await world.as('user', home)
    expect((await clerk.call(exports.bankFileFormat)).status).toBe(403)
  })

  test('without anybody to declare says so', async () => {
    const other = await world.addOrganization()
    const owner = await world.as('primary', other)
    await employ(owner, { salary: 30_000 })
    const small = await runMonth(owner, 'February', 2026)
    const { status, body } = await exportRun(owner, small.id, 'helb', 'csv')
    expect(status).toBe(422)
    expect(body.message).toBe('Nobody in this payroll has a deduction named HELB.')
  })
})

describe('a file that was made', () => {
  test('is kept with its checksum, who made it and when, and is in the log', async () => {
    const { body } = await make('all', 'xlsx')
    const bytes = await bytesOf(world, primary, body)
    expect(body.file).toMatchObject({
      name: 'Payroll-2026-02.xlsx',
      type: 'all',
      extension: 'xlsx',
      state: 'confirmed',
      total: run.totals.net,
      withdrawn_at: null,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      made_by: 'Amani Njoroge',
      created_at: '2026-03-10T09:00:00.000Z',
    })
    expect(body.file?.address).toMatch(/^\/storage\/byproducts\/[0-9a-f-]{36}\.xlsx$/)
    const listed = await primary.call(exports.byproducts, { params: { id: run.id } })
    expect(listed.body[0]).toEqual(body.file)
    const logged = await world.rows(
      `select * from activity_log where organization_id = $1 and log_name = 'exports'
         and properties::text like '%' || $2 || '%'`,
      [home, body.file?.sha256],
    )
    expect(logged).toHaveLength(1)
  })

  test('is found by the name people know: the newest of the caller', async () => {
    const known = `/storage/byproducts/all-${run.id}.csv`
    const first = await make('all')
    const second = await make('all')
    expect(second.body.file?.address).not.toBe(first.body.file?.address)
    const finance = await world.as('finance', home)
    expect((await fetchFile(world, finance, known)).statusCode).toBe(404)
    const reply = await fetchFile(world, primary, known)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers.etag).toBe(`"${second.body.file?.address.split('/').at(-1)}"`)
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''Payroll-2026-02.csv`,
    )
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    // By its own name it is there for whoever may export.
    const address = second.body.file?.address ?? ''
    expect((await fetchFile(world, finance, address)).statusCode).toBe(200)
  })

  test('is out of reach for others', async () => {
    const { body } = await make('bank')
    const address = body.file?.address ?? ''
    const reach = async (by: Caller) => (await fetchFile(world, by, address)).statusCode
    expect(await reach(world.caller())).toBe(401)
    expect(await reach(await world.as('user', home))).toBe(403)
    expect(await reach(await world.as('employee', home))).toBe(403)
    expect(await reach(await world.as('primary', await world.addOrganization()))).toBe(404)
    const odd = ['..%2fuser%2fx.webp', 'a%00.csv', '%25.csv', "x' or 1=1"]
    for (const name of odd) {
      const there = await fetchFile(world, primary, `/storage/byproducts/${encodeURI(name)}`)
      expect(there.statusCode).toBe(404)
    }
  })
})

describe('bank layouts', () => {
  const column = (field: string, heading: string, text?: string) => ({ field, heading, text })
  const columns = [
    column('account_no', 'Account'),
    column('amount', 'Amount'),
    column('text', 'Kind', '=SAL'),
    column('blank', 'Nothing'),
  ] as never[]
  const layout = { header: false, delimiter: ';', total_row: true, columns } as const
  const change = (given: unknown, type = 'equity-bank', by: Caller = primary) =>
    by.call(exports.changeBankLayout, { body: { type, layout: given } as never })

  test('are changed by the organisation, for itself only, and can be taken back', async () => {
    const { status, body } = await change(layout)
    expect(status).toBe(200)
    expect(body.filter(({ changed }) => changed).map(({ type }) => type)).toEqual(['equity-bank'])
    const equity = await exportRun(primary, run.id, 'equity-bank', 'csv')
    const text = (await bytesOf(world, primary, equity.body)).toString('utf8')
    expect(text.split('\r\n')).toEqual([
      "0100123456789;94760.15;'=SAL;",
      "0022003300;320111.40;'=SAL;",
      "1122334455;182130.65;'=SAL;",
      "5566778899;111000.00;'=SAL;",
      'TOTAL;708002.20;;',
      '',
    ])
    const stranger = await world.as('primary', await world.addOrganization())
    const theirs = await stranger.call(exports.bankLayouts)
    expect(theirs.body.some(({ changed }) => changed)).toBe(false)
    const back = await change(null)
    expect(back.body.some(({ changed }) => changed)).toBe(false)
    expect(back.body).toEqual(theirs.body)
  })

  test('are refused in words when a payment could not be made with them', async () => {
    const without = await change({ ...layout, columns: [column('name', 'Name')] })
    expect(without.status).toBe(422)
    expect(without.body.errors).toEqual({
      'layout.columns': [
        'A bank file needs a column with the account number.',
        'A bank file needs a column with the net pay.',
      ],
    })
    const odd = await change({ ...layout, delimiter: 'x', columns: [column('secret', 'x')] })
    expect(odd.status).toBe(422)
    expect(odd.body.errors).toMatchObject({
      'layout.delimiter': ['Please choose how columns are separated.'],
      'layout.columns.0.field': ['Please choose what the column holds.'],
    })
    expect((await change(layout, 'my-bank')).status).toBe(422)
    for (const role of ['admin', 'finance', 'user'] as const) {
      expect((await change(layout, 'bank', await world.as(role, home))).status).toBe(403)
    }
  })
})
