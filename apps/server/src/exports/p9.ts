import type { contract } from '@mshahara/contract'
import { holds, ownerOr } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, failField } from '../core/fail.ts'
import type { JobDefinition } from '../core/job.ts'
import type { Handler, Staged } from '../http/bind.ts'
import type { Sheet } from './book.ts'
import { type Card, cardOf, summaryHeadings } from './card.ts'
import type { Laid } from './plan.ts'
import { totalRow } from './plan.ts'
import {
  type Background,
  newFile,
  type Ordered,
  type Produced,
  produceInJob,
  producing,
} from './produce.ts'
import { organizationOf } from './run.ts'
import { eachSlip, nameOf, type Slip } from './slips.ts'

type Exports = typeof contract.exports

/** Tax deduction cards: confirmed payslips of a year, of one person or of everybody (B17). */

const withinRequest = 300
const done = 'P9 successfully exported'

/** Parameters: the year as text, and a person or null. Consultants have no card (B10). */
const ofYear = `r.status = 'confirmed' and left(s.month, 4) = $1
  and s.person ->> 'tos' <> 'Consultant' and ($2::uuid is null or s.employee_id = $2)`

interface Wanted {
  employee_id: string | null
  year: number
}
const valuesOf = ({ employee_id, year }: Wanted) => [String(year), employee_id]

export const years: Handler<Exports['years']> = async (ctx) => {
  const { rows } = await ctx.tx.$client.query<{ year: number }>(
    `select distinct left(month, 4)::int as year from payrolls where status = 'confirmed'
     union select $1::int order by year desc`,
    [Number(ctx.today.slice(0, 4))],
  )
  return rows.map(({ year }) => year)
}

export const p9: Staged<Exports['p9'], Ordered, Produced> = {
  ...producing(done),
  async look(ctx, { body }) {
    const { employee_id, year } = body
    if (employee_id === null && !holds(ctx, 'view payrolls')) fail(403)
    ownerOr(ctx, employee_id, 'view payrolls', { leavers: true })
    const who = employee_id === null ? 'All Employees' : await fullName(ctx.tx, employee_id)
    const count = await countOf(ctx.tx, body)
    if (count === 0) await refuseNothing(ctx.tx, body, who)
    const name = `P9-${who}-${year}.xlsx`.replace(/[/\\]/g, '-')
    const about = { payroll_id: null, employee_id, type: 'p9', extension: 'xlsx', name } as const
    if (count <= withinRequest) return { about, laid: await layOutCards(ctx.tx, body) }
    const file = newFile('xlsx')
    const data = { ...body, about, file, message: done, link: '/employees' }
    return { job: 'exports.p9', data, count }
  },
}

async function refuseNothing(tx: Tx, { employee_id, year }: Wanted, who: string) {
  const { rows } = await tx.$client.query<{ tos: string }>(
    'select tos from employees where id = $1',
    [employee_id],
  )
  if (rows[0]?.tos === 'Consultant') failField('employee_id', 'Consultants have no P9 form.')
  const whose = employee_id === null ? '' : ` for ${who}`
  failField('year', `There is no confirmed payroll in ${year}${whose}.`)
}

async function fullName(tx: Tx, id: string): Promise<string> {
  const { rows } = await tx.$client.query(
    'select first_name, middle_name, last_name from employees where id = $1',
    [id],
  )
  return rows[0] ? nameOf(rows[0]) : failField('employee_id', 'This employee was not found.')
}

async function countOf(tx: Tx, wanted: Wanted): Promise<number> {
  const { rows } = await tx.$client.query<{ count: number }>(
    `select count(*) as count from payslips s join payrolls r on r.id = s.payroll_id
     where ${ofYear}`,
    valuesOf(wanted),
  )
  return rows[0]?.count ?? 0
}

/** Payslips come person by person, so that a card is made as soon as the next one begins. */
async function layOutCards(
  tx: Tx,
  wanted: Wanted,
  step?: (done: number) => Promise<void>,
): Promise<Laid> {
  const { year, employee_id } = wanted
  const employer = await organizationOf(tx)
  const cards: Card[] = []
  const nameFor = sheetNames()
  let slips: Slip[] = []
  const turn = () => {
    const [first] = slips
    if (!first) return
    const name = employee_id ? 'P9' : nameFor(first.person.employee_no)
    cards.push(cardOf(name, slips, year, employer))
    slips = []
  }
  const take = (slip: Slip) => {
    if (slips[0] && slips[0].employee_id !== slip.employee_id) turn()
    slips.push(slip)
  }
  const values = valuesOf(wanted)
  await eachSlip(tx, { needs: ['input'], where: ofYear, values }, take, step)
  turn()
  return bookOf(cards, wanted)
}

function bookOf(cards: Card[], { employee_id, year }: Wanted): Laid {
  const sheets = cards.map(({ sheet }) => sheet)
  const total = cards.reduce((sum, { paye }) => sum + paye, 0)
  const laid = { rows: cards.length, total, notes: [] }
  if (employee_id) return { ...laid, book: { sheets } }
  const list: Sheet = {
    name: 'Summary',
    headings: summaryHeadings(year),
    rows: cards.map(({ summary }) => summary),
  }
  list.bottom = [totalRow(list, { word: 'TOTALS', at: 0 })]
  return { ...laid, book: { sheets: [list, ...sheets] } }
}

/** Excel allows 31 characters, not all of them, and each name once whatever its letters. */
function sheetNames() {
  const taken = new Set(['summary'])
  return (wanted: string) => {
    const plain = wanted.replace(/[[\]:*?/\\']/g, '-').slice(0, 31)
    let name = plain
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      name = `${plain.slice(0, 27)} ${count}`
    }
    taken.add(name.toLowerCase())
    return name
  }
}

export const makingCards: JobDefinition = {
  name: 'exports.p9',
  work: (job, { employee_id, year, ...background }: Wanted & Background) =>
    produceInJob(job, background, async (tx) => {
      const count = await countOf(tx, { employee_id, year })
      return layOutCards(tx, { employee_id, year }, (read) => job.progress(read, count))
    }),
}
