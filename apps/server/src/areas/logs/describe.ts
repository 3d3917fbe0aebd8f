import type { LogEntry } from '@mshahara/contract/logs'
import type { Ctx } from '../../foundation/core/ctx.ts'
import { namesOf } from '../../foundation/core/record-names.ts'

/** An entry as the log has it. */
export interface Written extends Omit<LogEntry, 'subject' | 'names'> {
  subject_id: string | null
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

type Fields = Record<string, unknown>
const sides = ({ properties }: Written) =>
  [properties?.old, properties?.new].filter(
    (side): side is Fields => typeof side === 'object' && side !== null,
  )
const idsIn = (entry: Written) => sides(entry).flatMap((side) => Object.values(side).filter(isId))

/** Entries with the names of the records they speak of, looked up for all of them at once. */
export async function describeEntries(
  { tx, recordNames }: Pick<Ctx, 'tx' | 'recordNames'>,
  entries: Written[],
): Promise<LogEntry[]> {
  const subjects = entries.flatMap(({ subject_id }) => (isId(subject_id) ? [subject_id] : []))
  const found = await namesOf(tx, recordNames, [...subjects, ...entries.flatMap(idsIn)])
  return entries.map((entry) => {
    const { subject_id, ...rest } = entry
    const subject = subject_id === null ? undefined : found.get(subject_id)
    const names: Record<string, string> = {}
    for (const id of idsIn(entry)) {
      const name = found.get(id)?.name
      if (name) names[id] = name
    }
    return {
      ...rest,
      subject: subject ? `${subject.kind} ${subject.name}` : ownWords(entry, names),
      names,
    }
  })
}

/** What is deleted is called as its last entry has it. */
function ownWords(entry: Written, names: Record<string, string>): string | null {
  const [fields] = sides(entry)
  if (!fields) return null
  const { name, title, code, first_name, last_name, employee_id } = fields
  const words = name ?? title ?? code ?? [first_name, last_name].filter(Boolean).join(' ')
  if (typeof words !== 'string' || words === '') return null
  const owner = isId(employee_id) ? names[employee_id] : undefined
  return owner ? `${words} of ${owner}` : words
}
