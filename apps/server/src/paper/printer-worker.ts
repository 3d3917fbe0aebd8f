import { paletteOf } from './colors.ts'
import { pagesOf } from './layout.ts'
import { pdfOf } from './pdf.ts'
import type { PrintOrder } from './printer.ts'

/** Prints a portion: arrangements in, files out; knows nothing of the server. */
export default async function print({ colors, logo, papers }: PrintOrder): Promise<Uint8Array[]> {
  const palette = paletteOf(colors)
  const pdfs: Uint8Array[] = []
  for (const { arrangement, ...paper } of papers) {
    pdfs.push(await pdfOf(pagesOf(arrangement, palette), { ...paper, logo }))
  }
  return pdfs
}
