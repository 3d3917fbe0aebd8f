import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '../apps/server/src/foundation/paper/layout.ts'

/** The same marks with nothing but pdfkit, written as its manual says: fonts given as files. */

const server = createRequire(new URL('../apps/server/src/app.ts', import.meta.url))
const PDFDocument = server('pdfkit') as new (options: object) => PDFKit.PDFDocument
const QRCode = server('qrcode') as {
  create(text: string, options: object): { modules: { size: number; data: Uint8Array } }
}
const font = (name: string) =>
  readFileSync(
    new URL(`../apps/server/src/foundation/paper/fonts/Inter-${name}.ttf`, import.meta.url),
  )
const fonts = { regular: font('Regular'), bold: font('Bold') }

export function barePdf(pages: Page[], verify: string, made: string): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: 'Payslip', CreationDate: new Date(made) },
  })
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  for (const page of pages) {
    doc.addPage()
    for (const mark of page) {
      if (mark.op === 'text') {
        doc.font(mark.bold ? 'bold' : 'regular', mark.size).fillColor(mark.fill)
        doc.text(mark.text, mark.x, mark.y, { lineBreak: false })
      } else if (mark.op === 'rect') {
        doc.rect(mark.x, mark.y, mark.w, mark.h).fill(mark.fill)
      } else if (mark.op === 'frame') {
        doc.rect(mark.x, mark.y, mark.w, mark.h).stroke(mark.stroke)
      } else if (mark.op === 'code') {
        drawCode(doc, mark, verify)
      }
    }
  }
  doc.end()
  return new Promise((resolve) => doc.on('end', () => resolve(Buffer.concat(parts))))
}

function drawCode(
  doc: PDFKit.PDFDocument,
  { x, y, size }: { x: number; y: number; size: number },
  verify: string,
) {
  const { modules } = QRCode.create(verify, { errorCorrectionLevel: 'M' })
  const side = size / modules.size
  for (let index = 0; index < modules.data.length; index += 1) {
    if (!modules.data[index]) continue
    const [column, line] = [index % modules.size, Math.floor(index / modules.size)]
    doc.rect(x + column * side, y + line * side, side, side)
  }
  doc.fill('#000000')
}
