import { counted } from '@mshahara/contract/counted'
import type { FileSummary } from './plan.ts'

const shillings = (cents: number) =>
  (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })
const people = (count: number) => counted(count, 'person', 'people')

/** What an archive of returns says of one of its files: what it comes to, and whom it lacks. */
export function inNotes(name: string, { rows, total, notes }: FileSummary): string[] {
  const lines = ['', `${name}: ${people(rows)}, Ksh ${shillings(total)}`]
  for (const { title, left_out, count, amount, people: listed } of notes) {
    const how = left_out ? 'Left out, ' : ''
    lines.push(`  ${how}${people(count)}, Ksh ${shillings(amount)}. ${title}`)
    for (const one of listed) {
      lines.push(`    ${one.employee_no}  ${one.name}, Ksh ${shillings(one.amount)}`)
    }
    if (count > listed.length) lines.push(`    and ${count - listed.length} more`)
  }
  return lines
}
