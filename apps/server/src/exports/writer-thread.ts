import { parentPort } from 'node:worker_threads'
import type { Cell } from './book.ts'
import { type SheetTop, Workbook } from './workbook.ts'

/** Writes a workbook as its rows come. */
export type Handed =
  | { sheet: SheetTop; rows: Cell[][] }
  | { rows: Cell[][] }
  /** Answered when everything before it is written. */
  | { wait: true }
  | { end: true }

export type Answered = { written: true } | { bytes: Uint8Array }

const workbook = new Workbook()
const answer = (answered: Answered, moved: ArrayBuffer[] = []) =>
  parentPort?.postMessage(answered, moved)

parentPort?.on('message', (part: Handed) => {
  if ('sheet' in part) workbook.begin(part.sheet, part.rows)
  else if ('rows' in part) workbook.add(part.rows)
  else if ('wait' in part) answer({ written: true })
  else {
    const bytes = workbook.finish()
    answer({ bytes }, [bytes.buffer])
  }
})
