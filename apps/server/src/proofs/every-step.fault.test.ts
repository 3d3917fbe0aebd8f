// @tests slow
import { randomUUID } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { lookAt, proposalIn } from '../test/approvals.ts'
import { cutAfter } from '../test/cut-wire.ts'
import { redundant } from '../test/leaving.ts'
import { employ, runMonth } from '../test/office.ts'
import { type Caller, openWorld, type Reply } from '../test/world.ts'

/**
 * What moves pay beside the month's own payroll, cut off behind each of its statements in turn: it
 * has been done with all that belongs to it, or nothing of it is there. Sent once more under its
 * key it is done once.
 */

const { corrections, employees, leaving, makerChecker, offCycle, payrolls, raises } = contract
const world = await openWorld()
world.setTime('2026-06-20T09:00:00Z')

const path = (id: string) => ({ params: { id } })
const given = { employment_date: '2019-03-01', salary: 78_000 }
const pay_on = '2026-06-25'

async function openFirm(people = 1) {
  const home = await world.addOrganization()
  const [primary, second] = [await world.as('primary', home), await world.as('primary', home)]
  const staff: string[] = []
  for (let at = 0; at < people; at += 1) staff.push((await employ(primary, given)).id)
  const { id: february } = await runMonth(primary, 'February', 2026)
  return { home, primary, second, staff, february }
}
type Firm = Awaited<ReturnType<typeof openFirm>>
type Headers = Record<string, string>
type Act = (headers: Headers) => Promise<Reply<object>>

/** All that an act could leave behind, by table; of the log how much there is. */
const tables =
  'payrolls payslips arrears salaries correction_lines off_cycle_amounts payslip_seals ' +
  'payroll_exceptions leavings final_claims leave_entries leave_pay_days loan_entries proposals jobs'
const whole = tables.split(' ').map(
  (name) => `select '${name}' as name, md5(coalesce(string_agg(to_jsonb(t)::text, ' '
    order by to_jsonb(t)::text), '')) as what from ${name} t where organization_id = $1`,
)
const left = `${whole.join(' union all ')}
  union all select 'activity_log', count(*)::text from activity_log where organization_id = $1
  order by 1`
/** What was cut off may still be at its end: whatever it holds is waited for. */
const held = [
  'organizations where id',
  'payrolls where organization_id',
  'employees where organization_id',
]
async function leftIn({ home }: Firm) {
  for (const rows of held) await world.rows(`select from ${rows} = $1 for update`, [home])
  return world.rows(left, [home])
}

/** How many statements it was cut off behind. */
async function cutEverywhere(firm: Firm, act: Act) {
  const before = await leftIn(firm)
  for (let statements = 1; statements < 1000; statements += 1) {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await cutAfter(statements, () => act(headers))
    const now = await leftIn(firm)
    const isDone = JSON.stringify(now) !== JSON.stringify(before)
    if (!isDone) {
      expect(answer.status, `cut behind ${statements}`).toBeGreaterThanOrEqual(500)
      continue
    }
    // Whether its answer was lost or not: the same key is answered, and does nothing again.
    const again = await act(headers)
    expect(again, `done behind ${statements}`).toMatchObject({ status: 200 })
    expect(await leftIn(firm)).toEqual(now)
    return statements
  }
  throw new Error('It has no end.')
}

async function confirming(by: Caller, id: string): Promise<Act> {
  const { body: found } = await by.call(payrolls.checks, path(id))
  const approved = found.flatMap(({ kind, approvable, people }) =>
    approvable ? people.map(({ employee_id, detail }) => ({ kind, employee_id, detail })) : [],
  )
  return (headers) => by.call(payrolls.confirm, { ...path(id), body: { approved } }, headers)
}

async function bonus({ primary, staff }: Firm) {
  const items = [{ name: 'Bonus', kind: 'one-off' as const }]
  const facts = { month: 'February' as const, year: 2026, title: 'Bonus', pay_on }
  const made = await primary.call(offCycle.create, { body: { ...facts, items, employees: staff } })
  const { rows } = (await primary.call(offCycle.amounts, path(made.body.id))).body
  const filled = rows.map(({ payslip_id }) => ({ payslip_id, amounts: [9_000] }))
  const body = { items, rows: filled }
  expect((await primary.call(offCycle.save, { ...path(made.body.id), body })).status).toBe(200)
  return made.body.id
}

async function correction({ primary, february }: Firm) {
  const { body: run } = await primary.call(payrolls.get, path(february))
  const lines = [{ side: 'salary' as const, key: 'salary', due: 60_000 }]
  const body = { lines, reason: 'It was agreed otherwise', pay_on }
  const made = await primary.call(corrections.create, {
    ...path(run.payslips[0]?.id as string),
    body,
  })
  expect(made.status).toBe(201)
  return made.body.id
}

/** With more owed than a last pay can give, so that a claim is left. */
async function lastPay({ primary, staff: [id = ''] }: Firm) {
  const lines = [{ code: 'property' as const, label: 'Van', amount: 900_000, reason: 'Wrecked' }]
  const terms = { ...redundant, last_day: '2026-05-31', leave_days: 0, lines }
  expect((await primary.call(leaving.record, { ...path(id), body: terms })).status).toBe(200)
  const body = { month: 'May' as const, year: 2026, pay_on }
  const made = await primary.call(leaving.run, { ...path(id), body })
  expect(made.status).toBe(201)
  return made.body.id
}

const statusOf = async ({ primary }: Firm, id: string) =>
  (await primary.call(payrolls.get, path(id))).body.status

test.each([
  ['an extra payroll', bonus],
  ['a correction', correction],
  ['final dues with a claim', lastPay],
] as const)('%s is confirmed, and reversed, whole or not at all', async (_what, open) => {
  const firm = await openFirm()
  const id = await open(firm)
  const steps = await cutEverywhere(firm, await confirming(firm.primary, id))
  expect(steps).toBeGreaterThan(10)
  expect(await statusOf(firm, id)).toBe('confirmed')
  const claims = await world.rows('select from final_claims where organization_id = $1', [
    firm.home,
  ])
  expect(claims).toHaveLength(open === lastPay ? 1 : 0)
  const body = { reason: 'A slip of the pen' }
  await cutEverywhere(firm, (headers) =>
    firm.primary.call(payrolls.reverse, { ...path(id), body }, headers),
  )
  expect(await statusOf(firm, id)).toBe('reversed')
})

test('what a second person agrees to is done whole or not at all', async () => {
  const firm = await openFirm()
  const { primary, second } = firm
  await primary.call(makerChecker.changeSettings, { body: { confirming: true } })
  const id = await bonus(firm)
  const asked = await primary.call(payrolls.confirm, path(id))
  expect(asked.status).toBe(202)
  const proposal = proposalIn(asked)
  const { digest } = await lookAt(second, proposal)
  await cutEverywhere(firm, (headers) =>
    second.call(makerChecker.agree, { ...path(proposal), body: { digest } }, headers),
  )
  expect(await statusOf(firm, id)).toBe('confirmed')
  expect((await lookAt(second, proposal)).state).toBe('agreed')
})

test('the raise of many is recorded for all of them with their arrears, or for nobody', async () => {
  const firm = await openFirm(12)
  const { primary, staff } = firm
  const rule = { by: { what: 'percent' as const, percent: 10 } }
  const asked = { from: '2026-02', whom: { employees: staff }, rule }
  const { body } = await primary.call(raises.preview, { body: asked })
  const rows = body.rows.map(({ employee_id, from, after, seen }) => {
    return { employee_id, from, amount: after, seen }
  })
  expect(rows).toHaveLength(12)
  await cutEverywhere(firm, (headers) => primary.call(raises.save, { body: { rows } }, headers))
  const marked = await world.rows('select from arrears where organization_id = $1', [firm.home])
  expect(marked).toHaveLength(12)
  const { body: one } = await primary.call(employees.get, path(staff[0] as string))
  expect(one.salary).toBe(85_800)
})
