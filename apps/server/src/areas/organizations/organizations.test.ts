import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { banks, placeOf } from './banks.ts'

const { get, list, bankNames, banks: listBanks } = contract.organizations

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
await world.rows(
  `update organizations set bank_name = 'A Bank', branch_name = 'Town', bank_code = '01',
   branch_code = '001', account_no = '0099887766' where id = $1`,
  [home],
)

describe("one's own organisation", () => {
  test.each(['primary', 'admin', 'finance', 'user'] as const)('%s sees the bank', async (role) => {
    const { body } = await (await world.as(role, home)).call(get)
    expect(body).toMatchObject({ id: home, bank_name: 'A Bank', account_no: '0099887766' })
  })

  test('an employee sees name and address, and nothing of the bank', async () => {
    const me = await world.as('employee', home)
    const { status, body } = await me.call(get)
    expect([status, body.name]).toEqual([200, 'Home Ltd'])
    const { bank_name, branch_name, account_no, bank_code, branch_code } = body
    expect([bank_name, branch_name, account_no, bank_code, branch_code]).toEqual(
      Array(5).fill(null),
    )
    expect(JSON.stringify(body)).not.toContain('0099887766')
  })

  test('somebody without an organisation is asked to make one first', async () => {
    const { email } = await world.addPerson()
    const me = await world.signIn(email)
    expect(await me.call(get)).toMatchObject({
      status: 403,
      body: { message: 'Please create your organization first.' },
    })
  })
})

describe('the list of all', () => {
  test('is for the operator, by name, with deactivated ones and without banks', async () => {
    const shut = await world.addOrganization('Aaa Closed Ltd')
    await world.rows(`update organizations set status = 'deactivated' where id = $1`, [shut])
    const operator = await world.as('super-admin', home)
    const { body } = await operator.call(list)
    expect(body.map(({ name }) => name)).toEqual(['Aaa Closed Ltd', 'Home Ltd'])
    expect(body[0]).toMatchObject({ id: shut, status: 'deactivated' })
    expect(JSON.stringify(body)).not.toMatch(/account_no|0099887766|pin_no/)
  })

  test.each(['primary', 'admin', 'finance', 'user', 'employee'] as const)(
    'is refused to %s',
    async (role) => {
      expect((await (await world.as(role, home)).call(list)).status).toBe(403)
    },
  )
})

describe('banks', () => {
  test('are offered by name, with their branches, to anybody signed in', async () => {
    const { email } = await world.addPerson()
    const me = await world.signIn(email)
    const { body } = await me.call(bankNames)
    expect(body.banks.length).toBeGreaterThan(30)
    expect(body.banks).toEqual([...body.banks].sort((a, b) => a.localeCompare(b)))
    expect(Object.keys(body.branches).sort()).toEqual([...body.banks].sort())
    expect((await me.call(listBanks)).body).toEqual(banks)
  })

  test('have codes that are told apart', () => {
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length)
    for (const { name, code, branches } of banks) {
      expect([name, code]).toEqual([name, expect.stringMatching(/^\d{2,3}$/)])
      for (const branch of branches) expect(branch.code).toMatch(/^\d{3}$/)
    }
  })

  test('give a branch code only within their own bank', () => {
    const [one, two] = banks.filter(({ branches }) => branches.length > 0)
    const branch = one?.branches.find(
      ({ name }) => !two?.branches.some((other) => other.name === name),
    )
    expect(placeOf(two?.name ?? null, branch?.name ?? null)).toMatchObject({
      bank_code: two?.code,
      branch_code: null,
    })
    expect(placeOf(null, branch?.name ?? null)).toMatchObject({
      bank_code: null,
      branch_code: null,
    })
  })
})
