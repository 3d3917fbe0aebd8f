import type { contract } from '@mshahara/contract'
import { counted } from '@mshahara/contract/counted'
import { dayInWords } from '@mshahara/contract/months'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { heldBackAmong } from '../../foundation/pay/held-back.ts'
import { type CasualRun, loadRun, loadRunFor } from '../../foundation/pay/runs.ts'
import { notifyPayers } from '../payroll/index.ts'
import { say } from './sentences.ts'
import type { Person } from './source.ts'

/** Whoever is paid in cash signs for it, and somebody who may pay marks that they have (C25). */

type Payrolls = typeof contract.casualPayrolls

interface Signing {
  id: string
  casual_id: string
  person: Person
  days_worked: string
  net: string
  paid_on: string | null
  marked_by: string | null
}

/** By site, those without one last, as the list is carried from site to site. */
export async function cashRowsOf(tx: Tx, payroll_id: string) {
  const rows = await tx.all<Signing>`select s.id, s.casual_id, s.person, s.days_worked, s.net,
      c.paid_on, c.marked_by
    from payslips s join casuals w on w.id = s.casual_id left join cash_payments c on c.id = s.id
    where s.payroll_id = ${payroll_id} and paid_in_cash(s.person) and s.net > 0
    order by s.person ->> 'station' nulls last, w.number`
  const held = await heldBackAmong(tx, sql`s.payroll_id = ${payroll_id} and paid_in_cash(s.person)`)
  const why = new Map(held.map(({ slip_id, why: words }) => [slip_id, words]))
  return rows.map(({ id, casual_id, person, ...row }) => ({
    payslip_id: id,
    casual: { id: casual_id, casual_no: person.casual_no, name: nameOf(person) },
    id_number: person.id_number,
    station: person.station,
    days: Number(row.days_worked),
    net: centsOf(row.net),
    held: why.get(id) ?? null,
    paid_on: row.paid_on,
    marked_by: row.marked_by,
  }))
}
export type CashRow = Awaited<ReturnType<typeof cashRowsOf>>[number]

const nameOf = ({ first_name, middle_name, last_name }: Person) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

export const cash: Handler<Payrolls['cash']> = async ({ tx }, { params }) => {
  const { id, code, from, to, status } = await loadRun(tx, 'casual', params.id)
  return { payroll: { id, code, from, to, status }, rows: await cashRowsOf(tx, id) }
}

/** How many sign, and how many of them are marked as paid. */
export const countCash = (tx: Tx, payroll_id: string) =>
  tx.one<{ count: number; paid: number }>`select count(*) as count, count(c.id) as paid
    from payslips s left join cash_payments c on c.id = s.id
    where s.payroll_id = ${payroll_id} and paid_in_cash(s.person) and s.net > 0`

export const markCash: Handler<Payrolls['markCash']> = async (ctx, input) => {
  const payroll = await loadRunFor(ctx.tx, 'casual', input.params.id, 'pay')
  const { payslips, paid_on } = input.body()
  const listed = await cashRowsOf(ctx.tx, payroll.id)
  const ticked = listed.filter(({ payslip_id }) => payslips.includes(payslip_id))
  if (ticked.length < new Set(payslips).size) failField('payslips', say.notOnList)
  return paid_on === null ? takeBack(ctx, payroll, ticked) : mark(ctx, payroll, ticked, paid_on)
}

const idsOf = (rows: readonly CashRow[]) => rows.map(({ payslip_id }) => payslip_id)
const people = (count: number) => counted(count, 'person', 'people')

async function mark(ctx: Ctx, payroll: CasualRun, ticked: CashRow[], paid_on: string) {
  if (paid_on < payroll.from) failField('paid_on', say.paidTooEarly)
  if (paid_on > ctx.today) failField('paid_on', say.paidAhead)
  await ctx.tx.run`insert into cash_payments (id, paid_on, marked_by)
    select slip, ${paid_on}, ${me(ctx).name} from unnest(${idsOf(ticked)}::uuid[]) slip
    on conflict (organization_id, id) do update
      set paid_on = excluded.paid_on, marked_by = excluded.marked_by
    where cash_payments.paid_on <> excluded.paid_on`
  const held = ticked.filter((row) => row.held !== null)
  const told = held.map(({ casual, held: why }) => `${casual.name} (${why})`).join(', ')
  if (held.length > 0) {
    await tellPayers(ctx, payroll, {
      title: 'Marked as paid, although held back',
      text: `${me(ctx).name} marked in ${payroll.code} as paid in cash: ${told}.`,
    })
  }
  const done = `${people(ticked.length)} marked as paid in cash on ${dayInWords(paid_on)}`
  const message =
    held.length > 0 ? `${done}. Held back, and marked with the others: ${told}.` : done
  return { message, count: ticked.length }
}

/** They may be handed the money again, by somebody who knows nothing of it: all hear of it. */
async function takeBack(ctx: Ctx, payroll: CasualRun, ticked: CashRow[]) {
  const gone = await ctx.tx.all`delete from cash_payments
    where id = any (${idsOf(ticked)}::uuid[]) returning id`
  if (gone.length > 0) {
    await tellPayers(ctx, payroll, {
      title: 'Cash marked as not paid',
      text:
        `${me(ctx).name} marked ${people(gone.length)} in ${payroll.code} as not paid in cash ` +
        'after all.',
    })
  }
  return { message: `${people(gone.length)} marked as not paid`, count: gone.length }
}

const tellPayers = (ctx: Ctx, { id }: CasualRun, news: { title: string; text: string }) =>
  notifyPayers(ctx, {
    key: `cash ${id} ${ctx.now.toISOString()}`,
    link: `/casual-cash/${id}`,
    ...news,
  })
