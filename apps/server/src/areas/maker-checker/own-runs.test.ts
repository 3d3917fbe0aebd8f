// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { agreeTo, lookAt, proposalIn } from '../../test/approvals.ts'
import { leavingActs, redundant } from '../../test/leaving.ts'
import { employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** Runs of one person, entered line by line: whose word counts, and what they see (B29). */

const world = await openWorld({ workers: true })
const { corrections, makerChecker, payrolls } = contract
const path = (id: string) => ({ params: { id } })

async function openFirm(asked: object) {
  const organization_id = await world.addOrganization()
  const primary = await world.as('primary', organization_id)
  const finance = await world.as('finance', organization_id)
  const paid = await employ(primary, { salary: 80_000, employment_date: '2024-02-01' })
  const run = await runMonth(primary, 'January', 2026)
  await primary.call(makerChecker.changeSettings, { body: asked })
  const { body } = await primary.call(payrolls.get, path(run.id))
  const made = await finance.call(corrections.create, {
    ...path(body.payslips[0]?.id as string),
    body: {
      lines: [{ side: 'salary' as const, key: 'salary', due: 900_000 }],
      ...{ reason: 'A raise was missed', pay_on: '2026-03-10' },
    },
  })
  expect(made.status).toBe(201)
  return { organization_id, primary, finance, paid, correction: made.body.id }
}

describe('a correction', () => {
  test('is not agreed to by whoever it pays', async () => {
    const { organization_id, primary, finance, paid, correction } = await openFirm({
      confirming: true,
    })
    const payee = await world.as('primary', organization_id)
    await world.rows(
      `update memberships set employee_id = $1 where user_id = $2 and organization_id = $3`,
      [paid.id, payee.id, organization_id],
    )
    const id = proposalIn(await finance.call(payrolls.confirm, path(correction)))
    expect(await lookAt(payee, id)).toMatchObject({ may_check: false })
    expect((await agreeTo(payee, id)).status).toBe(403)
    expect((await agreeTo(primary, id)).status).toBe(200)
  })

  test('waits also where nobody but a salary, or pay items, need somebody else', async () => {
    for (const asked of [{ salary: true }, { items_above: 10_000 }]) {
      const { primary, finance, correction } = await openFirm({ ...asked, confirming: false })
      const id = proposalIn(await finance.call(payrolls.confirm, path(correction)))
      expect((await lookAt(primary, id)).shown).toContainEqual({
        ...{ label: 'Basic pay', before: null, after: '80,000 → 900,000' },
      })
      expect((await agreeTo(primary, id)).status).toBe(200)
      // The month's own payroll does not wait for it.
      const month = await runMonth(primary, 'February', 2026)
      expect((await primary.call(payrolls.get, path(month.id))).body.status).toBe('confirmed')
    }
  })
})

test('whoever agrees to final dues sees who leaves, and every line', async () => {
  const { openQuarry, record, open, confirm } = leavingActs(world)
  const { home, primary, id: leaver } = await openQuarry()
  const finance = await world.as('finance', home)
  const laptop = {
    code: 'property' as const,
    label: 'Laptop',
    amount: 20_000,
    reason: 'Not returned',
  }
  const severance = { code: 'severance' as const, label: 'Severance pay', amount: 350_000 }
  const lines = [{ ...severance, reason: 'As agreed' }, laptop]
  await record(primary, leaver, { ...redundant, lines })
  const { body: run } = await open(primary, leaver)
  await primary.call(makerChecker.changeSettings, { body: { confirming: true } })
  const id = proposalIn(await confirm(primary, run.id))
  const { shown } = await lookAt(finance, id)
  const told = shown.map(({ label, after }) => `${label}: ${after}`)
  expect(told).toContainEqual(
    expect.stringMatching(/^Who leaves: Chao .*last day 31 October 2026$/),
  )
  expect(told).toContainEqual(
    expect.stringMatching(/^Severance pay: 350,000.* = 315,000, changed.*\. Reason: As agreed$/),
  )
  expect(told).toContainEqual(expect.stringMatching(/^Laptop: 20,000.*Reason: Not returned$/))
})
