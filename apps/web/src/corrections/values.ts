import type { AddedKind, CorrectionLine, CorrectionSide } from '@mshahara/contract/corrections'

/** What the form of a correction holds, and what follows from it. Pure. */

/** A text where it is no amount yet. */
export type Typed = number | string

export interface DueLine {
  side: CorrectionSide
  key: string
  due: Typed
}
export interface AddedLine {
  name: string
  kind: AddedKind
  due: Typed
}
export interface Values extends Record<string, unknown> {
  lines: DueLine[]
  added: AddedLine[]
  reason: string
}

export const valuesOf = (lines: readonly CorrectionLine[], reason = ''): Values => ({
  lines: lines.map(({ side, key, due }) => ({ side, key, due })),
  added: [],
  reason,
})

/** Null while what is typed is no amount. */
export const differenceTo = ({ paid }: Pick<CorrectionLine, 'paid'>, due: Typed): number | null =>
  typeof due === 'number' ? Math.round((due - paid) * 100) / 100 : null

export const isChanged = (paid: readonly CorrectionLine[], { lines, added }: Values): boolean =>
  added.length > 0 || paid.some((line, at) => differenceTo(line, lines[at]?.due ?? line.paid) !== 0)

/** What follows the days, for other days than were paid; the rest stays as it is. */
export const byDays = (
  paid: readonly CorrectionLine[],
  lines: readonly DueLine[],
  days: { paid: number; should: number },
): DueLine[] =>
  lines.map((line, at) => {
    const was = paid[at]
    if (!was?.by_days) return line
    return { ...line, due: Math.round((was.paid * 100 * days.should) / days.paid) / 100 }
  })
