import type { CheckedAct } from '@mshahara/contract/maker-checker'
import { formatShillings } from '@mshahara/engine/money'
import { type Asked, changesIn, digestOf, movedPay } from '../maker-checker/index.ts'
import type { casuals } from './tables.ts'

type CasualRow = typeof casuals.$inferSelect

const acts: Record<string, CheckedAct> = {
  pay: 'salary',
  pay_basis: 'salary',
  piece: 'salary',
  pay_by: 'payee',
  phone: 'payee',
}

/** A change of somebody's record as a second person is asked about it (B29), where it moves pay. */
export function askedAbout(row: CasualRow, next: Record<string, unknown>): Asked | null {
  const { before, after, lines } = changesIn(row, next, {
    pay: (cents) => formatShillings(cents as number),
  })
  const asked = [...new Set(Object.keys(after).flatMap((name) => acts[name] ?? []))]
  if (asked.length === 0) return null
  return {
    acts: asked,
    subject_id: row.id,
    people: [row.id],
    title: `Change ${row.first_name} ${row.last_name} (${row.casual_no})`,
    shown: [...(asked.includes('payee') ? [movedPay(row, next)] : []), ...lines],
    digest: digestOf({ before, after, pay: row.pay, basis: row.pay_basis, place: placeOf(row) }),
    link: `/casual/${row.id}`,
  }
}

/** What its pay goes by today: another change of it meanwhile is not overwritten unseen. */
const placeOf = ({ pay_by, phone }: CasualRow) => [pay_by, phone]
