import { outcomeOf, type RunAct, type RunFacts, runStateOf } from '@mshahara/contract/run-states'
import type { Tx } from '../core/db.ts'
import { fail, found } from '../core/fail.ts'
import { allocate, preview } from '../core/numbers.ts'
import { centsOf } from '../core/org-table.ts'
import { raw, type Sql, sql } from '../core/sql.ts'

/** A run of whatever kind: found, held for an act, listed, numbered, opened and deleted. */

interface Run {
  id: string
  number: number
  code: string
  status: RunFacts['status']
  user_id: string | null
  run_by: string
  job_id: string | null
  calculated_at: string | null
  /** No figures, and nobody is at work on them any more. */
  calculation_failed: boolean
  confirmed_at: string | null
  confirmed_by: string | null
  reversed_at: string | null
  reversed_by: string | null
  reversal_reason: string | null
  /** Counts each change of its figures. */
  version: number
  paid_on: string | null
  /** Null while no payout has been made. */
  payout: { count: number; created_at: string } | null
  created_at: string
}

export interface MonthlyRun extends Run {
  kind: 'monthly'
  month: string
  from: null
  to: null
  title: null
  pay_on: null
}

/** Beside the month's: chosen people, a name and a day of its own (B31). */
export interface OffCycleRun extends Omit<MonthlyRun, 'kind' | 'title' | 'pay_on'> {
  kind: 'off_cycle'
  title: string
  pay_on: string
}

/** Final dues of one person who leaves (B32). */
export interface FinalRun extends Omit<OffCycleRun, 'kind'> {
  kind: 'final'
}

export interface CasualRun extends Run {
  kind: 'casual'
  month: null
  title: null
  from: string
  to: string
  statutory: boolean
  overtime_factor: string
  day_hours: string
  skipped: number
  without_days: number
  partly: number
  ticked_days: string[]
}

/** Runs of employees. */
export const ofEmployees = ['monthly', 'off_cycle', 'final'] as const
export type EmployeeRun = MonthlyRun | OffCycleRun | FinalRun

export type AnyRun = EmployeeRun | CasualRun
export type RunKind = AnyRun['kind']
type Kinds<K extends RunKind> = K | readonly K[]
const isOf = (run: AnyRun, kinds: Kinds<RunKind>) => [kinds].flat().includes(run.kind)
type RunOf<K extends RunKind> = Extract<AnyRun, { kind: K }>

/** Everything of a run `p`, with what stands beside it. */
const columns = raw(`p.*, to_json(p.ticked_days) as ticked_days,
  (select json_build_object('count', sum(q.count),
    'created_at', to_char(min(q.decided_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from payout_requests q where q.run_id = p.id and q.state = 'approved'
  having count(*) > 0) as payout,
  (select d.paid_on from payroll_payments d where d.id = p.id) as paid_on,
  p.calculated_at is null and not exists (select from jobs j
    where j.id = p.job_id and j.state in ('queued', 'running')) as calculation_failed`)

/**
 * Locked by a statement of its own: what stands beside the run (its day of payment, its payouts) is
 * read as it is once nobody else holds it, not as it was when this one began to wait.
 */
export async function loadAnyRun(tx: Tx, id: string, lock?: Sql): Promise<AnyRun> {
  if (lock) await tx.one`select from payrolls p where p.id = ${id} ${lock}`
  return tx.one<AnyRun>`select ${columns} from payrolls p where p.id = ${id}`
}

/** One of another kind is not found. */
export async function loadRun<K extends RunKind>(tx: Tx, kinds: Kinds<K>, id: string) {
  const run = await loadAnyRun(tx, id)
  return found(isOf(run, kinds) ? (run as RunOf<K>) : undefined)
}

/** Locked, for an act that its state allows; anything else is refused in words. */
export async function loadAnyRunFor(tx: Tx, id: string, act: RunAct): Promise<AnyRun> {
  return lockedFor(tx, await loadAnyRun(tx, id), act)
}

export async function loadRunFor<K extends RunKind>(
  tx: Tx,
  kinds: Kinds<K>,
  id: string,
  act: RunAct,
) {
  return (await lockedFor(tx, await loadRun(tx, kinds, id), act)) as RunOf<K>
}

async function lockedFor(tx: Tx, before: AnyRun, act: RunAct): Promise<AnyRun> {
  // While the figures are worked out the run is locked, so its state is checked before waiting.
  if (stateOf(before) === 'calculating') refuseAct(before, act)
  const run = await loadAnyRun(tx, before.id, sql`for update`)
  refuseAct(run, act)
  return run
}

/** To go on with by a job: nothing where it is gone. */
export const loadRunIfThere = (tx: Tx, id: string) =>
  tx.maybe<AnyRun>`select ${columns} from payrolls p where p.id = ${id} for update`

export const factsOf = (run: Run): RunFacts => ({ ...run, calculated: run.calculated_at !== null })

export const stateOf = (run: Run) => runStateOf(factsOf(run))

export function refuseAct(run: Run, act: RunAct) {
  const outcome = outcomeOf(factsOf(run), act)
  if ('refusal' in outcome) fail(422, outcome.refusal)
}

// ---------------------------------------------------------------- lists

type Summed<K extends RunKind> = RunOf<K> & { count: number; gross: string; net: string }

/** Confirmed runs keep their sums; a draft's are added up. */
const summed = <K extends RunKind>(tx: Tx, kinds: Kinds<K>, which: Sql) =>
  tx.all<Summed<K>>`select ${columns}, coalesce(p.count, s.count) as count,
      coalesce(p.gross, s.gross, 0) as gross, coalesce(p.net, s.net, 0) as net
    from payrolls p left join lateral (
      select count(*) as count, sum(gross) as gross, sum(net) as net
      from payslips where payroll_id = p.id) s on p.status = 'draft'
    where p.kind = any (${[kinds].flat()}) and ${which}
    order by p.month desc, p.number desc`

/** As the wire has every run, without its period. */
export function runToWire<R extends AnyRun>(run: R) {
  const [first_name = '', ...rest] = run.run_by.split(' ')
  return {
    ...run,
    user: { first_name, last_name: rest.join(' ') },
    calculated: run.calculated_at !== null,
  }
}

const listed = <K extends RunKind>(row: Summed<K>) => ({
  ...runToWire<Summed<K>>(row),
  gross: centsOf(row.gross),
  net: centsOf(row.net),
})

export const listRuns = async <K extends RunKind>(tx: Tx, kinds: Kinds<K>) =>
  (await summed(tx, kinds, sql`true`)).map((row) => listed(row))

export async function listedRun<K extends RunKind>(tx: Tx, kinds: Kinds<K>, id: string) {
  const [row] = await summed(tx, kinds, sql`p.id = ${id}`)
  return listed(found(row))
}

// ---------------------------------------------------------------- opened and deleted

const numbered: Record<RunKind, { name: string; letters: string }> = {
  monthly: { name: 'payroll', letters: 'PR' },
  casual: { name: 'casual payroll', letters: 'CP' },
  off_cycle: { name: 'extra payroll', letters: 'OC' },
  final: { name: 'final payroll', letters: 'FD' },
}

async function numbering(tx: Tx, kind: RunKind) {
  const { prefix } = await tx.one<{ prefix: string }>`
    select employee_prefix as prefix from organizations where id = app_org()`
  const { name, letters } = numbered[kind]
  return { name, prefix: `${letters}-${prefix}`, width: 4 } as const
}

export const nextRunNo = async (tx: Tx, kind: RunKind) => ({
  next: await preview(tx, await numbering(tx, kind)),
})

export interface RunMaker {
  id: string | null
  name: string
}

/** A draft without payslips. `facts` are the columns of its kind. */
export async function openRun(
  tx: Tx,
  kind: RunKind,
  facts: Record<string, unknown>,
  by: RunMaker,
): Promise<string> {
  const names = Object.keys(facts).map((name) => `"${name}"`)
  const given = names.map((name) => `f.${name}`)
  const code = await allocate(tx, await numbering(tx, kind))
  const { id } = await tx.one<{ id: string }>`
    insert into payrolls (kind, code, user_id, run_by, ${raw(names.join(', '))})
    select ${kind}, ${code}, ${by.id}, ${by.name}, ${raw(given.join(', '))}
    from jsonb_populate_record(null::payrolls, ${facts}) f returning id`
  return id
}

/** Its figures, or what they rest on, changed: the database withdraws its files (B25). */
export const markChanged = (tx: Tx, id: string, facts: Record<string, unknown> = {}) => {
  const names = Object.keys(facts).map((name) => `"${name}" = f."${name}", `)
  return tx.run`update payrolls p set ${raw(names.join(''))} version = p.version + 1
    from jsonb_populate_record(null::payrolls, ${facts}) f where p.id = ${id}`
}

/** The figures are there. */
export const markCalculated = (tx: Tx, id: string) =>
  tx.run`update payrolls set calculated_at = app_now(), job_id = null, version = version + 1
    where id = ${id}`

/** A job works them out. */
export const markCalculating = (tx: Tx, id: string, job_id: string) =>
  tx.run`update payrolls set job_id = ${job_id}, calculated_at = null where id = ${id}`

export async function deleteRun(tx: Tx, id: string) {
  await tx.run`delete from payslips where payroll_id = ${id}`
  await tx.run`delete from payrolls where id = ${id}`
}
