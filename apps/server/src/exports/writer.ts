import { Worker } from 'node:worker_threads'
import { type Book, write } from './book.ts'

/** Small files are written at once; large ones in a thread, while the server answers others. */

const rowsAtOnce = 300
const memory_mb = 2048

export const sizeOf = ({ sheets }: Book) => sheets.reduce((sum, { rows }) => sum + rows.length, 0)

export const writeBook = (book: Book, extension: 'xlsx' | 'csv'): Promise<Uint8Array> =>
  sizeOf(book) <= rowsAtOnce ? write(book, extension) : inThread(book, extension)

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
