import { contract } from '@mshahara/contract'
import { daysLater } from '../foundation/core/clock.ts'
import type { Detour } from './company.ts'
import { type Act, perform } from './company-acts.ts'
import { amends, countedOn } from './company-amending.ts'
import {
  anybody,
  anyOf,
  isPaid,
  keepInMind,
  type Life,
  makeFirm,
  money,
  monthOf,
  nameIn,
  recorded,
  staying,
} from './company-life.ts'

/** What chance has a company do next, which need not be possible. */

const names = 'Achieng Baraka Chebet Dama Ekiru Fatuma Gitau Halima Imani'.split(' ')
const casualNames = ['Juma', 'Kamene']
/** Mostly paid, one way or another; apps/simulator/src/scenarios.ts has them. */
const endings = { mpesa: '9999 9999 0005 0006 0007 0008 0010 0002 0002', bank: '' }
endings.bank = '9999 9999 0005 0006 0007 0008 0002 0002'

/** Whose last four digits say what will happen; another number each time. */
export function payeeOf(life: Life, way: 'mpesa' | 'bank', sure = false) {
  const { dice } = life
  const ending = sure ? '9999' : dice.one(endings[way].split(' '))
  const digits = String(10_000 + dice.below(90_000))
  if (way === 'mpesa') return { pay_by: 'mpesa', phone: `07${digits.slice(1)}${ending}` }
  const bank_name = dice.one(['KCB Bank Kenya', 'Co-operative Bank of Kenya', 'Equity Bank Kenya'])
  return { pay_by: 'bank', bank_name, account_no: `11${digits}${ending}` }
}
const anyWay = ({ dice }: Life) => dice.one(['mpesa', 'bank'] as const)

export function hires(life: Life, who: string, employment_date: string): Act {
  const id_number = String(20_000_000 + life.dice.below(1_000_000) * 10 + names.indexOf(who))
  const salary = money(life, 32_000, 140_000)
  const given = { who, first_name: who, last_name: 'Mwangi', id_number, salary, employment_date }
  return { does: 'hire', given: { ...given, ...payeeOf(life, anyWay(life)) } }
}

export function hiresCasual(life: Life, who: string): Act {
  const { phone = '' } = payeeOf(life, 'mpesa')
  const id_number = String(40_000_000 + life.dice.below(1_000_000) * 10 + who.length)
  const given = { who, first_name: who, last_name: 'Mutua', id_number, phone }
  return {
    does: 'hireCasual',
    given: { ...given, pay: money(life, 600, 1500), employment_date: '2025-01-01' },
  }
}

/** The company as it begins: five people, two casuals, and a month that was paid. */
export function* beginning(life: Life): Generator<Act> {
  for (const who of names.slice(0, 5)) yield hires(life, who, '2024-02-01')
  for (const who of casualNames) yield hiresCasual(life, who)
  yield { does: 'terms', given: { statutory: life.dice.chance(50) } }
  yield { does: 'run', given: { month: '2026-02' } }
}

const pay: Record<string, (life: Life) => Act | undefined> = {
  hire(life) {
    const hired = recorded(life, 'hire').map(({ who }) => who)
    const who = names.find((name) => !hired.includes(name))
    return who ? hires(life, who, life.today) : undefined
  },
  raise(life) {
    const given = { salary: money(life, 32_000, 140_000), salary_from: monthOf(life) }
    return { does: 'change', given: { who: anybody(life), ...given } }
  },
  account: (life) => ({
    does: 'change',
    given: { who: anybody(life), ...payeeOf(life, anyWay(life)) },
  }),
  allow: (life) => ({
    does: 'allow',
    given: { who: anybody(life), amount: money(life, 1_000, 9_000) },
  }),
  deduct: (life) => ({
    does: 'deduct',
    given: { who: anybody(life), amount: money(life, 200, 2_000), from: life.today },
  }),
  reward(life) {
    const key = nameIn(life, 'reward')
    const given = { key, who: anybody(life), amount: money(life, 500, 20_000) }
    return { does: 'reward', given: { ...given, from: life.today } }
  },
  unreward(life) {
    const reward = anyOf(life, recorded(life, 'reward'))
    return reward && { does: 'unreward', given: { key: reward.key } }
  },
  vary: (life) => ({
    does: 'vary',
    given: { who: anybody(life), month: monthOf(life), hours: life.dice.below(20) },
  }),
  /** At most two of them go. */
  quit(life) {
    if (staying(life).length < 5 || life.dice.chance(50)) return undefined
    const day = daysLater(life.today, life.dice.below(6) - 2)
    return { does: 'quit', given: { who: anybody(life), day } }
  },
}

const leave: Record<string, (life: Life) => Act | undefined> = {
  ask(life) {
    const { dice, today } = life
    const types = ['Annual Leave', 'Annual Leave', 'Unpaid Leave', 'Unpaid Leave']
    const start_date = daysLater(today, dice.below(35) - 8)
    const end_date = daysLater(start_date, dice.below(7))
    const given = { who: anybody(life), type: dice.one([...types, 'Compassionate Leave']) }
    const half_start = dice.chance(20)
    const key = nameIn(life, 'leave')
    return { does: 'ask', given: { key, ...given, start_date, end_date, half_start } }
  },
  agree: (life) => about(life, 'agree', waiting(life)),
  reject: (life) => about(life, 'reject', waiting(life)),
  cancel: (life) => about(life, 'cancel', ofStaying(life, recorded(life, 'ask'))),
  payOut: (life) => ({
    does: 'payOut',
    given: { who: anybody(life), days: (1 + life.dice.below(4)) / 2 },
  }),
  keep(life) {
    const asked = anyOf(life, ofStaying(life, recorded(life, 'payOut')))
    return asked && { does: 'keep', given: { who: asked.who } }
  },
}

/** What was asked for by whoever left ends by itself, sooner or later. */
const ofStaying = <T extends { who: string }>(life: Life, list: T[]) =>
  list.filter(({ who }) => staying(life).some((one) => one.who === who))

const waiting = (life: Life) => {
  const decided = recorded(life, 'agree').map(({ key }) => key)
  return ofStaying(life, recorded(life, 'ask')).filter(({ key }) => !decided.includes(key))
}

function about(life: Life, does: 'agree' | 'reject' | 'cancel', list: { key: string }[]) {
  const one = anyOf(life, list)
  return one && ({ does, given: { key: one.key } } as Act)
}

const lent = (life: Life) => {
  const keys = recorded(life, 'lend').map(({ key }) => key)
  return recorded(life, 'apply').filter(({ key }) => keys.includes(key))
}
const unlent = (life: Life) =>
  ofStaying(life, recorded(life, 'apply')).filter((loan) => !lent(life).includes(loan))
const stood = (life: Life, loan: string) =>
  recorded(life, 'stand').filter(({ key }) => key === loan)

const lending: Record<string, (life: Life) => Promise<Act | undefined> | Act | undefined> = {
  apply(life) {
    const { dice } = life
    const people = staying(life).map(({ who }) => who)
    const who = dice.one(people)
    const first = dice.one(people.filter((one) => one !== who))
    const second = dice.one(people.filter((one) => one !== who && one !== first))
    const product_id = dice.one([1, 1, 1, 2, 3])
    const isAdvance = product_id === 3
    const amount = isAdvance ? 2_000 + dice.below(9_000) : 12_000 + dice.below(24_000)
    const key = nameIn(life, 'loan')
    const term_months = isAdvance ? 1 : 1 + dice.below(3)
    const guarantors = isAdvance ? [] : [first, second]
    const given = { key, who, product_id, amount, term_months, guarantors }
    const own = lent(life).find((loan) => loan.who === who && loan.product_id === product_id)
    const topped = own && !isAdvance && dice.chance(60) ? { tops_up: own.key } : {}
    return { does: 'apply', given: { ...given, ...topped } }
  },
  stand(life) {
    const asked = unlent(life).flatMap(({ key, guarantors }) => {
      const yet = stood(life, key).map(({ who }) => who)
      return guarantors.filter((who) => !yet.includes(who)).map((who) => ({ key, who }))
    })
    const one = anyOf(life, ofStaying(life, asked))
    return one && { does: 'stand', given: one }
  },
  lend(life) {
    const ready = unlent(life).filter(
      ({ key, guarantors }) => stood(life, key).length === guarantors.length,
    )
    const one = anyOf(life, ready)
    const day = daysLater(life.today, life.dice.one([0, 0, 3, 9]))
    return one && { does: 'lend', given: { key: one.key, day } }
  },
  withdraw(life) {
    const one = anyOf(life, unlent(life))
    return one && { does: 'withdraw', given: { key: one.key, who: one.who } }
  },
  unlend(life) {
    const one = anyOf(life, lent(life))
    return one && { does: 'unlend', given: { key: one.key } }
  },
  async repay(life) {
    const loan = anyOf(life, lent(life))?.key
    if (!loan) return undefined
    const { company, today } = life
    const by = await company.by('primary')
    const { body } = await by.call(contract.loans.get, company.one(loan))
    const whole = body.settlement?.amount ?? body.written_off
    const amount = life.dice.chance(30) ? whole : Math.ceil(whole / (3 + life.dice.below(4)))
    // What ends a loan is worked out by what payrolls have taken of it.
    if (amount === whole) makeFirm(life)
    return { does: 'repay', given: { key: nameIn(life, 'repayment'), loan, amount, day: today } }
  },
  writeOff(life) {
    const loan = anyOf(life, lent(life))?.key
    return loan && life.dice.chance(30)
      ? { does: 'writeOff', given: { key: nameIn(life, 'loss'), loan } }
      : undefined
  },
  takeBack(life) {
    const entry = anyOf(life, [...recorded(life, 'repay'), ...recorded(life, 'writeOff')])
    return entry && { does: 'takeBack', given: { key: entry.key } }
  },
}

const extras: Record<string, (life: Life) => Act | undefined> = {
  /** Of this month or one before, whether its own run is there or not. */
  extra(life) {
    const { dice } = life
    const months = [
      monthOf(life),
      monthOf(life),
      ...recorded(life, 'run').map(({ month }) => month),
    ]
    const people = new Set(Array.from({ length: 1 + dice.below(3) }, () => anybody(life)))
    const amounts = [...people].map((who) => ({ who, amount: money(life, 500, 40_000) }))
    const kind = dice.one(['one-off', 'one-off', 'regular', 'untaxed'] as const)
    const given = { key: nameIn(life, 'extra'), month: dice.one(months), kind, amounts }
    return { does: 'extra', given }
  },
  /** Mostly the last one, as nothing else of the month can be taken back before it. */
  unextra(life) {
    const open = recorded(life, 'extra').filter(
      ({ key }) => !isPaid(life, key) && !life.firm.has(key),
    )
    const one = life.dice.chance(70) ? open.at(-1) : anyOf(life, open)
    return one && { does: 'unextra', given: { key: one.key } }
  },
}

const runs: Record<string, (life: Life) => Act | undefined> = {
  draft: (life) => ({ does: 'draft', given: { month: monthOf(life) } }),
  undraft: (life) => ({ does: 'undraft', given: { month: monthOf(life) } }),
  run(life) {
    const month = nextMonth(life)
    const isDue = month !== undefined && (month < monthOf(life) || life.today.slice(8) > '20')
    return isDue ? { does: 'run', given: { month } } : undefined
  },
  /** The last one first. */
  reverse(life) {
    const last = recorded(life, 'run').at(-1)
    if (!last || last.month === '2026-02' || life.firm.has(last.month)) return undefined
    const counting = countedOn(life, last.month)
    if (counting) return counting
    return isPaid(life, last.month) ? undefined : { does: 'reverse', given: last }
  },
  file(life) {
    const last = recorded(life, 'run').at(-1)
    return last && !isPaid(life, last.month) ? { does: 'file', given: last } : undefined
  },
  roll(life) {
    const from = weekBefore(life)
    const marks = recorded(life, 'hireCasual').flatMap(({ who }) =>
      Array.from({ length: 6 }, (_, at) => ({
        ...{ who, day: daysLater(from, at) },
        present: life.dice.one([0, 0.5, 1, 1, 1] as const),
      })),
    )
    return { does: 'roll', given: { from, marks } }
  },
  week(life) {
    const from = weekBefore(life)
    const given = { key: nameIn(life, 'week'), from, to: daysLater(from, 5 + life.dice.below(2)) }
    return { does: 'week', given }
  },
  unweek(life) {
    const last = recorded(life, 'week').at(-1)
    return last && !isPaid(life, last.key)
      ? { does: 'unweek', given: { key: last.key } }
      : undefined
  },
}

/** The first that has not been paid, up to this one. */
export function nextMonth(life: Life): string | undefined {
  const run = recorded(life, 'run').map(({ month }) => month)
  const all = ['2026-03', '2026-04', '2026-05', '2026-06', '2026-07']
  return all.find((month) => month <= monthOf(life) && !run.includes(month))
}

/** The Monday of the week before this one, or before that. */
function weekBefore({ today, dice }: Life) {
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  return daysLater(today, -weekday - dice.one([7, 7, 14]))
}

const choices = { ...pay, ...leave, ...lending, ...extras, ...amends, ...runs }
const often =
  'ask ask ask agree agree agree apply apply stand stand stand stand lend lend lend repay repay ' +
  'takeBack reverse reverse reverse run run draft draft roll week week payOut reward raise account ' +
  'extra extra extra unextra late late item item reprice correct correct correct goes final final'
const once = Object.keys(choices).join(' ')

/** The next thing that somebody thinks of, which need not be possible. */
export async function thinkOf(life: Life): Promise<Act | undefined> {
  for (let tries = 0; tries < 20; tries += 1) {
    const act = await choices[life.dice.one(`${often} ${once}`.split(' '))]?.(life)
    if (act) return act
  }
  return undefined
}

/** What comes between asking for something and agreeing to it; a change counts by itself. */
function detourOf(life: Life): Detour | undefined {
  const way = life.dice.one(['none', 'none', 'sent back', 'withdrawn', 'changed'] as const)
  if (way !== 'changed') return way === 'none' ? undefined : { way }
  const act = { ...pay, ...amends }[
    life.dice.one(['allow', 'deduct', 'reward', 'raise', 'late', 'item'])
  ]?.(life)
  return act && { way, change: () => performs(life, act) }
}

/** Does it and remembers; what is refused is as if nobody had thought of it. */
export async function does(life: Life, act: Act) {
  const { company, scene } = life
  company.detour = company.asksSecond && scene >= 0 ? detourOf(life) : undefined
  return performs(life, act).finally(() => {
    company.detour = undefined
  })
}

async function performs(life: Life, act: Act) {
  const { status, body } = await perform(life.company, act)
  const why = status < 300 ? '' : ` ${(body as { message?: string }).message}`
  life.told.push(`${life.today} ${act.does} ${JSON.stringify(act.given)}: ${status}${why}`)
  if (status >= 500) throw new Error(life.told.at(-1))
  if (status < 300) keepInMind(life, act)
  return status
}
