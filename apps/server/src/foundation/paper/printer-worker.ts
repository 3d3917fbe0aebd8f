import { paletteOf } from './colors.ts'
import { pagesOf, sheetOf } from './layout.ts'
import { pdfOf } from './pdf.ts'
import type { PrintOrder } from './printer.ts'

/** Prints a portion: arrangements in, files out; knows nothing of the server. */
export default async function print({ colors, logo, papers }: PrintOrder): Promise<Uint8Array[]> {
  const palette = paletteOf(colors)
  const pdfs: Uint8Array[] = []
  for (const { arrangement, ...paper } of papers) {
    const pages = pagesOf(arrangement, palette)
    pdfs.push(await pdfOf(pages, sheetOf(arrangement), { ...paper, logo }))
  }
  return pdfs
}
