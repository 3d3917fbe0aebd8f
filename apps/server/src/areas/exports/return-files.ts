import type { contract } from '@mshahara/contract'
import { type Extension, exportLabel } from '@mshahara/contract/exports'
import { monthInWords } from '@mshahara/contract/months'
import type { ReturnInput } from '@mshahara/contract/returns'
import { healthName } from '@mshahara/engine/figures'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import type { JobCtx, JobDefinition } from '../../foundation/core/job.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import type { Worksheet } from '../../foundation/sheets/worksheet.ts'
import { writeBook } from '../../foundation/sheets/writer.ts'
import { casualMonths } from '../casual-payroll/index.ts'
import { memberNumbers } from '../pensions/index.ts'
import { type ArchiveEntry, zipOf } from './archive.ts'
import { casualSlips, deductedSlips } from './casual-slips.ts'
import { employerOf } from './employer.ts'
import { fringeFile, onSheetJ, withSheetJ } from './fringe.ts'
import { fileKey, peopleIn, returnsOf, runsOf } from './month-returns.ts'
import { nameOfFile } from './names.ts'
import { casualsIn } from './other-lines.ts'
import { hasSheetC, onSheetC } from './p10.ts'
import { onSheetG } from './p10-arrears.ts'
import { onSheetD } from './p10-cars.ts'
import { printedFor } from './pack.ts'
import { isScheme, pensionSchedule } from './pension-schedule.ts'
import type { FileContent, Note, Period, Plan } from './plan.ts'
import { remittance, withholdingTax } from './remittances.ts'
import { inNotes } from './return-notes.ts'
import { read, returnOf } from './run.ts'
import { schedulePaper } from './schedule-paper.ts'
import { sayToStaff } from './sentences.ts'
import { declaredIn, standing } from './standing.ts'
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

/** One file for every confirmed run of a month, or all of its returns in an archive (B26). */

const withinRequest = 300
const done = 'Return successfully exported'

type One = ReturnInput & {
  extension: Extension | 'pdf'
  type: Exclude<ReturnInput['type'], 'all'>
}
const isOne = (asked: ReturnInput): asked is One => asked.type !== 'all'

export const make: Staged<(typeof contract.returns)['make'], ExportOrder, ExportResult> = {
  ...stages(done),
  async look(ctx, { params: { month }, body }) {
    const runs = await runsOf(ctx.tx, month)
    const casuals = peopleIn(month, [
      ...(await casualMonths(ctx.tx, [month])),
      ...(await casualsIn(ctx.tx, [month])),
    ])
    if (runs.length + casuals === 0) fail(404, sayToStaff.noMonth({ month }))
    const asked = body()
    const { count } = await ctx.tx.one<{
      count: number
    }>`select count(distinct employee_id) as count
      from payslips where payroll_id = any(${runs.map(({ id }) => id)})`
    if (isOne(asked) && count + casuals <= withinRequest) return asAsked(ctx.tx, month, asked)
    const job = { file: newFile(asked.extension), message: done, link: '/returns' }
    const data = { month, asked, ...job }
    return { job: 'exports.returns', data, count: count + casuals }
  },
}

interface ReturnData extends JobData {
  month: string
  asked: ReturnInput
}

export const returnsJob: JobDefinition = {
  name: 'exports.returns',
  byRequest: true,
  news: fileNews,
  work: (job, { month, asked, ...data }: ReturnData) =>
    isOne(asked)
      ? writeInJob(job, data, (tx) => asAsked(tx, month, asked))
      : packInJob(job, data, () => packOf(job, month)),
}

/** A workbook, or the same on paper. */
async function asAsked(tx: Tx, month: string, asked: One): Promise<Draught> {
  const draught = await draughtOf(tx, month, asked)
  if (asked.extension !== 'pdf') return draught
  const { made } = await tx.one<{ made: string }>`select max(confirmed_at) as made from payrolls p
    where ${declaredIn(month)} and status = 'confirmed'`
  const { book, ...content } = draught.content
  const [sheet] = book.sheets as [Worksheet]
  return { ...draught, content: { ...content, paper: schedulePaper(sheet, { made }) } }
}

const seenIn = (tx: Tx, month: string) => standing(tx, { payroll_id: null, period: month })

async function draughtOf(
  tx: Tx,
  month: string,
  asked: One,
): Promise<Draught & { content: FileContent }> {
  const seen = await seenIn(tx, month)
  const content = await contentOf(tx, month, asked)
  const { type, name, extension } = asked
  const about = {
    employee_id: null,
    type,
    extension,
    name: name
      ? fileName(['Remittance', name, month], extension)
      : nameOfFile({ type, extension, month, status: 'confirmed' }),
    known_as: `${fileKey(type, name, month)}.${extension}`,
  }
  return { seen, content, about }
}

async function contentOf(tx: Tx, month: string, asked: One): Promise<FileContent> {
  const { type, name, extension } = asked
  if (type === 'fbt') return fringeFile(tx, month)
  const period = { month, organization: await employerOf(tx) }
  const ids = (await runsOf(tx, month)).map(({ id }) => id)
  const payee = type === 'remittance' ? (name ?? '') : ''
  const toScheme = payee !== '' && (await isScheme(tx, ids, payee))
  const plan = toScheme
    ? pensionSchedule(period, payee, await memberNumbers(tx))
    : planOf(period, { type, name, extension })
  const nobody = () => plan.nobody({ month })
  const which = sql`s.payroll_id = any(${ids})`
  // What the law took is told by its months, and the rest where the payroll ends: no file has both.
  const casuals = ofOthers.includes(type)
    ? await deductedSlips(tx, month)
    : await casualSlips(tx, [month])
  const content = await read(tx, { ...plan, nobody }, which, { together: true, more: casuals })
  return type === 'SEC_B' ? withSheetJ(tx, { month, extension }, content) : content
}

const ofOthers: One['type'][] = ['remittance', 'helb']

/** Of what payslips tell. */
type Planned = Pick<One, 'name' | 'extension'> & { type: Exclude<One['type'], 'fbt'> }

function planOf(period: Period, { type, name, extension }: Planned): Plan {
  if (type === 'remittance') return remittance(period, name ?? '')
  if (type === 'withholding') return withholdingTax(period)
  // On paper it is laid out as in a workbook.
  return returnOf(period, { type, extension: extension === 'csv' ? 'csv' : 'xlsx' })
}

// ---------------------------------------------------------------- all of a month

/** iTax imports these as csv; people and the other portals open a workbook. */
const asCsv = ['SEC_B', 'ahl']
const otherSheets = [onSheetC, onSheetD, onSheetG, onSheetJ]

type Return = Pick<One, 'type' | 'name'>

/** As the portal takes it, with a workbook beside it for those whom its csv cannot hold. */
async function draftsOf(job: JobCtx, month: string, { type, name }: Return) {
  const draft = (extension: Extension) =>
    job.inOrg((tx) => draughtOf(tx, month, { type, name, extension }))
  if (!asCsv.includes(type)) return [await draft('xlsx')]
  if (type !== 'SEC_B') return [await draft('csv')]
  if (!hasSheetC(month)) {
    const csv = await draft('csv')
    const isWhole = !csv.content.notes.some(({ title }) => otherSheets.includes(title))
    return isWhole ? [csv] : [withoutOtherSheets(csv), await draft('xlsx')]
  }
  const whole = await draft('xlsx')
  const [sheetB, more] = whole.content.book.sheets
  if (!more) return [await draft('csv')]
  if (sheetB?.rows.length === 0) return [whole]
  return [withoutOtherSheets(await draft('csv')), whole]
}

/** What is missing from the csv needs no word: the workbook is in the archive. */
function withoutOtherSheets<D extends { content: FileContent }>(csv: D): D {
  const notes = csv.content.notes.filter(({ title }) => !otherSheets.includes(title))
  return { ...csv, content: { ...csv.content, notes } }
}

async function packOf(job: JobCtx, month: string): Promise<Pack> {
  const { seen, items, people } = await job.inOrg(async (tx) => {
    const seen = await seenIn(tx, month)
    const [found] = await returnsOf(tx, [{ month, runs: await runsOf(tx, month) }])
    return { seen, items: found?.items ?? [], people: found?.people ?? 0 }
  })
  const notes: Note[] = []
  const entries = async function* (): AsyncGenerator<ArchiveEntry> {
    const told = [`Returns of ${monthInWords(month)}`]
    for (const [place, item] of items.entries()) {
      const { type, name } = item
      const drafts = await draftsOf(job, month, item)
      for (const { content, about } of drafts) {
        const bytes = await writeBook(content.book, about.extension as Extension, printedFor(job))
        yield { name: about.name, bytes }
        told.push(...inNotes(about.name, content))
      }
      const label = name ?? exportLabel(type, healthName(month))
      // Whoever is on a sheet of their own is in the last of them, with everybody else.
      const noted = drafts.at(-1)?.content.notes ?? []
      notes.push(...noted.map((note) => ({ ...note, title: `${label}: ${note.title}` })))
      await job.progress(place + 1, items.length)
    }
    const text = `\ufeff${told.join('\r\n')}\r\n`
    yield { name: fileName(['Notes', month], 'txt'), bytes: Buffer.from(text) }
  }
  const about = {
    employee_id: null,
    type: 'returns',
    extension: 'zip',
    name: fileName(['Returns', month], 'zip'),
    known_as: `${fileKey('returns', null, month)}.zip`,
  }
  const total = items.reduce((sum, { amount }) => sum + amount, 0)
  return { about, seen, pieces: zipOf(entries()), tally: { rows: people, total, notes } }
}
