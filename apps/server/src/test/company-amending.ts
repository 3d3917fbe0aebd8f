import { daysLater } from '../foundation/core/clock.ts'
import type { Act } from './company-acts.ts'
import {
  anybody,
  anyOf,
  isPaid,
  type Life,
  money,
  monthOf,
  nameIn,
  recorded,
  staying,
} from './company-life.ts'

/** What chance has a company think of pay that is confirmed: raises of paid months, corrections. */

/** Of months that were paid, mostly, and the one to come. */
const anyMonth = (life: Life) => {
  const paid = recorded(life, 'run').map(({ month }) => month)
  return life.dice.one([...paid, ...paid, ...paid, monthOf(life), monthAfter(monthOf(life))])
}
const monthAfter = (month: string) => daysLater(`${month}-28`, 5).slice(0, 7)

const latePay: Record<string, (life: Life) => Act | undefined> = {
  /** A raise or a cut, sometimes agreed net. */
  late(life) {
    const amount = money(life, 32_000, 140_000)
    const salary = life.dice.chance(20) ? { agreed_net: amount } : { salary: amount }
    const given = { who: anybody(life), ...salary, salary_from: anyMonth(life) }
    return { does: 'change', given }
  },
  raiseAll(life) {
    const who = staying(life).map((one) => one.who)
    const percent = life.dice.one([5, 7.5, 12, -10])
    return { does: 'raiseAll', given: { who, from: anyMonth(life), percent } }
  },
  item(life) {
    const { dice } = life
    const given = {
      key: nameIn(life, 'item'),
      who: anybody(life),
      amount: money(life, 500, 30_000),
    }
    const what = dice.one(['allowance', 'income'] as const)
    const since = dice.chance(80) ? { since: anyMonth(life) } : {}
    return { does: 'item', given: { ...given, what, taxable: dice.chance(80), ...since } }
  },
  /** From no later month than before: what is not paid yet is not lost from sight. */
  reprice(life) {
    const item = anyOf(life, itemsOf(life))
    if (!item) return undefined
    const month = anyMonth(life)
    const since = item.since && item.since < month ? item.since : month
    const amount = life.dice.chance(20) ? 0 : money(life, 500, 30_000)
    return { does: 'reprice', given: { ...item, amount, since } }
  },
  drop(life) {
    const item = anyOf(life, itemsOf(life))
    return item && { does: 'drop', given: { key: item.key, what: item.what } }
  },
}

/** As they are by now. */
function itemsOf(life: Life) {
  const dropped = recorded(life, 'drop').map(({ key }) => key)
  const all = [...recorded(life, 'item'), ...recorded(life, 'reprice')]
  const items = new Map(all.map((item) => [item.key, item]))
  return [...items.values()].filter(({ key }) => !dropped.includes(key))
}

/** Nothing may rest on it, and nobody have its money. */
const open = <T extends { key: string }>(life: Life, list: T[]) =>
  list.filter(({ key }) => !isPaid(life, key) && !life.firm.has(key))

const correcting: Record<string, (life: Life) => Act | undefined> = {
  correct(life) {
    const { dice, today: day } = life
    const months = recorded(life, 'run').map(({ month }) => ({ month, run: month }))
    const extras = recorded(life, 'extra').map(({ key, month }) => ({ month, run: key }))
    const of = anyOf(life, [...months, ...months, ...extras])
    if (!of) return undefined
    const who = dice.one(recorded(life, 'hire')).who
    const key = nameIn(life, 'correction')
    const due = dice.chance(75) ? { due: money(life, 20_000, 140_000) } : {}
    const kind = dice.one(['regular', 'one-off', 'overtime', 'untaxed', 'deduction'] as const)
    const added =
      !due.due || dice.chance(30) ? [{ name: key, kind, due: money(life, 500, 9_000) }] : []
    return { does: 'correct', given: { key, who, ...of, day, ...due, added } }
  },
  uncorrect(life) {
    const one = open(life, recorded(life, 'correct')).at(-1)
    return one && { does: 'uncorrect', given: { key: one.key } }
  },
}

const card = { taxable: 600_000, reliefs: 28_800, paye: 96_000 }

const goings: Record<string, (life: Life) => Act | undefined> = {
  /** With things that were not given back, now and then worth more than a last pay. */
  goes(life) {
    const { dice, today } = life
    if (staying(life).length < 5) return undefined
    const reason = dice.one(['resigned', 'dismissed', 'retired', 'redundant'] as const)
    const property = {
      ...{ code: 'property' as const, label: 'Laptop', reason: 'Not returned' },
      amount: dice.one([9_000, 60_000, 250_000]),
    }
    const years = [2024, 2025].map((year) => ({ year, ...card }))
    const given = {
      ...{ who: anybody(life), last_day: daysLater(today, dice.below(20) - 5), reason },
      notice: dice.one(['served', 'paid', 'owed'] as const),
      leave_days: dice.one([0, 0, 2.5]),
      ...{ lines: dice.chance(50) ? [property] : [], years },
    }
    return { does: 'goes', given }
  },
  stays(life) {
    const final = recorded(life, 'final').map(({ who }) => who)
    const one = anyOf(
      life,
      recorded(life, 'goes').filter(({ who }) => !final.includes(who)),
    )
    return one && { does: 'stays', given: { who: one.who } }
  },
  final(life) {
    const paid = recorded(life, 'final').map(({ who }) => who)
    const goes = recorded(life, 'goes').filter(({ who }) => !paid.includes(who))
    const one = anyOf(life, goes)
    if (!one) return undefined
    const first = one.last_day.slice(0, 7)
    const month = life.dice.one([first, first, monthAfter(first)])
    return { does: 'final', given: { key: nameIn(life, 'final'), who: one.who, month } }
  },
  unfinal(life) {
    const one = open(life, recorded(life, 'final')).at(-1)
    return one && { does: 'unfinal', given: { key: one.key } }
  },
  payBack(life) {
    const one = anyOf(life, recorded(life, 'final'))
    if (!one) return undefined
    const given = { who: one.who, part: life.dice.one([20, 50, 100]), day: life.today }
    return { does: 'payBack', given: { key: nameIn(life, 'back'), ...given } }
  },
  unpayBack(life) {
    const one = anyOf(life, recorded(life, 'payBack'))
    return one && { does: 'unpayBack', given: { key: one.key } }
  },
}

export const amends = { ...latePay, ...correcting, ...goings }

/** Beside a month's own run there are others whose tax counts on it: they are reversed before. */
export function countedOn(life: Life, month: string): Act | undefined {
  const own = life.record.findLastIndex(
    ({ act }) => act.does === 'run' && act.given.month === month,
  )
  const last = life.record
    .slice(own)
    .findLast(
      ({ act }) =>
        (act.does === 'extra' || act.does === 'correct' || act.does === 'final') &&
        act.given.month === month,
    )?.act
  if (last?.does === 'extra') return { does: 'unextra', given: { key: last.given.key } }
  if (last?.does === 'correct') return { does: 'uncorrect', given: { key: last.given.key } }
  if (last?.does === 'final') return { does: 'unfinal', given: { key: last.given.key } }
  return undefined
}
