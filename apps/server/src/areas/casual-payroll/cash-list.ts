import type { contract } from '@mshahara/contract'
import { noStation } from '@mshahara/contract/casual-payroll'
import { counted } from '@mshahara/contract/counted'
import { dayInWords } from '@mshahara/contract/months'
import { seatOf } from '../../foundation/core/ctx.ts'
import { fail } from '../../foundation/core/fail.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import {
  type Arrangement,
  row,
  rule,
  stack,
  type Table,
  type TableRow,
  text,
} from '../../foundation/paper/blocks.ts'
import { latin } from '../../foundation/paper/fonts.ts'
import { printOne } from '../../foundation/paper/printer.ts'
import { type CasualRun, loadRun, refuseAct } from '../../foundation/pay/runs.ts'
import { amount, type Letterhead, letterheadOf, stationeryOf } from '../payslips/index.ts'
import { type CashRow, cashRowsOf } from './cash.ts'
import { say } from './sentences.ts'

/** The list that goes to the sites with the money: whoever is paid signs behind their name. */

interface Task {
  payroll: CasualRun
  rows: CashRow[]
  head: Letterhead
  made: string
}

type Call = (typeof contract.casualPayrolls)['cashList']

export const cashList: Staged<Call, Task, { name: string; file: string }> = {
  async look({ tx, now }, { params }) {
    const payroll = await loadRun(tx, 'casual', params.id)
    // Nobody signs for a draft, whose figures may still change.
    refuseAct(payroll, 'issue')
    const rows = await cashRowsOf(tx, payroll.id)
    if (rows.length === 0) fail(422, say.nobodySigns)
    return { payroll, rows, head: await letterheadOf(tx), made: now.toISOString() }
  },
  async make(outside, _, { payroll, rows, head, made }) {
    const stationery = await stationeryOf(outside.files, head)
    const { code, from, to } = payroll
    const author = head.issuer.name
    const arrangement = listOf(rows, payroll, author, stationery.logo !== null)
    const printable = { arrangement, title: `Cash list ${code}`, author, made, verify: '' }
    const pdf = await printOne(stationery, printable, { organization_id: seatOf(outside) })
    const name = fileName(['Cash-List', code, from, to], 'pdf')
    return { name, file: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}` }
  },
  keep: async (_, __, printed) => printed,
}

type Days = Pick<CasualRun, 'code' | 'from' | 'to'>

export function listOf(rows: CashRow[], { code, from, to }: Days, employer: string, logo: boolean) {
  const quiet = { align: 'right', ink: 'quiet' } as const
  const arrangement: Arrangement = {
    margin: 40,
    root: stack(
      14,
      row(
        16,
        [
          [84, logo && { kind: 'logo', height: 46, width: 84 }],
          [260, text(employer, 15, { bold: true })],
          [
            210,
            stack(
              1,
              text('Cash List', 15, { bold: true, align: 'right', ink: 'accent', level: 1 }),
              text(`${dayInWords(from)} to ${dayInWords(to)}`, 9, quiet),
              text(code, 9, quiet),
            ),
          ],
        ],
        { middle: true },
      ),
      rule(1.2),
      tableOf(rows),
      text(`Handed over by: ${'_'.repeat(34)}    Date: ${'_'.repeat(18)}`, 10),
    ),
  }
  return arrangement
}

/** Enough for a signature, or a thumb. */
const toSign = 27

function tableOf(rows: CashRow[]): Table {
  const sites = Map.groupBy(rows, ({ station }) => station ?? noStation)
  return {
    kind: 'table',
    caption: 'Cash List',
    columns: [
      { share: 34, align: 'left' },
      { share: 17, align: 'left' },
      { share: 9, align: 'right' },
      { share: 17, align: 'right' },
      { share: 36, align: 'left' },
    ],
    head: ['Name', 'ID Number', 'Days', 'Net (Ksh)', 'Signature'],
    look: 'ruled',
    size: 9.5,
    tall: toSign,
    rows: [
      ...[...sites].flatMap(([site, people]) => siteOf(site, people, sites.size > 1)),
      totalOf('Total', rows),
    ],
  }
}

/** Its people under its name; one site alone needs no total of its own. */
function siteOf(site: string, people: CashRow[], several: boolean): TableRow[] {
  return [
    { cells: [site], section: true },
    ...people.map((one) => ({
      cells: [nameOf(one), one.id_number, String(one.days), amount(one.net), signatureOf(one)],
    })),
    ...(several
      ? [totalOf(`Total ${site === noStation ? 'without work station' : site}`, people)]
      : []),
  ]
}

const nameOf = ({ casual: { name, casual_no } }: CashRow) =>
  latin(name).trim() ? `${name} ${casual_no}` : `Casual ${casual_no}`

/** Whoever is held back does not simply sign, and nobody signs twice. */
function signatureOf({ held, paid_on }: CashRow): string {
  if (paid_on) return `Paid on ${dayInWords(paid_on)}`
  return held ? `Held back: ${held}` : ''
}

const totalOf = (name: string, rows: CashRow[]): TableRow => ({
  cells: [
    name,
    counted(rows.length, 'person', 'people'),
    '',
    amount(rows.reduce((sum, { net }) => sum + net, 0)),
    '',
  ],
  total: true,
  bold: true,
})
