// @tests story
import { contract } from '@mshahara/contract'
import { figureNames } from '@mshahara/engine/figures'
import { beforeAll, expect, test } from 'vitest'
import { secretsFrom } from '../../foundation/core/secrets.ts'
import { digestsIn } from '../../foundation/pay/drafting.ts'
import { employ, runMonth } from '../../test/office.ts'
import { statementsIn } from '../../test/statements.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { seal } from './seals.ts'

/** A draft is confirmed as it was worked out, whatever whoever may make payrolls has written. */

const { payrolls } = contract
const world = await openWorld()
const organization_id = await world.addOrganization()
const one = (id: string) => ({ params: { id } })

let primary: Caller
let write: (statement: string, values?: unknown[]) => Promise<unknown>
beforeAll(async () => {
  primary = await world.as('primary', organization_id)
  const clerk = await world.as('user', organization_id)
  await world.rows(
    `update memberships set permissions = '{create payrolls,view payrolls}' where user_id = $1`,
    [clerk.id],
  )
  const { inside } = statementsIn(world, clerk)
  write = (statement, values) => inside((client) => client.query(statement, values), 'commit')
  for (const first_name of ['Achieng', 'Baraka', 'Chebet']) {
    await employ(primary, { first_name, salary: 62_000 })
  }
})

const baraka = `(select id from employees where first_name = 'Baraka')`
const confirm = (id: string) => primary.call(payrolls.confirm, one(id))
const changed = async (id: string) =>
  (await primary.call(payrolls.checks, one(id))).body
    .filter(({ kind }) => kind === 'inputs changed')
    .flatMap(({ people }) => people.map(({ name }) => name))
const refusal = ['Changed since the figures were worked out: recalculate first: Baraka Mwangi']

/** A draft that is gone after the story. */
async function draft<T>(story: (id: string) => Promise<T>) {
  const { id } = await runMonth(primary, 'February', 2026, false)
  await story(id)
  expect((await primary.call(payrolls.remove, one(id))).status).toBe(200)
}

test.each([
  'gross = gross + 9000, net = net + 9000',
  'net = net + total_deductions, total_deductions = 0, paye = 0, nssf = 0, health = 0, housing = 0',
  `person = person || '{"account_no": "1"}'`,
  `deductions = '[{"id": "x", "name": "x", "amount": 1, "kind": "other"}]'`,
  `input = input || '{"x": 1}'`,
  'days = 1',
])('figures that were written are not confirmed: %s', async (set) => {
  await draft(async (id) => {
    await write(`update payslips set ${set} where payroll_id = $1 and employee_id = ${baraka}`, [
      id,
    ])
    expect(await changed(id)).toEqual(['Baraka Mwangi'])
    const reply = await confirm(id)
    expect(reply).toMatchObject({ status: 422, body: { errors: { payroll: refusal } } })
    const [slip] = (await primary.call(payrolls.get, one(id))).body.payslips
    await primary.call(payrolls.recalculatePayslip, one(slip?.id ?? ''))
    expect(await changed(id)).toHaveLength(slip?.employee.first_name === 'Baraka' ? 0 : 1)
    await primary.call(payrolls.recalculate, one(id))
    expect(await changed(id)).toEqual([])
  })
})

test('nor with a seal that was made up, or is of another draft', async () => {
  const january = await runMonth(primary, 'January', 2026, false)
  await draft(async (id) => {
    const own = `payroll_id = $1 and employee_id = ${baraka}`
    await write(`update payslips set gross = gross + 9000, net = net + 9000 where ${own}`, [id])
    for (const [slips, given] of [
      [`array(select id from payslips where ${own})`, `'x'`],
      ['s.slips', 's.seal'],
    ]) {
      await write(
        `insert into payslip_seals (payroll_id, slips, seal) select $1, ${slips}, ${given}
         from payslip_seals s where s.payroll_id = '${january.id}'`,
        [id],
      )
      expect((await confirm(id)).body).toMatchObject({ errors: { payroll: refusal } })
    }
  })
})

test('nor as they once were', async () => {
  await draft(async (id) => {
    const [{ slip }] = await world.rows(
      `select to_jsonb(s) as slip from payslips s
       where s.payroll_id = $1 and s.employee_id = ${baraka}`,
      [id],
    )
    const [{ slips, sealed }] = await world.rows(
      'select slips, seal as sealed from payslip_seals where payroll_id = $1',
      [id],
    )
    await world.rows(
      `insert into salaries (organization_id, employee_id, month, amount)
       values ($1, $2, '2026-02', 50000)`,
      [organization_id, slip.employee_id],
    )
    await primary.call(payrolls.recalculate, one(id))
    const told = `digest person input incomes deductions days days_of ${figureNames.join(' ')}`
    const back = told.split(' ').map((name) => `${name} = o.${name}`)
    await write(
      `update payslips p set ${back} from jsonb_populate_record(null::payslips, $2) o
       where p.id = $1`,
      [slip.id, slip],
    )
    await write('insert into payslip_seals (payroll_id, slips, seal) values ($1, $2, $3)', [
      id,
      slips,
      sealed,
    ])
    expect((await confirm(id)).body).toMatchObject({ errors: { payroll: refusal } })
  })
})

test('those who are left in a draft are as they were when somebody is taken out', async () => {
  const { id, payslips } = await runMonth(primary, 'December', 2025, false)
  await primary.call(payrolls.removePayslip, one(payslips[0]?.id ?? ''))
  await primary.call(payrolls.recalculatePayslip, one(payslips[1]?.id ?? ''))
  expect(await changed(id)).toEqual([])
  expect((await confirm(id)).status).toBe(200)
})

test('without a seal of this key the figures are worked out again', async () => {
  const { id } = await runMonth(primary, 'February', 2026, false)
  const others = secretsFrom('another key of this installation')
  await world.platform(async (tx) => {
    await tx.run`delete from payslip_seals`
  })
  expect(await changed(id)).toEqual([])
  await world.parts.db.inOrg({ organization_id }, async (tx) =>
    seal(tx, others, id, await digestsIn(tx, id)),
  )
  expect(await changed(id)).toEqual([])
  await write(
    `update payslips set gross = gross + 9000, net = net + 9000
     where payroll_id = $1 and employee_id = ${baraka}`,
    [id],
  )
  expect((await confirm(id)).body).toMatchObject({ errors: { payroll: refusal } })
  await write(
    `update payslips set gross = gross - 9000, net = net - 9000
     where payroll_id = $1 and employee_id = ${baraka}`,
    [id],
  )
  expect((await confirm(id)).status).toBe(200)
  expect((await primary.call(payrolls.get, one(id))).body.status).toBe('confirmed')
})
