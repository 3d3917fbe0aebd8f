import type { Language } from '@mshahara/contract/language'
import PDFDocument from 'pdfkit'
import { bold, regular } from './fonts.ts'
import type { Mark, Page, Sheet } from './layout.ts'
import { squareOf, squaresOf } from './qr-code.ts'

/** Marks on pages as a PDF. */

export interface Paper {
  title: string
  /** English where nothing is said. */
  language?: Language
  author: string
  /** When what it says was settled: printed twice, it is the same file. */
  made: string
  /** Its bytes, or the picture that a document of many papers has opened once. */
  logo: Uint8Array | object | null
  /** The address behind the code. */
  verify: string
  /** Asked for before it opens. */
  password?: string | undefined
  /** Opens everything; nobody is told. */
  ownerPassword?: string | undefined
}

/** Empty, with its fonts; pages follow. */
export function openPdf(paper: Omit<Paper, 'verify'>): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    margin: 0,
    autoFirstPage: false,
    font: '',
    // Kept for every amount and name ever printed, a book of ten thousand would not fit.
    fontLayoutCache: false,
    lang: `${paper.language ?? 'en'}-KE`,
    displayTitle: true,
    info: { Title: paper.title, Author: paper.author, CreationDate: new Date(paper.made) },
    pdfVersion: paper.password ? '1.7ext3' : '1.7',
    ...(paper.password && { userPassword: paper.password, ownerPassword: paper.ownerPassword }),
    ...(paper.password && { permissions }),
  } as PDFKit.PDFDocumentOptions)
  doc.registerFont('regular', regular as never)
  doc.registerFont('bold', bold as never)
  return doc
}

export function addPages(doc: PDFKit.PDFDocument, pages: Page[], sheet: Sheet, paper: Paper) {
  for (const page of pages) {
    doc.addPage({ size: [sheet.width, sheet.height], margin: 0 })
    for (const mark of page) draw(doc, mark, paper)
  }
}

export function pdfOf(pages: Page[], sheet: Sheet, paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const doc = openPdf(paper)
  const parts: Uint8Array[] = []
  doc.on('data', (part: Uint8Array) => parts.push(part))
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('end', () => resolve(joined(parts)))
    doc.on('error', reject)
  })
  addPages(doc, pages, sheet, paper)
  doc.end()
  return done
}

/** Whoever can open it may print it, copy from it and have it read aloud. */
const permissions = { printing: 'highResolution', copying: true, contentAccessibility: true }

/** In memory of its own, so that it can be handed to another thread without a copy. */
export function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function draw(doc: PDFKit.PDFDocument, mark: Mark, paper: Paper) {
  switch (mark.op) {
    case 'text':
      doc
        .font(mark.bold ? 'bold' : 'regular', mark.size)
        .fillColor(mark.fill)
        .text(mark.text, mark.x, mark.y, { lineBreak: false })
      break
    case 'rect':
      if (mark.radius) doc.roundedRect(mark.x, mark.y, mark.w, mark.h, mark.radius)
      else doc.rect(mark.x, mark.y, mark.w, mark.h)
      doc.fill(mark.fill)
      break
    case 'frame':
      doc.lineWidth(0.7)
      if (mark.radius) doc.roundedRect(mark.x, mark.y, mark.w, mark.h, mark.radius)
      else doc.rect(mark.x, mark.y, mark.w, mark.h)
      doc.stroke(mark.stroke)
      break
    case 'logo':
      drawLogo(doc, mark, paper.logo)
      break
    case 'code':
      for (const { x, y, width } of squaresOf(paper.verify, mark.size)) {
        doc.rect(mark.x + x, mark.y + y, width, squareOf(paper.verify, mark.size))
      }
      doc.fill('#000000')
      doc.link(mark.x, mark.y, mark.size, mark.size, paper.verify)
  }
}

function drawLogo(
  doc: PDFKit.PDFDocument,
  { x, y, w, h }: Extract<Mark, { op: 'logo' }>,
  logo: Paper['logo'],
) {
  if (!logo) return
  doc.roundedRect(x, y, w, h, 3).fill('#ffffff')
  const fit: [number, number] = [w - 6, h - 6]
  doc.image(logo as never, x + 3, y + 3, { fit, align: 'center', valign: 'center' })
}
