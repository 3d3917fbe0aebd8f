// @tests story
import { readFileSync } from 'node:fs'
import { contract } from '@mshahara/contract'
import { keptOf, type Spoken } from '@mshahara/contract/say'
import { expect, test } from 'vitest'
import { reasons } from '../areas/leave/reasons.ts'
import { workings } from '../areas/loans/workings.ts'
import { giveDays, openLeaveOffice } from '../test/leave.ts'
import { application, openBorrowing } from '../test/loans.ts'
import { openWorld } from '../test/world.ts'

/** What tables keep in words is told to each reader in their own language, from before 0210 too. */

const world = await openWorld()
world.setTime('2026-03-10T09:00:00Z')
const swahili = { 'accept-language': 'sw' }

/** The columns as they were before, and then the migration. */
const migrateAgain = () =>
  world.byHand(`alter table loans drop column max_working_code;
    alter table leave_entries drop column reason_code;
    ${readFileSync(new URL('../foundation/database/migrations/0210_told_again.sql', import.meta.url), 'utf8')}`)

const day = '2026-05-01'
const told: Record<keyof typeof reasons, Spoken> = {
  ...reasons,
  carriedEarly: reasons.carriedEarly({ day }),
  carriedOver: reasons.carriedOver({ year: 2025 }),
  notTaken: reasons.notTaken({ year: 2025 }),
  recordedLater: reasons.recordedLater({ year: 2025 }),
  holidayAdded: reasons.holidayAdded({ holiday: 'Labour Day', day }),
  holidayRemoved: reasons.holidayRemoved({ holiday: 'Market day on the hill', day }),
  holidayMoved: reasons.holidayMoved({ holiday: 'Idd-ul-Fitr', day, to: '2026-12-31' }),
  ownWeekChanged: reasons.ownWeekChanged({ name: 'Amina Otieno' }),
  countedBy: reasons.countedBy({ type: 'Sick Leave', count_by: 'calendar' }),
}

test('reasons of the ledger', async () => {
  const office = await openLeaveOffice(world)
  const me = await office.join()
  const id = await giveDays(world, office, me.employee_id, office.typeOf('Annual Leave'), 5)
  const sentences = Object.values(told)
  await world.byHand(
    `insert into leave_entries (organization_id, balance_id, kind, day, reason)
     select $1, $2, 'recount', '2026-03-01', t from unnest($3::text[]) t`,
    [office.organization, id, sentences.map(({ en }) => en)],
  )
  await migrateAgain()
  const kept = await world.rows(
    'select reason, reason_code from leave_entries where balance_id = $1',
    [id],
  )
  const codes = new Map(kept.map(({ reason, reason_code }) => [reason, reason_code]))
  for (const sentence of sentences) expect(codes.get(sentence.en)).toEqual(keptOf(sentence))
  expect(codes.get('Opening balance')).toBeNull()

  const seen = async (headers = {}) =>
    (await me.call(contract.leaveBalances.ledger, { params: { id } }, headers)).body.entries
      .map(({ reason }) => reason)
      .sort()
  expect(await seen()).toEqual(['Opening balance', ...sentences.map(({ en }) => en)].sort())
  expect(await seen(swahili)).toEqual(['Opening balance', ...sentences.map(({ sw }) => sw)].sort())
})

test('the maximum of a loan', async () => {
  const office = await openBorrowing(world, 3)
  const { body: loan } = await office.borrower.call(contract.loans.create, {
    body: application(office),
  })
  const params = { id: loan.id }
  const [{ max_working_code: kept }] = await world.rows(
    'select max_working_code from loans where id = $1',
    [loan.id],
  )
  expect(kept.code).toBe('loans.lastNetPay')
  const seen = async (headers = {}) =>
    (await office.borrower.call(contract.loans.get, { params }, headers)).body.max_working
  const { en, sw } = workings.lastNetPay(kept.values)
  const advances = [0, 5_000_50].map((advanced) =>
    workings.earnedByToday({ share: 50, days: 3.5, of: 31, salary: 48_000_00, advanced }),
  )
  for (const sentence of [{ ...kept, en, sw }, ...advances]) {
    await world.byHand(`set session_replication_role = replica;
      update loans set max_working = '${sentence.en}' where id = '${loan.id}'`)
    await migrateAgain()
    const [row] = await world.rows('select max_working_code from loans where id = $1', [loan.id])
    expect(row.max_working_code).toEqual(keptOf(sentence))
    expect([await seen(), await seen(swahili)]).toEqual([sentence.en, sentence.sw])
  }
})
