import type { contract } from '@mshahara/contract'
import { holds, ownerOr } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { fail, failField } from '../core/fail.ts'
import { fileName } from '../core/file-name.ts'
import type { JobDefinition } from '../core/job.ts'
import { type Sql, sql } from '../core/sql.ts'
import type { Handler, Staged } from '../http/bind.ts'
import { eachSlip, type LawfulSlip, nameOf } from '../payroll/index.ts'
import type { Worksheet } from '../sheets/worksheet.ts'
import { type Card, cardOf, summaryHeadings } from './card.ts'
import { employerOf } from './employer.ts'
import { type FileContent, totalRow } from './plan.ts'
import { standing } from './standing.ts'
import {
  type Draught,
  type ExportOrder,
  type ExportResult,
  type JobData,
  newFile,
  stages,
  writeInJob,
} from './write.ts'

type Exports = typeof contract.exports

/** Tax deduction cards: confirmed payslips of a year, of one person or of everybody (B17). */

const withinRequest = 300
const done = 'P9 successfully exported'

interface CardScope {
  employee_id: string | null
  year: number
}

/** Consultants have no card (B10). */
const cardsOf = ({ employee_id, year }: CardScope): Sql => sql`r.status = 'confirmed'
  and left(s.month, 4) = ${String(year)} and s.person ->> 'tos' <> 'Consultant'
  ${employee_id ? sql`and s.employee_id = ${employee_id}` : sql``}`

export const years: Handler<Exports['years']> = async (ctx) => {
  const rows = await ctx.tx.all<{ year: number }>`
    select distinct left(month, 4)::int as year from payrolls where status = 'confirmed'
    union select ${Number(ctx.today.slice(0, 4))}::int order by year desc`
  return rows.map(({ year }) => year)
}

export const p9: Staged<Exports['p9'], ExportOrder, ExportResult> = {
  ...stages(done),
  async look(ctx, { body }) {
    const { employee_id } = body
    if (employee_id === null && !holds(ctx, 'view payrolls')) fail(403)
    ownerOr(ctx, employee_id, 'view payrolls', { leavers: true })
    const person = employee_id === null ? everybody : await personOf(ctx.tx, employee_id)
    const count = await countOf(ctx.tx, body)
    if (count === 0) await refuseNothing(ctx.tx, body, nameOf(person))
    if (count <= withinRequest) return draughtOf(ctx.tx, body)
    const file = newFile('xlsx')
    const data = { ...body, file, message: done, link: '/employees' }
    return { job: 'exports.p9', data, count }
  },
}

async function refuseNothing(tx: Tx, { employee_id, year }: CardScope, who: string) {
  const employee = await tx.maybe<{ tos: string }>`
    select tos from employees where id = ${employee_id}`
  if (employee?.tos === 'Consultant') failField('employee_id', 'Consultants have no P9 form.')
  const whose = employee_id === null ? '' : ` for ${who}`
  failField('year', `There is no confirmed payroll in ${year}${whose}.`)
}

type Named = Pick<LawfulSlip['person'], 'first_name' | 'middle_name' | 'last_name'>
const everybody: Named = { first_name: '', middle_name: null, last_name: 'All Employees' }

async function personOf(tx: Tx, id: string): Promise<Named> {
  const employee = await tx.maybe<Named>`
    select first_name, middle_name, last_name from employees where id = ${id}`
  return employee ?? failField('employee_id', 'This employee was not found.')
}

async function countOf(tx: Tx, wanted: CardScope): Promise<number> {
  const { count } = await tx.one<{ count: number }>`select count(*) as count
    from payslips s join payrolls r on r.id = s.payroll_id where ${cardsOf(wanted)}`
  return count
}

async function draughtOf(
  tx: Tx,
  wanted: CardScope,
  step?: (done: number) => Promise<void>,
): Promise<Draught> {
  const { employee_id, year } = wanted
  const seen = await standing(tx, { payroll_id: null, period: String(year) })
  const person = employee_id === null ? everybody : await personOf(tx, employee_id)
  const about = {
    employee_id,
    type: 'p9',
    extension: 'xlsx',
    name: fileName(['P9', year, person.last_name], 'xlsx'),
    known_as: `P9-${nameOf(person)}-${year}.xlsx`.replace(/[/\\]/g, '-'),
  } as const
  return { about, seen, content: await contentOf(tx, wanted, step) }
}

/** Payslips come person by person, so that a card is made as soon as the next one begins. */
async function contentOf(
  tx: Tx,
  wanted: CardScope,
  step?: (done: number) => Promise<void>,
): Promise<FileContent> {
  const { year, employee_id } = wanted
  const employer = await employerOf(tx)
  const cards: Card[] = []
  const nameFor = sheetNames()
  let slips: LawfulSlip[] = []
  const turn = () => {
    const [first] = slips
    if (!first) return
    const name = employee_id ? 'P9' : nameFor(first.person.employee_no)
    cards.push(cardOf(name, slips, year, employer))
    slips = []
  }
  const take = (slip: LawfulSlip) => {
    if (slips[0] && slips[0].employee_id !== slip.employee_id) turn()
    slips.push(slip)
  }
  await eachSlip(tx, { needs: ['input'], where: cardsOf(wanted) }, take, step)
  turn()
  return bookOf(cards, wanted)
}

function bookOf(cards: Card[], { employee_id, year }: CardScope): FileContent {
  const sheets = cards.map(({ sheet }) => sheet)
  const total = cards.reduce((sum, { paye }) => sum + paye, 0)
  const summary = { rows: cards.length, total, notes: [] }
  if (employee_id) return { ...summary, book: { sheets } }
  const list: Worksheet = {
    name: 'Summary',
    headings: summaryHeadings(year),
    rows: cards.map(({ summary }) => summary),
  }
  list.bottom = [totalRow(list, { word: 'TOTALS', at: 0 })]
  return { ...summary, book: { sheets: [list, ...sheets] } }
}

/** Excel allows 31 characters, not every character, and each name once whatever its case. */
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

export const cardsJob: JobDefinition = {
  name: 'exports.p9',
  byRequest: true,
  work: (job, { employee_id, year, ...data }: CardScope & JobData) =>
    writeInJob(job, data, async (tx) => {
      const count = await countOf(tx, { employee_id, year })
      return draughtOf(tx, { employee_id, year }, (read) => job.progress(read, count))
    }),
}
