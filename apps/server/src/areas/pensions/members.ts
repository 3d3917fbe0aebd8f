import type { contract } from '@mshahara/contract'
import type { PensionMember, schemeBases } from '@mshahara/contract/pensions'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { rowsOf } from '../../foundation/http/rows.ts'
import { readable } from '../pay-items/index.ts'
import { movedAmong, type Period, paidMonths } from './reach.ts'
import { say } from './sentences.ts'
import { pension_members as table } from './tables.ts'

/** Who is in which scheme. What is changed counts in payslips that are still to be made. */

type Members = (typeof contract)['pensionMembers']

interface Parts<Number> {
  own_percent: Number | null
  own_amount: Number | null
  employer_percent: Number | null
  employer_amount: Number | null
}

interface Row extends Parts<string> {
  id: string
  scheme_id: string
  scheme: string
  employee_id: string
  employee_no: string
  employee: string
  member_no: string | null
  from: string
  to: string | null
  created_at: string
  base: (typeof schemeBases)[number]
  scheme_own_percent: string | null
  scheme_own_amount: string | null
  scheme_employer_percent: string | null
  scheme_employer_amount: string | null
}

const partsOf = (given: Parts<string>): Parts<number> => ({
  own_percent: percentOf(given.own_percent),
  own_amount: amountOf(given.own_amount),
  employer_percent: percentOf(given.employer_percent),
  employer_amount: amountOf(given.employer_amount),
})
const percentOf = (given: string | null) => (given === null ? null : Number(given))
const amountOf = (given: string | null) => (given === null ? null : centsOf(given))

/** A part of their own, or the scheme's: as the month's pay takes it (`intake.ts`). */
function takenOf(own: Parts<number>, scheme: Parts<number>): Parts<number> {
  const theirs = own.own_percent ?? own.own_amount
  const employers = own.employer_percent ?? own.employer_amount
  const [mine, added] = [theirs === null ? scheme : own, employers === null ? scheme : own]
  return {
    own_percent: mine.own_percent,
    own_amount: mine.own_amount,
    employer_percent: added.employer_percent,
    employer_amount: added.employer_amount,
  }
}

function memberOf(row: Row): PensionMember {
  const { base, scheme_own_percent, scheme_own_amount, ...rest } = row
  const { scheme_employer_percent, scheme_employer_amount, ...member } = rest
  const scheme = partsOf({
    own_percent: scheme_own_percent,
    own_amount: scheme_own_amount,
    employer_percent: scheme_employer_percent,
    employer_amount: scheme_employer_amount,
  })
  const own = partsOf(row)
  return { ...member, ...own, taken: { base, ...takenOf(own, scheme) } }
}

/** Newest first, of each person; amounts in cents. */
export async function membersWhere(tx: Tx, which: Sql): Promise<PensionMember[]> {
  const rows = await tx.all<Row>`select m.id, m.scheme_id, s.name as scheme, m.employee_id,
      e.employee_no, concat_ws(' ', e.first_name, e.last_name) as employee, m.member_no, m."from",
      m."to", m.own_percent, m.own_amount, m.employer_percent, m.employer_amount, m.created_at,
      s.base, s.own_percent as scheme_own_percent, s.own_amount as scheme_own_amount,
      s.employer_percent as scheme_employer_percent, s.employer_amount as scheme_employer_amount
    from pension_members m
    join pension_schemes s on s.organization_id = m.organization_id and s.id = m.scheme_id
    join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
    where ${which}
    order by e.first_name, e.last_name, e.employee_no, m."from" desc, s.name`
  return rows.map(memberOf)
}

/** By membership: asked when a schedule is made, so that payslips need not keep them. */
export async function memberNumbers(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.all<{ id: string; member_no: string | null }>`
    select id, member_no from pension_members where member_no is not null`
  return new Map(rows.map(({ id, member_no }) => [id, member_no ?? '']))
}

export const list: Handler<Members['list']> = async (ctx, { params }) => {
  const employee_id = await readable(ctx, params.id)
  return membersWhere(ctx.tx, sql`m.employee_id = ${employee_id}`)
}

interface Known extends Period {
  employee_id: string
  scheme_id: string
}

const rows = (calls: Members) => rowsOf(calls, table, { title: 'Membership', order: [] })

async function one(ctx: Ctx, id: string): Promise<PensionMember> {
  const [member] = await membersWhere(ctx.tx, sql`m.id = ${id}`)
  return found(member)
}

const locked = ({ tx }: Ctx, id: string) =>
  tx.one<Known>`select employee_id, scheme_id, "from", "to" from pension_members
    where id = ${id} for update`

/** By name, where the database would only say that a month is paid. */
async function refusePaid(ctx: Ctx, before: Known | null, after: Known) {
  const paid = await paidMonths(ctx.tx, [after.employee_id])
  const { into, out } = movedAmong(paid(after.employee_id), before, after)
  const months = out.length > 0 ? out : into
  const [first] = months
  if (!first) return
  const atItsEnd = before !== null && first >= before.from && first >= after.from
  const sentence = months === out ? say.paidWith({ months }) : say.paidWithout({ months })
  failField(atItsEnd ? 'to' : 'from', sentence)
}

/** Their answers name the scheme and the person. */
export function membersOf(calls: Members) {
  const { create, update, remove } = rows(calls)
  return {
    list,
    async create(ctx: Ctx, given: Parameters<typeof create>[1]) {
      const { employee_id } = given.body
      const person = await ctx.tx.maybe<{ tos: string }>`
        select tos from employees where id = ${employee_id}`
      if (person?.tos === 'Consultant') failField('employee_id', say.consultant)
      await refusePaid(ctx, null, given.body)
      return one(ctx, (await create(ctx, given)).id)
    },
    /** What was paid for one person into one scheme was never paid for another. */
    async update(ctx: Ctx, { params, body }: Parameters<typeof update>[1]) {
      const before = await locked(ctx, params.id)
      const given = body()
      if (before.employee_id !== given.employee_id) failField('employee_id', say.anotherMember)
      if (before.scheme_id !== given.scheme_id) failField('scheme_id', say.anotherMember)
      await refusePaid(ctx, before, given)
      return one(ctx, (await update(ctx, { params, body: () => given })).id)
    },
    async remove(ctx: Ctx, given: Parameters<typeof remove>[1]) {
      const before = await locked(ctx, given.params.id)
      const paid = await paidMonths(ctx.tx, [before.employee_id])
      const { out } = movedAmong(paid(before.employee_id), before, null)
      if (out.length > 0) fail(422, say.paidSoStays({ months: out }))
      return remove(ctx, given)
    },
  }
}
