import { contract, type Input } from '@mshahara/contract'
import type { ShownChange } from '@mshahara/contract/maker-checker'
import { monthInWords } from '@mshahara/contract/months'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { agreedInWords, recordSalaries } from '../employees/index.ts'
import { type Asked, checked, digestOf } from '../maker-checker/index.ts'
import { given, refuseFar } from './preview.ts'
import { say } from './sentences.ts'
import {
  asChanges,
  isChanged,
  nameOf,
  netOf,
  type Worked,
  type WorkedOut,
  workOut,
} from './work-out.ts'

/** Salaries as they were looked over: all of them, or none where anything has changed since. */

type Save = typeof contract.raises.save
type Rows = Input<Save>['body']['rows']

/** By what is on record now. */
const workOutRows = (ctx: Ctx, rows: Rows) =>
  workOut(
    ctx.tx,
    rows.map((row) => ({ ...row, next: () => given(row) })),
    ctx.today,
  )

/** From here on nobody else changes what they are paid. */
async function hold(tx: Tx, rows: Rows) {
  const ids = rows.map(({ employee_id }) => employee_id)
  const held = await tx.all`select id from employees where id = any (${ids}) order by id
    for no key update`
  if (held.length < ids.length) fail(409, say.unknown)
}

const most = 5
const named = (names: string[]) => [
  ...names.slice(0, most),
  ...(names.length > most ? [`and ${names.length - most} more`] : []),
]

async function heldAsSeen(ctx: Ctx, rows: Rows): Promise<Worked[]> {
  refuseFar(
    rows.map(({ from }) => from),
    ctx.today,
  )
  await hold(ctx.tx, rows)
  const worked = await workOutRows(ctx, rows)
  const [first] = worked.refused
  if (first) {
    const alike = worked.refused.filter(({ reason }) => reason.en === first.reason.en)
    const names = named(alike.map(({ fact }) => nameOf(fact)))
    failField('rows', say.refused({ names, reason: first.reason.en }))
  }
  const seen = new Map(rows.map((row) => [row.employee_id, row]))
  refuseChanged(
    worked.rows.filter((row) => {
      const sent = seen.get(row.fact.employee_id)
      return sent?.seen !== row.seen || sent.amount !== row.after
    }),
  )
  return worked.rows
}

function refuseChanged(rows: readonly Worked[]) {
  if (rows.length === 0) return
  fail(409, say.changed({ names: named(rows.map(({ fact }) => nameOf(fact))) }))
}

/** What was worked out for the rows of this very call, so that it is not done twice. */
const ready = new WeakMap<Rows, Worked[]>()

const saveNow: Handler<Save> = async (ctx, { body }) => {
  const rows = ready.get(body.rows) ?? (await heldAsSeen(ctx, body.rows))
  const changed = rows.filter(isChanged)
  if (changed.length === 0) return { message: say.nothing.en, changed: 0 }
  await recordSalaries(ctx.tx, asChanges(changed))
  await refuseConfirmedMeanwhile(ctx.tx, changed)
  await logTogether(ctx.tx, changed)
  return { message: say.saved({ count: changed.length }).en, changed: changed.length }
}

/** Each salary has its own entry; this one says that they came together. */
function logTogether(tx: Tx, rows: readonly Worked[]) {
  const { before, after, arrears } = sumsOf(rows)
  const [first = ''] = rows.map(({ fact }) => fact.from).sort()
  return tx.run`select log_bulk('employees', 'updated', ${`raises from ${monthInWords(first)}`}, ${{
    new: {
      people: rows.length,
      salaries_before: before / 100,
      salaries_after: after / 100,
      arrears_net: arrears / 100,
    },
  }})`
}

/** Recording waits for a run that is being confirmed: its month would have arrears nobody saw. */
async function refuseConfirmedMeanwhile(tx: Tx, rows: readonly Worked[]) {
  const from = new Map(rows.map(({ fact }) => [fact.employee_id, fact.from]))
  const paid = await tx.all<{ employee_id: string; month: string }>`
    select distinct s.employee_id, s.month from payslips s
    where s.employee_id = any (${[...from.keys()]})
      and s.frozen and not s.void and not s.extra`
  const reached = Map.groupBy(
    paid.filter(({ employee_id, month }) => month >= (from.get(employee_id) ?? '')),
    ({ employee_id }) => employee_id,
  )
  refuseChanged(
    rows.filter(({ fact, late }) => {
      return (reached.get(fact.employee_id) ?? []).length !== late.months.length
    }),
  )
}

const sumsOf = (rows: readonly Worked[]) => ({
  before: rows.reduce((sum, row) => sum + row.before, 0),
  after: rows.reduce((sum, row) => sum + row.after, 0),
  arrears: rows.reduce((sum, row) => sum + netOf(row), 0),
})

// ---------------------------------------------------------------- asked of a second person

/** Of what is on record: where that is no longer as it was sent, the digest is another. */
async function asks(ctx: Ctx, { body }: Input<Save>): Promise<Asked | null> {
  const { rows, refused }: WorkedOut = ready.has(body.rows)
    ? { rows: ready.get(body.rows) as Worked[], refused: [] }
    : await workOutRows(ctx, body.rows)
  const changed = rows.filter(isChanged)
  if (changed.length === 0 && refused.length === 0) return null
  const largest = [...changed].sort((a, b) => Math.abs(moved(b)) - Math.abs(moved(a)))
  const lines = largest.flatMap(linesOf)
  const [only] = changed
  return {
    acts: ['salary'],
    subject_id: null,
    people: changed.map(({ fact }) => fact.employee_id),
    title:
      changed.length === 1 && only
        ? `Change the salary of ${nameOf(only.fact)}`
        : `Change the salaries of ${changed.length} people`,
    ...(changed.length <= atOnce
      ? { shown: [...lines, ...sumLines(changed)] }
      : { shown: [...sumLines(changed), ...largest.slice(0, 5).flatMap(linesOf)], listed: lines }),
    digest: digestOf({
      seen: rows.map(({ seen }) => seen),
      refused: refused.map(({ fact, reason }) => [fact.employee_id, reason.en]),
    }),
    link: '/employees',
  }
}

/** So many people are looked at as they are; of more there are sums, and the list behind them. */
const atOnce = 8
const moved = ({ before, after }: Worked) => after - before

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
const shillings = (amount: number) => money.format(amount / 100)

const monthsOf = (rows: readonly Worked[]) =>
  [...new Set(rows.flatMap(({ late }) => late.arrears.map(({ month }) => month)))]
    .sort()
    .map(monthInWords)
    .join(', ')

function linesOf(row: Worked): ShownChange[] {
  const { fact, before, after, net_before, net_after, late } = row
  const salary = {
    label: `${nameOf(fact)}: basic salary from ${monthInWords(fact.from)}`,
    before: agreedInWords({ amount: before, agreed_net: net_before }),
    after: agreedInWords({ amount: after, agreed_net: net_after }),
  }
  if (late.arrears.length === 0) return [salary]
  const label = `${nameOf(fact)}: arrears, net, of ${monthsOf([row])}`
  return [salary, { label, before: null, after: shillings(netOf(row)) }]
}

function sumLines(rows: readonly Worked[]): ShownChange[] {
  if (rows.length === 1) return []
  const { before, after, arrears } = sumsOf(rows)
  const months = monthsOf(rows)
  return [
    { label: 'People', before: null, after: String(rows.length) },
    {
      label: 'Basic salaries of a month',
      ...{ before: shillings(before), after: shillings(after) },
    },
    ...(months
      ? [{ label: `Arrears, net, of ${months}`, before: null, after: shillings(arrears) }]
      : []),
  ]
}

const checkedSave = checked(
  'raises.save',
  contract.raises.save,
  { acts: ['salary'], asks, hold: (ctx, { body }) => hold(ctx.tx, body.rows) },
  saveNow,
)

/** Whoever asks for it has seen what is on record; a second person may look at it a day later. */
export const save: Handler<Save> = async (ctx, input) => {
  ready.set(input.body.rows, await heldAsSeen(ctx, input.body.rows))
  return checkedSave(ctx, input)
}
