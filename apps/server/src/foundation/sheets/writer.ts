import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { everywhere } from '@mshahara/contract/everywhere'
import { turns } from '../core/turns.ts'
import { asCsv } from './csv.ts'
import { asExcel } from './workbook.ts'
import type { Book } from './worksheet.ts'
import type { WriterMessage } from './writer-process.ts'

/**
 * Large Excel files are written in a process of their own, while the server answers others; a csv
 * is written row by row, and small files at once.
 */

const rowsAtOnce = 300
const memory_mb = 256

const inTurn = turns({
  places: 2,
  each: 1,
  waiting: 4,
  busy: everywhere.otherFiles,
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
  return inTurn(organization_id, () => inProcess(book), { patient })
}

/** The process knows nothing of the server, and its memory is given back when it ends. */
async function inProcess({ sheets }: Book): Promise<Uint8Array> {
  const options = [`--max-old-space-size=${memory_mb}`, '--no-warnings', program]
  const writer = spawn(process.execPath, options, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise<void>((resolve, reject) => {
    writer.once('error', reject)
    writer.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error('The writer ended without a file.'))
    })
  })
  // A process that has died reads no more: its exit says so.
  writer.stdin.on('error', () => {})
  try {
    const parts: Uint8Array[] = []
    writer.stdout.on('data', (part) => parts.push(part))
    await Promise.race([handOver(sheets, writer.stdin), ended])
    await ended
    return Buffer.concat(parts)
  } finally {
    writer.kill('SIGKILL')
  }
}
const program = fileURLToPath(new URL('./writer-process.ts', import.meta.url))

/** In portions, and never far ahead of the writer: what waits for it would fill the memory. */
async function handOver(sheets: Book['sheets'], pipe: Writable) {
  const hand = async (part: WriterMessage) => {
    if (!pipe.write(`${JSON.stringify(part)}\n`)) await once(pipe, 'drain')
  }
  for (const { rows, ...sheet } of sheets) {
    await hand({ sheet, rows: rows.slice(0, rowsAtOnce) })
    for (let first = rowsAtOnce; first < rows.length; first += rowsAtOnce) {
      await hand({ rows: rows.slice(first, first + rowsAtOnce) })
    }
  }
  await hand({ end: true })
  pipe.end()
}
