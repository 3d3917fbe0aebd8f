import { amountIn } from '@mshahara/contract/amounts'

/** What a column of an uploaded sheet is called and holds: template and reading follow from it. */

/** A cell as the reader gives it: never an object of the library that read the file. */
export type ReadCell = string | number | boolean | null | { formula: string } | { error: string }

export interface Column {
  key: string
  title: string
  /** Other headings people give it. */
  also?: readonly string[]
  /** Without this heading the sheet is not what was meant. */
  required?: boolean
  /** Needed only where the column of this key is missing. */
  unless?: string
  /** Understood, but not offered in the template. */
  unlisted?: boolean
  /** What an empty cell is taken as, for the preview. */
  assumed?: string
  /** Or without one of these: columns of the same word, any of which will do. */
  oneOf?: string
  kind: 'text' | 'phone' | 'number' | 'date' | 'choice' | 'yes-no'
  /** An amount for each of something: a sum over the sheet would say nothing. */
  rate?: boolean
  /** Offered in the template; another spelling of one of them is taken for it. */
  choices?: readonly string[]
  /** Other words for a choice, in lower case: `m` for Male. */
  spellings?: Readonly<Record<string, string>>
  /** The choices are only suggestions. */
  open?: boolean
  /** What to write, in the template. */
  hint?: string
  /** The cells of the two rows on the sheet of examples. */
  examples: readonly [string | number, string | number]
}

/** A heading without case, spaces, marks and what stands in brackets. */
export const bare = (heading: string) =>
  heading
    .replace(/\(.*?\)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The one of these names that is meant: as written, or the only one that differs by marks. */
export function matching<T>(text: string, known: readonly T[], nameOf: (one: T) => string) {
  const exact = known.find((one) => nameOf(one).toLowerCase() === text.toLowerCase())
  if (exact) return exact
  const alike = known.filter((one) => bare(nameOf(one)) === bare(text))
  return alike.length === 1 ? alike[0] : undefined
}

export const headingsOf = ({ title, also = [] }: Column) => [title, ...also].map(bare)

export interface ColumnMatch {
  /** Which cell of a row belongs to which column, by its key. */
  at: Map<string, number>
  /** Headings that mean nothing to us. */
  ignored: string[]
  /** Why the sheet is not taken, when it is not. */
  refusal?: string
}

export function recognise(columns: readonly Column[], headings: readonly string[]): ColumnMatch {
  const byHeading = new Map(columns.flatMap((of) => headingsOf(of).map((text) => [text, of])))
  const at = new Map<string, number>()
  const ignored: string[] = []
  for (const [index, heading] of headings.entries()) {
    const column = byHeading.get(bare(heading))
    if (!column && heading) ignored.push(heading)
    if (!column) continue
    const other = at.get(column.key)
    if (other !== undefined) {
      const refusal = `"${headings[other]}" and "${heading}" are both ${column.title}: keep one.`
      return { at, ignored, refusal }
    }
    at.set(column.key, index)
  }
  const missing = missingOf(columns, at)
  if (missing.length === 0) return { at, ignored }
  const titles = missing.join(', ')
  const [is, words] = missing.length === 1 ? ['is', 'heading'] : ['are', 'headings']
  const refusal = `The ${words} ${titles} ${is} missing. The template shows what is expected.`
  return { at, ignored, refusal }
}

function missingOf(columns: readonly Column[], at: Map<string, number>): string[] {
  const isThere = ({ key }: Column) => at.has(key)
  const isSpared = ({ unless }: Column) => unless !== undefined && at.has(unless)
  const alone = columns.filter((of) => of.required && !isThere(of) && !isSpared(of))
  const words = [...new Set(columns.flatMap(({ oneOf }) => oneOf ?? []))]
  const groups = words.map((word) => columns.filter(({ oneOf }) => oneOf === word))
  return [
    ...groups
      .filter((group) => !group.some(isThere))
      .map((group) => group.map(({ title }) => title).join(' or ')),
    ...alone.map(({ title }) => title),
  ]
}

export type CellValue = { value: unknown } | { fault: string }

/** What a cell means in its column; what is unclear is left to the rules of the field. */
export function convert(column: Column, cell: ReadCell | undefined, date1904 = false): CellValue {
  if (cell === null || cell === undefined) return { value: undefined }
  if (typeof cell === 'object') {
    return 'formula' in cell
      ? { fault: 'This cell holds a formula. Please paste its value instead.' }
      : { fault: 'This cell holds an error. Please write the value.' }
  }
  return converters[column.kind](cell, column, date1904)
}

/** The cell as a person sees it, for the table of faults. */
export function cellText(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'object' ? ('formula' in cell ? cell.formula : cell.error) : cell
  return String(text).slice(0, 100)
}

type RawCell = string | number | boolean
type Converter = (cell: RawCell, column: Column, date1904: boolean) => CellValue

const converters: Record<Column['kind'], Converter> = {
  text: textOf,
  phone: (cell) => {
    const converted = textOf(cell)
    if ('fault' in converted) return converted
    // Excel makes 0712 345 678 the number 712345678.
    return { value: String(converted.value).replace(/^(?=[17]\d{8}$)/, '0') }
  },
  // A text that is no amount stays text, and is refused by the rules of the field.
  number: (cell) => ({ value: typeof cell === 'string' ? (amountIn(cell) ?? cell) : cell }),
  date: (cell, _column, date1904) => {
    const value = typeof cell === 'number' ? dayOfSerial(cell, date1904) : dayIn(String(cell))
    return value
      ? { value }
      : { fault: `${whyNoDay(String(cell))}Please give a date, such as 2026-02-28.` }
  },
  choice: (cell, { choices = [], spellings = {} }) => {
    const text = String(cell)
    const spelled = spellings[text.toLowerCase()]
    return { value: spelled ?? matching(text, choices, (choice) => choice) ?? text }
  },
  'yes-no': (cell) => {
    const word = String(cell).toLowerCase()
    if (['yes', 'y', 'true', '1'].includes(word)) return { value: true }
    if (['no', 'n', 'false', '0'].includes(word)) return { value: false }
    return { fault: 'Please write Yes or No.' }
  },
}

/** Excel keeps fifteen digits of a number: what is longer has lost its end. */
function textOf(cell: RawCell): CellValue {
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15) {
    return { fault: 'Excel has rounded this number. Please format the cell as Text and retype it.' }
  }
  return { value: String(cell) }
}

const day_ms = 86_400_000
/** Excel counts a 29 February 1900 that never was; days before it are of no use to us. */
const firstSerial = 3000
const lastSerial = 2_958_465

function dayOfSerial(serial: number, date1904: boolean): string | null {
  // Typed as 20260228.
  if (serial > 18_000_000 && serial < 22_000_000) return dayIn(String(serial))
  const days = Math.floor(serial) + (date1904 ? 1462 : 0)
  if (days < firstSerial || days > lastSerial) return null
  return new Date(Date.UTC(1899, 11, 30) + days * day_ms).toISOString().slice(0, 10)
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthNamed = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** 2026-02-28, 28/02/2026 (the day first, as in Kenya), 28 February 2026, February 28, 2026. */
function dayIn(text: string): string | null {
  const year = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ][\d:.]+Z?)?$/.exec(text)
  if (year) return dayOf(year[1], Number(year[2]), year[3])
  const day = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: [\d:.]+)?$/.exec(text)
  if (day) return dayOf(day[3], Number(day[2]), day[1])
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?[, -]+(\d{4})$/i.exec(text)
  if (dayFirst) return dayOf(dayFirst[3], monthNamed(dayFirst[2] ?? ''), dayFirst[1])
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  if (monthFirst) return dayOf(monthFirst[3], monthNamed(monthFirst[1] ?? ''), monthFirst[2])
  return null
}

/** What is wrong with a date, as far as it can be told. */
function whyNoDay(text: string): string {
  const [, first = '', second = '', year = ''] =
    /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/. ](\d{2}|\d{4})$/i.exec(text) ?? []
  if (year.length === 2) return 'The year needs four digits. '
  if (Number(first) <= 12 && Number(second) > 12) {
    return 'The day comes before the month. '
  }
  return year ? 'There is no such day. ' : ''
}

/** Only days that exist: 30 February is refused, not moved to March. */
function dayOf(year: string | undefined, month: number, day: string | undefined): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(time)) return null
  return new Date(time).toISOString().slice(0, 10) === text ? text : null
}
