import { parentPort, workerData } from 'node:worker_threads'
import { type Book, write } from './book.ts'

const { book, extension } = workerData as { book: Book; extension: 'xlsx' | 'csv' }
// Copied into memory of its own, which is handed over and not copied again.
const bytes = new Uint8Array(await write(book, extension))
parentPort?.postMessage(bytes, [bytes.buffer])
