import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { everywhere } from '@mshahara/contract/everywhere'
import { Piscina } from 'piscina'
import { turns } from '../core/turns.ts'
import type { Arrangement } from './blocks.ts'
import type { Colors } from './colors.ts'
import type { Paper } from './pdf.ts'

/** PDFs are made in threads of their own, so that the server goes on answering. */

export type Printable = Omit<Paper, 'logo'> & { arrangement: Arrangement }

export interface PrintOrder {
  colors: Colors
  logo: Uint8Array | null
  papers: Printable[]
}

/** How many are printed at once in one thread: enough to be worth the way, few enough to hold. */
export const portion = 50

/**
 * A thread keeps what it has thrown away until its limit is near: a low one costs no time, and
 * takes 300 MB less (`npm run bench:memory`). A book keeps little of a page it has left.
 */
const mostThread_mb = 64
const mostBook_mb = 128
const young_mb = 16

const threads = Math.max(1, availableParallelism())
let pool: Piscina | undefined

/** Threads start with the first paper and end when there is nothing to do for a while. */
const printers = () => {
  pool ??= new Piscina({
    filename: new URL('./printer-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 10_000,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostThread_mb, maxYoungGenerationSizeMb: young_mb },
  })
  return pool
}

/** A portion takes part of a second: organisations take turns between two of them. */
const inTurn = turns({
  places: threads,
  waiting: 12,
  busy: everywhere.otherPapers,
})

export interface PrintedFor {
  organization_id: string
  /** A job is patient: nobody waits for its answer. */
  patient?: boolean
}

export const print = (
  order: PrintOrder,
  { organization_id, patient = false }: PrintedFor,
): Promise<Uint8Array[]> => inTurn(organization_id, () => printers().run(order), { patient })

export async function printOne(
  order: Omit<PrintOrder, 'papers'>,
  paper: Printable,
  whose: PrintedFor,
): Promise<Uint8Array> {
  const [pdf] = await print({ ...order, papers: [paper] }, whose)
  return pdf as Uint8Array
}

/** A document of many papers. */
export interface BookOrder extends Omit<PrintOrder, 'papers'> {
  title: string
  author: string
  made: string
}

/** All papers in one document, which leaves piece by piece: however many, memory stays small. */
export async function* printBook(
  order: BookOrder,
  portions: AsyncIterable<Printable[]>,
  { organization_id }: PrintedFor,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./book-worker.ts', import.meta.url), {
    workerData: order,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostBook_mb, maxYoungGenerationSizeMb: young_mb },
  })
  const answer = async (message: Printable[] | 'end'): Promise<Uint8Array> => {
    const answered = once(worker, 'message')
    worker.postMessage(message)
    const [bytes] = await answered
    return bytes
  }
  const ask = (message: Printable[] | 'end') =>
    inTurn(organization_id, () => answer(message), { patient: true })
  try {
    for await (const papers of portions) yield await ask(papers)
    yield await ask('end')
  } finally {
    await worker.terminate()
  }
}
