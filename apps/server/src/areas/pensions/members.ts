import type { contract } from '@mshahara/contract'
import type { PensionMember } from '@mshahara/contract/pensions'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField, found } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { rowsOf } from '../../foundation/http/rows.ts'
import { say } from './sentences.ts'
import { pension_members as table } from './tables.ts'

/** Who is in which scheme. What is changed counts in payslips that are still to be made. */

type Members = (typeof contract)['pensionMembers']

interface Row {
  id: string
  scheme_id: string
  scheme: string
  employee_id: string
  employee_no: string
  employee: string
  member_no: string | null
  from: string
  to: string | null
  own_percent: string | null
  own_amount: string | null
  employer_percent: string | null
  employer_amount: string | null
  created_at: string
}

const percentOf = (given: string | null) => (given === null ? null : Number(given))
const amountOf = (given: string | null) => (given === null ? null : centsOf(given))

/** Newest first, of each person; amounts in cents. */
export async function membersWhere(tx: Tx, which: Sql): Promise<PensionMember[]> {
  const rows = await tx.all<Row>`select m.id, m.scheme_id, s.name as scheme, m.employee_id,
      e.employee_no, concat_ws(' ', e.first_name, e.last_name) as employee, m.member_no, m."from",
      m."to", m.own_percent, m.own_amount, m.employer_percent, m.employer_amount, m.created_at
    from pension_members m
    join pension_schemes s on s.organization_id = m.organization_id and s.id = m.scheme_id
    join employees e on e.organization_id = m.organization_id and e.id = m.employee_id
    where ${which}
    order by e.first_name, e.last_name, e.employee_no, m."from" desc, s.name`
  return rows.map((row) => ({
    ...row,
    own_percent: percentOf(row.own_percent),
    own_amount: amountOf(row.own_amount),
    employer_percent: percentOf(row.employer_percent),
    employer_amount: amountOf(row.employer_amount),
  }))
}

/** By membership: asked when a schedule is made, so that payslips need not keep them. */
export async function memberNumbers(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.all<{ id: string; member_no: string | null }>`
    select id, member_no from pension_members where member_no is not null`
  return new Map(rows.map(({ id, member_no }) => [id, member_no ?? '']))
}

export const list: Handler<Members['list']> = async ({ tx }, { params }) => {
  await tx.one<{ id: string }>`select id from employees where id = ${params.id}`
  return membersWhere(tx, sql`m.employee_id = ${params.id}`)
}

interface Given {
  employee_id: string
  scheme_id: string
}

const rows = (calls: Members) =>
  rowsOf(calls, table, {
    title: 'Membership',
    order: [],
    // What was paid for one person into one scheme was never paid for another.
    kept(given: Given, before) {
      if (!before) return given
      if (before.employee_id !== given.employee_id) failField('employee_id', say.anotherMember)
      if (before.scheme_id !== given.scheme_id) failField('scheme_id', say.anotherMember)
      return given
    },
  })

async function one(ctx: Ctx, id: string): Promise<PensionMember> {
  const [member] = await membersWhere(ctx.tx, sql`m.id = ${id}`)
  return found(member)
}

/** Their answers name the scheme and the person. */
export function membersOf(calls: Members) {
  const { create, update, remove } = rows(calls)
  return {
    list,
    remove,
    async create(ctx: Ctx, given: Parameters<typeof create>[1]) {
      const { employee_id } = given.body
      const person = await ctx.tx.maybe<{ tos: string }>`
        select tos from employees where id = ${employee_id}`
      if (person?.tos === 'Consultant') failField('employee_id', say.consultant)
      return one(ctx, (await create(ctx, given)).id)
    },
    async update(ctx: Ctx, given: Parameters<typeof update>[1]) {
      return one(ctx, (await update(ctx, given)).id)
    },
  }
}
