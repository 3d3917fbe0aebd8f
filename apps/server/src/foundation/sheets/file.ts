import { createInflateRaw } from 'node:zlib'

/** What a file that calls itself a spreadsheet really is, told by its content. */

export type SheetKind = 'xlsx' | 'xls' | 'csv'

/** Why a file is not read, as a sentence for a person. */
export class Unreadable extends Error {}

/** What a workbook may unpack to; a full sheet of 20,000 employees stays well below. */
const mostUnpacked = 120 * 1024 * 1024
const mostParts = 2000
/** Excel's own limit for a cell. */
export const mostLetters = 32_767

const wanted = 'Please choose a spreadsheet saved as .xlsx or .xls.'
export const sentences = {
  damaged: `This spreadsheet is damaged. Please open it in Excel, save it again, and retry.`,
  locked: 'This spreadsheet is protected with a password. Please remove the password and retry.',
  large: `This spreadsheet unpacks to more than ${mostUnpacked / 1024 / 1024} MB. Please split it.`,
  crowded:
    'This spreadsheet has too many cells. Please delete formatted but empty rows, or split it.',
  wide: 'This spreadsheet has values to the right of column ZZ. Please delete them and retry.',
  slow: 'This spreadsheet takes too long to read. Please split it into smaller files.',
  empty: 'This spreadsheet is empty.',
  openQuote: 'A quotation mark in this text file (CSV) is not closed. Please correct it and retry.',
}

/** A text is a sheet only where `csv` is taken. */
export async function kindOf(bytes: Uint8Array, csv = false): Promise<SheetKind> {
  const buffer = asBuffer(bytes)
  if (buffer.length === 0) throw new Unreadable('This file is empty.')
  if (buffer.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return oldKind(buffer)
  if (buffer.subarray(0, 4).toString('latin1') !== 'PK\x03\x04') {
    return otherKind(buffer, csv)
  }
  const parts = partsOf(buffer)
  const has = (name: string) => parts.some((part) => part.name.toLowerCase() === name)
  if (has('xl/workbook.bin')) throw new Unreadable(`This is a binary workbook (.xlsb). ${wanted}`)
  if (has('content.xml')) throw new Unreadable(`This is an OpenDocument file. ${wanted}`)
  if (!parts.some(({ name }) => /workbook.*\.xml$/i.test(name))) {
    throw new Unreadable(`This is an archive, not an Excel file. ${wanted}`)
  }
  return 'xlsx'
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** The format of .xls is also that of old Word files and of everything that Office encrypts. */
function oldKind(buffer: Buffer): SheetKind {
  const names = (name: string) => buffer.includes(Buffer.from(`${name}\0`, 'utf16le'))
  if (names('EncryptedPackage')) throw new Unreadable(sentences.locked)
  if (!names('Workbook') && !names('Book')) {
    throw new Unreadable(`This is an Office file, but not a spreadsheet. ${wanted}`)
  }
  return 'xls'
}

async function otherKind(buffer: Buffer, csv: boolean): Promise<SheetKind> {
  // Not needed to read a sheet, and the reader starts afresh for each.
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(buffer)
  if (type) throw new Unreadable(`This is a ${type.ext.toUpperCase()} file. ${wanted}`)
  const isText = !buffer.subarray(0, 4096).includes(0)
  if (isText && /^\s*</.test(buffer.subarray(0, 200).toString('latin1'))) {
    throw new Unreadable('This is a web page. Please open it in Excel and save it as .xlsx.')
  }
  if (isText && csv) return 'csv'
  if (isText) {
    throw new Unreadable('This is a text file (CSV). Please open it in Excel and save it as .xlsx.')
  }
  throw new Unreadable(`This is not an Excel file. ${wanted}`)
}

interface Part {
  name: string
  stored: boolean
  packed: number
  unpacked: number
  at: number
}

const damaged = (): never => {
  throw new Unreadable(sentences.damaged)
}

/** The table of contents of a zip file. Sizes are what the file says of itself. */
export function partsOf(buffer: Buffer): Part[] {
  const end = buffer.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > buffer.length) damaged()
  const count = buffer.readUInt16LE(end + 10)
  if (count > mostParts) throw new Unreadable(sentences.large)
  const parts: Part[] = []
  let at = buffer.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== 0x02014b50) damaged()
    if (buffer.readUInt16LE(at + 8) & 1) throw new Unreadable(sentences.locked)
    const length = buffer.readUInt16LE(at + 28)
    parts.push({
      name: buffer.toString('utf8', at + 46, at + 46 + length).replaceAll('\\', '/'),
      stored: buffer.readUInt16LE(at + 10) === 0,
      packed: buffer.readUInt32LE(at + 20),
      unpacked: buffer.readUInt32LE(at + 24),
      at: buffer.readUInt32LE(at + 42),
    })
    at += 46 + length + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  if (parts.reduce((sum, { unpacked }) => sum + unpacked, 0) > mostUnpacked) {
    throw new Unreadable(sentences.large)
  }
  return parts
}

/**
 * The text parts of a workbook, unpacked. Pictures and macros stay behind, and what lies about its
 * size is stopped where the limit is.
 */
export async function unpack(bytes: Uint8Array): Promise<Record<string, Buffer>> {
  const buffer = asBuffer(bytes)
  const unpacked: Record<string, Buffer> = {}
  let left = mostUnpacked
  for (const part of partsOf(buffer)) {
    if (!/\.(xml|rels|vml)$/i.test(part.name)) continue
    const content = await contentOf(buffer, part, left)
    left -= content.length
    unpacked[part.name.replace(/^\//, '')] = content
  }
  return unpacked
}

async function contentOf(buffer: Buffer, part: Part, most: number): Promise<Buffer> {
  if (part.at + 30 > buffer.length || buffer.readUInt32LE(part.at) !== 0x04034b50) damaged()
  const start = part.at + 30 + buffer.readUInt16LE(part.at + 26) + buffer.readUInt16LE(part.at + 28)
  const packed = buffer.subarray(start, start + part.packed)
  if (part.stored) {
    if (packed.length > most) throw new Unreadable(sentences.large)
    return packed
  }
  const pieces: Buffer[] = []
  for await (const piece of unpacked(packed, most, hasCells(part.name))) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Parts that have nothing to say but cells, or the texts that these share. */
export const hasCells = (name: string) => /worksheets\/|sharedStrings/i.test(name)

const pieceBytes = 256 * 1024
/** A text of which this much is there is refused, so the rest of it is not unpacked. */
const enoughOfText = 2 * pieceBytes

async function* unpacked(packed: Buffer, most: number, ofCells: boolean): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: pieceBytes })
  stream.end(packed)
  let left = most
  let text = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      left -= piece.length
      if (left < 0) throw new Unreadable(sentences.large)
      const tag = piece.lastIndexOf('<')
      text = tag < 0 ? text + piece.length : piece.length - tag
      yield piece
      if (ofCells && text > enoughOfText) return
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(sentences.damaged)
  }
}
