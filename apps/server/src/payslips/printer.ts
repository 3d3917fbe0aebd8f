import { availableParallelism } from 'node:os'
import type { TemplateId } from '@mshahara/contract/payslips'
import { Piscina } from 'piscina'
import type { Colors } from './colors.ts'
import type { Content } from './content.ts'

/** PDFs are made in threads of their own, so that the server goes on answering. */

export interface Sheet {
  content: Content
  /** When the payroll was confirmed: the same payslip is the same file whenever it is printed. */
  made: string
  password?: string | undefined
  ownerPassword?: string | undefined
}
export interface Order {
  template: TemplateId
  colors: Colors
  logo: Uint8Array | null
  sheets: Sheet[]
}

/** How many are printed at once in one thread: enough to be worth the way, few enough to hold. */
export const portion = 50

let pool: Piscina | undefined

/** Threads start with the first payslip and end when there is nothing to do for a while. */
const printers = () => {
  pool ??= new Piscina({
    filename: new URL('./printer-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism()),
    idleTimeout: 10_000,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 160 },
  })
  return pool
}

export const print = (order: Order): Promise<Uint8Array[]> => printers().run(order)

export async function printOne(order: Omit<Order, 'sheets'>, sheet: Sheet): Promise<Uint8Array> {
  const [pdf] = await print({ ...order, sheets: [sheet] })
  return pdf as Uint8Array
}
