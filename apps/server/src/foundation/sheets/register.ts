import { bare, type Column, cellText, convert } from './columns.ts'
import type { UploadedRow, UploadedSheet } from './read.ts'

/** Registers of other systems: their columns matched by hand, their people by number. */

export const registerText = (key: string, title: string, also: string[]): Column => ({
  ...{ key, title, also, kind: 'text', examples: ['', ''] },
})
export const registerAmount = (key: string, title: string, also: string[] = []): Column => ({
  ...registerText(key, title, also),
  kind: 'number',
})

/** Whom a row is about. */
export const whoColumns: Column[] = [
  registerText('employee_no', 'Employee No', [
    ...['Employee Number', 'Employee Code', 'Staff No', 'Staff Number', 'Payroll No'],
    ...['Payroll Number', 'Emp No', 'P/No', 'PF No', 'Personal No', 'Work No'],
  ]),
  registerText('pin_no', 'KRA PIN', ['PIN', 'PIN No', 'PIN of Employee', 'Tax PIN', 'KRA PIN No']),
  registerText('id_number', 'ID Number', ['ID No', 'National ID', 'National ID No', 'ID']),
  registerText('name', 'Employee Name', [
    ...['Name', 'Names', 'Full Name', 'Name of Employee', 'Employee'],
  ]),
]

/** Headings by column; null: the sheet is not asked about it. */
export type Chosen = Readonly<Record<string, string | null | undefined>>

/** A heading that was chosen by hand is of that column alone. */
export function columnsBy(columns: readonly Column[], chosen: Chosen): Column[] {
  const taken = new Set(Object.values(chosen).flatMap((heading) => (heading ? bare(heading) : [])))
  return columns.flatMap((column) => {
    const heading = chosen[column.key]
    if (heading === null) return []
    if (heading !== undefined) return [{ ...column, title: heading, also: [] }]
    const [title, ...also] = [column.title, ...(column.also ?? [])].filter(
      (name) => !taken.has(bare(name)),
    )
    return title === undefined ? [] : [{ ...column, title, also }]
  })
}

/** Two columns under one heading would both be read from it. */
export const chosenTwice = (chosen: Chosen) => {
  const headings = Object.values(chosen).flatMap((heading) => heading ?? [])
  return headings.find((heading, at) => headings.map(bare).indexOf(bare(heading)) !== at)
}

/** What was read, and which of its headings is which column. */
export function matchedIn<Key extends string>(sheet: UploadedSheet, keys: readonly Key[]) {
  const headingOf = (key: string) => {
    const column = sheet.columns.find((one) => one.key === key)
    return (column && sheet.heading(column)) ?? null
  }
  return {
    sheet: sheet.name,
    headings: sheet.headings,
    columns: Object.fromEntries(keys.map((key) => [key, headingOf(key)])) as Record<
      Key,
      string | null
    >,
  }
}

export const whoKeys = ['employee_no', 'pin_no', 'id_number'] as const
export type Who = Record<(typeof whoKeys)[number] | 'name', string>
const keyOf = (name: string, value: string) => `${name} ${value.toLowerCase()}`
/** Every number that a row or a person is known by. */
export const numbersOf = (who: Partial<Record<(typeof whoKeys)[number], string | null>>) =>
  whoKeys.flatMap((name) => {
    const value = who[name] ?? ''
    return isNothing(value) ? [] : [keyOf(name, value)]
  })

/** Two systems may number people alike: what is the state's own tells them apart. */
export const isOfAnother = (
  row: Who,
  person: { pin_no: string | null; id_number: string | null },
): boolean =>
  (['pin_no', 'id_number'] as const).some((name) => {
    const [theirs, ours] = [row[name], person[name] ?? '']
    return !isNothing(theirs) && ours !== '' && theirs.toLowerCase() !== ours.toLowerCase()
  })

const words = (text: string) => text.toLowerCase().match(/[\p{L}'’-]+/gu) ?? []

/** A sheet in which one column was sorted, or numbers its rows, gives people the pay of others. */
export function nameDoubt(name: string, given: string): string | undefined {
  const own = new Set(words(name))
  if (isNothing(given) || words(given).some((word) => own.has(word))) return undefined
  return `The employee with this number is ${name}.`
}

const isTotal = (text: string) => /^(grand\s+|sub-?\s*)?totals?\b/i.test(text)
/** An empty cell or a dash is nothing, as other systems print it. */
export const isNothing = (text: string) => /^([-–—]|0|nil|none|n\/?a)?$/i.test(text.trim())

export function whoIn(sheet: UploadedSheet, row: UploadedRow): Who {
  const of = (key: string) => {
    const column = sheet.columns.find((one) => one.key === key)
    return column ? cellText(row.cell(column)).trim() : ''
  }
  return {
    employee_no: of('employee_no'),
    pin_no: of('pin_no'),
    id_number: of('id_number'),
    name: of('name'),
  }
}

/** Somebody's, nobody's though it has a name, or a row of totals that is passed over. */
export function isOfWhom(who: Who): 'somebody' | 'nobody' | 'none' {
  if (Object.values(who).some(isTotal)) return 'none'
  if (whoKeys.every((name) => isNothing(who[name]))) return isNothing(who.name) ? 'none' : 'nobody'
  return 'somebody'
}

/** In cents; null is no amount. */
export function amountIn(sheet: UploadedSheet, row: UploadedRow, column: Column) {
  const cell = row.cell(column)
  const found = convert(column, cell, sheet.date1904)
  const text = cellText(cell)
  if ('value' in found && typeof found.value === 'number') {
    return { cents: Math.round(found.value * 100) }
  }
  if (isNothing(text)) return { cents: 0 }
  return { fault: 'fault' in found ? found.fault : `"${text}" is not an amount.` }
}

export const registerFaults = {
  nobody: 'The row does not say whose it is.',
  anothers: 'The number is that of somebody with another PIN or ID number here.',
  twice: (row: number) => `Row ${row} is about the same person.`,
}
