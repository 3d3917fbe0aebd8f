import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Book, write } from './book.ts'
import type { Handed } from './writer-thread.ts'

/**
 * Large Excel files are written in a thread, while the server answers others; a csv is written row
 * by row, and small files at once.
 */

const rowsAtOnce = 300
const memory_mb = 3072

const sizeOf = ({ sheets }: Book) => sheets.reduce((sum, { rows }) => sum + rows.length, 0)

export const writeBook = (book: Book, extension: 'xlsx' | 'csv'): Promise<Uint8Array> =>
  extension === 'csv' || sizeOf(book) <= rowsAtOnce ? write(book, extension) : inThread(book)

/** The thread knows nothing of the server: no environment, no connection. */
async function inThread({ sheets }: Book): Promise<Uint8Array> {
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memory_mb },
  })
  const written = new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The writer ended without a file.')))
  })
  const hand = (part: Handed) => worker.postMessage(part)
  const [bytes] = await Promise.all([written, handOver(sheets, hand)])
  return bytes
}

/** In portions: copying everything at once would hold the server up. */
async function handOver(sheets: Book['sheets'], hand: (part: Handed) => void) {
  for (const { rows, ...sheet } of sheets) {
    hand({ sheet })
    for (let first = 0; first < rows.length; first += rowsAtOnce) {
      hand({ rows: rows.slice(first, first + rowsAtOnce) })
      await nextTurn()
    }
  }
  hand({ end: true })
}
