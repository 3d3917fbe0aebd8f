import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { turns } from '../core/turns.ts'
import type { Book } from './book.ts'
import { asCsv } from './csv.ts'
import { asExcel } from './workbook.ts'
import type { Answered, Handed } from './writer-thread.ts'

/**
 * Large Excel files are written in a thread, while the server answers others; a csv is written row
 * by row, and small files at once.
 */

const rowsAtOnce = 300
const memory_mb = 256

const inTurn = turns({
  places: 2,
  each: 1,
  waiting: 4,
  busy: 'Other files are being written just now. Please try again in a minute.',
})

const sizeOf = ({ sheets }: Book) => sheets.reduce((sum, { rows }) => sum + rows.length, 0)

export async function writeBook(
  book: Book,
  extension: 'xlsx' | 'csv',
  /** A job is patient, and its organisation has one large file written at a time. */
  { organization_id, patient = false }: { organization_id: string; patient?: boolean },
): Promise<Uint8Array> {
  if (extension === 'csv') return asCsv(book)
  if (sizeOf(book) <= rowsAtOnce) return asExcel(book)
  return inTurn(organization_id, () => inThread(book), { patient })
}

/** The thread knows nothing of the server: no environment, no connection. */
async function inThread({ sheets }: Book): Promise<Uint8Array> {
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memory_mb },
  })
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The writer ended without a file.')))
  })
  const hand = (part: Handed) => worker.postMessage(part)
  const answer = async () => (await once(worker, 'message'))[0] as Answered
  try {
    return await Promise.race([handOver(sheets, hand, answer), ended])
  } finally {
    ended.catch(() => {})
    await worker.terminate()
  }
}

/** In portions, and never far ahead of the writer: what waits for it would fill the memory. */
async function handOver(
  sheets: Book['sheets'],
  hand: (part: Handed) => void,
  answer: () => Promise<Answered>,
): Promise<Uint8Array> {
  let ahead = 0
  for (const { rows, ...sheet } of sheets) {
    hand({ sheet, rows: rows.slice(0, rowsAtOnce) })
    for (let first = rowsAtOnce; ; first += rowsAtOnce) {
      ahead += Math.min(rows.length, rowsAtOnce)
      if (ahead >= rowsAtOnce) {
        hand({ wait: true })
        await answer()
        ahead = 0
      }
      if (first >= rows.length) break
      hand({ rows: rows.slice(first, first + rowsAtOnce) })
    }
  }
  hand({ end: true })
  const answered = await answer()
  if (!('bytes' in answered)) throw new Error('The writer ended without a file.')
  return answered.bytes
}
