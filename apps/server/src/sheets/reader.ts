import { type ReaderMessage, type ReadRequest, readBook } from './book.ts'
import { Unreadable } from './file.ts'

/** The program that reads one spreadsheet: what is asked and the file come in, its rows go out. */

const rowsAtOnce = 200
const tell = (told: ReaderMessage) => process.stdout.write(`${JSON.stringify(told)}\n`)

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const given = Buffer.concat(chunks.splice(0))
const end = given.indexOf('\n')
const asked = JSON.parse(given.toString('utf8', 0, end)) as Omit<ReadRequest, 'bytes'>

try {
  const { rows, ...head } = readBook({ ...asked, bytes: given.subarray(end + 1) })
  tell({ head })
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    tell({ rows: rows.slice(first, first + rowsAtOnce) })
  }
  tell({ end: true })
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  tell({ unreadable: error.message })
}
