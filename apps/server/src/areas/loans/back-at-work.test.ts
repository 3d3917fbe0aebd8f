// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Borrowing, lend, openBorrowing } from '../../test/loans.ts'
import { runMonth, terminate } from '../../test/office.ts'
import { sessionOf } from '../../test/session.ts'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'
import { notifyOfClaims } from './leaving.ts'

/**
 * Whoever leaves is not charged the interest of months that had not begun. Whoever is back is,
 * once, however they come back.
 */

const { loans, payrolls, employees } = contract
const world = await openWorld()
const one = (id: string) => ({ params: { id } })
const night = () => world.work(notifyOfClaims)
beforeEach(() => void world.setTime('2026-03-10T09:00:00Z'))

/** 60,000 over six months: 87,960, of which 23,760 is interest. */
async function lent() {
  const office = await openBorrowing(world)
  const { id } = await lend(office, { amount: 60_000, term_months: 6 })
  return { office, id }
}

/** Signed in again: the clock has moved. */
async function at(office: Borrowing, day: string) {
  world.setTime(`${day}T09:00:00Z`)
  const session = await sessionOf(world.parts, office.primary.id, office.organization)
  office.primary = { ...office.primary, ...world.caller(session) }
}

const leave = ({ primary, borrower }: Borrowing, termination_date: string) =>
  terminate(primary, borrower.id, termination_date)
const back = ({ primary, borrower }: Borrowing, status: 'active' | 'suspended' = 'active') =>
  primary.call(employees.status, { ...one(borrower.id), body: { status } })
const reverse = ({ primary }: Borrowing, id: string) =>
  primary.call(payrolls.reverse, { ...one(id), body: { reason: 'Again' } })
const loanOf = async ({ primary }: Borrowing, id: string) =>
  (await primary.call(loans.get, one(id))).body
const notesOf = async (office: Borrowing, id: string) =>
  (await loanOf(office, id)).entries
    .filter(({ kind }) => kind === 'rebate')
    .map(({ amount, note }) => [amount, note])
const guaranteed = async ({ primary, guarantors }: Borrowing) =>
  (await primary.call(loans.standing, one(guarantors[0]?.id ?? ''))).body.guaranteed.outstanding
const toldOf = async ({ organization }: Borrowing) =>
  (
    await world.rows(
      `select from notifications where organization_id = $1 and title like 'A loan you guarantee%'`,
      [organization],
    )
  ).length

const notBegun = 'Interest of months that had not begun'
const again = 'Back at work: interest is charged again'

describe('a claim', () => {
  test.each(['active', 'suspended'] as const)('of somebody who is %s again is none', async (to) => {
    const { office, id } = await lent()
    await leave(office, '2026-03-10')
    await at(office, '2026-04-25')
    await night()
    expect(await loanOf(office, id)).toMatchObject({ outstanding: 68_160, rebated: 19_800 })
    expect(await guaranteed(office)).toBe(68_160)
    await back(office, to)
    await night()
    expect(await loanOf(office, id)).toMatchObject({
      ...{ outstanding: 87_960, rebated: 0, claim: false },
    })
    expect(await guaranteed(office)).toBe(87_960)
    expect(await notesOf(office, id)).toEqual([
      [19_800, notBegun],
      [-19_800, again],
    ])
  })

  test('is not touched by a statement of another organisation', async () => {
    const { office, id } = await lent()
    const other = await openBorrowing(world)
    await leave(office, '2026-03-10')
    await at(office, '2026-04-25')
    await at(other, '2026-04-25')
    await night()
    // Past the trigger that charges it at once.
    await world.byHand(`set session_replication_role = replica;
      update employees set status = 'active', termination_date = null
      where id = '${office.borrower.id}'`)
    const charge = async ({ primary }: Borrowing) => {
      const { inside } = statementsIn(world, primary)
      const statement = `select charge_interest_again(array['${id}'::uuid])`
      await inside((client) => client.query(statement), 'commit')
      return (await loanOf(office, id)).rebated
    }
    expect(await charge(other)).toBe(19_800)
    expect(await charge(office)).toBe(0)
  })

  test('is one again when they leave again, and guarantors are told again', async () => {
    const { office, id } = await lent()
    await leave(office, '2026-03-10')
    await at(office, '2026-04-25')
    await night()
    expect(await toldOf(office)).toBe(2)
    await back(office)
    // The second month of the loan has begun.
    await leave(office, '2026-04-25')
    await at(office, '2026-05-28')
    await night()
    expect(await loanOf(office, id)).toMatchObject({
      ...{ outstanding: 72_120, rebated: 15_840, claim: true },
    })
    expect(await toldOf(office)).toBe(4)
  })

  test('is reckoned again where the last day was another', async () => {
    const { office, id } = await lent()
    await leave(office, '2026-03-10')
    await at(office, '2026-06-25')
    await night()
    await leave(office, '2026-05-20')
    expect(await loanOf(office, id)).toMatchObject({ outstanding: 87_960, rebated: 0 })
    await night()
    expect(await loanOf(office, id)).toMatchObject({ outstanding: 76_080, rebated: 11_880 })
    expect(await notesOf(office, id)).toEqual([
      [19_800, notBegun],
      [-19_800, 'Another last day: interest is reckoned again'],
      [11_880, notBegun],
    ])
  })

  test('that was settled stays so, until what settled it bounces', async () => {
    const { office, id } = await lent()
    await leave(office, '2026-03-10')
    await at(office, '2026-04-25')
    await night()
    const body = { amount: 68_160, day: '2026-04-25', reference: 'QK1' }
    const { body: settled } = await office.primary.call(loans.repay, { ...one(id), body })
    await back(office)
    expect(await loanOf(office, id)).toMatchObject({ state: 'settled', rebated: 19_800 })
    const paid = settled.entries.find(({ kind }) => kind === 'repayment')
    await office.primary.call(loans.takeBack, {
      ...one(paid?.id ?? ''),
      body: { reason: 'Bounced' },
    })
    expect(await loanOf(office, id)).toMatchObject({ outstanding: 87_960, rebated: 0 })
  })

  test('that was written off stays so, until that is taken back', async () => {
    const { office, id } = await lent()
    await leave(office, '2026-03-10')
    await at(office, '2026-04-25')
    await night()
    const { body } = await office.primary.call(loans.writeOff, {
      ...one(id),
      body: { reason: 'Gone' },
    })
    await back(office)
    expect(await loanOf(office, id)).toMatchObject({ state: 'written off', written_off: 68_160 })
    const given = body.entries.find(({ kind }) => kind === 'write-off')
    await office.primary.call(loans.takeBack, {
      ...one(given?.id ?? ''),
      body: { reason: 'Back' },
    })
    expect(await loanOf(office, id)).toMatchObject({ outstanding: 87_960, rebated: 0 })
  })
})

describe('final pay', () => {
  test('of somebody who is back leaves no interest out, and the whole term takes all', async () => {
    const { office, id } = await lent()
    await leave(office, '2026-03-31')
    await runMonth(office.primary, 'March', 2026)
    const { deducted } = await loanOf(office, id)
    expect(await loanOf(office, id)).toMatchObject({ rebated: 19_800 })
    await back(office)
    expect(await loanOf(office, id)).toMatchObject({
      ...{ rebated: 0, deducted, outstanding: 87_960 - deducted },
    })
    for (const [index, month] of (['April', 'May', 'June', 'July', 'August'] as const).entries()) {
      await at(office, `2026-0${4 + index}-25`)
      await runMonth(office.primary, month, 2026)
    }
    expect(await loanOf(office, id)).toMatchObject({ state: 'settled', deducted: 87_960 })
  })

  test.each(['before', 'after'])(
    'reversed %s they are back, it gives it back once',
    async (when) => {
      const { office, id } = await lent()
      await leave(office, '2026-03-31')
      const run = await runMonth(office.primary, 'March', 2026)
      if (when === 'before') await reverse(office, run.id)
      await back(office)
      if (when === 'after') await reverse(office, run.id)
      expect(await loanOf(office, id)).toMatchObject({
        ...{ outstanding: 87_960, rebated: 0, deducted: 0 },
      })
      expect((await notesOf(office, id)).map(([amount]) => amount)).toEqual([19_800, -19_800])
    },
  )

  test('made again after its claim was written off claims no interest', async () => {
    const { office, id } = await lent()
    await leave(office, '2026-03-31')
    const run = await runMonth(office.primary, 'March', 2026)
    const { outstanding, deducted } = await loanOf(office, id)
    await office.primary.call(loans.writeOff, { ...one(id), body: { reason: 'Gone' } })
    await reverse(office, run.id)
    expect(await loanOf(office, id)).toMatchObject({ outstanding: deducted, rebated: 19_800 })
    await runMonth(office.primary, 'March', 2026)
    await night()
    const ended = { outstanding: 0, rebated: 19_800, deducted, written_off: outstanding }
    expect(await loanOf(office, id)).toMatchObject({ ...ended, claim: false })
    expect(await guaranteed(office)).toBe(0)
  })
})

test('by a statement as well, and interest is left out only for whoever has left', async () => {
  const { office, id } = await lent()
  await leave(office, '2026-03-10')
  await at(office, '2026-04-25')
  await night()
  await world.rows(
    `update employees set status = 'active', termination_date = null where id = $1`,
    [office.borrower.id],
  )
  expect(await loanOf(office, id)).toMatchObject({ outstanding: 87_960, rebated: 0 })
  const forged = world.rows(
    `insert into loan_entries (organization_id, loan_id, kind, amount, day, left_on, by)
     values ($1, $2, 'rebate', 100, '2026-04-25', '2026-03-10', '')`,
    [office.organization, id],
  )
  await expect(forged).rejects.toThrow('does not fit its loan')
})
