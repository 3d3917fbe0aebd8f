import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { asEmployee, employ, runMonth } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'

/** Accounts and phones that are not those of the last confirmed payslip (B12). */

const { payrolls, employees, myDetails, detailProposals } = contract
const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const bank = { bank_name: 'Equity Bank Kenya', branch_name: null, account_no: '0110001' }

async function movesIn(id: string) {
  const { body } = await primary.call(payrolls.checks, { params: { id } })
  const found = body.filter(({ kind }) => kind === 'bank changed' || kind === 'phone changed')
  return found.map(({ blocks, title, people }) => ({
    blocks,
    title,
    people: people.map(({ name, detail }) => `${name}: ${detail}`).sort(),
  }))
}

async function proposeAndAccept(employee_id: string) {
  const me = await asEmployee(world, home, employee_id)
  const { body } = await me.call(myDetails.propose, {
    body: { bank: { ...bank, account_no: '0220002' }, phone: '0733000222' },
  })
  await me.call(myDetails.sendCode, { body: { which: 'old', revision: 1 } })
  const otp = await world.codeFor(me.email)
  await me.call(myDetails.confirm, { body: { which: 'old', otp, revision: 1 } })
  const { id, revision } = body.proposal as NonNullable<typeof body.proposal>
  const done = await primary.call(detailProposals.decide, {
    params: { id },
    body: { revision, accept: ['bank', 'phone'], called: true },
  })
  expect(done.status).toBe(200)
}

test('say who confirmed them or who recorded them, until a payroll is confirmed', async () => {
  const contact = { ...bank, phone: '0722000111', last_name: 'K' }
  const asked = await employ(primary, { ...contact, first_name: 'Atieno' })
  const edited = await employ(primary, { ...contact, first_name: 'Barasa', account_no: '77' })
  const away = await employ(primary, { ...contact, first_name: 'Chebet', account_no: '88' })
  await employ(primary, { ...contact, first_name: 'Duale', account_no: '99' })
  await runMonth(primary, 'January', 2026)
  // Not paid for a month: what counts is the last payslip there was.
  await world.rows(`update employees set status = 'suspended' where id = $1`, [away.id])
  await runMonth(primary, 'February', 2026)
  world.pass(60)
  await proposeAndAccept(asked.id)
  const change = (id: string, body: object) =>
    primary.call(employees.update, { params: { id }, body })
  await change(edited.id, { account_no: '78' })
  await change(away.id, { account_no: '89', status: 'active' })
  await world.rows(`update employees set status = 'active' where id = $1`, [away.id])
  const run = await runMonth(primary, 'March', 2026, false)
  const told =
    'Confirmed by the employee by code by email on 10 March 2026, accepted by Amani Njoroge, who called'
  const recorded = 'Recorded by Amani Njoroge on 10 March, 2026'
  expect(await movesIn(run.id)).toEqual([
    {
      blocks: false,
      title: 'Bank details changed since the last payroll',
      people: [
        `Atieno K: Equity Bank Kenya 0110001 → Equity Bank Kenya 0220002. ${told}`,
        `Barasa K: Equity Bank Kenya 77 → Equity Bank Kenya 78. ${recorded}`,
        `Chebet K: Equity Bank Kenya 88 → Equity Bank Kenya 89. ${recorded}`,
      ],
    },
    {
      blocks: false,
      title: 'Phone changed since the last payroll',
      people: [`Atieno K: 0722000111 → 0733000222. ${told}`],
    },
  ])
  // Written over by the office afterwards: that is not what the employee confirmed.
  await change(asked.id, { account_no: '0330003' })
  await primary.call(payrolls.recalculate, { params: { id: run.id } })
  expect((await movesIn(run.id))[0]?.people[0]).toContain(`0330003. ${recorded}`)
  await primary.call(payrolls.confirm, { params: { id: run.id } })
  const next = await runMonth(primary, 'April', 2026, false)
  expect(await movesIn(next.id)).toEqual([])
})
