import type { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { holds, ownerOr } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, failField, found } from '../../foundation/core/fail.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import type { Worksheet } from '../../foundation/sheets/worksheet.ts'
import { casualMonthsTaken } from '../casual-payroll/index.ts'
import { openedYears } from '../opening/index.ts'
import { type LawfulSlip, nameOf } from '../payroll/index.ts'
import type { FileDetails } from './byproducts.ts'
import { employerOf } from './employer.ts'
import { type Card, type CardHolder, summaryHeadings } from './p9-card.ts'
import { type CardScope, countOf, eachCard, holdersOf, settledAt } from './p9-cards.ts'
import { cardColors, cardPaper } from './p9-paper.ts'
import { zipOfPapers } from './pack.ts'
import { type FileContent, totalRow } from './plan.ts'
import { say } from './sentences.ts'
import { standing } from './standing.ts'
import {
  type Draught,
  type ExportOrder,
  type ExportResult,
  fileNews,
  type JobData,
  newFile,
  type Pack,
  packInJob,
  stages,
  writeInJob,
} from './write.ts'

type Exports = typeof contract.exports

/** Tax deduction cards of one person or of everybody: a workbook, a sheet of paper, an archive. */

const withinRequest = 300

export const years: Handler<Exports['years']> = async (ctx) => {
  const rows = await ctx.tx.all<{ year: number }>`
    select distinct left(month, 4)::int as year from payrolls
      where month is not null and status = 'confirmed'
    union select distinct left(month, 4)::int from (${casualMonthsTaken}) c
    union select ${Number(ctx.today.slice(0, 4))}::int order by year desc`
  const years = [...rows.map(({ year }) => year), ...(await openedYears(ctx.tx))]
  return [...new Set(years)].sort((a, b) => b - a)
}

export const p9: Staged<Exports['p9'], ExportOrder, ExportResult> = {
  ...stages(say.p9Exported),
  async look(ctx, { body: { extension, ...wanted } }) {
    const { employee_id, casual_id } = wanted
    if (employee_id === null && !holds(ctx, 'view payrolls')) fail(403)
    ownerOr(ctx, employee_id, 'view payrolls', { leavers: true })
    const count = await countOrRefuse(ctx.tx, wanted)
    const job = { file: newFile(extension), message: ctx.say(say.p9Exported), link: '/employees' }
    if (extension === 'pdf') {
      if (employee_id ?? casual_id) return paperDraught(ctx.tx, wanted)
      const data = { ...wanted, ...job, file: newFile('zip') }
      const { length } = await holdersOf(ctx.tx, wanted)
      return { job: 'exports.p9-papers', data, count: length }
    }
    if (count <= withinRequest) return bookDraught(ctx.tx, wanted)
    return { job: 'exports.p9', data: { ...wanted, ...job }, count }
  },
}

/** How many payslips the cards rest on: with none there is nothing to hand out. */
export async function countOrRefuse(tx: Tx, wanted: CardScope): Promise<number> {
  const { employee_id, casual_id, year } = wanted
  const person = await personOf(tx, wanted)
  const count = await countOf(tx, wanted)
  if (count > 0) return count
  if (person.tos === 'Consultant') failField('employee_id', say.noP9)
  if (casual_id !== null) {
    failField('year', say.nothingTaken({ name: nameOf(person), year }))
  }
  const name = employee_id === null ? null : nameOf(person)
  return failField('year', say.noPayroll({ year, name }))
}

type Holder = Pick<LawfulSlip['person'], 'first_name' | 'middle_name' | 'last_name' | 'tos'>
const everybody: Holder = {
  first_name: '',
  middle_name: null,
  last_name: 'All Employees',
  tos: '',
}

async function personOf(tx: Tx, { employee_id, casual_id }: CardScope): Promise<Holder> {
  if (casual_id !== null) {
    if (employee_id !== null) failField('casual_id', say.employeeOrCasual)
    const casual = await tx.maybe<Holder>`select first_name, middle_name, last_name, 'Casual' as tos
      from casuals where id = ${casual_id}`
    return casual ?? failField('casual_id', say.casualNotFound)
  }
  if (employee_id === null) return everybody
  const employee = await tx.maybe<Holder>`
    select first_name, middle_name, last_name, tos from employees where id = ${employee_id}`
  return employee ?? failField('employee_id', everywhere.employeeNotFound)
}

async function aboutOf<E extends string>(tx: Tx, wanted: CardScope, extension: E) {
  const { employee_id, casual_id, year } = wanted
  const person = await personOf(tx, wanted)
  const name = fileName(['P9', year, person.last_name], extension)
  const known_as = `P9-${nameOf(person)}-${year}.${extension}`.replace(/[/\\]/g, '-')
  return { employee_id, casual_id, type: 'p9', extension, name, known_as } satisfies FileDetails
}

const seenIn = (tx: Tx, year: number) => standing(tx, { payroll_id: null, period: String(year) })

// ---------------------------------------------------------------- as a workbook

const isOfOne = ({ employee_id, casual_id }: CardScope) => (employee_id ?? casual_id) !== null

async function bookDraught(
  tx: Tx,
  wanted: CardScope,
  step?: (done: number) => Promise<void>,
): Promise<Draught> {
  const seen = await seenIn(tx, wanted.year)
  const employer = await employerOf(tx)
  const cards: Card[] = []
  const unique = sheetNames()
  const nameFor = ({ person }: CardHolder) => (isOfOne(wanted) ? 'P9' : unique(person.employee_no))
  await eachCard(tx, { wanted, employer, nameFor }, (card) => cards.push(card), step)
  return { about: await aboutOf(tx, wanted, 'xlsx'), seen, content: bookOf(cards, wanted) }
}

function bookOf(cards: Card[], wanted: CardScope): FileContent {
  const sheets = cards.map(({ sheet }) => sheet)
  const total = cards.reduce((sum, { paye }) => sum + paye, 0)
  const summary = { rows: cards.length, total, notes: [] }
  if (isOfOne(wanted)) return { ...summary, book: { sheets } }
  const lumps = cards.some(({ lump_sum_tax }) => lump_sum_tax > 0)
  const list: Worksheet = {
    name: 'Summary',
    headings: summaryHeadings(wanted.year, lumps),
    rows: cards.map(({ summary, lump_sum_tax }) => [...summary, ...(lumps ? [lump_sum_tax] : [])]),
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
  news: fileNews,
  work: (job, { employee_id, casual_id, year, ...data }: CardScope & JobData) =>
    writeInJob(job, data, async (tx) => {
      const wanted = { employee_id, casual_id, year }
      const count = await countOf(tx, wanted)
      return bookDraught(tx, wanted, (read) => job.progress(read, count))
    }),
}

// ---------------------------------------------------------------- on paper

/** The cards of these people, each ready to be printed. */
export async function papersOf(tx: Tx, year: number, ids: string[]) {
  const employer = await employerOf(tx)
  const made = await settledAt(tx, year)
  const cards: Card[] = []
  const wanted = { employee_id: null, casual_id: null, year }
  await eachCard(tx, { wanted, employer, ids }, (card) => cards.push(card))
  return cards.map((card) => ({
    employee_id: card.employee_id,
    card,
    paper: cardPaper(card, employer.name, made),
  }))
}

async function paperDraught(tx: Tx, wanted: CardScope): Promise<Draught> {
  const seen = await seenIn(tx, wanted.year)
  const [only] = await papersOf(tx, wanted.year, [wanted.employee_id ?? wanted.casual_id ?? ''])
  const { card, paper } = found(only)
  const content = { paper, rows: 1, total: card.paye, notes: [] }
  return { about: await aboutOf(tx, wanted, 'pdf'), seen, content }
}

export const cardPapersJob: JobDefinition = {
  name: 'exports.p9-papers',
  byRequest: true,
  news: fileNews,
  work: (job, { employee_id, casual_id, year, ...data }: CardScope & JobData) =>
    packInJob(job, data, () => packOf(job, { employee_id, casual_id, year })),
}

async function packOf(job: JobCtx, wanted: CardScope): Promise<Pack> {
  const tally = { rows: 0, total: 0 }
  const [seen, about, ids] = await job.inOrg(
    async (tx) =>
      [
        await seenIn(tx, wanted.year),
        await aboutOf(tx, wanted, 'zip'),
        await holdersOf(tx, wanted),
      ] as const,
  )
  const pieces = zipOfPapers(job, { colors: cardColors, logo: null }, ids, async (part) => {
    const papers = await job.inOrg((tx) => papersOf(tx, wanted.year, part))
    return papers.map(({ card, paper }) => {
      tally.rows += 1
      tally.total += card.paye
      const { last_name, employee_no } = card.person
      return { name: fileName(['P9', wanted.year, last_name, employee_no], 'pdf'), paper }
    })
  })
  return { about, seen, pieces, tally }
}
