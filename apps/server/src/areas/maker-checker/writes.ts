import type { CheckedAct, ShownChange } from '@mshahara/contract/maker-checker'
import { dayInWords, monthInWords } from '@mshahara/contract/months'
import type { Tx } from '../../foundation/core/db.ts'
import { movedPay } from './shown.ts'

/** What a call has written of acts that need a second person, and how it is shown (B29). */

/** A pay item: what it adds to a month's pay or takes from it, in shillings. */
interface Item {
  name: string
  from: string
  to: string | null
  adds: number
  untaxed: number
  takes: number
  kept: number
  /** With effect from a month, which may be paid already. */
  late?: string
}

type Person = Record<string, string | number | boolean | null> & {
  salaries?: [month: string, amount: number, agreed_net?: number][]
}

interface Written {
  kind: string
  payee_id: string | null
  person: string
  asked: boolean
}
interface Joined extends Written {
  act: 'joining'
  before: null
  after: Person
  total: null
}
interface Changed extends Written {
  act: 'items'
  before: Item | null
  after: Item | null
  total: string | null
}
export type Write = Joined | Changed

/** All of it, in the order in which people read it: the largest first. */
export const writesIn = (tx: Tx) =>
  tx.all<Write>`select act, kind, payee_id, person, before, after, total, asked from writes_due()
    order by abs(coalesce((after ->> 'adds')::numeric, (after -> 'salaries' -> 0 ->> 1)::numeric,
        (after ->> 'pay')::numeric, 0) - coalesce((before ->> 'adds')::numeric, 0)) desc,
      person, after ->> 'name'`

/** Of all of it; null where nothing asks for anybody. Others who write about these people wait. */
export async function dueIn(tx: Tx): Promise<string | null> {
  await tx.run`select hold_noted_people()`
  const { due } = await tx.one<{ due: string | null }>`select due_digest() as due`
  return due
}

export const actsIn = (writes: readonly Write[]): CheckedAct[] => [
  ...new Set(writes.filter(({ asked }) => asked).map(({ act }) => act)),
]

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const shillings = (amount: number | string) => money.format(Number(amount))

export function titleOf(writes: readonly Write[]): string {
  const asked = writes.filter((one) => one.asked)
  const [first] = asked
  if (!first) return 'Change pay items'
  const people = new Set(asked.map(({ person }) => person)).size
  if (first.act === 'joining') {
    return asked.length === 1 ? `Add ${first.person}` : `Add ${asked.length} people to be paid`
  }
  if (writes.length === 1) return `Change ${nameOf(first)} of ${first.person}`
  return people === 1
    ? `Change pay items of ${first.person}`
    : `Change pay items of ${people} people`
}

const nameOf = ({ before, after }: Changed) => (after ?? before)?.name ?? ''

/** So many lines are looked at as they are; of more there are sums, and the list behind them. */
const atOnce = 8

export function shownOf(writes: readonly Write[]): {
  shown: ShownChange[]
  listed?: ShownChange[]
} {
  const [first] = writes
  if (writes.length === 1 && first?.act === 'joining') return { shown: personLines(first.after) }
  const lines = writes.map(lineOf)
  if (writes.length <= atOnce) return { shown: [...lines, ...totalsOf(writes)] }
  return { shown: [...sumsOf(writes), ...lines.slice(0, 5)], listed: lines }
}

const lineOf = (write: Write): ShownChange =>
  write.act === 'joining'
    ? { label: write.person, before: null, after: personInWords(write.after) }
    : {
        label: `${write.person}: ${nameOf(write)}`,
        before: itemInWords(write.before),
        after: itemInWords(write.after),
      }

/** What the month comes to for each of those it is about. */
function totalsOf(writes: readonly Write[]): ShownChange[] {
  const most = new Map<string, number>()
  for (const { person, total } of writes) {
    if (total !== null) most.set(person, Math.max(most.get(person) ?? 0, Number(total)))
  }
  const late = new Set(writes.filter(({ after }) => after?.late).map(({ person }) => person))
  return [...most].map(([person, total]) => ({
    label: `${person}: pay items of a month${late.has(person) ? ', with arrears' : ''}`,
    before: null,
    after: shillings(total),
  }))
}

function sumsOf(writes: readonly Write[]): ShownChange[] {
  const people = new Set(writes.map(({ payee_id, person }) => payee_id ?? person)).size
  const joined = writes.filter((one) => one.act === 'joining')
  if (joined.length > 0) {
    const salaries = joined.reduce((sum, { after }) => sum + (after.salaries?.[0]?.[1] ?? 0), 0)
    const sums: ShownChange[] = [
      { label: 'New people', before: null, after: String(joined.length) },
    ]
    if (salaries === 0) return sums
    return [...sums, { label: 'Basic salaries', before: null, after: shillings(salaries) }]
  }
  const sum = (side: 'before' | 'after', figure: 'adds' | 'takes') =>
    shillings(writes.reduce((all, one) => all + Number((one as Changed)[side]?.[figure] ?? 0), 0))
  return [
    { label: 'People', before: null, after: String(people) },
    { label: 'Pay items that change', before: null, after: String(writes.length) },
    { label: 'Added to pay', before: sum('before', 'adds'), after: sum('after', 'adds') },
    { label: 'Taken from pay', before: sum('before', 'takes'), after: sum('after', 'takes') },
  ]
}

function itemInWords(item: Item | null): string | null {
  if (!item) return null
  const parts = [
    item.adds > 0 ? shillings(item.adds) : '',
    item.untaxed > 0 ? 'untaxed' : '',
    item.takes > 0 ? `${shillings(item.takes)} deducted` : '',
    item.takes > 0 && item.kept === 0 ? 'before tax' : '',
    item.from && item.from === item.to ? `in ${monthInWords(item.from)}` : '',
    item.from && item.from !== item.to ? `from ${monthInWords(item.from)}` : '',
    item.to && item.from !== item.to ? `to ${monthInWords(item.to)}` : '',
    item.late ? `with effect from ${monthInWords(item.late)}` : '',
  ]
  return parts.filter(Boolean).join(' ') || shillings(0)
}

const salaryInWords = ([gross, net]: [gross: number, net?: number | undefined]) =>
  net === undefined ? shillings(gross) : `${shillings(net)} net (gross ${shillings(gross)})`

const named: [key: string, label: string][] = [
  ['id_number', 'ID number'],
  ['pin_no', 'KRA PIN'],
  ['phone', 'Phone'],
  ['email', 'Email'],
  ['tos', 'Terms of service'],
  ['employment_date', 'Employed from'],
  ['termination_date', 'Last day'],
]
const deducted: [key: string, label: string][] = [
  ['paye', 'PAYE'],
  ['nhif', 'SHIF'],
  ['nssf', 'NSSF'],
  ['housing', 'Housing Levy'],
]

function personLines(person: Person): ShownChange[] {
  const fresh = (label: string, after: string | null): ShownChange => ({
    label,
    before: null,
    after,
  })
  const without = deducted.filter(([key]) => person[key] === false).map(([, label]) => label)
  const names = [person.first_name, person.middle_name, person.last_name]
  return [
    fresh('Name', names.filter(Boolean).join(' ')),
    ...(person.salaries ?? []).map(([month, ...salary]) =>
      fresh(`Basic salary from ${monthInWords(month)}`, salaryInWords(salary)),
    ),
    ...(person.pay === undefined
      ? []
      : [fresh(`Pay for a ${person.piece ?? person.pay_basis}`, shillings(person.pay as number))]),
    { ...movedPay(person as never, {}), before: null },
    ...named.flatMap(([key, label]) =>
      person[key] ? [fresh(label, wordsOf(String(person[key])))] : [],
    ),
    ...(without.length > 0 ? [fresh('Not deducted', without.join(', '))] : []),
  ]
}

const wordsOf = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? dayInWords(text) : text)

function personInWords(person: Person): string {
  const [salary] = person.salaries ?? []
  const pay = salary ? salaryInWords([salary[1], salary[2]]) : shillings(person.pay as number)
  const number = `ID ${person.id_number}`
  return [pay, movedPay(person as never, {}).after, number].join(', ')
}
