import type { Company } from './company.ts'
import type { Act } from './company-acts.ts'
import type { Dice } from './dice.ts'

/**
 * A company of a history, and what counts of it in the end: a record of acts that were accepted and
 * not taken back. Played once, in order, it must lead to the same books.
 */

export interface Life {
  number: number
  company: Company
  dice: Dice
  /** The day of the scene. */
  today: string
  scene: number
  record: { scene: number; act: Act }[]
  told: string[]
  /** Months and extra runs whose pay decided something: nobody reverses them any more. */
  firm: Set<string>
  /** Runs that were ordered to be paid and are not settled yet. */
  paying: string[]
  made: number
}

type Does = Act['does']
type ActOf<D extends Does> = Extract<Act, { does: D }>['given']

export const recorded = <D extends Does>({ record }: Life, does: D): ActOf<D>[] =>
  record.filter(({ act }) => act.does === does).map(({ act }) => act.given as ActOf<D>)

export const monthOf = ({ today }: Life) => today.slice(0, 7)
export const isPaid = (life: Life, run: string) =>
  life.paying.includes(run) || recorded(life, 'pay').some((pay) => pay.run === run)
export const nameIn = (life: Life, what: string) => {
  life.made += 1
  return `${what} ${life.made}`
}
export const staying = (life: Life) => {
  const gone = [...recorded(life, 'quit'), ...recorded(life, 'goes')].map(({ who }) => who)
  return recorded(life, 'hire').filter(({ who }) => !gone.includes(who))
}
export const anybody = (life: Life) => life.dice.one(staying(life)).who
export const money = ({ dice }: Life, from: number, to: number) =>
  from + dice.below(to - from) + dice.one([0, 0, 0.5, 0.25])
export const anyOf = <T>({ dice }: Life, list: T[]): T | undefined =>
  list.length > 0 ? dice.one(list) : undefined

export const makeFirm = (life: Life) => {
  for (const { month } of recorded(life, 'run')) life.firm.add(month)
  const beside = [...recorded(life, 'extra'), ...recorded(life, 'correct')]
  for (const { key } of [...beside, ...recorded(life, 'final')]) life.firm.add(key)
}
/** Decided by what somebody was paid and still owes: other figures would give other answers. */
const leaning: readonly Does[] = ['apply', 'lend', 'writeOff', 'final', 'payBack', 'drop']
/** Pay of employees, of whatever kind. */
const runs: readonly Does[] = ['run', 'extra', 'correct', 'final']
/** Of these nothing remains. */
const passing: readonly Does[] = ['draft', 'undraft', 'file']

/** What these take back, any later run may have seen, and paid otherwise because of it. */
const seenByAll: readonly Does[] = ['uncorrect', 'unfinal', 'stays', 'unpayBack']

const sameKey = (act: Act) => (other: Act) =>
  'key' in act.given && 'key' in other.given && act.given.key === other.given.key
const undoes: Partial<Record<Does, (act: Act) => (other: Act) => boolean>> = {
  ...{ unreward: sameKey, reject: sameKey, cancel: sameKey, takeBack: sameKey },
  ...{ withdraw: sameKey, unlend: sameKey, unweek: sameKey, unextra: sameKey },
  ...{ uncorrect: sameKey, unfinal: sameKey, unpayBack: sameKey },
  reverse: ({ given }) => {
    const { month } = given as ActOf<'reverse'>
    return ({ does, given: other }) => does === 'run' && 'month' in other && other.month === month
  },
  stays: ({ given }) => {
    const { who } = given as ActOf<'stays'>
    return ({ does, given: other }) => does === 'goes' && 'who' in other && other.who === who
  },
  keep: ({ given }) => {
    const { who } = given as ActOf<'keep'>
    return ({ does, given: other }) => does === 'payOut' && 'who' in other && other.who === who
  },
}

/**
 * What was taken back is as if it had never been, unless a payroll has seen it in between: then
 * both count, as the next payroll makes good what the last one did.
 */
export function keepInMind(life: Life, act: Act) {
  const { record, scene } = life
  if (passing.includes(act.does)) return
  if (leaning.includes(act.does)) makeFirm(life)
  const undone = undoes[act.does]?.(act)
  const seeing = seenByAll.includes(act.does) ? runs : ['run']
  const meant = record.filter((one) => undone?.(one.act))
  const lastRun = record.findLastIndex(
    (one) => seeing.includes(one.act.does) && !meant.includes(one),
  )
  const isRun = ['reverse', 'unweek', 'unextra'].includes(act.does)
  const unseen = meant.filter((one) => isRun || record.indexOf(one) > lastRun)
  // What was to be paid out and has been, nobody can keep instead.
  const isUndone = act.does === 'keep' || unseen.length === meant.length
  if (isUndone && unseen.length > 0) life.record = record.filter((one) => !unseen.includes(one))
  else record.push({ scene, act })
}
