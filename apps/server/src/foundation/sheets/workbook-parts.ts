/** The words of a workbook around its cells. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Characters that XML cannot represent are left out. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string) =>
  text.replace(unwritable, '').replace(/[&<>"]/g, (mark) => marks[mark] as string)

export const textsHead = `${declaration}<sst xmlns="${main}">`

interface SheetLook {
  widths: number[]
  frozen: number
  isFirst: boolean
  onePage: boolean
}

export function sheetHead({ widths, frozen, isFirst, onePage }: SheetLook): string {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const pane = `topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"`
  const selected = isFirst ? ' tabSelected="1"' : ''
  return [
    `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}">`,
    onePage ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : '',
    `<sheetViews><sheetView${selected} workbookViewId="0">`,
    frozen > 0 ? `<pane ySplit="${frozen}" ${pane}/>` : '',
    '</sheetView></sheetViews>',
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
  ].join('')
}

export function sheetFoot(onePage: boolean): string {
  const [side, top] = onePage ? [0.3, 0.4] : [0.7, 0.75]
  const fit = onePage ? ' fitToWidth="1" fitToHeight="1"' : ''
  return (
    `</sheetData><pageMargins left="${side}" right="${side}" top="${top}" bottom="${top}" ` +
    `header="0.3" footer="0.3"/><pageSetup paperSize="9"${fit} orientation="landscape"/></worksheet>`
  )
}

export function contentTypes(sheets: number): string {
  const type = (name: string, what: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${kind}.${what}+xml"/>`
  const relations = 'application/vnd.openxmlformats-package.relationships+xml'
  return [
    `${declaration}<Types xmlns="${packages}/content-types">`,
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Default Extension="rels" ContentType="${relations}"/>`,
    type('workbook', 'sheet.main'),
    type('sharedStrings', 'sharedStrings'),
    type('styles', 'styles'),
    ...Array.from({ length: sheets }, (_, index) =>
      type(`worksheets/sheet${index + 1}`, 'worksheet'),
    ),
    '</Types>',
  ].join('')
}

/** Each told as what it is, a blank, and where it is. */
export function relationships(targets: string[]): string {
  const all = targets.map((told, index) => {
    const [what, target] = told.split(' ')
    return `<Relationship Id="rId${index + 1}" Type="${office}/${what}" Target="${target}"/>`
  })
  const begin = `${declaration}<Relationships xmlns="${packages}/relationships">`
  return `${begin}${all.join('')}</Relationships>`
}

export const workbookOf = (names: string[]) =>
  [
    `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr/>`,
    '<bookViews><workbookView/></bookViews><sheets>',
    ...names.map((name, index) => {
      const number = index + 1
      return `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`
    }),
    '</sheets><calcPr/></workbook>',
  ].join('')

export type Look = 'plain' | 'bold' | 'heading'
/** Places in the list of formats below. */
export const looks: Record<Look, { text: number; amount: number }> = {
  plain: { text: 1, amount: 2 },
  bold: { text: 3, amount: 4 },
  heading: { text: 5, amount: 5 },
}

const [general, asText, asAmount] = [0, 49, 4]
const format = (number: number, font: number, fill = 0, more = '') =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" ` +
  `applyNumberFormat="1" applyFont="1" applyFill="1"${more || '/>'}`

/** Marked as text, so that an account keeps its leading zero even when the cell is edited. */
const formats = [
  format(general, 0),
  format(asText, 0),
  format(asAmount, 0),
  format(asText, 1),
  format(asAmount, 1),
  format(asText, 1, 2, ' applyAlignment="1"><alignment wrapText="1"/></xf>'),
]

const font = (weight: string) =>
  `<font>${weight}<sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/>` +
  '<scheme val="minor"/></font>'

export const styles = [
  `${declaration}<styleSheet xmlns="${main}">`,
  `<fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="3">`,
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEEF1F0"/><bgColor indexed="64"/>',
  '</patternFill></fill></fills><borders count="1">',
  '<border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs></styleSheet>`,
].join('')
