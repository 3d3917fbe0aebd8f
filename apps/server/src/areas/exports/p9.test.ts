// @tests story
import { contract } from '@mshahara/contract'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, cellsOf, fetchFile, sheetsOf, staff } from '../../test/exported.ts'
import { employ, runMonth, terminate } from '../../test/office.ts'
import { type Caller, openWorld, password } from '../../test/world.ts'

const { exports, employees, auth, deductions } = contract

const world = await openWorld()
let home: string
let primary: Caller & { id: string }
let njeri: string
let colleague: string
let consultant: string
const months = {
  2023: ['November', 'December'],
  2024: ['January', 'March', 'October', 'December'],
  2025: ['January', 'February', 'June', 'July', 'December'],
  2026: ['January', 'February'],
}
const email = 'njeri@home.test'

beforeAll(async () => {
  home = await world.addOrganization('Home Ltd')
  await world.rows(`update organizations set pin_no = 'P051234567A' where id = $1`, [home])
  primary = await world.as('primary', home)
  njeri = (await employ(primary, { ...staff[0], email, employment_date: '2023-11-13' })).id
  colleague = (await employ(primary, { ...staff[2], employment_date: '2025-06-16' })).id
  consultant = (await employ(primary, { ...staff[3], employment_date: '2023-01-01' })).id
  await primary.call(deductions.create, {
    body: { employee_id: njeri, name: 'Fund', amount: 30_000, kind: 'pension', from: '2023-01-01' },
  })
  await primary.call(deductions.create, {
    body: {
      employee_id: njeri,
      name: 'Policy',
      amount: 4000,
      kind: 'insurance premium',
      from: '2023-01-01',
    },
  })
  // A raise in the middle of 2025.
  for (const [year, names] of Object.entries(months)) {
    for (const month of names) {
      if (year === '2025' && month === 'June') {
        await primary.call(employees.update, {
          params: { id: njeri },
          body: { salary: 150_000, salary_from: '2025-06' } as never,
        })
      }
      await runMonth(primary, month, Number(year))
    }
  }
})

const card = (employee_id: string, year: number, by: Caller = primary) =>
  by.call(exports.p9, { body: { employee_id, year } })

describe('the card of a year', () => {
  test.each([2023, 2024, 2025, 2026])('%s stands on its own columns', async (year) => {
    const { status, body } = await card(njeri, year)
    expect(status).toBe(200)
    expect(body.message).toBe('P9 successfully exported')
    expect(body.file?.name).toBe(`P9-${year}-Mwangi.xlsx`)
    const bytes = await bytesOf(world, primary, body)
    await expect(cellsOf(bytes)).toMatchFileSnapshot(`golden/p9-${year}.xlsx.txt`)
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] as Uint8Array)
    expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    expect(sheet).toContain('fitToWidth="1" fitToHeight="1" orientation="landscape"')
  })

  test('of somebody with a disability tells the exemption', async () => {
    const { body } = await card(colleague, 2025)
    const cells = cellsOf(await bytesOf(world, primary, body))
    await expect(cells).toMatchFileSnapshot('golden/p9-2025-exempt.xlsx.txt')
  })

  test('sums up to the payslips of the year, for everybody in one file too', async () => {
    const [{ paid }] = await world.rows(
      `select sum(s.paye) as paid from payslips s join payrolls r on r.id = s.payroll_id
       where s.month like '2025-%' and r.status = 'confirmed'`,
    )
    const { body } = await card('', 2025)
    expect(body.total).toBe(Number(paid))
    expect(body.file?.name).toBe('P9-2025-All-Employees.xlsx')
    const bytes = await bytesOf(world, primary, body)
    // The consultant has no card.
    expect(sheetsOf(bytes).SheetNames).toEqual(['Summary', 'TC-0001', 'TC-0002'])
    await expect(cellsOf(bytes)).toMatchFileSnapshot('golden/p9-2025-all.xlsx.txt')
  })

  test('is refused when there is nothing to put on it', async () => {
    const none = await card(colleague, 2024)
    expect(none.status).toBe(422)
    expect(none.body.errors).toEqual({
      year: ['There is no confirmed payroll in 2024 for Achieng Odhiambo.'],
    })
    expect((await card(consultant, 2025)).body.errors).toEqual({
      employee_id: ['Consultants have no P9 form.'],
    })
    expect((await card(njeri, 1999)).body.errors).toEqual({
      year: ['Payrolls are kept from 2021 onwards.'],
    })
    const draft = await runMonth(primary, 'March', 2026, false)
    const before = await card(njeri, 2026)
    expect(before.body.rows).toBe(1)
    const cells = cellsOf(await bytesOf(world, primary, before.body))
    expect(cells).toMatch(/^"March",*$/m)
    await primary.call(contract.payrolls.remove, { params: { id: draft.id } })
  })
})

async function activate(idNumber: string): Promise<Caller> {
  await world.caller().call(auth.login, { body: { email, password: idNumber } })
  const first = await world.signIn(email, await world.codeFor(email))
  const { body: profile } = await first.call(auth.profile)
  await first.call(auth.changePassword, {
    params: { id: profile.id },
    body: { password, password_confirmation: password },
  })
  return world.signIn(email)
}

describe('whose card', () => {
  let own: Caller
  beforeAll(async () => {
    own = await activate('23456789')
  })

  test("is the person's own, not a colleague's, and never everybody's", async () => {
    const mine = await card(njeri, 2025, own)
    expect(mine.status).toBe(200)
    expect((await bytesOf(world, own, mine.body)).length).toBe(mine.body.file?.bytes)
    const known = encodeURI('/storage/byproducts/P9-Njeri Wanjiku Mwangi-2025.xlsx')
    const reply = await fetchFile(world, own, known)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''P9-2025-Mwangi.xlsx",
    )
    expect((await card(colleague, 2025, own)).status).toBe(403)
    expect((await card('', 2025, own)).status).toBe(403)
    const theirs = await card(colleague, 2025)
    expect((await fetchFile(world, own, theirs.body.file?.address ?? '')).statusCode).toBe(403)
    const all = await card('', 2025)
    expect((await fetchFile(world, own, all.body.file?.address ?? '')).statusCode).toBe(403)
  })

  test('is open to whoever may see payrolls, of this organisation only', async () => {
    expect((await card(njeri, 2025, await world.as('finance', home))).status).toBe(200)
    expect((await card(njeri, 2025, await world.as('user', home))).status).toBe(403)
    const stranger = await world.as('primary', await world.addOrganization())
    const { status, body } = await card(njeri, 2025, stranger)
    expect(status).toBe(422)
    expect(body.errors).toEqual({ employee_id: ['This employee was not found.'] })
  })

  test('is there for somebody who has left', async () => {
    await terminate(primary, njeri, '2026-02-28')
    const left = await world.signIn(email)
    const mine = await card(njeri, 2025, left)
    expect(mine.status).toBe(200)
    expect((await fetchFile(world, left, mine.body.file?.address ?? '')).statusCode).toBe(200)
    expect((await card(colleague, 2025, left)).status).toBe(403)
  })
})

test('years are those with confirmed payrolls and this one, newest first', async () => {
  expect((await primary.call(exports.years)).body).toEqual([2026, 2025, 2024, 2023])
  const stranger = await world.as('employee', await world.addOrganization())
  expect((await stranger.call(exports.years)).body).toEqual([2026])
})
