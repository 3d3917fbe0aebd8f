import type { PayBasis } from './casual-fields.ts'

/**
 * A cell of the muster roll as people write it, the same when typed, pasted or uploaded:
 * F a full day, H half a day, A absent, F+2 with two hours of overtime; pieces as a number.
 */
export interface MusterMark {
  /** 1, 0.5 or 0. */
  present: number
  overtime_hours: number
  pieces: number
}

const words = new Map(
  Object.entries({
    ...{ f: 1, full: 1, '1': 1, p: 1, present: 1, x: 1, '1.0': 1 },
    // However a spreadsheet or a telephone draws a tick.
    ...{ '✓': 1, '✔': 1, '☑': 1, '✅': 1, '√': 1 },
    ...{ h: 0.5, half: 0.5, '0.5': 0.5, '.5': 0.5, '½': 0.5, '1/2': 0.5 },
    ...{ a: 0, absent: 0, '0': 0, '-': 0, off: 0 },
  }),
)
export const mostOvertime = 16
export const mostPieces = 10_000

export const dayHint = 'Write F, H or A; overtime as F+2.'
export const pieceHint = 'Write the number of pieces, or A.'

const absent: MusterMark = { present: 0, overtime_hours: 0, pieces: 0 }

/** Hundredths at most; a comma groups, as everywhere (B27). */
function numberIn(text: string): number | undefined {
  const bare = text.replace(/,(?=\d{3}(\D|$))/g, '')
  return /^\d{1,6}(\.\d{1,2})?$/.test(bare) ? Number(bare) : undefined
}

/** Null for an empty cell, or why it cannot be understood. */
export function markIn(text: string, basis: PayBasis): MusterMark | null | { fault: string } {
  // A mark drawn in colour carries a sign of its own for it.
  const cell = text
    .replace(/\ufe0f/g, '')
    .trim()
    .toLowerCase()
  if (cell === '') return null
  return basis === 'piece' ? piecesIn(cell) : dayIn(cell)
}

function piecesIn(cell: string): MusterMark | { fault: string } {
  if (words.get(cell) === 0) return absent
  const pieces = numberIn(cell)
  if (pieces === undefined) return { fault: pieceHint }
  if (pieces > mostPieces) return { fault: `At most ${mostPieces.toLocaleString('en')} a day.` }
  return { present: pieces > 0 ? 1 : 0, overtime_hours: 0, pieces }
}

function dayIn(cell: string): MusterMark | { fault: string } {
  const [word = '', hours, ...more] = cell.split('+').map((part) => part.trim())
  const present = words.get(word)
  if (present === undefined || more.length > 0) return { fault: dayHint }
  if (hours === undefined) return { ...absent, present }
  const overtime_hours = numberIn(hours.replace(/\s*h(ours?|rs?)?$/, ''))
  if (overtime_hours === undefined) return { fault: dayHint }
  if (overtime_hours > mostOvertime) {
    return { fault: `At most ${mostOvertime} hours of overtime a day.` }
  }
  if (present === 0 && overtime_hours > 0) return { fault: 'Overtime needs a full or half day.' }
  return { present, overtime_hours, pieces: 0 }
}

export function markText(mark: MusterMark | null, basis: PayBasis): string {
  if (!mark) return ''
  if (basis === 'piece') return mark.pieces > 0 ? String(mark.pieces) : 'A'
  const letter = mark.present === 1 ? 'F' : mark.present > 0 ? 'H' : 'A'
  return mark.overtime_hours > 0 ? `${letter}+${mark.overtime_hours}` : letter
}

export const sameMark = (one: MusterMark | null, other: MusterMark | null) =>
  one === null || other === null
    ? one === other
    : one.present === other.present &&
      one.overtime_hours === other.overtime_hours &&
      one.pieces === other.pieces
