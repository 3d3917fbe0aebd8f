// @tests story
import { contract } from '@mshahara/contract'
import { type MonthName, monthNames } from '@mshahara/contract/months'
import { expect, test } from 'vitest'
import { type Dice, diceOf, seedsOf } from '../../test/dice.ts'
import { apply, type Borrowing, guarantee, openBorrowing } from '../../test/loans.ts'
import { terminate } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { notifyOfClaims } from './leaving.ts'

/**
 * Whatever is done to loans, in whatever order: the balance is what one clean sum of the entries
 * makes it, payslips and entries agree, interest is left out once, and no loan is a dead end.
 */

const world = await openWorld()
const { loans, payrolls, employees } = contract
const one = (id: string) => ({ params: { id } })
const start = '2026-03-10T09:00:00Z'

interface Story {
  office: Borrowing
  dice: Dice
  /** The next month to be paid: 3 is March 2026. */
  month: number
  ids: string[]
}
type Reply = { status: number } | undefined

const pick = ({ dice, ids }: Story) => one(dice.one(ids))
const today = () => world.parts.clock.now().toISOString().slice(0, 10)

/** Signed in again: the clock has moved. */
async function at(story: Story, iso: string) {
  world.setTime(iso)
  const { organization } = story.office
  story.office.primary = await world.as('primary', organization)
}

async function lendOne(story: Story): Promise<Reply> {
  const { office, dice } = story
  const id = await apply(office, {
    amount: 8_000 + dice.below(20_000),
    term_months: 1 + dice.below(6),
  }).catch(() => undefined)
  if (!id) return undefined
  await guarantee(office, id)
  if (dice.chance(15)) return office.borrower.call(loans.withdraw, one(id))
  const reply = await office.primary.call(loans.approve, { ...one(id), body: {} })
  if (reply.status === 200) story.ids.push(id)
  return reply
}

const acts: Record<string, (story: Story) => Promise<Reply>> = {
  async run(story) {
    const { office, month } = story
    const name = monthNames[month - 1] as MonthName
    const made = await office.primary.call(payrolls.create, { body: { month: name, year: 2026 } })
    if (made.status !== 201) return made
    const done = await office.primary.call(payrolls.confirm, one(made.body.id))
    if (done.status !== 200) return done
    story.month += 1
    await at(story, `2026-${String(story.month).padStart(2, '0')}-10T09:00:00Z`)
    return done
  },
  async reverse(story) {
    const { primary } = story.office
    const { body } = await primary.call(payrolls.list)
    const last = body.find(({ status }) => status === 'confirmed')
    if (!last || story.month === 3) return undefined
    const reply = await primary.call(payrolls.reverse, {
      ...one(last.id),
      body: { reason: 'Wrong' },
    })
    if (reply.status === 200) story.month -= 1
    return reply
  },
  async repay(story) {
    const call = pick(story)
    const { body } = await story.office.primary.call(loans.get, call)
    const most = body.settlement?.amount ?? body.written_off
    const amount = story.dice.chance(40) ? most : Math.ceil(most / (2 + story.dice.below(3)))
    return story.office.primary.call(loans.repay, {
      ...call,
      body: { amount, day: today(), reference: 'QK1' } as never,
    })
  },
  writeOff: (story) =>
    story.office.primary.call(loans.writeOff, { ...pick(story), body: { reason: 'Gone' } }),
  async takeBack(story) {
    const { body } = await story.office.primary.call(loans.get, pick(story))
    if (body.entries.length === 0) return undefined
    return story.office.primary.call(loans.takeBack, {
      ...one(story.dice.one(body.entries).id),
      body: { reason: 'Bounced' },
    })
  },
  async leave(story) {
    if (!story.dice.chance(50)) return undefined
    const last = `2026-${String(story.month).padStart(2, '0')}-28`
    return terminate(story.office.primary, story.office.borrower.id, last)
  },
  back: (story) =>
    story.office.primary.call(employees.status, {
      ...one(story.office.borrower.id),
      body: { status: 'active' },
    }),
  async night() {
    await world.work(notifyOfClaims)
    return undefined
  },
}
const often = 'run run run repay repay repay writeOff takeBack takeBack takeBack'
const names = `${often} reverse reverse leave leave back night night`.split(' ')

/** The ledger, against one clean sum of what is on record. */
async function expectClean({ office, ids }: Story, told: string) {
  const rows = await world.rows(
    `select l.id, l.total, l.interest, l.outstanding, l.rebated, l.deducted, l.repaid,
       l.written_off, l.total - coalesce(sum(n.amount), 0) as clean,
       coalesce(sum(n.amount) filter (where n.kind = 'deduction'), 0) as by_entries,
       (select coalesce(sum(s.amount), 0) from loan_entries s
         join employees e on e.id = l.employee_id and e.status = 'active'
         where s.loan_id = l.id and s.left_on is not null
           and not exists (select from loan_entries b where b.takes_back = s.id)
       ) as saved_by_leaving,
       (select coalesce(sum((line ->> 'amount')::numeric), 0) / 100 from payslips p,
          jsonb_array_elements(p.deductions) line
        where p.frozen and not p.void and line ->> 'id' = l.id::text) as on_payslips
     from loans l left join loan_entries n on n.loan_id = l.id
     where l.id = any ($1) group by l.organization_id, l.id`,
    [ids],
  )
  for (const row of rows) {
    const cents = (name: string) => Math.round(Number(row[name]) * 100)
    expect([cents('outstanding'), cents('deducted')], told).toEqual([
      cents('clean'),
      cents('by_entries'),
    ])
    expect(cents('on_payslips'), told).toBe(cents('deducted'))
    for (const part of ['outstanding', 'deducted', 'repaid', 'rebated', 'written_off']) {
      expect([part, cents(part) >= 0], told).toEqual([part, true])
    }
    expect(cents('rebated'), told).toBeLessThanOrEqual(cents('interest'))
    // Whoever works here is charged what leaving would save, unless it was settled or written off.
    if (cents('outstanding') > 0 && cents('written_off') === 0) {
      expect(cents('saved_by_leaving'), told).toBe(0)
    }
    const { body } = await office.primary.call(loans.get, one(row.id as string))
    // Whatever is owed can be paid.
    if (body.settlement && body.outstanding > 0) {
      expect(body.settlement.amount, told).toBeGreaterThan(0)
    }
  }
}

/** At the end each loan that runs is settled by one payment. */
async function settleAll({ office, ids }: Story, told: string) {
  for (const id of ids) {
    const { body } = await office.primary.call(loans.get, one(id))
    if (!body.settlement) continue
    const reply = await office.primary.call(loans.repay, {
      ...one(id),
      body: { amount: body.settlement.amount, day: today(), reference: 'END' } as never,
    })
    expect(reply.status, told).toBe(201)
    expect(['settled', 'written off'], told).toContain(reply.body.state)
  }
}

const done: string[] = []

test.each(seedsOf(2))('history %i', async (seed) => {
  world.setTime(start)
  const office = await openBorrowing(world)
  const story: Story = { office, dice: diceOf(seed), month: 3, ids: [] }
  for (let loan = 0; loan < 2; loan += 1) await lendOne(story)
  if (story.ids.length === 0) return
  const told: string[] = []
  for (let step = 0; step < 14 && story.month < 12; step += 1) {
    const name = story.dice.one(names)
    const reply = await acts[name]?.(story)
    told.push(`${name} ${reply?.status ?? '-'}`)
    expect([200, 201, 422, undefined], told.join(', ')).toContain(reply?.status)
    await expectClean(story, told.join(', '))
  }
  await settleAll(story, told.join(', '))
  await expectClean(story, told.join(', '))
  done.push(...told)
})

test('the histories did something', () => {
  for (const act of ['run 200', 'repay 201', 'takeBack 200']) expect(done).toContain(act)
})
