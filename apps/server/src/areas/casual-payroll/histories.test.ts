// @tests story
import { contract } from '@mshahara/contract'
import { casualFigures, casualLaw } from '@mshahara/engine/casual-month-to-date'
import { type CasualRange, casualPay, isPaid, type Mark } from '@mshahara/engine/casual-pay'
import { expect, test } from 'vitest'
import { daysBetween, daysLater } from '../../foundation/core/clock.ts'
import { addCasual } from '../../test/casuals.ts'
import { type Dice, diceOf, seedsOf } from '../../test/dice.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/**
 * Whatever is done to casual payrolls and the roll, in whatever order: nobody is paid twice for a
 * day, and what was paid is what one clean computation over the same days makes of it.
 */

const world = await openWorld()
const { casualPayrolls, casualAdvances, casualDeductions, casualTerms, musterRolls } = contract

const first = '2026-02-16'
const last = '2026-03-22'
const length = daysBetween(first, last) + 1
const place = (day: string) => daysBetween(first, day)

interface Story {
  home: string
  primary: Caller
  dice: Dice
  casuals: { id: string; pay: number; basis: 'day' | 'piece' }[]
}

async function open(seed: number): Promise<Story> {
  const home = await world.addOrganization()
  const primary = await world.as('primary', home)
  const casuals: Story['casuals'] = []
  for (const [pay, basis] of [
    [850.55, 'day'],
    [1000, 'day'],
    [12.35, 'piece'],
  ] as const) {
    const { id } = await addCasual(primary, { pay, pay_basis: basis })
    casuals.push({ id, pay, basis })
    await primary.call(casualAdvances.create, {
      body: { casual_id: id, name: 'Lunch', amount: 33.33 },
    })
    await primary.call(casualDeductions.create, {
      body: { casual_id: id, name: 'Boots', amount: 7.77, from: '2026-02-25', to: '2026-03-12' },
    })
  }
  return { home, primary, dice: diceOf(seed), casuals }
}

const runs = async ({ primary }: Story, status: string) =>
  (await primary.call(casualPayrolls.list)).body.filter((run) => run.status === status)

/** Each answers with 200, 201 or 422, and never with a fault of ours. */
const acts: Record<string, (story: Story) => Promise<{ status: number } | undefined>> = {
  async roll({ primary, dice, casuals }) {
    const from = daysLater(first, 7 * dice.below(length / 7))
    const marks = casuals.flatMap(({ id, basis }) =>
      Array.from({ length: 7 }, (_, index) => ({
        casual_id: id,
        day: daysLater(from, index),
        present: dice.one([0, 0.5, 1, 1, null] as const),
        pieces: basis === 'piece' ? dice.below(40) : 0,
      })).filter(({ pieces, present }) => present !== null || pieces === 0),
    )
    return primary.call(musterRolls.save, { body: { from, days: 7, marks } })
  },
  unroll: ({ primary, dice }) =>
    primary.call(musterRolls.remove, {
      query: { from: daysLater(first, 7 * dice.below(length / 7)), days: 7 },
    }),
  create({ primary, dice }) {
    const from = daysLater(first, dice.below(length - 1))
    const to = daysLater(from, dice.below(Math.min(14, daysBetween(from, last) + 1)))
    return primary.call(casualPayrolls.create, { body: { from, to } })
  },
  async recalculate(story) {
    const [run] = await runs(story, 'draft')
    return run && story.primary.call(casualPayrolls.recalculate, { params: { id: run.id } })
  },
  async confirm(story) {
    const list = await runs(story, 'draft')
    if (list.length === 0) return undefined
    const call = { params: { id: story.dice.one(list).id } }
    if (story.dice.chance(70)) await story.primary.call(casualPayrolls.recalculate, call)
    const { body: checks } = await story.primary.call(casualPayrolls.checks, call)
    const days = checks.flatMap((check) => check.days.map(({ day }) => day))
    const ticked = story.dice.chance(90) ? days : days.slice(1)
    return story.primary.call(casualPayrolls.confirm, { ...call, body: { days: ticked } })
  },
  async reverse(story) {
    const list = await runs(story, 'confirmed')
    if (list.length === 0) return undefined
    const { id } = story.dice.one(list)
    return story.primary.call(casualPayrolls.reverse, { params: { id }, body: { reason: 'Wrong' } })
  },
  async remove(story) {
    const list = await runs(story, 'draft')
    if (list.length === 0) return undefined
    return story.primary.call(casualPayrolls.remove, { params: { id: story.dice.one(list).id } })
  },
  async law({ primary, dice }) {
    return primary.call(casualTerms.change, {
      body: { statutory: dice.chance(60), overtime_factor: 1.5, day_hours: 8 },
    })
  },
}
const often = 'roll roll create create create confirm confirm confirm reverse remove recalculate'
const names = `${often} unroll law`.split(' ')

interface Slip {
  casual_id: string
  from: string
  frozen: boolean
  marks: string
  months: { month: string; gross: number; taken: Record<string, number> | null }[]
  sums: Record<(typeof amounts)[number], string>
}
const amounts = ['total', 'overtime', 'advance', 'gross', 'own', 'days', 'pieces'] as const

const validSlips = ({ home }: Story) =>
  world.rows(
    `select s.casual_id, p."from", s.frozen, s.lines ->> 'marks' as marks, s.months,
       jsonb_build_object('total', s.total, 'overtime', s.overtime, 'advance', s.advance,
         'gross', s.gross, 'own', s.total_deductions - s.statutory, 'days', s.days_worked, 'pieces', s.pieces)
         as sums
     from payslips s join payrolls p on p.id = s.payroll_id
     where s.organization_id = $1 and p.kind = 'casual' and not s.void`,
    [home],
  ) as Promise<Slip[]>

/** The letter of each day of the whole time, from whichever payslip has it. */
function lettersOf(slips: readonly Slip[]): string[] {
  const letters = Array.from({ length }, () => '')
  for (const { from, marks } of slips) {
    for (const [index, letter] of [...marks].entries()) {
      const at = place(from) + index
      if (!isPaid(letter)) continue
      expect(letters[at], `${daysLater(first, at)} twice`).toBe('')
      letters[at] = letter
    }
  }
  return letters
}

async function expectClean(story: Story) {
  const all = await validSlips(story)
  const marked = await world.rows(
    `select casual_id, day, (present * 2)::int as halves, (pieces * 100)::int as pieces
     from muster_marks where organization_id = $1`,
    [story.home],
  )
  for (const { id, pay, basis } of story.casuals) {
    const own = all.filter(({ casual_id }) => casual_id === id)
    lettersOf(own)
    const paid = own.filter(({ frozen }) => frozen)
    const letters = lettersOf(paid)
    const marks: (Mark | undefined)[] = []
    for (const { casual_id, day, halves, pieces } of marked) {
      if (casual_id === id) marks[place(day as string)] = { halves, overtime: 0, pieces } as Mark
    }
    // One computation over all days that were paid, as they were: by the roll, or in full.
    const range: CasualRange = {
      days: letters.map((letter, at) => ({
        day: daysLater(first, at),
        onRoll: letter !== 'f' && letter !== 'h',
      })),
      overtimeFactor: 150,
      dayHours: 800,
    }
    const clean = casualPay(
      {
        ...{ pay: Math.round(pay * 100), basis, from: '2025-01-01', to: null },
        advances: [{ name: 'Lunch', amount: 3333 }],
        deductions: [{ name: 'Boots', amount: 777, from: '2026-02-25', to: '2026-03-12' }],
      },
      marks.map((mark, at) => (letters[at] ? mark : undefined)),
      range,
    )
    const sum = (name: (typeof amounts)[number], scale: number) =>
      paid.reduce((sum, { sums }) => sum + Math.round(Number(sums[name]) * scale), 0)
    const { total, overtime, advance, gross, deduction, days, pieces } = clean
    expect(amounts.map((name) => sum(name, name === 'days' ? 2 : 100))).toEqual([
      ...[total, overtime, advance, gross, deduction, days * 2, pieces],
    ])
  }
}

/** Where the last payroll of a month took the law's part, the month has what one payroll takes. */
async function expectLaw(story: Story) {
  const { primary, casuals } = story
  for (const run of await runs(story, 'draft')) {
    await primary.call(casualPayrolls.remove, { params: { id: run.id } })
  }
  await primary.call(casualTerms.change, {
    body: { statutory: true, overtime_factor: 1.5, day_hours: 8 },
  })
  const made = await primary.call(casualPayrolls.create, {
    body: { from: '2026-03-23', to: '2026-03-24' },
  })
  if (made.status !== 201) return
  const slips = await validSlips(story)
  for (const { id } of casuals) {
    const own = slips.filter(({ casual_id }) => casual_id === id)
    if (!own.some(({ from }) => from === '2026-03-23')) continue
    const parts = own.flatMap(({ months }) => months.filter(({ month }) => month === '2026-03'))
    const gross = parts.reduce((sum, part) => sum + part.gross, 0)
    const law = casualLaw(gross, { gross: 0, taken: null }, { born: null, options: {} }, '2026-03')
    for (const name of casualFigures) {
      expect(parts.reduce((sum, { taken }) => sum + (taken?.[name] ?? 0), 0)).toBe(law[name])
    }
  }
}

const done: string[] = []

test.each(seedsOf(3))('history %i', async (seed) => {
  const story = await open(seed)
  const told: string[] = []
  for (let step = 0; step < 30; step += 1) {
    const name = story.dice.one(names)
    const reply = await acts[name]?.(story)
    told.push(`${name} ${reply?.status ?? '-'}`)
    done.push(told.at(-1) as string)
    expect([200, 201, 422, undefined], told.join(', ')).toContain(reply?.status)
    if (step % 5 === 4) await expectClean(story)
  }
  await expectLaw(story)
})

test('the histories did something', () => {
  const often = (what: string) => done.filter((one) => one === what).length
  for (const name of new Set(names)) {
    const succeeded = often(`${name} 200`) + often(`${name} 201`)
    expect([name, succeeded > 0]).toEqual([name, true])
  }
  // Days that were not ticked, and what others have, are refused.
  expect(often('confirm 422')).toBeGreaterThan(0)
})
