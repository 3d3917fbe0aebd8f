import { everywhere } from '@mshahara/contract/everywhere'
import { documentTooLarge, limits } from '@mshahara/contract/limits'
import { fileTypeFromBuffer } from 'file-type'
import { failField } from './fail.ts'
import { bytesOf, cleanImage } from './files.ts'

/** Wide enough to read a scanned page. */
const scanSide = 2400
const pdfMark = Buffer.from('%PDF-')

/** A scan or document: what the bytes are, whatever name or type they came with (A15). */
export async function provenPaper(dataUrl: string, whose: string, field = 'file') {
  const bytes = bytesOf(dataUrl)
  const type = await fileTypeFromBuffer(bytes)
  if (type?.mime === 'image/jpeg' || type?.mime === 'image/png') {
    return { bytes: await cleanImage(field, dataUrl, scanSide, whose), extension: 'webp' }
  }
  if (type?.mime !== 'application/pdf' || !pdfMark.equals(bytes.subarray(0, pdfMark.length))) {
    failField(field, everywhere.choosePaper)
  }
  if (bytes.length > limits.documentBytes) failField(field, documentTooLarge)
  return { bytes, extension: 'pdf' }
}
