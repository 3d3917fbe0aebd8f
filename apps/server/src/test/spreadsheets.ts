import { CFB, read, utils, type WorkBook, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'

/** Spreadsheets as people upload them, good and bad. */

type Rows = unknown[][]
interface Extras {
  sheet?: string
  /** Formulas by the address of their cell. */
  formulas?: Record<string, string>
  /** Number formats by the address of their cell. */
  formats?: Record<string, string>
  date1904?: boolean
  hidden?: boolean
}

export function bookOf(rows: Rows, { sheet = 'Sheet1', ...extras }: Extras = {}): WorkBook {
  const cells = utils.aoa_to_sheet(rows)
  for (const [address, f] of Object.entries(extras.formulas ?? {})) {
    cells[address] = { t: 'n', v: 2, f }
  }
  for (const [address, z] of Object.entries(extras.formats ?? {})) cells[address].z = z
  const Hidden = extras.hidden ? 1 : 0
  return {
    SheetNames: [sheet],
    Sheets: { [sheet]: cells },
    Workbook: {
      Sheets: [{ name: sheet, Hidden }],
      WBProps: { date1904: extras.date1904 ?? false },
    },
  }
}

export const xlsx = (rows: Rows, extras?: Extras): Uint8Array =>
  new Uint8Array(
    write(bookOf(rows, extras), {
      type: 'buffer',
      bookType: 'xlsx',
      bookSST: true,
      compression: true,
    }),
  )
export const xls = (rows: Rows, extras?: Extras): Uint8Array =>
  new Uint8Array(write(bookOf(rows, extras), { type: 'buffer', bookType: 'biff8' }))
export const as = (bookType: 'ods' | 'xlsb' | 'csv' | 'html', rows: Rows): Uint8Array =>
  new Uint8Array(write(bookOf(rows), { type: 'buffer', bookType }))

/** Several sheets in one file. */
export function sheets(named: Record<string, Rows>): Uint8Array {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(named)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  }
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

/** As Office stores what a password protects: the real file is hidden inside another. */
export function encrypted(): Uint8Array {
  const box = CFB.utils.cfb_new()
  CFB.utils.cfb_add(box, 'EncryptionInfo', new Uint8Array(200))
  CFB.utils.cfb_add(box, 'EncryptedPackage', new Uint8Array(5000))
  return new Uint8Array(CFB.write(box, { type: 'buffer' }) as Buffer)
}

const workbook = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>
  <sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (target: string, kind: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
   <Relationship Id="rId1" Type="${kinds}/${kind}" Target="${target}"/></Relationships>`
const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="xml" ContentType="application/xml"/>
  <Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>
  <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${main}.worksheet+xml"/></Types>`

/** A workbook around the given XML of its one sheet. */
export const around = (sheet: string | Uint8Array, level: 1 | 9 = 9): Uint8Array =>
  zipSync(
    {
      '[Content_Types].xml': strToU8(types),
      '_rels/.rels': strToU8(rels('xl/workbook.xml', 'officeDocument')),
      'xl/workbook.xml': strToU8(workbook),
      'xl/_rels/workbook.xml.rels': strToU8(rels('worksheets/sheet1.xml', 'worksheet')),
      'xl/worksheets/sheet1.xml': typeof sheet === 'string' ? strToU8(sheet) : sheet,
    },
    { level },
  )

/**
 * Ten megabytes of brackets that its table of contents names again and again, as the worst of them
 * do; the second form says it were one byte each time.
 */
export function bomb(times: number, { lying = false } = {}): Uint8Array {
  const file = Buffer.from(around(new Uint8Array(10 * 1024 * 1024).fill(0x3c), 1))
  const last = file.lastIndexOf('PK\x01\x02')
  const end = file.lastIndexOf('PK\x05\x06')
  const entry = file.subarray(last, end)
  const entries = Array.from({ length: times }, (_, index) => {
    const copy = Buffer.from(entry)
    copy.write(String.fromCharCode(97 + index), 46 + 'xl/worksheets/'.length)
    if (lying) copy.writeUInt32LE(1, 24)
    return copy
  })
  const tail = Buffer.from(file.subarray(end))
  tail.writeUInt16LE(tail.readUInt16LE(10) + times - 1, 10)
  return new Uint8Array(Buffer.concat([file.subarray(0, last), ...entries, tail]))
}

export const dataUrl = (bytes: Uint8Array) =>
  `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`

/** The first sheet of a file that came as a data URL, filled in below its headings. */
export function filledIn(file: string, records: Record<string, unknown>[]): Uint8Array {
  const bytes = Buffer.from(file.slice(file.indexOf(',') + 1), 'base64')
  const book = read(bytes, { cellStyles: true })
  const sheet = book.Sheets[book.SheetNames[0] as string]
  if (!sheet) throw new Error('The template has no sheet.')
  const [headings = []] = utils.sheet_to_json<string[]>(sheet, { header: 1 })
  const rows = records.map((record) => headings.map((heading) => record[heading] ?? null))
  utils.sheet_add_aoa(sheet, rows, { origin: 'A2' })
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

/** The rows of a sheet of a file that came as a data URL. */
export function rowsOf(file: string, sheet: string): unknown[][] {
  const book = read(Buffer.from(file.slice(file.indexOf(',') + 1), 'base64'))
  return utils.sheet_to_json(book.Sheets[sheet] as never, { header: 1 })
}

/** An old file whose records were changed. */
function changed(file: Uint8Array, change: (records: Buffer[]) => Buffer[]): Uint8Array {
  const box = CFB.read(Buffer.from(file), { type: 'buffer' })
  const entry = CFB.find(box, 'Workbook')
  if (!entry) throw new Error('There is no workbook in this file.')
  const stream = Buffer.from(entry.content as Uint8Array)
  const records: Buffer[] = []
  for (let at = 0; at + 4 <= stream.length; ) {
    const end = at + 4 + stream.readUInt16LE(at + 2)
    records.push(stream.subarray(at, end))
    at = end
  }
  CFB.utils.cfb_add(box, 'Workbook', Buffer.concat(change(records)))
  return new Uint8Array(CFB.write(box, { type: 'buffer' }) as Buffer)
}

const record = (kind: number, content: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(kind, 0)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, content])
}

/** As Excel 97 to 2003 mark a file that a password protects. */
export const lockedXls = (rows: Rows): Uint8Array =>
  changed(xls(rows), ([first, ...rest]) => [
    first as Buffer,
    record(0x2f, Buffer.alloc(6)),
    ...rest,
  ])

/** The first number of an old file becomes the formula 1+1. */
export const xlsWithFormula = (rows: Rows): Uint8Array =>
  changed(xls(rows), (records) => {
    const number = records.findIndex((one) => [0x0203, 0x027e].includes(one.readUInt16LE(0)))
    const place = (records[number] as Buffer).subarray(4, 10)
    const onePlusOne = Buffer.from('07001e01001e010003', 'hex')
    const formula = record(0x06, Buffer.concat([place, Buffer.alloc(14), onePlusOne]))
    return records.map((one, index) => (index === number ? formula : one))
  })

/** The last text of an old file becomes as long as no program would write it. */
export const xlsWithLongText = (rows: Rows, letters: number): Uint8Array =>
  changed(xls(rows), (records) => {
    const label = records.findLastIndex((one) => one.readUInt16LE(0) === 0x0204)
    const length = Buffer.alloc(3)
    length.writeUInt16LE(letters, 0)
    const place = (records[label] as Buffer).subarray(4, 10)
    const long = record(0x0204, Buffer.concat([place, length, Buffer.alloc(letters, 'x')]))
    return records.map((one, index) => (index === label ? long : one))
  })

/** The first number of an old file moves to another column; Excel had 256 of them. */
export const xlsWithFarCell = (rows: Rows, column: number): Uint8Array =>
  changed(xls(rows), (records) => {
    const number = records.find((one) => [0x0203, 0x027e].includes(one.readUInt16LE(0)))
    number?.writeUInt16LE(column, 6)
    return records
  })

/** Links over a whole old sheet, which its reader goes through place by place. */
export const xlsWithEndlessLinks = (rows: Rows, count: number): Uint8Array =>
  changed(xls(rows), (records) => {
    const everywhere = Buffer.from('0000ffff0000ffff', 'hex')
    const link = Buffer.concat([everywhere, Buffer.alloc(16), Buffer.from('02000000', 'hex')])
    const links = Array.from({ length: count }, () =>
      record(0x01b8, Buffer.concat([link, nothing])),
    )
    const last = records.length - 1
    return [...records.slice(0, last), ...links, ...records.slice(last)]
  })
const nothing = Buffer.alloc(40)

/** One value far to the right in each of many rows, around which the reader sets places aside. */
export function wideRows(headings: string[], rows: number): Uint8Array {
  const top = headings.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  const row = (_: unknown, index: number) => `<row><c r="ZZ${index + 2}"><v>1</v></c></row>`
  const all = Array.from({ length: rows }, row).join('')
  return around(`<worksheet><sheetData><row>${top}</row>${all}</sheetData></worksheet>`, 1)
}
