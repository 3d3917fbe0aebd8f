import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { casualMonths } from '../casual-payroll/index.ts'
import { cardsOpened, hasOpened, type OpenedCard, openedCount, openedIn } from '../opening/index.ts'
import {
  arrearsPaid,
  eachSlip,
  type LawfulSlip,
  lumpSumTaxes,
  ofMonth,
  withArrears,
} from '../payroll/index.ts'
import { casualSlips } from './casual-slips.ts'
import type { Employer } from './employer.ts'
import { type Card, type CardHolder, cardOf } from './p9-card.ts'
import { declaredIn } from './standing.ts'

/** The tax deduction cards of a year, from confirmed payslips (B17). */

export interface CardScope {
  /** One of the two, or neither: everybody. */
  employee_id: string | null
  casual_id: string | null
  year: number
}

/** Consultants have no card (B10). */
const slipsOf = ({ employee_id, casual_id, year }: CardScope): Sql => sql`
  s.month between ${`${year}-01`} and ${`${year}-12`}
  and s.person ->> 'tos' <> 'Consultant' and ${casual_id === null}
  ${employee_id ? sql`and s.employee_id = ${employee_id}` : sql``}`

const monthsOf = (year: number) =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)

/** Casuals from whom the law's deductions were taken have one too (C1); of these, or of all. */
const casualsOf = ({ employee_id, casual_id }: CardScope) =>
  employee_id === null ? (casual_id === null ? undefined : [casual_id]) : []

/** How many payslips they rest on; of a casual, how many months. */
export async function countOf(tx: Tx, wanted: CardScope): Promise<number> {
  const { count } = await tx.one<{ count: number }>`select count(*) as count
    from paid_slips s where ${slipsOf(wanted)}`
  const months = await casualMonths(tx, monthsOf(wanted.year), casualsOf(wanted))
  return count + months.length + (await openedOf(tx, wanted))
}

/** Months that came from elsewhere are on the card as well (B34). */
const openedOf = (tx: Tx, { employee_id, casual_id, year }: CardScope) =>
  casual_id === null ? openedCount(tx, { year, employee_id }) : 0

/** Who has a card, in the order of the staff list; then the casuals. */
export async function holdersOf(tx: Tx, wanted: CardScope): Promise<string[]> {
  const rows = await tx.all<{ id: string }>`select e.id from employees e
    where (exists (select from paid_slips s
      where s.employee_id = e.id and ${slipsOf(wanted)})
      or ${wanted.casual_id === null} and ${hasOpened(wanted)}
        ${wanted.employee_id ? sql`and e.id = ${wanted.employee_id}` : sql``})
    order by e.number`
  const casuals = await casualMonths(tx, monthsOf(wanted.year), casualsOf(wanted))
  const ids = [...rows.map(({ id }) => id), ...casuals.map(({ casual_id }) => casual_id)]
  return [...new Set(ids)]
}

/** The last confirmation that cards of the year rest on; before the first, what was opened. */
export async function settledAt(tx: Tx, year: number): Promise<string> {
  const { at } = await tx.one<{ at: string | null }>`select max(confirmed_at) as at from payrolls p
    where status = 'confirmed' and ${declaredIn(String(year))}`
  return at ?? (await openedIn(tx, year)).at ?? `${year}-12-31T00:00:00.000Z`
}

interface Reading {
  wanted: CardScope
  employer: Employer
  nameFor?: (holder: CardHolder) => string
  /** Of these people only. */
  ids?: string[]
}

/** Payslips come person by person, so that a card is made as soon as the next one begins. */
export async function eachCard(
  tx: Tx,
  { wanted, employer, nameFor = () => 'P9', ids }: Reading,
  take: (card: Card) => void,
  step?: (done: number) => Promise<void>,
) {
  const others = await openedInTurn(tx, wanted, ids)
  const lumps = await lumpSumsOf(tx, wanted)
  const give = (holder: CardHolder) => {
    const whole = { ...holder, lump_sum_tax: lumps.get(holder.employee_id) ?? 0 }
    take(cardOf(nameFor(holder), whole, wanted.year, employer))
  }
  let slips: LawfulSlip[] = []
  const turn = () => {
    const last = slips.at(-1)
    if (last) {
      for (const holder of others.before(last.employee_id)) give(holder)
      const { employee_id, person } = last
      give({ employee_id, person, slips, opened: others.of(employee_id) })
    }
    slips = []
  }
  const add = (slip: LawfulSlip) => {
    if (slips[0] && slips[0].employee_id !== slip.employee_id) turn()
    slips.push(slip)
  }
  const late = await arrearsPaid(
    tx,
    sql`r.month between ${`${wanted.year}-01`} and ${`${wanted.year}-12`}`,
    wanted.employee_id
      ? sql`r.employee_id = ${wanted.employee_id}`
      : ids
        ? sql`r.employee_id = any(${ids})`
        : sql`true`,
  )
  // Each month with what was paid of it later, wherever that was: none of it twice.
  const inItsMonth = (slip: LawfulSlip) => add(withArrears(slip, ofMonth(late, slip)))
  const where = sql`${slipsOf(wanted)} ${ids ? sql`and s.employee_id = any(${ids})` : sql``}`
  await eachSlip(
    tx,
    { needs: ['input'], from: 'paid_slips', where, together: true },
    inItsMonth,
    step,
  )
  turn()
  for (const holder of others.before(null)) give(holder)
  const casuals = casualsOf(wanted) ?? ids
  for (const slip of await casualSlips(tx, monthsOf(wanted.year), casuals)) add(slip)
  turn()
}

/** PAYE on lump sums that were paid in the year: of few people, and in no figure of payslips. */
async function lumpSumsOf(tx: Tx, wanted: CardScope): Promise<Map<string, number>> {
  const rows = await tx.all<{ employee_id: string; tax: string }>`
    select s.employee_id, ${lumpSumTaxes('s')} as tax from payslips s
    where s.leaving_id is not null and s.frozen and not s.void and ${slipsOf(wanted)}
    group by s.employee_id`
  return new Map(rows.map(({ employee_id, tax }) => [employee_id, centsOf(tax)]))
}

/** Who has months from elsewhere, in the order of the staff list; some have no payslip here. */
async function openedInTurn(tx: Tx, wanted: CardScope, ids: string[] | undefined) {
  const { employee_id, casual_id, year } = wanted
  const cards: Map<string, OpenedCard> =
    casual_id === null ? await cardsOpened(tx, { year, employee_id, ids }) : new Map()
  const staff =
    cards.size === 0
      ? []
      : await tx.all<{ id: string }>`select e.id from employees e
    where ${ids ? sql`e.id = any (${ids}::uuid[])` : sql`true`} order by e.number desc`
  const left = staff.map(({ id }) => id)
  return {
    of: (id: string) => cards.get(id)?.rows ?? [],
    /** Those without payslips who come before this one; null: all who are left. */
    *before(id: string | null): Generator<CardHolder> {
      for (let next = left.pop(); next !== undefined && next !== id; next = left.pop()) {
        const card = cards.get(next)
        if (card) yield { employee_id: next, person: card.person, slips: [], opened: card.rows }
      }
    },
  }
}
