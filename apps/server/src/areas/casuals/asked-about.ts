import type { CheckedAct } from '@mshahara/contract/maker-checker'
import { formatShillings } from '@mshahara/engine/money'
import type { Tx } from '../../foundation/core/db.ts'
import { type Asked, changesIn, digestOf, isPaidLonger, movedPay } from '../maker-checker/index.ts'
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
export async function askedAbout(
  tx: Tx,
  row: CasualRow,
  next: Record<string, unknown>,
): Promise<Asked | null> {
  const { before, after, lines } = changesIn(row, next, {
    pay: (cents) => formatShillings(cents as number),
  })
  const asked = [...new Set(Object.keys(after).flatMap((name) => acts[name] ?? []))]
  if (await isPaidLonger(tx, row, next)) asked.push('joining')
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
const placeOf = ({ pay_by, phone, status, employment_date, termination_date }: CasualRow) => [
  pay_by,
  phone,
  status,
  employment_date,
  termination_date,
]
