import type { JobCtx } from '../../foundation/core/job.ts'
import {
  type Printable,
  type PrintedFor,
  type PrintOrder,
  portion,
  print,
} from '../../foundation/paper/printer.ts'
import { type ArchiveEntry, zipOf } from './archive.ts'

/** Many papers for one file: read, set and printed in portions, so that memory stays small. */

export interface NamedPaper {
  name: string
  paper: Printable
}

/** What becomes of so many ids, a portion at a time; the next is begun before the last is used. */
export async function* inPortions<T>(
  job: JobCtx,
  ids: string[],
  work: (ids: string[]) => Promise<T>,
): AsyncGenerator<T> {
  const begin = (first: number) => {
    const part = ids.slice(first, first + portion)
    const begun = part.length > 0 ? work(part) : undefined
    // Handled where it is awaited.
    begun?.catch(() => {})
    return begun
  }
  let next = begin(0)
  for (let first = 0; first < ids.length; first += portion) {
    const current = (await next) as T
    next = begin(first + portion)
    yield current
    await job.progress(Math.min(first + portion, ids.length), ids.length)
  }
}

export const printedFor = ({ acting }: JobCtx): PrintedFor => ({
  organization_id: acting.organization_id as string,
  patient: true,
})

/** Each paper as a file of its own, all in one archive. */
export async function* zipOfPapers(
  job: JobCtx,
  order: Omit<PrintOrder, 'papers'>,
  ids: string[],
  papersOf: (ids: string[]) => Promise<NamedPaper[]>,
): AsyncGenerator<Uint8Array> {
  const printed = inPortions(job, ids, async (part): Promise<ArchiveEntry[]> => {
    const papers = await papersOf(part)
    const pdfs = await print(
      { ...order, papers: papers.map(({ paper }) => paper) },
      printedFor(job),
    )
    return papers.map(({ name }, place) => ({ name, bytes: pdfs[place] as Uint8Array }))
  })
  yield* zipOf(one(printed))
}

async function* one<T>(portions: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const portion of portions) yield* portion
}
