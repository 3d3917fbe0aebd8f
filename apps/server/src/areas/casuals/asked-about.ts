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
    touches: touchedBy(after),
    people: [row.id],
    title: `Change ${row.first_name} ${row.last_name} (${row.casual_no})`,
    shown: [...(asked.includes('payee') ? [movedPay(row, next)] : []), ...lines],
    digest: digestOf({
      // What it does not touch may change meanwhile.
      ...{ before, after },
      ...(asked.includes('salary') ? { pay: row.pay, basis: row.pay_basis } : {}),
      ...(asked.includes('payee') ? { place: [row.pay_by, row.phone] } : {}),
      ...(asked.includes('joining') ? { days: daysOf(row) } : {}),
    }),
    link: `/casual/${row.id}`,
  }
}

/** What belongs together is changed together, and shown as one. */
const together: Readonly<Record<string, string[]>> = {
  rate: ['pay', 'pay_basis', 'piece'],
  place: ['pay_by', 'phone'],
  days: ['status', 'employment_date', 'termination_date'],
}
const groupOf = (name: string) =>
  Object.keys(together).find((group) => together[group]?.includes(name)) ?? name

const touchedBy = (after: object) => [...new Set(Object.keys(after).map(groupOf))].sort()

/** Of a form that was sent as a whole, what would change. */
export function givenOf(body: object, row: CasualRow) {
  const touched = touchedBy(changesIn(row, { ...body }).after)
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => touched.includes(groupOf(name))),
  )
}

const daysOf = ({ status, employment_date, termination_date }: CasualRow) => [
  status,
  employment_date,
  termination_date,
]
