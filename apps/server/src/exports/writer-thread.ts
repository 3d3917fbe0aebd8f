import { parentPort } from 'node:worker_threads'
import { type Cell, type Sheet, write } from './book.ts'

/** Gathers the sheets of a workbook as they come, writes it, and ends. */
export type Handed = { sheet: Omit<Sheet, 'rows'> } | { rows: Cell[][] } | { end: true }

const sheets: Sheet[] = []

parentPort?.on('message', async (part: Handed) => {
  if ('sheet' in part) sheets.push({ ...part.sheet, rows: [] })
  else if ('rows' in part) sheets.at(-1)?.rows.push(...part.rows)
  else {
    // Copied into memory of its own, which is handed over and not copied again.
    const bytes = new Uint8Array(await write({ sheets }, 'xlsx'))
    parentPort?.postMessage(bytes, [bytes.buffer])
    parentPort?.close()
  }
})
