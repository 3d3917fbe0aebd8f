import type { LogEntry } from '@mshahara/contract/logs'
import { date, dateTime } from '../lib/format.ts'

export interface Change {
  field: string
  before: string
  after: string
}
type Fields = Record<string, unknown>

const sideOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/** What says nothing to people: which organisation it is they know. */
const unsaid = ['id', 'organization_id', 'number']

/** Which fields of a record changed, in words; the names of records stand for their ids. */
export function changesOf({ properties, names }: Pick<LogEntry, 'properties' | 'names'>): Change[] {
  const old = sideOf(properties?.old)
  const now = sideOf(properties?.new)
  return Object.keys({ ...old, ...now }).flatMap((name) => {
    const before = inWords(old[name], names)
    const after = inWords(now[name], names)
    if (unsaid.includes(name) || (before === '—' && after === '—')) return []
    return [{ field: fieldOf(name), before, after }]
  })
}

const short: Record<string, string> = {
  pin: 'PIN',
  nssf: 'NSSF',
  nhif: 'SHIF',
  paye: 'PAYE',
  nita: 'NITA',
  vat: 'VAT',
  tos: 'employment terms',
  dob: 'date of birth',
  no: 'number',
}

/** 'pin_no' is "PIN number", 'department_id' "Department". */
export function fieldOf(name: string): string {
  const words = name
    .replace(/_id$/, '')
    .split('_')
    .map((word) => short[word] ?? word)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function inWords(value: unknown, names: Record<string, string>): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((one) => inWords(one, names)).join(', ') || '—'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (names[text]) return names[text]
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return date(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$/.test(text)) return dateTime(text)
  return text
}
