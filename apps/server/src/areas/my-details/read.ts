import type { contract } from '@mshahara/contract'
import type { DetailProposalListed, MyDetails } from '@mshahara/contract/my-details'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { canText } from '../../foundation/mail/texts.ts'
import { rowOf, warningsAbout } from '../employees/index.ts'
import { addressMarks } from '../users/index.ts'
import { reasonsToCall } from './contacts.ts'
import {
  changesOf,
  loginOf,
  openOf,
  ownEmployee,
  type ProposalRow,
  pastOf,
  proposalToWire,
} from './proposals.ts'
import { fieldsFor, heldOf, isConfirmed } from './subjects.ts'

type Mine = typeof contract.myDetails
type Proposals = typeof contract.detailProposals

const mostPast = 5

export const get: Handler<Mine['get']> = (ctx) => myDetailsToWire(ctx, ownEmployee(ctx))

export async function myDetailsToWire(ctx: Ctx, employee_id: string): Promise<MyDetails> {
  const row = await rowOf(ctx.tx, employee_id)
  const open = await openOf(ctx.tx, employee_id)
  const past = await pastOf(ctx.tx, employee_id, mostPast)
  const ids = [...(open ? [open] : []), ...past].map(({ id }) => id)
  const changes = await changesOf(ctx.tx, ids)
  const { email } = await loginOf(ctx.tx, employee_id)
  const seen = { held: heldOf(row), email, texts: canText(ctx) }
  return {
    employee_id,
    first_name: row.first_name,
    last_name: row.last_name,
    pay_by: row.pay_by,
    held: seen.held,
    proposal: open ? proposalToWire(open, changes, seen) : null,
    past: past.map((one) => proposalToWire(one, changes, seen)),
  }
}

export const list: Handler<Proposals['list']> = async (ctx, { query }) => {
  const { offset = 0, limit = 1000, employee_id, open } = query
  const search = `%${(query.search ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const from = sql`from detail_proposals p join employees e on e.id = p.employee_id
    where lower(concat_ws(' ', e.first_name, e.last_name, e.employee_no)) like ${search}
      and (${employee_id ?? null}::uuid is null or p.employee_id = ${employee_id ?? null})
      and (${open ?? null}::text is null or p.status = 'open')`
  const { total } = await ctx.tx.one<{ total: number }>`select count(*) as total ${from}`
  ctx.total(total)
  return ctx.tx.all<DetailProposalListed>`select p.id, p.employee_id, e.employee_no, e.first_name,
      e.last_name, e.avatar, p.status, p.ready, p.created_at,
      array(select c.subject from detail_changes c where c.proposal_id = p.id order by array_position(
        array['phone', 'address', 'kin', 'bank', 'photo'], c.subject)) as subjects ${from}
    order by p.status = 'open' desc, p.status = 'open' and p.ready desc, p.number desc
    offset ${offset} limit ${limit}`
}

export const getProposal: Handler<Proposals['get']> = async (ctx, { params }) =>
  reviewedToWire(ctx, await proposalOf(ctx, params.id))

export const proposalOf = (ctx: Ctx, id: string, lock = false) =>
  ctx.tx.one<ProposalRow>`select * from detail_proposals where id = ${id}
    ${lock ? sql`for update` : sql``}`

export async function reviewedToWire(ctx: Ctx, row: ProposalRow) {
  const employee = await rowOf(ctx.tx, row.employee_id)
  const changes = await changesOf(ctx.tx, [row.id])
  const { email } = await loginOf(ctx.tx, row.employee_id)
  const seen = { held: heldOf(employee), email, texts: canText(ctx) }
  const reach = { phone: employee.phone, email, texts: seen.texts }
  const proposed = Object.assign(
    {},
    ...changes.map(({ subject, after }) => fieldsFor(subject, after)),
  )
  const about = [{ value: { ...employee, ...proposed } }]
  const [faults = []] = row.status === 'open' ? await warningsAbout(ctx.tx, about, employee.id) : []
  const name = `${employee.first_name} ${employee.last_name}`
  const marks = await addressMarks(ctx.tx, [
    { employee_id: row.employee_id, name, at: row.created_at },
  ])
  const touched = faults.filter(({ field }) => field in proposed)
  return {
    ...proposalToWire(row, changes, seen),
    employee,
    warnings: [...marks, ...touched.map(({ sentence }) => sentence)],
    call: changes.some(({ subject }) => isConfirmed(subject))
      ? reasonsToCall(row, changes, reach)
      : [],
    called: row.called,
    own: me(ctx).employee_id === row.employee_id,
  }
}
