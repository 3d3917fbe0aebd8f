import { contract, type Input } from '@mshahara/contract'
import type { WaitingLine } from '@mshahara/contract/dashboard'
import type { FinalClaim } from '@mshahara/contract/leaving'
import { formatShillings } from '@mshahara/engine/money'
import { type Ctx, holds, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { containing, type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { type Asked, checked, digestOf } from '../maker-checker/index.ts'
import { sayToStaff } from './sentences.ts'

/** What leavers owe beyond what their final dues could take: followed until it is settled. */

const { finalClaims } = contract
type Claims = typeof finalClaims

interface ClaimRow extends Pick<FinalClaim, 'id' | 'employee' | 'last_day' | 'run'> {
  amount: string
  paid: string
  given_up: string
  entries: (Omit<FinalClaim['entries'][number], 'amount'> & { amount: number })[]
  of: number
}

/** Claim `c` of employee `e`, and what became of it so far. */
const followed = sql`final_claims c
    join employees e on e.organization_id = c.organization_id and e.id = c.employee_id
    cross join lateral (select
        coalesce(sum(n.amount) filter (where n.kind = 'payment'), 0) as paid,
        coalesce(sum(n.amount) filter (where n.kind = 'given up'), 0) as given_up
      from final_claim_entries n
      where n.organization_id = c.organization_id and n.claim_id = c.id) s`

const isOpen = sql`s.paid + s.given_up < c.amount`
const lists = { open: isOpen, settled: sql`not (${isOpen})`, all: sql`true` }
const searched = sql`concat_ws(' ', e.employee_no, e.first_name, e.last_name, r.code)`

interface Page {
  offset?: number | undefined
  limit?: number | undefined
}

const claimsOf = (tx: Tx, which: Sql, { offset = 0, limit }: Page = {}) =>
  tx.all<ClaimRow>`select c.id, c.amount, s.paid, s.given_up, l.last_day, count(*) over () as of,
      json_build_object('id', e.id, 'name', concat_ws(' ', e.first_name, e.last_name),
        'employee_no', e.employee_no) as employee,
      json_build_object('id', r.id, 'code', r.code) as run,
      (select coalesce(json_agg(json_build_object('id', n.id, 'kind', n.kind,
          'amount', (n.amount * 100)::bigint, 'day', n.day, 'reference', n.reference,
          'note', n.note, 'recorded_by', n.recorded_by) order by n.day, n.created_at), '[]')
        from final_claim_entries n where n.organization_id = c.organization_id
          and n.claim_id = c.id) as entries
    from ${followed}
    join payslips p on p.organization_id = c.organization_id and p.id = c.payslip_id
    join payrolls r on r.organization_id = p.organization_id and r.id = p.payroll_id
    join leavings l on l.organization_id = p.organization_id and l.id = coalesce(p.leaving_id,
      -- Of a correction: the leaving whose final dues could not take it any more.
      (select f.leaving_id from payslips f where f.organization_id = p.organization_id
        and f.employee_id = p.employee_id and f.leaving_id is not null
        order by (f.frozen and not f.void) desc, f.month desc, f.id limit 1))
    where ${which} order by c.created_at desc, c.id offset ${offset} limit ${limit ?? null}`

function claimOf({ of: _, ...row }: ClaimRow): FinalClaim {
  const [amount, paid, given_up] = [row.amount, row.paid, row.given_up].map(centsOf) as Three
  const left = amount - paid - given_up
  const settled = given_up > 0 ? 'given up' : 'paid'
  const state = left === 0 ? settled : paid > 0 ? 'part paid' : 'open'
  const { id, employee, last_day, run, entries } = row
  return { ...{ id, employee, last_day, run, entries }, amount, paid, left, state }
}
type Three = [number, number, number]

export const list: Handler<Claims['list']> = async (ctx, { query }) => {
  const { search, which, ...page } = query
  const wanted = sql`${lists[which]} and ${containing(searched, search)}`
  const rows = await claimsOf(ctx.tx, wanted, page)
  const beyond = rows.length === 0 && (page.offset ?? 0) > 0
  ctx.total((beyond ? await claimsOf(ctx.tx, wanted, { limit: 1 }) : rows)[0]?.of ?? 0)
  return rows.map(claimOf)
}

interface TotalsRow {
  owed: string
  paid: string
  given_up: string
  open: number
}

async function totalsOf(tx: Tx) {
  const { open, ...sums } = await tx.one<TotalsRow>`select coalesce(sum(c.amount), 0) as owed,
      coalesce(sum(s.paid), 0) as paid, coalesce(sum(s.given_up), 0) as given_up,
      count(*) filter (where ${isOpen}) as open
    from ${followed}`
  const [owed, paid, given_up] = [sums.owed, sums.paid, sums.given_up].map(centsOf) as Three
  return { owed, paid, given_up, left: owed - paid - given_up, open }
}

export const totals: Handler<Claims['totals']> = ({ tx }) => totalsOf(tx)

/** On the first screen of whoever can do something about it. */
export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'edit payrolls')) return []
  const { open, left } = await totalsOf(ctx.tx)
  if (open === 0) return []
  const title = open === 1 ? 'Somebody who has left still owes' : `${open} leavers still owe`
  return [
    {
      key: `final claims ${open} ${left}`,
      title: `${title} Ksh ${formatShillings(left)}`,
      text: 'Their final dues could not take it: record what they pay, or give it up.',
      link: '/final-claims?which=open',
      urgency: 'open',
      due: null,
    },
  ]
}

/** Held: of two payments at once the second sees the first. */
async function claimFor(tx: Tx, id: string): Promise<FinalClaim> {
  await tx.one`select from final_claims where id = ${id}`
  await tx.run`select hold_final_claim(${id})`
  const [row] = await claimsOf(tx, sql`c.id = ${id}`)
  return claimOf(row as ClaimRow)
}

export const pay: Handler<Claims['pay']> = async (ctx, input) => {
  const claim = await claimFor(ctx.tx, input.params.id)
  const { amount, day, reference, note } = input.body()
  if (claim.left === 0) fail(422, sayToStaff.settled)
  if (amount > claim.left) failField('amount', sayToStaff.beyond({ left: claim.left }))
  if (day > ctx.today) failField('day', sayToStaff.dayAhead)
  if (day < claim.last_day) failField('day', sayToStaff.beforeLeaving)
  const isKnown = claim.entries.some(
    (one) => one.amount === amount && one.day === day && one.reference === reference,
  )
  if (isKnown) failField('reference', sayToStaff.recordedAlready({ reference }))
  await ctx.tx.run`insert into final_claim_entries
      (claim_id, employee_id, kind, amount, day, reference, note, recorded_by)
    values (${claim.id}, ${claim.employee.id}, 'payment', ${amount / 100}, ${day}, ${reference}, ${note}, ${me(ctx).name})`
  return { message: 'Payment recorded successfully' }
}

const giveUpNow: Handler<Claims['giveUp']> = async (ctx, input) => {
  const claim = await claimFor(ctx.tx, input.params.id)
  const { reason } = input.body()
  if (claim.left === 0) fail(422, sayToStaff.settled)
  await ctx.tx.run`insert into final_claim_entries
      (claim_id, employee_id, kind, amount, day, note, recorded_by)
    values (${claim.id}, ${claim.employee.id}, 'given up', ${claim.left / 100}, ${ctx.today}, ${reason}, ${me(ctx).name})`
  return { message: 'Claim given up' }
}

/** Whatever is recorded of the claim meanwhile makes it another question. */
async function toBeGivenUp({ tx }: Ctx, { params, body }: Input<Claims['giveUp']>) {
  const [row] = await claimsOf(tx, sql`c.id = ${params.id}`)
  // It is gone with its run, or never was.
  if (!row) return null
  const { id, employee, run, amount, left, entries } = claimOf(row)
  const { reason } = body()
  if (left === 0) fail(422, sayToStaff.settled)
  const asked: Asked = {
    acts: ['confirming'],
    counts_as: ['salary', 'items'],
    subject_id: id,
    people: [employee.id],
    title: `Give up ${formatShillings(left)} that ${employee.name} owes`,
    shown: [
      { label: 'Who has left', before: null, after: `${employee.name} (${employee.employee_no})` },
      { label: 'Final payroll', before: null, after: run.code },
      { label: 'Owed beyond final dues', before: null, after: formatShillings(amount) },
      { label: 'Still asked for', before: formatShillings(left), after: '0' },
      { label: 'Reason', before: null, after: reason },
    ],
    digest: digestOf({ id, amount, left, entries: entries.map((entry) => entry.id), reason }),
    link: '/final-claims',
  }
  return asked
}

/** What final dues left is given up as they were confirmed: where one asks for two, by two. */
export const giveUp = checked(
  'finalClaims.giveUp',
  finalClaims.giveUp,
  {
    acts: ['confirming', 'salary', 'items'],
    asks: toBeGivenUp,
    hold: ({ tx }, { params }) => tx.run`select hold_final_claim(${params.id})`,
  },
  giveUpNow,
)

export const takeBack: Handler<Claims['takeBack']> = async ({ tx }, { params }) => {
  await tx.one`delete from final_claim_entries where id = ${params.id} returning id`
  return { message: 'Taken back' }
}
