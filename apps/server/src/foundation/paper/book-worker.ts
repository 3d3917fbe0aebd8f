import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { paletteOf } from './colors.ts'
import { pagesOf, sheetOf } from './layout.ts'
import { addPages, joined, openPdf } from './pdf.ts'
import type { BookOrder, Printable } from './printer.ts'

/** One document of many papers: portions come, and what is finished of it leaves. */

const { colors, logo, ...order } = workerData as BookOrder
const palette = paletteOf(colors)
const doc = openPdf({ ...order, logo: null })
// Opened once: given as bytes, every paper would bring its own.
const { openImage } = doc as unknown as { openImage(bytes: Uint8Array): object }
const picture = logo && openImage.call(doc, Buffer.from(logo))
let parts: Uint8Array[] = []
doc.on('data', (part: Uint8Array) => parts.push(part))

function leave() {
  const bytes = joined(parts)
  parts = []
  parentPort?.postMessage(bytes, [bytes.buffer])
}

parentPort?.on('message', async (papers: Printable[] | 'end') => {
  if (papers === 'end') {
    doc.once('end', leave)
    doc.end()
    return
  }
  for (const { arrangement, ...paper } of papers) {
    const pages = pagesOf(arrangement, palette)
    addPages(doc, pages, sheetOf(arrangement), { ...paper, logo: picture })
  }
  await nextTurn()
  leave()
})
