// @tests story
import { contract } from '@mshahara/contract'
import { expect, test, vi } from 'vitest'
import { addStaff } from '../../demo/staff.ts'
import { employ } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Amounts that no payslip can hold are their owner's blocker, and nobody else's. */

const { payrolls, deductions } = contract
const month = { month: 'March', year: 2026 } as const

const world = await openWorld({ workers: true })

async function owing(primary: Caller, loans: number) {
  const { id } = await employ(primary, { first_name: 'Otieno', last_name: 'Ouma' })
  for (let index = 1; index <= loans; index += 1) {
    const body = { employee_id: id, name: `Loan ${index}`, amount: 1e9, from: '2026-01-01' }
    const reply = await primary.call(deductions.create, { body } as never)
    expect(reply.status).toBe(201)
  }
  return id
}
const checksOf = async (primary: Caller, id: string) =>
  (await primary.call(payrolls.checks, { params: { id } })).body

const impossible = {
  kind: 'impossible figures',
  blocks: true,
  title: 'Figures that cannot be worked out',
  count: 1,
}
const told = {
  name: 'Otieno Ouma',
  detail: "An amount, or the sum of several, is too large to be a month's pay.",
}

test('one of 230: the others get their figures, and the run goes on without that one', async () => {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  const adding = { organization_id, today: '2026-03-10', secrets: world.parts.secrets }
  await world.parts.db.inOrg({ organization_id }, (tx) => addStaff(tx, adding, 229))
  await owing(primary, 11)
  const { body: run } = await primary.call(payrolls.create, { body: month })
  const params = { id: run.id }
  expect(run).toMatchObject({ count: 230, calculated: false })
  const shown = async () => (await primary.call(payrolls.get, { params })).body
  await vi.waitFor(async () => expect((await shown()).calculated).toBe(true), 60_000)
  const { payslips, totals } = await shown()
  const without = payslips.filter(({ gross }) => gross === 0)
  expect(without.map(({ employee }) => employee.first_name)).toEqual(['Otieno'])
  expect(totals.gross).toBeGreaterThan(0)
  const found = (await checksOf(primary, run.id)).filter(({ kind }) => kind === impossible.kind)
  expect(found).toMatchObject([{ ...impossible, people: [told] }])
  const refused = await primary.call(payrolls.confirm, { params })
  expect(refused.status).toBe(422)
  expect(refused.body.errors?.payroll).toContain('Figures that cannot be worked out: Otieno Ouma')
  const slip = { params: { id: without[0]?.id ?? '' } }
  expect((await primary.call(payrolls.working, slip)).body.message).toMatch(/cannot be worked out/)
  await primary.call(payrolls.removePayslip, slip)
  expect((await primary.call(payrolls.confirm, { params })).body.status).toBe('confirmed')
})

test('within the request too, and put right it is paid; nothing is exported before', async () => {
  const primary = await world.as('primary', await world.addOrganization())
  await employ(primary)
  const id = await owing(primary, 11)
  const { body: run, status } = await primary.call(payrolls.create, { body: month })
  expect({ status, count: run.count, calculated: run.calculated }).toEqual({
    status: 201,
    count: 2,
    calculated: true,
  })
  const params = { id: run.id }
  const asked = { params, body: { type: 'all', extension: 'csv' } } as never
  expect((await primary.call(contract.exports.make, asked)).body.message).toMatch(
    /cannot be worked out/,
  )
  await world.rows('delete from recur_deductions where employee_id = $1', [id])
  const kinds = async () => (await checksOf(primary, run.id)).map(({ kind }) => kind)
  expect(await kinds()).toContain('inputs changed')
  await primary.call(payrolls.recalculate, { params })
  expect(await kinds()).not.toContain('impossible figures')
  expect((await primary.call(payrolls.confirm, { params })).body.status).toBe('confirmed')
})
