import type { contract } from '@mshahara/contract'
import type { FinalClaim } from '@mshahara/contract/leaving'
import { me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { sayToStaff } from './sentences.ts'

/** What leavers owe beyond what their final dues could take: followed until it is settled. */

type Claims = typeof contract.finalClaims

interface ClaimRow extends Pick<FinalClaim, 'id' | 'employee' | 'last_day' | 'run'> {
  amount: string
  entries: (Omit<FinalClaim['entries'][number], 'amount'> & { amount: number })[]
}

const claimsOf = (tx: Tx, which = sql`true`) =>
  tx.all<ClaimRow>`select c.id, c.amount, l.last_day,
      json_build_object('id', e.id, 'name', concat_ws(' ', e.first_name, e.last_name),
        'employee_no', e.employee_no) as employee,
      json_build_object('id', r.id, 'code', r.code) as run,
      (select coalesce(json_agg(json_build_object('id', n.id, 'kind', n.kind,
          'amount', (n.amount * 100)::bigint, 'day', n.day, 'reference', n.reference,
          'note', n.note, 'recorded_by', n.recorded_by) order by n.day, n.created_at), '[]')
        from final_claim_entries n where n.organization_id = c.organization_id
          and n.claim_id = c.id) as entries
    from final_claims c
    join payslips p on p.organization_id = c.organization_id and p.id = c.payslip_id
    join payrolls r on r.organization_id = p.organization_id and r.id = p.payroll_id
    join leavings l on l.organization_id = p.organization_id and l.id = p.leaving_id
    join employees e on e.organization_id = c.organization_id and e.id = c.employee_id
    where ${which} order by c.created_at desc, c.id`

function claimOf({ amount: owed, entries, ...row }: ClaimRow): FinalClaim {
  const sumOf = (kind: string) =>
    entries.reduce((sum, one) => (one.kind === kind ? sum + one.amount : sum), 0)
  const [amount, paid, given_up] = [centsOf(owed), sumOf('payment'), sumOf('given up')]
  const left = amount - paid - given_up
  const settled = given_up > 0 ? 'given up' : 'paid'
  const state = left === 0 ? settled : paid > 0 ? 'part paid' : 'open'
  return { ...row, amount, paid, left, state, entries }
}

export const list: Handler<Claims['list']> = async ({ tx }) => (await claimsOf(tx)).map(claimOf)

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
  await ctx.tx.run`insert into final_claim_entries
      (claim_id, employee_id, kind, amount, day, reference, note, recorded_by)
    values (${claim.id}, ${claim.employee.id}, 'payment', ${amount / 100}, ${day}, ${reference}, ${note}, ${me(ctx).name})`
  return { message: 'Payment recorded successfully' }
}

export const giveUp: Handler<Claims['giveUp']> = async (ctx, input) => {
  const claim = await claimFor(ctx.tx, input.params.id)
  const { reason } = input.body()
  if (claim.left === 0) fail(422, sayToStaff.settled)
  await ctx.tx.run`insert into final_claim_entries
      (claim_id, employee_id, kind, amount, day, note, recorded_by)
    values (${claim.id}, ${claim.employee.id}, 'given up', ${claim.left / 100}, ${ctx.today}, ${reason}, ${me(ctx).name})`
  return { message: 'Claim given up' }
}

export const takeBack: Handler<Claims['takeBack']> = async ({ tx }, { params }) => {
  await tx.one`delete from final_claim_entries where id = ${params.id} returning id`
  return { message: 'Taken back' }
}
