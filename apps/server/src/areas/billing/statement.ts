import type { contract } from '@mshahara/contract'
import { dayInWords } from '@mshahara/contract/months'
import { formatShillings } from '@mshahara/engine/money'
import type { Cents } from '@mshahara/engine/units'
import { dayOf } from '../../foundation/core/clock.ts'
import { type Ctx, myOrganization, seatOf } from '../../foundation/core/ctx.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler, Staged } from '../../foundation/http/bind.ts'
import { text } from '../../foundation/paper/blocks.ts'
import { monthsInWords } from './activate.ts'
import { invoiceNumber } from './invoice.ts'
import {
  type BillingPaper,
  type Customer,
  customerBox,
  fileOf,
  pageOf,
  pdfOf,
} from './paper-parts.ts'

type Billing = typeof contract.billing

/**
 * The account of an organisation over a year: what it was charged, what it paid, and what is left
 * as credit. Its last balance is the credit on the account, as the ledger has it.
 */

interface Entry {
  at: string
  what: 'charge' | 'payment' | 'other'
  amount: string
  receipt_no: string | null
  method: string | null
  reference: string | null
  package: string | null
  duration: number | null
  text: string | null
}

interface Line {
  day: string
  text: string
  amount: Cents
}

/** Credit that has a receipt is that payment, and credit that an order used is in its charge. */
const entriesOf = ({ tx }: Ctx) => tx.all<Entry>`select * from (
    select r.received_at as at, 'charge' as what, -(o.amount + o.balance_used) as amount,
      r.receipt_no, null as method, null as reference, o.package, o.duration, null as text
    from payment_receipts r join payment_orders o
      on o.organization_id = r.organization_id and o.id = r.order_id
    where r.applied = 'order'
    union all
    select r.received_at, 'payment', r.amount, r.receipt_no, r.method, r.reference, null, null, null
    from payment_receipts r where r.amount > 0
    union all
    select c.created_at, 'other', c.amount, null, null, null, null, null, c.what
    from payment_credits c
    where c.receipt_id is null and (c.order_id is null or c.takes_back is not null)) e
  order by at, receipt_no nulls last, what desc`

function lineOf(entry: Entry): Line {
  return {
    day: dayOf(new Date(entry.at)),
    text: wordsFor(entry),
    amount: centsOf(entry.amount),
  }
}

function wordsFor({ what, receipt_no, method, reference, duration, ...entry }: Entry): string {
  if (what === 'charge') {
    const plan = `${entry.package}, ${monthsInWords(duration ?? 0)}`
    return `Invoice ${invoiceNumber(receipt_no ?? '')}: ${plan}`
  }
  if (what === 'other') return entry.text ?? ''
  return `Payment by ${method}${reference ? ` ${reference}` : ''}, receipt ${receipt_no}`
}

interface Account extends Customer {
  year: number
  years: number[]
  opening: Cents
  lines: Line[]
  today: string
  made: string
}

async function accountOf(ctx: Ctx, asked: number | undefined): Promise<Account> {
  const lines = (await entriesOf(ctx)).map(lineOf)
  const thisYear = Number(ctx.today.slice(0, 4))
  const year = asked ?? thisYear
  const [first = thisYear] = lines.map(({ day }) => Number(day.slice(0, 4)))
  const customer = await ctx.tx.one<Customer>`select name as organization, address, pin_no
    from organizations where id = ${myOrganization(ctx)}`
  const before = lines.filter(({ day }) => day < `${year}-01-01`)
  return {
    ...customer,
    year,
    years: Array.from({ length: thisYear - first + 1 }, (_, at) => thisYear - at),
    opening: sumOf(before),
    lines: lines.filter(({ day }) => day.startsWith(`${year}-`)),
    today: ctx.today,
    made: ctx.now.toISOString(),
  }
}

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

const plain = (cents: Cents) =>
  `${cents < 0 ? '−' : ''}${formatShillings(Math.abs(cents))}${cents % 100 === 0 ? '.00' : ''}`

function statementPaper(account: Account): BillingPaper {
  return {
    title: 'Statement of Account',
    number: String(account.year),
    day: account.today,
    made: account.made,
    body: [
      customerBox('Account of', account),
      tableOf(account),
      text('Amounts are in Kenyan shillings. The balance is credit for your next payment.', 9, {
        ink: 'quiet',
      }),
    ],
  }
}

function tableOf({ year, opening, lines }: Account) {
  let balance = opening
  const rows = lines.map(({ day, text: words, amount }) => {
    balance += amount
    return { cells: [dayInWords(day), words, plain(amount), plain(balance)] }
  })
  return {
    kind: 'table' as const,
    caption: 'Statement of Account',
    head: ['Date', 'Details', 'Amount', 'Balance'],
    columns: [
      { share: 4, align: 'left' as const },
      { share: 9, align: 'left' as const },
      { share: 4, align: 'right' as const },
      { share: 4, align: 'right' as const },
    ],
    look: 'ruled' as const,
    size: 9,
    rows: [
      { cells: [dayInWords(`${year}-01-01`), 'Brought forward', '', plain(opening)], bold: true },
      ...rows,
      { cells: ['Balance', '', '', plain(balance)], total: true },
    ],
  }
}

export const statement: Handler<Billing['statement']> = async (ctx, { query }) => {
  const account = await accountOf(ctx, query.year)
  const { year, years } = account
  return { year, years, html: await pageOf(statementPaper(account), ctx.config.letterhead) }
}

export const statementFile: Staged<
  Billing['statementFile'],
  Account,
  { name: string; file: string }
> = {
  look: (ctx, { query }) => accountOf(ctx, query.year),
  async make(outside, _, account) {
    const whose = { organization_id: seatOf(outside) }
    const pdf = await pdfOf(statementPaper(account), outside.config.letterhead, whose)
    return fileOf(`Statement-${account.year}.pdf`, pdf)
  },
  keep: async (_, __, made) => made,
}
