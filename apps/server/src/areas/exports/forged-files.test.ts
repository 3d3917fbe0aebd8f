// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'

/** What a statement of the application's role can say of files and of confirmed payrolls. */

const { exports, employees } = contract
const world = await openWorld()
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

async function twoMonths() {
  const organization = await world.addOrganization()
  const primary = await world.as('primary', organization)
  const { id } = await employ(primary)
  const bank = { bank_name: 'KCB Bank Kenya', bank_code: '01', account_no: '1100110011' }
  await primary.call(employees.update, { params: { id }, body: bank } as never)
  const february = await runMonth(primary, 'February', 2026)
  const march = await runMonth(primary, 'March', 2026)
  return { organization, primary, february, march }
}

const copied = `insert into byproducts
    (payroll_id, type, extension, name, known_as, file, bytes, sha256, made_by)
  select $1, type, extension, 'March', known_as, file, bytes, sha256, 'Somebody else'
  from byproducts where payroll_id = $2 limit 1`

test('an old bank file becomes none of this month, whoever says so', async () => {
  const { organization, primary, february, march } = await twoMonths()
  const params = { id: february.id }
  const body = { type: 'kcb-bank', extension: 'csv' } as const
  expect((await primary.call(exports.make, { params, body } as never)).status).toBe(200)
  const clerk = await world.as('user', organization, ['view payrolls', 'export payrolls'])
  for (const who of [clerk, primary]) {
    const { inside } = statementsIn(world, who)
    const done = inside((client) => client.query(copied, [march.id, february.id]))
    await expect(done).rejects.toThrow(/a file/)
  }
})

test('whoever may make one is named in it', async () => {
  const { organization, march } = await twoMonths()
  const clerk = await world.as('user', organization, ['export payrolls'])
  const { inside } = statementsIn(world, clerk)
  const { rows } = await inside((client) =>
    client.query(
      `insert into byproducts (payroll_id, type, extension, name, known_as, file, bytes, sha256,
         made_by) values ($1, 'all', 'csv', 'All', 'all', 'all.csv', 1, 'x', 'Somebody else')
       returning user_id, made_by`,
      [march.id],
    ),
  )
  expect(rows).toEqual([{ user_id: clerk.id, made_by: expect.not.stringContaining('else') }])
})

test('what a payroll was confirmed with is told by its confirmation alone', async () => {
  const { organization, march } = await twoMonths()
  const person = await world.as('user', organization)
  const { inside } = statementsIn(world, person)
  for (const subject of ['abc', march.id]) {
    const told = inside((client) =>
      client.query(`select log_bulk('payroll', 'updated', $1, $2)`, [
        subject,
        { new: { payslips: 1, net: 1, digest: 'x' } },
      ]),
    )
    await expect(told).rejects.toThrow('no payroll was confirmed')
  }
  expect(await world.rows('select * from runs_unlike_their_log()')).toEqual([])
})
