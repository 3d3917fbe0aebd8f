import type { contract } from '@mshahara/contract'
import { monthInWords } from '@mshahara/contract/months'
import type { RemittanceState } from '@mshahara/contract/remittances'
import type { Tx } from '../../foundation/core/db.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { sheetCall } from '../../foundation/sheets/download.ts'
import type { Cell, Worksheet } from '../../foundation/sheets/worksheet.ts'
import { type Item, itemsOf, monthsOf } from './months.ts'
import { totalsOf } from './standing.ts'

/** A month with all that was paid of it, and a year at a glance. */

type Remittances = typeof contract.remittances

export const list: Handler<Remittances['list']> = async ({ tx, today }, { query }) => {
  const known = await monthsOf(tx)
  const month = query.month ?? known[0]?.month ?? null
  const chosen = known.filter((one) => one.month === month)
  const items = await itemsOf(tx, chosen, today)
  const { runs } = chosen[0] ?? { runs: [] }
  return { month, months: known.map((one) => one.month), runs, items, totals: totalsOf(items) }
}

async function ofYear(tx: Tx, year: number, today: string) {
  const months = (await monthsOf(tx)).filter(({ month }) => month.startsWith(`${year}-`))
  return itemsOf(tx, months, today)
}

const paidOn = ({ payments }: Item) =>
  payments.filter(({ taken_back }) => !taken_back).at(-1)?.paid_on ?? null

export const year: Handler<Remittances['year']> = async ({ tx, today }, { params }) => {
  const items = await ofYear(tx, params.year, today)
  const rows = items.map((item) => {
    const { month, authority, name, due, amount, paid, open, state, late_days } = item
    const standing = { authority, name, due, amount, paid, open, state, late_days }
    return { ...standing, month, paid_on: paidOn(item) }
  })
  return { items: rows, totals: totalsOf(items) }
}

const states: Record<RemittanceState, string> = {
  'nothing due': 'Nothing due',
  kept: 'Kept by the employer',
  open: 'Open',
  'part paid': 'Part paid',
  paid: 'Paid',
  overpaid: 'Paid too much',
}

const headings = [
  ...['MONTH', 'RECIPIENT', 'DUE', 'AMOUNT', 'PAID', 'OPEN'],
  ...['STATE', 'PAID ON', 'REFERENCES'],
]

function rowOf(item: Item): Cell[] {
  const { month, name, due, amount, paid, open, state, late_days, payments } = item
  const references = payments.flatMap((one) => (one.taken_back ? [] : one.reference))
  return [
    ...[monthInWords(month), name, due, amount, paid, open],
    ...[late_days > 0 ? `${states[state]}, late` : states[state], paidOn(item)],
    references.join(', '),
  ]
}

export const sheet = sheetCall<Remittances['sheet']>(async ({ tx, today }, input) => {
  const { year: of } = input.params
  const items = await ofYear(tx, of, today)
  const { amount, paid } = totalsOf(items)
  const open = items.reduce((sum, one) => sum + one.open, 0)
  const page: Worksheet = {
    name: `Remittances ${of}`,
    headings: [headings],
    rows: items.map(rowOf),
    bottom: [['TOTAL', null, null, amount, paid, open]],
  }
  const { extension } = input.query()
  return { name: `Remittances-${of}`, extension, book: { sheets: [page] } }
})
