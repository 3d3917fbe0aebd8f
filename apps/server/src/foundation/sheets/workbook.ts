import { strToU8, Zip, ZipDeflate } from 'fflate'
import {
  contentTypes,
  escaped,
  type Look,
  looks,
  relationships,
  sheetFoot,
  sheetHead,
  styles,
  textsHead,
  workbookOf,
} from './workbook-parts.ts'
import { type Book, type Cell, shillings, type Worksheet } from './worksheet.ts'

/**
 * A workbook that is packed while it is written: rows come in portions and leave as bytes, so that
 * ten thousand sheets take no more memory than the texts they share.
 */

export type SheetTop = Omit<Worksheet, 'rows'>

export class Workbook {
  private readonly packed: Uint8Array[] = []
  private readonly names: string[] = []
  private readonly texts = new Map<string, number>()
  private open: { sheet: SheetTop; part: ZipDeflate; row: number } | undefined
  private readonly zip = new Zip((error, bytes) => {
    if (error) throw error
    this.packed.push(bytes)
  })

  /** Begins a sheet; its first portion of rows decides how wide the columns are. */
  begin(sheet: SheetTop, first: Cell[][]) {
    this.finishSheet()
    const part = this.part(`xl/worksheets/sheet${this.names.push(sheet.name)}.xml`)
    this.open = { sheet, part, row: 0 }
    const { top = [], headings = [] } = sheet
    const frozen = headings.length > 0 ? top.length + headings.length : 0
    const look = { frozen, isFirst: this.names.length === 1, onePage: sheet.onePage ?? false }
    part.push(strToU8(sheetHead({ widths: widthsOf(sheet, first), ...look })))
    this.write(top, 'bold')
    this.write(headings, 'heading')
    this.add(first)
  }

  add(rows: Cell[][]) {
    this.write(rows, 'plain')
  }

  finish(): Uint8Array {
    this.finishSheet()
    const count = this.names.length
    this.whole('[Content_Types].xml', contentTypes(count))
    this.whole('_rels/.rels', relationships(['officeDocument xl/workbook.xml']))
    this.whole('xl/_rels/workbook.xml.rels', relationships(partsOf(count)))
    this.whole('xl/workbook.xml', workbookOf(this.names))
    this.whole('xl/styles.xml', styles)
    this.shareTexts()
    this.zip.end()
    return Buffer.concat(this.packed)
  }

  private write(rows: Cell[][], look: Look) {
    if (!this.open || rows.length === 0) return
    let xml = ''
    for (const row of rows) {
      this.open.row += 1
      xml += this.rowOf(row, this.open.row, look)
    }
    this.open.part.push(strToU8(xml))
  }

  private rowOf(row: Cell[], number: number, look: Look): string {
    let cells = ''
    for (const [place, cell] of row.entries()) {
      if (cell === null || cell === '') continue
      const at = `<c r="${columnName(place)}${number}"`
      cells +=
        typeof cell === 'number'
          ? `${at} s="${looks[look].amount}"><v>${cell / 100}</v></c>`
          : `${at} s="${looks[look].text}" t="s"><v>${this.numberOf(cell)}</v></c>`
    }
    return cells ? `<row r="${number}">${cells}</row>` : `<row r="${number}"/>`
  }

  private numberOf(text: string): number {
    const known = this.texts.get(text) ?? this.texts.size
    this.texts.set(text, known)
    return known
  }

  private finishSheet() {
    if (!this.open) return
    this.write(this.open.sheet.bottom ?? [], 'bold')
    this.open.part.push(strToU8(sheetFoot(this.open.sheet.onePage ?? false)), true)
    this.open = undefined
  }

  private shareTexts() {
    const part = this.part('xl/sharedStrings.xml')
    let xml = textsHead
    for (const text of this.texts.keys()) {
      const kept = text.trim() === text ? '' : ' xml:space="preserve"'
      xml += `<si><t${kept}>${escaped(text)}</t></si>`
      if (xml.length < portion) continue
      part.push(strToU8(xml))
      xml = ''
    }
    part.push(strToU8(`${xml}</sst>`), true)
  }

  private part(name: string): ZipDeflate {
    const part = new ZipDeflate(name, { level: 6 })
    this.zip.add(part)
    return part
  }

  private whole(name: string, xml: string) {
    this.part(name).push(strToU8(xml), true)
  }
}

export function asExcel({ sheets }: Book): Uint8Array {
  const workbook = new Workbook()
  for (const { rows, ...sheet } of sheets) workbook.begin(sheet, rows)
  return workbook.finish()
}

const portion = 200_000

const partsOf = (sheets: number) => [
  ...Array.from({ length: sheets }, (_, index) => `worksheet worksheets/sheet${index + 1}.xml`),
  'sharedStrings sharedStrings.xml',
  'styles styles.xml',
]

const columnNames: string[] = []
function columnName(place: number): string {
  columnNames[place] ??=
    (place >= 26 ? columnName(Math.floor(place / 26) - 1) : '') +
    String.fromCharCode(65 + (place % 26))
  return columnNames[place]
}

const widest = 42
/** The first rows tell how wide the columns are. */
const looked = 200

function widthsOf({ headings = [], bottom = [] }: SheetTop, rows: Cell[][]): number[] {
  const widths: number[] = []
  for (const row of [...headings, ...rows.slice(0, looked), ...bottom]) {
    for (const [place, cell] of row.entries()) {
      const length = typeof cell === 'number' ? shillings(cell).length + 3 : (cell?.length ?? 0) + 2
      widths[place] = Math.min(widest, Math.max(widths[place] ?? 9, length))
    }
  }
  return widths
}
