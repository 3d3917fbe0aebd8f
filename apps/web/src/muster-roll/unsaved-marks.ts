import type { PayBasis } from '@mshahara/contract/casual-fields'
import { type MusterMark, markIn, markText } from '@mshahara/contract/muster-marks'
import type { MusterPerson, MusterSheet } from '@mshahara/contract/muster-roll'

/** What was typed into the sheet and is not saved yet, cell by cell. Pure. */

export interface TypedCell {
  casual_id: string
  day: string
  text: string
  basis: PayBasis
  /** Whose cell it is, for messages. */
  name: string
}
export type Typed = ReadonlyMap<string, TypedCell>

export const keyOf = (casual_id: string, day: string) => `${casual_id} ${day}`

type Sheet = Pick<MusterSheet, 'days' | 'people'>

/** What is saved of a cell, as text. */
export const savedText = ({ marks, pay_basis }: MusterPerson, column: number) =>
  markText(marks[column] ?? null, pay_basis)

export function textAt(sheet: Sheet, typed: Typed, row: number, column: number): string {
  const person = sheet.people[row]
  const day = sheet.days[column]
  if (!person || !day) return ''
  return typed.get(keyOf(person.casual_id, day.day))?.text ?? savedText(person, column)
}

/** A cell set to a text; one that says what is saved already is no longer typed. */
export function typedAt(
  sheet: Sheet,
  typed: Typed,
  row: number,
  column: number,
  text: string,
): Typed {
  const person = sheet.people[row]
  const day = sheet.days[column]?.day
  if (!person || !day || person.closed[column]) return typed
  const next = new Map(typed)
  const key = keyOf(person.casual_id, day)
  if (text.trim() === savedText(person, column)) next.delete(key)
  else {
    const { casual_id, pay_basis: basis, name } = person
    next.set(key, { casual_id, day, text, basis, name })
  }
  return next
}

/** A block from a spreadsheet, from this cell to the right and downwards. */
export function pasted(
  sheet: Sheet,
  typed: Typed,
  at: { row: number; column: number },
  block: string,
): Typed {
  let next = typed
  for (const [down, line] of cellsIn(block).entries()) {
    for (const [right, text] of line.entries()) {
      const basis = sheet.people[at.row + down]?.pay_basis ?? 'day'
      next = typedAt(sheet, next, at.row + down, at.column + right, understood(text.trim(), basis))
    }
  }
  return next
}

/** What a mark from elsewhere counts as, "F" for a tick; what is no mark stays as it is. */
function understood(text: string, basis: PayBasis): string {
  const mark = markIn(text, basis)
  return mark && !('fault' in mark) ? markText(mark, basis) : text
}

const cellsIn = (block: string): string[][] =>
  block
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))

/** What of a block found no place, in words; nothing when all did. */
export function beyond(sheet: Sheet, at: { row: number; column: number }, block: string): string {
  const lines = cellsIn(block)
  const rows = at.row + lines.length - sheet.people.length
  const columns = at.column + Math.max(...lines.map(({ length }) => length)) - sheet.days.length
  const parts = [
    rows > 0 && (rows === 1 ? '1 row' : `${rows} rows`),
    columns > 0 && (columns === 1 ? '1 column' : `${columns} columns`),
  ].filter(Boolean)
  return parts.length > 0 ? `Pasted without ${parts.join(' and ')} beyond this page.` : ''
}

/** The text of a cell, or a day's mark, for every empty one below, of people paid alike. */
export function filledDown(
  sheet: Sheet,
  typed: Typed,
  at: { row: number; column: number },
  given?: string,
): Typed {
  const text = given ?? textAt(sheet, typed, at.row, at.column)
  const basis = given === undefined ? sheet.people[at.row]?.pay_basis : 'day'
  let next = typed
  for (const [row, person] of sheet.people.entries()) {
    if (row < at.row || person.pay_basis !== basis) continue
    if (textAt(sheet, next, row, at.column) === '') {
      next = typedAt(sheet, next, row, at.column, text)
    }
  }
  return next
}

export interface Ready {
  marks: { casual_id: string; day: string; mark: MusterMark | null }[]
  /** By cell: why it cannot be saved. */
  faults: Map<string, string>
}

/** What can be sent, and what cannot. */
export function readyOf(cells: readonly TypedCell[]): Ready {
  const ready: Ready = { marks: [], faults: new Map() }
  for (const { casual_id, day, text, basis } of cells) {
    const mark = markIn(text, basis)
    if (mark && 'fault' in mark) ready.faults.set(keyOf(casual_id, day), mark.fault)
    else ready.marks.push({ casual_id, day, mark })
  }
  return ready
}

/** Of the sheet on the screen; others wait until it is opened again. */
export const onSheet = (typed: Typed, days: readonly { day: string }[]): TypedCell[] => {
  const shown = new Set(days.map(({ day }) => day))
  return [...typed.values()].filter(({ day }) => shown.has(day))
}

/** Saved or given up; what was typed again meanwhile stays. */
export function without(typed: Typed, cells: readonly TypedCell[]): Typed {
  const left = new Map(typed)
  for (const { casual_id, day, text } of cells) {
    const key = keyOf(casual_id, day)
    if (left.get(key)?.text === text) left.delete(key)
  }
  return left
}

export const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The Monday of a day's week. */
export const mondayOf = (day: string) => shifted(day, -((new Date(day).getUTCDay() + 6) % 7))
