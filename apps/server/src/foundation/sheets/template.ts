import { limits } from '@mshahara/contract'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import writeExcel from 'write-excel-file/node'
import type { Column } from './columns.ts'

/**
 * The spreadsheet people fill in: a sheet with the headings, one with two filled rows to look at,
 * and one with the values the drop-downs offer. Reading skips the last two by their names.
 */
export async function templateOf(
  sheet: string,
  all: readonly Column[],
  rows: readonly (readonly TemplateCell[])[] = [],
): Promise<Uint8Array> {
  const columns = all.filter(({ unlisted }) => !unlisted)
  const lists = columns.filter((column) => count(column) > 0)
  const widths = columns.map(({ title, kind }) => ({
    width: Math.max(title.length + 4, kind === 'text' ? 16 : 14),
  }))
  const headings = columns.map((column) => heading(column.title, column.required))
  const longest = Math.max(0, ...lists.map(count))
  const written = await writeExcel([
    { sheet, data: [headings], columns: widths, stickyRowsCount: 1 },
    {
      sheet: 'Examples',
      data: [headings, ...[0, 1].map((which) => columns.map((of) => example(of, which as 0 | 1)))],
      columns: widths,
      stickyRowsCount: 1,
    },
    {
      sheet: 'Lists',
      data: [
        lists.map(({ title }) => heading(title)),
        ...Array.from({ length: longest }, (_, row) => lists.map((of) => text(of.choices?.[row]))),
      ],
      columns: lists.map(() => ({ width: 28 })),
      stickyRowsCount: 1,
    },
  ]).toBuffer()
  return finish(written, columns, lists, rows)
}

/** What is filled in already; null leaves a cell empty. */
export type TemplateCell = string | number | null

const count = ({ choices = [] }: Column) => choices.length

const heading = (value: string, required = false) => ({
  value,
  type: String,
  fontWeight: 'bold' as const,
  backgroundColor: required ? '#CFE8DF' : '#EEF1F0',
})

/** Always text, whatever it begins with: a name is never a formula. */
const text = (value: string | undefined) => (value ? { value, type: String, format: '@' } : null)

function example({ kind, examples }: Column, which: 0 | 1) {
  const value = examples[which]
  if (value === '') return null
  if (typeof value === 'number') return { value, type: Number, format: '#,##0.00' }
  if (kind !== 'date') return text(value)
  return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
}

/** How the cells of a column are formatted: text keeps the leading zero of a phone number. */
const formats = { text: 49, phone: 49, choice: 49, 'yes-no': 49, number: 4, date: 14 } as const
const formatIds = [49, 4, 14]

/** What the writer does not know: formats of whole columns, drop-downs and hints. */
function finish(
  written: Uint8Array,
  columns: readonly Column[],
  lists: readonly Column[],
  rows: readonly (readonly TemplateCell[])[],
) {
  const parts = unzipSync(written)
  const edit = (name: string, change: (xml: string) => string) => {
    const part = parts[name]
    if (!part) throw new Error(`The template has no part ${name}.`)
    parts[name] = strToU8(change(strFromU8(part)))
  }
  let firstFormat = 0
  edit('xl/styles.xml', (xml) =>
    xml.replace(/<cellXfs count="(\d+)">(.*)<\/cellXfs>/s, (_, count: string, known: string) => {
      firstFormat = Number(count)
      const more = formatIds.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')
      return `<cellXfs count="${firstFormat + formatIds.length}">${known}${more}</cellXfs>`
    }),
  )
  edit('xl/worksheets/sheet1.xml', (xml) => {
    const style = ({ kind }: Column) => firstFormat + formatIds.indexOf(formats[kind])
    const styled = xml
      .replace(/<col min="(\d+)"/g, (col, place: string) => {
        return `${col} style="${style(columns[Number(place) - 1] as Column)}"`
      })
      .replace('</sheetData>', () => `${filled(rows, columns.map(style))}</sheetData>`)
    const rules = columns.map((column, index) => validation(column, index, lists)).join('')
    const all = `<dataValidations count="${columns.length}">${rules}</dataValidations>`
    return styled.replace('</worksheet>', `${all}</worksheet>`)
  })
  return zipSync(parts, { level: 6 })
}

/** Thousands of people: written here, the library would make an object of every cell. */
function filled(rows: readonly (readonly TemplateCell[])[], styles: readonly number[]): string {
  const places = styles.map((_, index) => letters(index))
  return rows
    .map((cells, index) => {
      const row = index + 2
      const written = cells.map((value, place) => {
        if (value === null || value === '') return ''
        const cell = `<c r="${places[place]}${row}" s="${styles[place]}"`
        return typeof value === 'number'
          ? `${cell}><v>${value}</v></c>`
          : `${cell} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
      })
      return `<row r="${row}">${written.join('')}</row>`
    })
    .join('')
}

const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** 0 → A, 25 → Z, 26 → AA. */
function letters(index: number): string {
  if (index < 0) return ''
  const rest = Math.floor(index / 26)
  return letters(rest - 1) + String.fromCharCode(65 + (index % 26))
}

const attribute = (name: string, value: string) => `${name}="${escaped(value)}" `

function validation(column: Column, index: number, lists: readonly Column[]): string {
  const { title, kind, open, required } = column
  const hint = `${required ? 'Required.' : 'Optional.'} ${column.hint ?? hints[kind]}`.trim()
  const shown =
    'allowBlank="1" showInputMessage="1" ' +
    attribute('promptTitle', title.slice(0, 32)) +
    attribute('prompt', hint.slice(0, 255)) +
    attribute('sqref', `${letters(index)}2:${letters(index)}${limits.importRows + 1}`)
  const list = letters(lists.indexOf(column))
  const offered =
    kind === 'yes-no' ? '"Yes,No"' : list && `Lists!$${list}$2:$${list}$${count(column) + 1}`
  if (!offered) return `<dataValidation ${shown}/>`
  const strict = open ? '' : `showErrorMessage="1" ${attribute('error', 'Please choose one.')}`
  return (
    `<dataValidation type="list" ${strict}${shown}>` +
    `<formula1>${offered}</formula1></dataValidation>`
  )
}

const hints: Record<Column['kind'], string> = {
  text: '',
  phone: 'A number such as 0712 345 678.',
  number: 'An amount in shillings.',
  date: 'A date such as 2026-02-28.',
  choice: 'Choose from the list.',
  'yes-no': 'Yes or No.',
}
