import type { contract } from '@mshahara/contract'
import { wallTimeOf } from '@mshahara/contract/months'
import { type AttemptState, type PayoutStatus, shownAs } from '@mshahara/contract/payout-states'
import { type PayoutMethod, payoutMethodNames } from '@mshahara/contract/payouts'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { found } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { raw, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { sheetCall } from '../../foundation/sheets/download.ts'
import type { Cell } from '../../foundation/sheets/worksheet.ts'
import { freedOf } from '../exports/index.ts'
import { leftOutOf, leftOutToWire, planFor } from './preview.ts'
import { requestToWire, waitingRequest } from './requests.ts'
import { loadRun, type PayRun } from './run.ts'

type Payouts = typeof contract.payouts

/** Payouts as people see them: what has become of each is what became of its newest attempt. */

interface PayoutRow {
  id: string
  slip_id: string
  payee_id: string
  payee_no: string
  method: PayoutMethod
  amount: string
  rounding: string
  created_at: string
  attempt_no: number
  name: string
  account: string
  bank: string
  provider: string
  key: string
  state: AttemptState
  retry_wanted: string | null
  /** Reported as failed; the provider is being asked whether that is so. */
  in_doubt: boolean
  reason: string | null
  /** Why the last Retry sent nothing. */
  not_again: string | null
  code: string | null
  receipt: string | null
  settled_at: string | null
  alarm: string | null
}

/** Where one attempt of a payout is paid, that one; else the newest. */
const newest = raw(`join lateral (select * from payout_attempts a where a.payout_id = o.id
  order by a.state = 'paid' desc, a.attempt_no desc limit 1) a on true`)

/** As the contract's `shownAs` has it, for filters and sums. */
const statusOf = raw(`case when a.state = 'failed' and a.retry_wanted is not null then 'submitted'
  when a.state = 'failed' and not a.surely_failed and a.ask_at is not null then 'processing'
  else case a.state ${Object.entries(shownAs)
    .map(([state, status]) => `when '${state}' then '${status}'`)
    .join(' ')} end end`)

/** Each payout is of an employee or of a casual worker, and both are found by their key. */
const payees = raw(`left join employees p
    on p.organization_id = o.organization_id and p.id = o.employee_id
  left join casuals c on c.organization_id = o.organization_id and c.id = o.casual_id
  join lateral (select coalesce(p.id, c.id) as id, coalesce(p.number, c.number) as number,
    coalesce(p.employee_no, c.casual_no) as payee_no) e on true`)

const rowsWhere = (tx: Tx, which: Sql, slice: Sql = sql``) =>
  tx.all<PayoutRow>`select o.id, o.slip_id, e.id as payee_id, e.payee_no, o.method, o.amount,
      o.rounding, o.created_at, a.attempt_no, a.name, a.account, a.bank, a.provider, a.key, a.state,
      a.retry_wanted, a.state = 'failed' and not a.surely_failed and a.ask_at is not null as in_doubt,
      a.reason, a.code, a.receipt, a.settled_at, a.alarm,
      (select t.text from payout_steps t where t.organization_id = a.organization_id
        and t.attempt_id = a.id and t.what = 'Not sent again'
        order by t.id desc limit 1) as not_again
    from payouts o ${payees} ${newest}
    where ${which} order by e.number, o.number ${slice}`

const isChecked = ({ state, retry_wanted }: PayoutRow) => state === 'failed' && !!retry_wanted

function statusToWire(row: PayoutRow): PayoutStatus {
  if (isChecked(row)) return 'submitted'
  return row.in_doubt ? 'processing' : shownAs[row.state]
}

function describe(row: PayoutRow): string | null {
  if (isChecked(row)) {
    return 'The provider is being asked whether it really failed; then it is sent again.'
  }
  if (row.in_doubt) return `Reported as failed; the provider is being asked. ${row.reason ?? ''}`
  const { state, reason, not_again } = row
  // As its story ends: what the provider said, and why it was not sent again.
  if (state === 'failed' && not_again)
    return [reason, `Not sent again: ${not_again}`].join(' ').trim()
  return sentences[state] ?? reason
}

const sentences: Partial<Record<AttemptState, string>> = {
  created: 'Waiting to be sent.',
  sending: 'Being sent.',
  submitted: 'Accepted; the result has not come yet.',
  processing: 'The provider is processing it.',
  unknown: 'The outcome is not known yet; the provider is being asked.',
  review: 'The provider gave no clear answer. Please look it up and decide.',
}

function payoutToWire(row: PayoutRow) {
  const paid = row.state === 'paid'
  return {
    id: row.id,
    payslip_id: row.slip_id,
    employee: { id: row.payee_id, employee_no: row.payee_no },
    name: row.name,
    account: row.account,
    bank: row.bank,
    method: row.method,
    amount: centsOf(row.amount),
    rounding: centsOf(row.rounding),
    status: statusToWire(row),
    told: describe(row),
    reference: row.receipt,
    paid_at: paid ? row.settled_at : null,
    alarm: row.alarm,
    created_at: row.created_at,
    meta: metaOf(row),
  }
}

/** What the details show beside account and date. */
const metaOf = (row: PayoutRow): Record<string, string> => ({
  Provider: row.provider,
  'Our reference': row.key,
  Attempt: String(row.attempt_no),
  ...(row.receipt ? { Receipt: row.receipt } : {}),
  ...(row.code ? { Code: row.code } : {}),
  ...(row.reason ? { Reason: row.reason } : {}),
})

export const list: Handler<Payouts['list']> = async (ctx, input) => {
  const { id } = await loadRun(ctx.tx, input.params.id)
  return listOf(ctx, id, input.query())
}

/** As the specification has it for casuals. */
export const listCasuals: Handler<Payouts['listCasuals']> = async (ctx, input) => {
  const { id } = await loadRun(ctx.tx, input.params.id)
  const rows = await listOf(ctx, id, input.query())
  return rows.map(({ employee, ...row }) => ({
    ...row,
    casual: { id: employee.id, casual_no: employee.employee_no },
  }))
}

type Wanted = ReturnType<Parameters<Handler<Payouts['list']>>[1]['query']>

async function listOf(ctx: Ctx, id: string, { offset = 0, limit, status, search }: Wanted) {
  const like = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  const which = sql`o.run_id = ${id}
    and (${status ?? null}::text is null or ${statusOf} = ${status ?? null})
    and (${like}::text is null or a.name ilike ${like} or e.payee_no ilike ${like}
      or a.account ilike ${like} or a.receipt ilike ${like})`
  if (limit !== undefined) {
    const { count } = await ctx.tx.one<{ count: number }>`select count(*) as count
      from payouts o ${payees} ${newest} where ${which}`
    ctx.total(count)
  }
  const slice = limit === undefined ? sql`offset ${offset}` : sql`offset ${offset} limit ${limit}`
  return (await rowsWhere(ctx.tx, which, slice)).map(payoutToWire)
}

// ---------------------------------------------------------------- where each shilling is

interface Sums {
  status: PayoutStatus
  count: number
  amount: string
  rounding: string
}

export const summary: Handler<Payouts['summary']> = async (ctx, { params }) => {
  const { tx } = ctx
  const payroll = await loadRun(tx, params.id)
  const { net, people } = await tx.one<{ net: string; people: number }>`
    select coalesce(sum(net), 0) as net, count(*) as people
    from payslips where payroll_id = ${payroll.id}`
  const sums = await tx.all<Sums>`select x.status, count(*) as count, sum(x.amount) as amount,
      sum(x.rounding) as rounding
    from (select distinct on (a.slip_id) ${statusOf} as status, o.amount, o.rounding
      from payouts o join payout_attempts a
        on a.organization_id = o.organization_id and a.payout_id = o.id
      where o.run_id = ${payroll.id}
      order by a.slip_id, a.state <> 'failed' desc, a.number desc) x
    group by x.status`
  const part = (status: PayoutStatus) => {
    const row = sums.find((one) => one.status === status)
    return { count: row?.count ?? 0, amount: centsOf(row?.amount ?? '0') }
  }
  const all = (take: (row: Sums) => number) => sums.reduce((sum, row) => sum + take(row), 0)
  const rounding = all((row) => centsOf(row.rounding))
  const cash = await paidInCash(tx, payroll.id)
  const unpaid = {
    count: people - cash.count - all((row) => row.count),
    amount: centsOf(net) - cash.amount - all((row) => centsOf(row.amount)) - rounding,
  }
  const request = await waitingRequest(tx, payroll.id)
  const leftOut = () => leftOutOf(tx, myOrganization(ctx), payroll)
  // Screens look every other second: the whole plan only where a request is compared with it.
  const { left_out, digest } = request
    ? await planFor(tx, myOrganization(ctx), payroll)
    : { left_out: unpaid.count > 0 ? await leftOut() : [], digest: '' }
  const { id, code, of, title } = payroll
  return {
    payroll: { id, code, of, title },
    net: centsOf(net),
    submitted: part('submitted'),
    processing: part('processing'),
    paid: part('paid'),
    failed: part('failed'),
    review: part('review'),
    cash,
    unpaid,
    rounding,
    left_out: left_out.slice(0, 500).map(leftOutToWire),
    left_out_count: left_out.length,
    paused: await pausedLanes(tx, payroll.id),
    request: request && requestToWire(request, me(ctx).id, digest),
    warnings: await aboutRetries(tx, payroll),
    moving: part('submitted').count + part('processing').count > 0,
  }
}

/** Marked as paid by whoever handed it over. */
async function paidInCash(tx: Tx, run_id: string) {
  const { count, amount } = await tx.one<{ count: number; amount: string }>`
    select count(*) as count, coalesce(sum(s.net), 0) as amount
    from cash_payments k join payslips s on s.id = k.id where s.payroll_id = ${run_id}`
  return { count, amount: centsOf(amount) }
}

/** Of those that have failed, and those that are paid again and have not ended. */
async function aboutRetries(tx: Tx, { id, of }: PayRun) {
  const unpaid = await tx.all<{ slip_id: string }>`select o.slip_id from payouts o ${newest}
    where o.run_id = ${id} and (a.state = 'failed' or a.state <> 'paid' and a.attempt_no > 1)`
  return freedOf(
    tx,
    of,
    unpaid.map(({ slip_id }) => slip_id),
  )
}

interface Stopped {
  id: string
  method: PayoutMethod
  reason: string
  since: string
}

/** Asked of the few lanes that have stopped, not of every payout. */
async function pausedLanes(tx: Tx, run_id: string) {
  const stopped = await tx.all<Stopped>`select l.id, i.type as method, l.paused_reason as reason,
      l.paused_at as since
    from payment_lanes l join integrations i on i.id = l.id where l.paused_at is not null`
  if (stopped.length === 0) return []
  const used = await tx.all<{ id: string }>`select distinct a.integration_id as id
    from payouts o join payout_attempts a
      on a.organization_id = o.organization_id and a.payout_id = o.id
    where o.run_id = ${run_id}`
  return stopped
    .filter(({ id }) => used.some((one) => one.id === id))
    .map(({ id: _, ...told }) => told)
}

// ---------------------------------------------------------------- the story of one

interface StepRow {
  at: string
  attempt: number
  what: string
  text: string
  by: string | null
  data: unknown
}

interface DecisionRow {
  paid: boolean
  reference: string
  reason: string
  decided_name: string
  decided_by: string | null
}

export const story: Handler<Payouts['story']> = async (ctx, { params }) => {
  const [row] = await rowsWhere(ctx.tx, sql`o.id = ${params.id}`)
  const payout = payoutToWire(found(row))
  const steps = await ctx.tx.all<StepRow>`
    select s.at, a.attempt_no as attempt, s.what, s.text, s.by_name as by, s.data
    from payout_steps s join payout_attempts a on a.id = s.attempt_id
    where a.payout_id = ${params.id} order by s.id`
  const open = await ctx.tx.maybe<DecisionRow>`select d.* from payout_decisions d
    join payout_attempts a on a.id = d.attempt_id
    where a.payout_id = ${params.id} and d.agreed_at is null`
  return {
    payout,
    steps: steps.map(({ data, ...step }) => ({
      ...step,
      data: data === null ? null : JSON.stringify(data, null, 2),
    })),
    proposed: open
      ? {
          paid: open.paid,
          reference: open.reference,
          reason: open.reason,
          by: open.decided_name,
          own: open.decided_by === me(ctx).id,
        }
      : null,
  }
}

// ---------------------------------------------------------------- as a file

const wayOf = (pay_by: PayoutMethod | 'cash') =>
  pay_by === 'cash' ? 'Cash' : payoutMethodNames[pay_by]

const headings = [
  'Employee Code',
  'Account Name',
  'Method',
  'Bank',
  'Account',
  'Amount',
  'Rounding',
  'Status',
  'Reference',
  'Paid At',
  'Remark',
]

interface CashLine {
  casual_no: string
  name: string
  net: string
  paid_on: string
  marked_by: string
}

/** By the clock on the wall, as the statement has it. */
const whenOf = (instant: string | null) => instant && wallTimeOf(instant)

export const sheet = sheetCall<Payouts['sheet']>(async (ctx, input) => {
  const payroll = await loadRun(ctx.tx, input.params.id)
  const { extension } = input.query()
  const rows = await rowsWhere(ctx.tx, sql`o.run_id = ${payroll.id}`)
  const left_out = await leftOutOf(ctx.tx, myOrganization(ctx), payroll)
  const lines = rows
    .map(payoutToWire)
    .map((one): Cell[] => [
      ...[one.employee.employee_no, one.name, payoutMethodNames[one.method], one.bank, one.account],
      ...[
        one.amount,
        one.rounding,
        one.status,
        one.reference,
        whenOf(one.paid_at),
        one.alarm ?? one.told,
      ],
    ])
  const cash = await ctx.tx.all<CashLine>`select c.casual_no, s.net, k.paid_on, k.marked_by,
      concat_ws(' ', c.first_name, c.middle_name, c.last_name) as name
    from cash_payments k join payslips s on s.id = k.id join casuals c on c.id = s.casual_id
    where s.payroll_id = ${payroll.id} order by c.number`
  const signed = cash.map((one): Cell[] => [
    ...[one.casual_no, one.name, wayOf('cash'), null, null, centsOf(one.net), 0, 'paid', null],
    ...[one.paid_on, `Marked by ${one.marked_by}.`],
  ])
  const unpaid = left_out.map((one): Cell[] => [
    ...[one.payee_no, one.name, wayOf(one.pay_by), one.bank_name, one.account_no],
    ...[centsOf(one.net), 0, 'not paid', null, null, one.reason],
  ])
  return {
    name: `Payouts-${payroll.stamp}-${payroll.code}`,
    extension,
    book: {
      sheets: [{ name: 'Payouts', headings: [headings], rows: [...lines, ...signed, ...unpaid] }],
    },
  }
})
