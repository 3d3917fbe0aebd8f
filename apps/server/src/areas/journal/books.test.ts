// @tests story
import { type Call, contract } from '@mshahara/contract'
import type { JournalFormat } from '@mshahara/contract/journal'
import { beforeEach, describe, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** From a chart of accounts to the file that an accountant imports. */

const { journal, journalAccounts } = contract
const world = await openWorld()
let home: string
let primary: Caller

beforeEach(async () => {
  home = await world.addOrganization('Books Ltd')
  primary = await world.as('primary', home)
  await employ(primary, { salary: 50_000, first_name: 'Achieng', last_name: 'Otieno' })
  await employ(primary, { salary: 120_000.55, pay_by: 'mpesa', phone: '0712345678' })
})

const month = '2026-03'
const one = <T>(list: T[], is: (of: T) => boolean) => list.find(is) as T
type FileQuery = Call<typeof journal.file>['query']

async function fileOf(query: FileQuery, by: Caller = primary) {
  const reply = await by.call(journal.file, { params: { month }, query })
  const { name, file } = reply.body
  const bytes = file ? Buffer.from(file.slice(file.indexOf(',') + 1), 'base64') : null
  return {
    status: reply.status,
    message: (reply.body as { message?: string }).message,
    name,
    bytes,
  }
}

describe('accounts', () => {
  test('a line without one refuses the export by name, until the chart is taken', async () => {
    const { id } = await runMonth(primary, 'March', 2026)
    const refused = await fileOf({ format: 'quickbooks' })
    expect(refused.status).toBe(422)
    expect(refused.message).toContain('Basic pay')
    const taken = await primary.call(journal.chart)
    expect(taken.status).toBe(200)
    expect(taken.body.accounts).toBeGreaterThan(20)
    expect((await primary.call(journal.chart)).body).toMatchObject({ accounts: 0, lines: 0 })
    const found = await fileOf({ format: 'quickbooks' })
    expect(found).toMatchObject({ status: 200, name: 'Journal-2026-03-QuickBooks-Online.csv' })
    const { body } = await primary.call(journal.month, { params: { month } })
    expect(body.unmapped).toEqual([])
    expect(body.entries).toMatchObject([{ number: 1, kind: 'run', mirrors: null, growing: false }])
    const entry = await primary.call(journal.entry, { params: { id: body.entries[0]?.id ?? '' } })
    expect(entry.body.run).toEqual({ id, kind: 'monthly' })
  })

  test('a department may have its own', async () => {
    const department = await primary.call(contract.departments.create, { body: { name: 'Sales' } })
    await employ(primary, { salary: 30_000, department_id: department.body.id })
    await runMonth(primary, 'March', 2026)
    await primary.call(journal.chart)
    const made = await primary.call(journalAccounts.create, {
      body: { code: '6001', name: 'Salaries, sales' },
    })
    const given = { line: 'salary', department_id: department.body.id, account_id: made.body.id }
    expect((await primary.call(journal.map, { body: given })).status).toBe(200)
    const { body } = await primary.call(journal.booked, { params: { month } })
    const pay = body[0]?.lines.filter(({ label }) => label === 'Basic pay')
    expect(pay).toEqual([
      expect.objectContaining({ account: { code: '6000', name: 'Salaries and wages' } }),
      expect.objectContaining({
        ...{ account: { code: '6001', name: 'Salaries, sales' }, debit: 30_000 },
        department: 'Sales',
      }),
    ])
    const kept = await primary.call(journalAccounts.remove, { params: { id: made.body.id } })
    expect(kept.status).toBe(422)
    const net = await primary.call(journal.map, { body: { ...given, line: 'paye' } })
    expect(net.status).toBe(422)
    const back = await primary.call(journal.map, { body: { ...given, account_id: null } })
    expect(back.status).toBe(200)
    const gone = await primary.call(journalAccounts.remove, { params: { id: made.body.id } })
    expect(gone.status).toBe(200)
  })

  test("another organisation's account and department are refused", async () => {
    const other = await world.as('primary', await world.addOrganization('Other Ltd'))
    const theirs = await other.call(journalAccounts.create, { body: { code: '1', name: 'Theirs' } })
    const body = { line: 'salary', department_id: null, account_id: theirs.body.id }
    const refused = await primary.call(journal.map, { body })
    expect(refused.status).toBe(422)
    await runMonth(primary, 'March', 2026)
    expect((await other.call(journal.month, { params: { month } })).body.entries).toEqual([])
  })

  test('whoever does not export payrolls sees nothing of it', async () => {
    const user = await world.as('user', home)
    expect((await user.call(journal.balance, { params: { month } })).status).toBe(403)
    expect((await user.call(journal.chart)).status).toBe(403)
  })
})

describe('what an entry comes from', () => {
  test('its payslips, line by line, come to the line', async () => {
    await runMonth(primary, 'March', 2026)
    const { body } = await primary.call(journal.month, { params: { month } })
    const id = body.entries[0]?.id ?? ''
    const entry = await primary.call(journal.entry, { params: { id } })
    for (const line of entry.body.lines) {
      const { body: slips } = await primary.call(journal.slips, {
        params: { id },
        query: { line: line.line },
      })
      const sum = slips.reduce((all, { debit, credit }) => all + debit - credit, 0)
      expect(sum, line.label).toBeCloseTo(line.debit - line.credit, 2)
    }
    const { body: paid } = await primary.call(journal.slips, {
      params: { id },
      query: { line: 'net:bank' },
    })
    expect(paid).toMatchObject([{ name: 'Achieng Otieno' }])
  })

  test('the day that somebody recorded settles net pay, and is taken back with it', async () => {
    const { id } = await runMonth(primary, 'March', 2026)
    const paid = (paid_on: string | null) =>
      primary.call(contract.payrolls.setPayment, { params: { id }, body: { paid_on } })
    expect((await paid('2026-03-28')).status).toBe(200)
    const owed = async () => {
      const { body } = await primary.call(journal.balance, { params: { month } })
      expect(body.reduce((sum, { closing }) => sum + Math.round(closing * 100), 0)).toBe(0)
      return one(body, ({ line }) => line === 'net:bank').closing
    }
    expect(await owed()).toBe(0)
    expect((await paid('2026-03-29')).status).toBe(200)
    expect(await owed()).toBe(0)
    expect((await paid(null)).status).toBe(200)
    expect(await owed()).toBeLessThan(0)
    const { body } = await primary.call(journal.month, { params: { month } })
    expect(body.entries.map(({ kind, mirrors }) => [kind, mirrors])).toEqual([
      ['recorded', 4],
      ['recorded', null],
      ['recorded', 2],
      ['recorded', null],
      ['run', null],
    ])
  })
})

describe('what is paid over', () => {
  test('settles what is owed, and is owed again when it is taken back', async () => {
    await runMonth(primary, 'March', 2026)
    const nssf = async () => {
      const { body } = await primary.call(journal.balance, { params: { month } })
      expect(body.reduce((sum, { closing }) => sum + Math.round(closing * 100), 0)).toBe(0)
      return one(body, ({ line }) => line === 'nssf').closing
    }
    const owed = await nssf()
    const { remittances } = contract
    const paid = await primary.call(remittances.pay, {
      params: { month },
      body: {
        ...{ authority: 'nssf', amount: -owed, paid: 0, paid_on: '2026-03-10' },
        reference: 'EFT 1',
      },
    })
    expect(paid.body.message).toBe('Payment recorded successfully')
    expect(await nssf()).toBe(0)
    const { body } = await primary.call(remittances.list, { query: { month } })
    const item = one(body.items, ({ authority }) => authority === 'nssf')
    const back = await primary.call(remittances.takeBack, {
      params: { id: item.payments[0]?.id ?? '' },
      body: { reason: 'Another month' },
    })
    expect(back.status).toBe(200)
    expect(await nssf()).toBe(owed)
  })
})

describe('cost centres', () => {
  test('share the cost of a person to the cent, and what is owed stays whole', async () => {
    const { costCentres, costSplits } = contract
    const centre = async (code: string) =>
      (await primary.call(costCentres.create, { body: { code, name: `Centre ${code}` } })).body.id
    const [a, b, c] = [await centre('A'), await centre('B'), await centre('C')]
    const shared = await employ(primary, { salary: 33_333.33 })
    const split = await primary.call(costSplits.create, {
      body: {
        ...{ employee_id: shared.id, from: '2026-01' },
        shares: [
          { cost_centre_id: a, percent: 33.33 },
          { cost_centre_id: b, percent: 33.33 },
          { cost_centre_id: c, percent: 33.34 },
        ],
      },
    })
    expect(split.status).toBe(201)
    await runMonth(primary, 'March', 2026)
    await primary.call(journal.chart)
    const { body } = await primary.call(journal.booked, { params: { month } })
    const pay = body[0]?.lines.filter(
      ({ label, cost_centre }) => label === 'Basic pay' && cost_centre !== null,
    )
    expect(pay?.map(({ debit }) => debit)).toEqual([11_110, 11_110, 11_113.33])
    const owed = body[0]?.lines.filter(({ label }) => label === 'NSSF')
    expect(owed).toHaveLength(1)
    const { bytes } = await fileOf({ format: 'xero' })
    expect(bytes?.toString('utf8')).toContain('Cost centre,Centre A')
  })
})

// ---------------------------------------------------------------- files, read back

/** A reader of its own: quotes, commas and nothing else. */
function rowsIn(text: string): string[][] {
  const rows: string[][] = []
  let [row, field, quoted] = [[] as string[], '', false]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string
    if (quoted && letter === '"' && text[at + 1] === '"') {
      field += '"'
      at += 1
    } else if (letter === '"') quoted = !quoted
    else if (!quoted && letter === ',') {
      row.push(field)
      field = ''
    } else if (!quoted && letter === '\n') {
      rows.push([...row, field.replace(/\r$/, '')])
      row = []
      field = ''
    } else field += letter
  }
  return rows
}

type Read = [account: string, cents: number][]
const cents = (amount = '') => Math.round(Number(amount || 0) * 100)
const bySides =
  (account: string, debit: string, credit: string) =>
  (row: Record<string, string>): Read[number] => [
    row[account] ?? '',
    cents(row[debit]) - cents(row[credit]),
  ]
const readers: Record<JournalFormat, (row: Record<string, string>) => Read[number]> = {
  quickbooks: bySides('Account Name', 'Debits', 'Credits'),
  zoho: bySides('Account', 'Debit', 'Credit'),
  plain: bySides('Account', 'Debit', 'Credit'),
  xero: (row) => [row['*AccountCode'] ?? '', cents(row['*Amount'])],
  pastel: (row) => [row['Account Number'] ?? '', cents(row.Amount)],
  sage: (row) => [
    row['Nominal A/C Ref'] ?? '',
    (row.Type === 'JD' ? 1 : -1) * cents(row['Net Amount']),
  ],
}

function read(format: JournalFormat, bytes: Buffer): Read {
  const [headings = [], ...rows] = rowsIn(bytes.toString('utf8').replace(/^\ufeff/, ''))
  return rows.map((row) =>
    readers[format](Object.fromEntries(headings.map((name, at) => [name, row[at] ?? '']))),
  )
}
const sums = (lines: Read) => {
  const all = new Map<string, number>()
  for (const [account, amount] of lines) all.set(account, (all.get(account) ?? 0) + amount)
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)))
}

describe('files', () => {
  test.each(Object.keys(readers) as JournalFormat[])('%s is read back', async (format) => {
    await runMonth(primary, 'March', 2026)
    await primary.call(journal.chart)
    const { bytes } = await fileOf({ format })
    if (!bytes) throw new Error('no file')
    await expect(bytes.toString('utf8')).toMatchFileSnapshot(`golden/${format}.csv`)
    const lines = read(format, bytes)
    expect(lines.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0)
    const { body } = await primary.call(journal.booked, { params: { month } })
    const byCode = ['xero', 'pastel', 'sage'].includes(format)
    const booked = body.flatMap((entry) =>
      entry.lines.map(({ account, debit, credit }): Read[number] => [
        byCode ? account.code : account.name,
        Math.round((debit - credit) * 100),
      ]),
    )
    expect(sums(lines)).toEqual(sums(booked))
    const people = await fileOf({ format, by: 'person' })
    if (!people.bytes) throw new Error('no file')
    expect(sums(read(format, people.bytes))).toEqual(sums(booked))
  })

  test('a plain table is had as Excel, and no program is given one', async () => {
    await runMonth(primary, 'March', 2026)
    await primary.call(journal.chart)
    expect(await fileOf({ format: 'plain', extension: 'xlsx' })).toMatchObject({ status: 200 })
    expect(await fileOf({ format: 'xero', extension: 'xlsx' })).toMatchObject({ status: 422 })
  })
})
