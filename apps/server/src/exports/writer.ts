import { Worker } from 'node:worker_threads'
import { type Book, write } from './book.ts'

/**
 * Large Excel files are written in a thread, while the server answers others; a csv is written row
 * by row, and small files at once.
 */

const rowsAtOnce = 300
const memory_mb = 2048

const sizeOf = ({ sheets }: Book) => sheets.reduce((sum, { rows }) => sum + rows.length, 0)

export const writeBook = (book: Book, extension: 'xlsx' | 'csv'): Promise<Uint8Array> =>
  extension === 'csv' || sizeOf(book) <= rowsAtOnce
    ? write(book, extension)
    : inThread(book, extension)

/** The thread knows nothing of the server: no environment, no connection. */
function inThread(book: Book, extension: 'xlsx' | 'csv'): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData: { book, extension },
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory_mb },
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The writer ended without a file.')))
  })
}
