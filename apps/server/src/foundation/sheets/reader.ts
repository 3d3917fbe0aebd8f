import { type ReaderMessage, type ReadRequest, readBook } from './book.ts'
import { Unreadable } from './file.ts'

/** The program that reads one spreadsheet: what is asked and the file come in, its rows go out. */

const rowsAtOnce = 200
const send = (message: ReaderMessage) => process.stdout.write(`${JSON.stringify(message)}\n`)

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const input = Buffer.concat(chunks.splice(0))
const end = input.indexOf('\n')
const request = JSON.parse(input.toString('utf8', 0, end)) as Omit<ReadRequest, 'bytes'>

try {
  const { rows, ...head } = await readBook({ ...request, bytes: input.subarray(end + 1) })
  send({ head })
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    send({ rows: rows.slice(first, first + rowsAtOnce) })
  }
  send({ end: true })
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  send({ unreadable: error.message })
}
