// @tests story
import { utils } from '@e965/xlsx'
import { contract } from '@mshahara/contract'
import type { MonthName } from '@mshahara/contract/months'
import type { YearColumn } from '@mshahara/contract/opening'
import { describe, expect, test } from 'vitest'
import { bytesOf, exportRun, sheetsOf, staff } from '../../test/exported.ts'
import { addMany, employ, runMonth } from '../../test/office.ts'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A month from a register or a P10 of another system. Today is Tuesday, 10 March 2026. */

const { openingBalances, exports, deductions, payslips } = contract
const world = await openWorld({ workers: true })

async function openFirm(name: string) {
  const id = await world.addOrganization(name)
  return { id, by: await world.as('primary', id) }
}

interface About {
  from?: string
  to?: string
  columns?: Partial<Record<YearColumn, string | null>>
}
const send = (by: Caller, bytes: Uint8Array, dry: boolean, about: About = {}) => {
  const { from = '2026-01', to = from, columns = {} } = about
  return by.call(openingBalances.register, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(bytes), from, to, source: 'Sage payroll', columns },
  })
}
const kept = async ({ id }: { id: string }) =>
  (await world.rows('select id from opening_pay where organization_id = $1', [id])).length
const text = (rows: (string | number)[][]) =>
  new TextEncoder().encode(rows.map((row) => row.join(',')).join('\r\n'))

async function lineOf(by: Caller, employee_id: string, month: MonthName, year: number) {
  const { body } = await by.call(exports.p9, { body: { employee_id, year } })
  const sheet = sheetsOf(await bytesOf(world, by, body)).Sheets.P9
  const card = utils.sheet_to_json<unknown[]>(sheet as never, { header: 1 })
  return card.find(([first]) => first === month)
}

/** Three people whose tax is not the same, with a fund, a policy and an exemption. */
async function people(by: Caller) {
  const since = { employment_date: '2024-02-01' }
  const [njeri, , achieng] = staff
  const first = await employ(by, { ...njeri, ...since })
  const second = await employ(by, { ...achieng, ...since })
  const low = { last_name: 'Otieno', salary: 23_456.78, pin_no: 'A009876543B', ...since }
  const third = await employ(by, low)
  for (const [name, amount, kind] of [
    ['Fund', 30_000, 'pension'],
    ['Policy', 4000, 'insurance premium'],
  ] as const) {
    const body = { employee_id: first.id, name, amount, kind, from: '2025-01-01' }
    await by.call(deductions.create, { body })
  }
  return [first, second, third]
}

describe('a P10', () => {
  test('as it was filed gives the lines of the card, in both layouts and from its workbook', async () => {
    const [here, moved] = [await openFirm('Here Ltd'), await openFirm('Moved Ltd')]
    const [all, some] = [await people(here.by), await people(moved.by)]
    // Until June 2025 the csv has sheet B alone: whoever is exempt is on sheet C.
    const files = [
      ['February', '2025-02', 'csv', [0, 2]],
      ['September', '2025-09', 'csv', [0, 1, 2]],
      ['October', '2025-10', 'xlsx', [0, 1, 2]],
    ] as const
    for (const [month, from, extension, whose] of files) {
      const run = await runMonth(here.by, month, 2025)
      const { body } = await exportRun(here.by, run.id, 'SEC_B', extension)
      const bytes = await bytesOf(world, here.by, body)
      const dry = await send(moved.by, bytes, true, { from })
      expect(dry.body).toMatchObject({ fault_count: 0, created: whose.length })
      expect((await send(moved.by, bytes, false, { from })).status).toBe(200)
      for (const place of whose) {
        const theirs = await lineOf(here.by, all[place]?.id ?? '', month, 2025)
        expect(theirs).toBeDefined()
        expect(await lineOf(moved.by, some[place]?.id ?? '', month, 2025)).toEqual(theirs)
      }
    }
  })

  test('of a house before July 2025 is valued as iTax did, of one month', async () => {
    const [here, moved] = [await openFirm('Houses Ltd'), await openFirm('Moved Houses Ltd')]
    const [all, some] = [await people(here.by), await people(moved.by)]
    const from = '2025-01-01'
    for (const more of [
      { kind: 'house', house: 'rented', amount: 12_000, recovered: 5_000 },
      { kind: 'leased car', amount: 30_000 },
    ] as const) {
      const body = { ...more, employee_id: all[0]?.id ?? '', from }
      expect((await here.by.call(contract.benefits.create, { body })).status).toBe(201)
    }
    const own = { kind: 'house', house: 'own', market: 9_000, from } as const
    await here.by.call(contract.benefits.create, {
      body: { ...own, employee_id: all[2]?.id ?? '' },
    })
    const run = await runMonth(here.by, 'February', 2025)
    const { body } = await exportRun(here.by, run.id, 'SEC_B', 'csv')
    const bytes = await bytesOf(world, here.by, body)
    const several = await send(moved.by, bytes, true, { from: '2025-01', to: '2025-02' })
    expect(several.body.faults.map(({ column }) => column)).toEqual(
      Array(2).fill('Type of Housing'),
    )
    const dry = await send(moved.by, bytes, true, { from: '2025-02' })
    expect(dry.body).toMatchObject({ fault_count: 0, created: 2 })
    expect(dry.body.warnings.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^House: the highest of 15% of gains .* recovered, not below 0 = /),
    )
    await send(moved.by, bytes, false, { from: '2025-02' })
    for (const place of [0, 2]) {
      const theirs = await lineOf(here.by, all[place]?.id ?? '', 'February', 2025)
      expect(theirs?.[3]).toBeGreaterThan(0)
      expect(await lineOf(moved.by, some[place]?.id ?? '', 'February', 2025)).toEqual(theirs)
    }
  })

  test('names the cell that it lacks, and nothing is kept', async () => {
    const firm = await openFirm('Lacks Ltd')
    await employ(firm.by, { pin_no: 'A001234567X' })
    const row = (pin: string, housing = 'Benefit not given', paye = '29409.35') => [
      ...[pin, 'Njeri', 'Resident', 'Primary Employee', 'No', '', '135000.00', '0.00', '0.00'],
      ...['0.00', housing, '', '0.00', '', '3712.50', '6480.00', '0.00', '0.00', '0.00'],
      ...['2025.00', '', '2400.00', '0.00', '', paye],
    ]
    const faults = async (...rows: string[][]) => {
      const bytes = text(rows)
      expect((await send(firm.by, bytes, false)).status).toBe(422)
      const { body } = await send(firm.by, bytes, true)
      return body.faults.map(({ row: at, column, reason }) => `${at}, ${column}: ${reason}`)
    }
    expect(await faults(row('A001234567X'), row('A00999999X'))).toEqual([
      '2, KRA PIN: There is no such employee here.',
    ])
    expect(await faults(row(''))).toEqual(['1, KRA PIN: The row does not say whose it is.'])
    expect(await faults(row('A001234567X', "Employer's Owned House"))).toEqual([
      '1, Type of Housing: The value of the house is not in the row.',
    ])
    expect(await faults(row('A001234567X', undefined, 'much'))).toEqual([
      '1, Self Assessed PAYE Tax: This is not an amount of 0 or more.',
    ])
    expect(await kept(firm)).toBe(0)
  })
})

describe('a payroll register', () => {
  const top = ['Staff No', 'Names', 'Gross', 'Taxed', 'P.A.Y.E', 'NSSF', 'SHA', 'AHL', 'Paid Out']
  const rowOf = (number: string, paye: string | number = 19_308.35) => [
    ...[number, 'Somebody', 100_000, 89_750, paye, 6000, 2750, 1500, 70_441.65],
  ]
  const columns = { taxable: 'Taxed', net: 'Paid Out' }

  test('opens a month with its columns matched by hand, and payslips have the whole year', async () => {
    const firm = await openFirm('Register Ltd')
    const { id, employee_no } = await employ(firm.by, { salary: 100_000 })
    const fund = await employ(firm.by, { tos: 'Consultant', paye: false })
    const rows = [top, rowOf(employee_no), rowOf(fund.employee_no), ['TOTAL', '', 200_000]]
    const { body: dry } = await send(firm.by, text(rows as string[][]), true, { columns })
    expect(dry).toMatchObject({ created: 1, fault_count: 0, rows: 2 })
    expect(dry.matched).toMatchObject({ taxable: 'Taxed', housing: 'AHL', pension: null })
    expect(dry.headings).toContain('Paid Out')
    expect(dry.assumed).toEqual(['By the law of the month: Personal Relief'])
    expect(dry.warnings.map(({ row, reason }) => `${row}: ${reason}`)).toEqual([
      '2: The employee with this number is Njeri Mwangi.',
      '3: Consultants have no P9 form: the row is left out.',
    ])
    expect(await kept(firm)).toBe(0)
    expect((await send(firm.by, xlsx(rows), false, { columns })).status).toBe(200)
    expect(await lineOf(firm.by, id, 'January', 2026)).toEqual([
      ...['January', 100_000, 0, 0, 100_000, 30_000, 6000, 30_000, 1500, 2750, 0, 0],
      ...[10_250, 89_750, 21_708.35, 2400, 0, 19_308.35],
    ])
    await runMonth(firm.by, 'February', 2026)
    const [slip] = (await firm.by.call(payslips.ofEmployee, { params: { id } })).body
    const params = { id: slip?.id ?? '' }
    const { html } = (await firm.by.call(payslips.html, { params })).body
    expect(html).toContain('The year to date has January from Sage payroll.')
    expect(html).not.toContain('Not known of these months')
    for (const sum of ['200,000.00', '38,616.70', '12,000.00', '5,500.00', '140,883.30']) {
      expect(html).toContain(sum)
    }
  })

  test('what is not known of its months is not in the year of the payslip, and said', async () => {
    const firm = await openFirm('Unknown Ltd')
    const { id, employee_no } = await employ(firm.by, { salary: 100_000 })
    const headings = ['Staff No', 'Gross', 'PAYE', 'Pension', 'SHA', 'AHL']
    const row = [employee_no, 100_000, 19_308.35, 6000, 2750, 1500]
    await send(firm.by, xlsx([headings, row]), false)
    await runMonth(firm.by, 'February', 2026)
    const [slip] = (await firm.by.call(payslips.ofEmployee, { params: { id } })).body
    const params = { id: slip?.id ?? '' }
    const { html } = (await firm.by.call(payslips.html, { params })).body
    expect(html).toContain(
      'Not known of these months, and so left out of the year: NSSF, Total deductions, Net pay.',
    )
    expect(html).toContain('200,000.00')
    expect(html).not.toContain('140,883.30')
  })

  test('names what cannot be taken by row and column, and keeps nothing', async () => {
    const firm = await openFirm('Faults Ltd')
    const amani = await employ(firm.by, { pin_no: 'A001234567X' })
    const good = rowOf(amani.employee_no)
    const faults = async (rows: unknown[][], about: About = { columns }) => {
      expect((await send(firm.by, xlsx(rows), false, about)).status).toBe(422)
      const { body } = await send(firm.by, xlsx(rows), true, about)
      return body.faults.map(({ row, column, reason }) => `${row}, ${column}: ${reason}`)
    }
    expect(await faults([top, good, rowOf('XX-1'), rowOf('', 5)])).toEqual([
      '3, Employee No: There is no such employee here.',
      '4, Employee No: The row does not say whose it is.',
    ])
    expect(await faults([top, rowOf(amani.employee_no, 'much')])).toEqual([
      '2, PAYE: This is not an amount of 0 or more.',
    ])
    expect(await faults([top, rowOf(amani.employee_no, 90_000)])).toEqual([
      '2, PAYE: This is more than Chargeable Pay.',
    ])
    expect(await faults([top, good, good])).toEqual([
      '3, : Row 2 has January 2026 of this employee, too.',
    ])
    expect(
      await faults([
        [...top, 'KRA PIN'],
        [...good, 'A009999999Z'],
      ]),
    ).toEqual([
      '2, Employee No: The number is that of somebody with another PIN or ID number here.',
    ])
    const none = { columns: { ...columns, gross: null } }
    expect(await faults([top, good], none)).toEqual([
      '0, Gross Pay: No column of the sheet is this one. Please match it.',
    ])
    for (const about of [
      { from: '2026-04' },
      { from: '2026-01', to: '2025-12' },
      { columns: { ...columns, gross: 'Taxed' } },
    ]) {
      expect((await send(firm.by, xlsx([top, good]), true, about)).status).toBe(422)
    }
    expect(await kept(firm)).toBe(0)
  })

  test('is for whoever may edit employees, and of their own organisation', async () => {
    const [firm, other] = [await openFirm('Own Ltd'), await openFirm('Other Ltd')]
    const { employee_no } = await employ(firm.by, { employee_no: 'OWN-1' } as never)
    const bytes = xlsx([top, rowOf(employee_no)])
    const user = await world.as('user', firm.id)
    expect((await send(user, bytes, true, { columns })).status).toBe(403)
    const { body } = await send(other.by, bytes, true, { columns })
    expect(body.faults[0]?.reason).toBe('There is no such employee here.')
  })

  test('of 2,000 people is read in one go', async () => {
    const firm = await openFirm('Many Ltd')
    await addMany(world, firm.id, 2000)
    const found = await world.rows(
      `select employee_no from employees where organization_id = $1 and tos <> 'Consultant'`,
      [firm.id],
    )
    const bytes = xlsx([top, ...found.map(({ employee_no }) => rowOf(String(employee_no)))])
    const { body } = await send(firm.by, bytes, false, { columns })
    expect(body).toMatchObject({ created: found.length, job_id: null })
    expect(await kept(firm)).toBe(found.length)
  })
})
