// @tests story
import { contract } from '@mshahara/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyLog } from '../../areas/logs/index.ts'
import { erasePerson } from '../../commands/person-erase.ts'
import { addCasual, confirmCasuals, rolled } from '../../test/casuals.ts'
import { employ, terminate } from '../../test/office.ts'
import { type Caller, makeWorld, type World } from '../../test/world.ts'

/** What the log says of a confirmed run is compared with the payslips that are there. */

const { casualPayrolls, payrolls } = contract

let world: World
let organization: string
let primary: Caller & { id: string }
let employee: string
let month: { id: string; code: string }
let week: { id: string; code: string }

beforeEach(async () => {
  world = await makeWorld()
  organization = await world.addOrganization('Proven Ltd')
  primary = await world.as('primary', organization)
  employee = (await employ(primary)).id
  await employ(primary)
  const draft = await primary.call(payrolls.create, { body: { month: 'February', year: 2026 } })
  await primary.call(payrolls.confirm, { params: { id: draft.body.id } })
  month = draft.body
  const casual = await addCasual(primary)
  await rolled(primary, '2026-01-05', { [casual.id]: 'FFF-FF' })
  week = await confirmCasuals(primary, '2026-01-05', '2026-01-11')
})
afterEach(() => world.close())

const verify = async () => (await verifyLog(world.parts.db, world.parts.secrets)).faults
const nameOf = (run: { code: string }) => `Run ${run.code} of organization ${organization}`
/** Past every guard: a trigger that is no replica's does not see it. */
const past = (statement: string, id: string) =>
  world.byHand(`set session_replication_role = replica; ${statement.replace('$1', `'${id}'`)}`)

test('what is confirmed, and what is reversed, is as the log has it', async () => {
  expect(await verify()).toEqual([])
  await primary.call(payrolls.reverse, { params: { id: month.id }, body: { reason: 'Wrong' } })
  await primary.call(casualPayrolls.reverse, { params: { id: week.id }, body: { reason: 'Wrong' } })
  expect(await world.rows(`select from payrolls where status = 'reversed'`)).toHaveLength(2)
  expect(await verify()).toEqual([])
})

test.each([
  [
    'a figure',
    `update payslips set net = net + 1, gross = gross + 1, total = total + 1
    where payroll_id = $1`,
  ],
  ['an account', `update payslips set person = '{"account_no": "1"}' where payroll_id = $1`],
  ['a payslip less', `delete from payslips where payroll_id = $1`],
  ['one that is no longer frozen', `update payslips set frozen = false where payroll_id = $1`],
])('by hand in the database: %s is found', async (_, statement) => {
  for (const run of [month, week]) {
    await past(statement, run.id)
    expect(await verify()).toContain(
      `${nameOf(run)} has payslips that are not as they were confirmed.`,
    )
  }
})

test('a payslip that was moved into a confirmed run is found in both', async () => {
  const next = await primary.call(payrolls.create, { body: { month: 'March', year: 2026 } })
  await primary.call(payrolls.confirm, { params: { id: next.body.id } })
  await past(
    `update payslips set payroll_id = $1 where payroll_id = '${month.id}'
       and employee_id = '${employee}'`,
    next.body.id,
  )
  expect(await verify()).toHaveLength(2)
})

test('a run that says of itself that it is confirmed, and one that is gone', async () => {
  const next = await primary.call(payrolls.create, { body: { month: 'March', year: 2026 } })
  await past(
    `update payrolls set status = 'confirmed', count = 2, gross = 1, net = 1
    where id = $1`,
    next.body.id,
  )
  await past('delete from payrolls where id = $1', week.id)
  const faults = await verify()
  // Each by its payslips, and by its own record.
  expect(faults).toHaveLength(4)
  expect(faults.join()).toMatch(/in payrolls .* is not as the log says: status\./)
  expect(faults.join()).toMatch(/in payrolls .* is gone without an entry\./)
  expect(faults).toContain(`${nameOf(next.body)} is confirmed, and the log does not say so.`)
  expect(faults.join()).toMatch(/Run .* was confirmed, as the log says, and is no longer there\./)
})

test('an erased person leaves the proof whole, and their payslips stay proven', async () => {
  await terminate(primary, employee, '2026-02-28')
  await primary.call(payrolls.reverse, { params: { id: month.id }, body: { reason: 'Wrong' } })
  world.setTime('2034-01-01T06:00:00Z')
  await erasePerson(world.parts, { organization, employee, reason: 'The legal period is over' })
  expect(await verify()).toEqual([])
  await past(
    `update payslips set gross = gross + 1, net = net + 1 where employee_id = $1`,
    employee,
  )
  expect(await verify()).toEqual([
    `${nameOf(month)} has payslips that are not as they were confirmed.`,
  ])
})
