import { Worker } from 'node:worker_threads'
import { limits } from '@mshahara/contract'
import { fail, failField } from './fail.ts'
import { type Cell, type Column, headingsOf, recognise } from './sheet-columns.ts'
import { kindOf, sentences, Unreadable } from './sheet-file.ts'
import type { Asked, Found, Told } from './sheet-worker.ts'

/** An uploaded spreadsheet as rows of plain cells, or a refusal that says what is wrong with it. */

export interface Sheet {
  name: string
  /** Those of the columns asked for that it has. */
  columns: Column[]
  /** Headings that were not recognised. */
  ignored: string[]
  rows: SheetRow[]
  date1904: boolean
}

export interface SheetRow {
  /** As Excel numbers it. */
  row: number
  cell(column: Column): Cell | undefined
}

const seconds = 30
const memory_mb = 768
/** Each reader may fill a core and waits inside a transaction: few at once, and no long queue. */
const mostAtOnce = 2
const mostWaiting = 3

let reading = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>, patient: boolean): Promise<T> {
  if (reading >= mostAtOnce) {
    if (!patient && waiting.length >= mostWaiting) {
      fail(503, 'Other spreadsheets are being read just now. Please try again in a minute.')
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else reading += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else reading -= 1
  }
}

/** A job is patient: nobody waits for its answer, and it holds no transaction meanwhile. */
export async function readSheet(
  bytes: Uint8Array,
  columns: readonly Column[],
  { patient = false } = {},
): Promise<Sheet> {
  const found = await read(bytes, columns, patient).catch((error) => {
    if (error instanceof Unreadable) return failField('file', error.message)
    throw error
  })
  const { at, ignored, refusal } = recognise(columns, found.headings)
  if (refusal) failField('file', refusal)
  if (found.rows.length === 0) {
    failField('file', `The sheet "${found.sheet}" has no rows below its headings.`)
  }
  return {
    name: found.sheet,
    columns: columns.filter(({ key }) => at.has(key)),
    ignored,
    rows: found.rows.map(({ row, cells }) => ({
      row,
      cell: (column) => cells[at.get(column.key) ?? -1],
    })),
    date1904: found.date1904,
  }
}

async function read(
  bytes: Uint8Array,
  columns: readonly Column[],
  patient: boolean,
): Promise<Found> {
  const kind = await kindOf(bytes)
  const known = columns.flatMap(headingsOf)
  const asked: Asked = { bytes, kind, known, mostRows: limits.importRows }
  const told = await inTurn(() => inThread(asked), patient)
  if ('unreadable' in told) throw new Unreadable(told.unreadable)
  return told.found
}

/** The thread knows nothing of the server: no environment, no connection, little memory. */
function inThread(workerData: Asked): Promise<Told> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 64 },
    })
    const timer = setTimeout(() => {
      reject(new Unreadable(sentences.slow))
      void worker.terminate()
    }, seconds * 1000)
    worker.once('message', resolve)
    worker.once('error', (error: Error & { code?: string }) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isFull ? new Unreadable(sentences.large) : error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Unreadable(sentences.damaged))
    })
  })
}
