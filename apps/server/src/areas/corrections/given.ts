import type { AddedKind, correctionInput } from '@mshahara/contract/corrections'
import type { z } from 'zod'
import { fail, failField } from '../../foundation/core/fail.ts'
import { type DueLine, differences, keyOf, type LineFacts } from '../payroll/index.ts'
import type { CorrectedSlip } from './corrected.ts'
import { sayToStaff } from './sentences.ts'

/** What somebody says should have been paid, held against the lines that there are. Pure. */

type Given = Pick<z.output<typeof correctionInput>, 'lines' | 'added'>

const natures: Record<AddedKind, Omit<LineFacts, 'key' | 'name'>> = {
  regular: { ...income(), taxable: true },
  'one-off': { ...income(), taxable: true, one_off: true },
  overtime: { ...income(), taxable: true, type: 'overtime' },
  untaxed: income(),
  deduction: { ...income(), side: 'deduction', kind: 'other' },
}

function income(): Omit<LineFacts, 'key' | 'name'> {
  return { side: 'income', kind: 'income', taxable: false, one_off: false, before_tax: false }
}

/** `drafted` are the lines that the draft has added before. */
export function dueLines(
  slip: Pick<CorrectedSlip, 'lines' | 'was' | 'late' | 'month'>,
  { lines, added }: Given,
  drafted: readonly DueLine[] = [],
): DueLine[] {
  const facts = new Map<string, LineFacts>()
  for (const { due: _, ...line } of drafted) facts.set(keyOf(line), line)
  for (const { paid: _, ...line } of slip.lines) facts.set(keyOf(line), line)
  if (new Set(lines.map(keyOf)).size < lines.length) fail(422, sayToStaff.twice)
  const due = lines.map((line): DueLine => {
    const known = facts.get(keyOf(line))
    if (!known) return failField('lines', sayToStaff.unknownLine)
    return { ...known, due: line.due }
  })
  for (const { name, kind, due: amount } of added) {
    const line = { ...natures[kind], key: `added ${name.toLowerCase()}`, name, due: amount }
    const twin = [...facts.values()].some((one) => one.name.toLowerCase() === name.toLowerCase())
    if (twin) failField('added', sayToStaff.onIt({ name }))
    if (slip.late.includes(name.toLowerCase()))
      failField('added', sayToStaff.late({ name, month: slip.month }))
    due.push(line)
  }
  if (differences(due, slip.was).length === 0) fail(422, sayToStaff.nothing)
  return due
}
