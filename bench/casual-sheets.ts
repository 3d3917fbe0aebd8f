import { xlsx } from '../apps/server/src/test/spreadsheets.ts'

/** This many casual workers with every column that has no list of its own. */
export function casualSheet(rows: number): Uint8Array {
  const person = (index: number): Record<string, unknown> => ({
    'First Name': `First${index}`,
    'Middle Name': 'Middle',
    'Last Name': `Last${index}`,
    'ID Number': 20_000_000 + index,
    Phone: 722_000_000 + index,
    Gender: index % 2 ? 'Male' : 'Female',
    'Date of Birth': 32_000 + (index % 4000),
    Address: `P.O. Box ${index}-00100, Nairobi`,
    'Daily Pay': 700 + (index % 50),
    'Paid Per': 'Day',
    'Pay By': index % 5 ? 'M-PESA' : 'Cash',
    'Employment Date': '2025-01-06',
    Duty: 'Loading',
    'PIN No': `A${String(index).padStart(9, '0')}C`,
    'NSSF No': `21${index}`,
    'SHIF No': `CS${index}`,
  })
  const people = Array.from({ length: rows }, (_, index) => Object.values(person(index)))
  return xlsx([Object.keys(person(0)), ...people])
}

/** The fortnight before this day, everybody there on most days. */
export function rollSheet(rows: number, today: Date): Uint8Array {
  const days = Array.from({ length: 14 }, (_, index) =>
    new Date(today.getTime() - (14 - index) * 86_400_000).toISOString().slice(0, 10),
  )
  const marks = (row: number) => days.map((_, day) => ((row + day) % 9 ? 'F' : 'F+2'))
  const people = Array.from({ length: rows }, (_, row) => [
    `C-BL-${String(row + 1).padStart(4, '0')}`,
    ...marks(row),
  ])
  return xlsx([['Casual No', ...days], ...people])
}
