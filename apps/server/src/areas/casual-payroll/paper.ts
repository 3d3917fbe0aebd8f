import type { contract } from '@mshahara/contract'
import { casualPayWays } from '@mshahara/contract/casual-fields'
import { dayLegend, daySources, lateWords, paidWords } from '@mshahara/contract/casual-payroll'
import { counted } from '@mshahara/contract/counted'
import { dayInWords } from '@mshahara/contract/months'
import type { CasualLine } from '@mshahara/engine/casual-pay'
import { daysLater } from '../../foundation/core/clock.ts'
import { seatOf } from '../../foundation/core/ctx.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import {
  type Arrangement,
  box,
  row,
  rule,
  stack,
  type Table,
  type TableRow,
  text,
} from '../../foundation/paper/blocks.ts'
import { latin } from '../../foundation/paper/fonts.ts'
import { printOne } from '../../foundation/paper/printer.ts'
import { heldBackAmong } from '../../foundation/pay/held-back.ts'
import { loadRun, refuseAct } from '../../foundation/pay/runs.ts'
import { amount, type Letterhead, letterheadOf, stationeryOf } from '../payslips/index.ts'
import { slipById } from './read.ts'

/** A casual worker's payslip on paper, to be handed over with the pay. */

type Slip = Awaited<ReturnType<typeof slipById>>
interface Task {
  slip: Slip
  head: Letterhead
  /** When its payroll was confirmed: printed twice, it is the same file. */
  made: string
  /** Why they are held back, where they are. */
  held: string | undefined
}

type Call = (typeof contract.casualPayrolls)['paper']

export const paper: Staged<Call, Task, { name: string; file: string }> = {
  async look({ tx }, { params }) {
    const slip = await slipById(tx, params.id)
    const payroll = await loadRun(tx, 'casual', slip.payroll.id)
    refuseAct(payroll, 'issue')
    const [held] = await heldBackAmong(tx, sql`s.id = ${params.id}`)
    const made = payroll.confirmed_at as string
    return { slip, head: await letterheadOf(tx), made, held: held?.why }
  },
  async make(outside, _, { slip, head, made, held }) {
    const stationery = await stationeryOf(outside.files, head)
    const { from, to, code } = slip.payroll
    const employer = head.issuer.name
    const arrangement = paperOf(slip, employer, stationery.logo !== null, held)
    const title = `Payslip ${code}: ${nameOf(slip)}`
    const whose = { organization_id: seatOf(outside) }
    const printable = { arrangement, title, author: employer, made, verify: '' }
    const pdf = await printOne(stationery, printable, whose)
    const { casual_no, last_name } = slip.casual
    const name = fileName(['Payslip', last_name, casual_no, from, to], 'pdf')
    return { name, file: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}` }
  },
  keep: async (_, __, printed) => printed,
}

/** Somebody whose name has no letters at all is known by the number. */
function nameOf({ casual: { first_name, middle_name, last_name, casual_no } }: Slip) {
  const name = [first_name, middle_name, last_name].filter(Boolean).join(' ')
  return latin(name).trim() ? name : `Casual ${casual_no}`
}

export function paperOf(slip: Slip, employer: string, logo: boolean, held?: string): Arrangement {
  const { from, to, code } = slip.payroll
  return {
    margin: 46,
    root: stack(
      16,
      row(
        16,
        [
          [84, logo && { kind: 'logo', height: 46, width: 84 }],
          [270, text(employer, 15, { bold: true })],
          [
            200,
            stack(
              1,
              text('Payslip', 15, { bold: true, align: 'right', ink: 'accent', level: 1 }),
              text(`${dayInWords(from)} to ${dayInWords(to)}`, 9, { align: 'right', ink: 'quiet' }),
              text(code, 9, { align: 'right', ink: 'quiet' }),
            ),
          ],
        ],
        { middle: true },
      ),
      rule(1.2),
      box('tint', [12, 16], factsOf(slip), { radius: 6 }),
      payOf(slip),
      ...slip.late.map((late) => text(lateWords(late, amount), 9, { ink: 'quiet' })),
      daysOf(slip),
      text(`${dayLegend(slip)} From: ${daySources[slip.source]}.`, 9, { ink: 'quiet' }),
      settledOf(slip, held),
    ),
  }
}

/** What became of the money, or where it is signed for. */
function settledOf({ paid, pay_by }: Slip, held: string | undefined) {
  if (paid) {
    return text(paidWords(paid, dayInWords), 10)
  }
  if (pay_by !== 'cash') return null
  return text(held ? `Held back: ${held}` : `Received in cash: ${'_'.repeat(28)}`, 10)
}

const factsOf = (slip: Slip) => ({
  kind: 'facts' as const,
  columns: 3,
  size: 9.5,
  look: 'above' as const,
  items: [
    ['Name', nameOf(slip)],
    ['Casual No', slip.casual.casual_no],
    ['ID Number', slip.id_number],
    ['Phone', slip.phone],
    ['Department', slip.department ?? ''],
    ['Work Station', slip.station ?? ''],
    ['Pay by', casualPayWays[slip.pay_by]],
    ['Days', String(slip.days)],
  ] as [string, string][],
})

const times = (rate: number, of: number) => `${amount(rate)} × ${of}`
const itemsOf = (items: readonly CasualLine[]): TableRow[] =>
  items.map((one) => ({ cells: [one.name, times(one.daily, one.days), amount(one.amount)] }))

function payOf(slip: Slip): Table {
  const { pay, pay_basis, piece, law } = slip
  const taken: [string, number][] = [
    ['PAYE', law.paye],
    ['NSSF', law.nssf],
    [slip.health, law.health],
    ['Housing Levy', law.housing],
  ]
  return {
    kind: 'table',
    caption: 'Pay',
    columns: [
      { share: 4, align: 'left' },
      { share: 3, align: 'right' },
      { share: 3, align: 'right' },
    ],
    head: ['', 'Working', 'Amount'],
    look: 'ruled',
    size: 10,
    rows: [
      pay_basis === 'piece'
        ? { cells: [`Pay by the ${piece ?? 'piece'}`, times(pay, slip.pieces), amount(slip.total)] }
        : { cells: ['Daily pay', times(pay, slip.days), amount(slip.total)] },
      ...(slip.overtime > 0
        ? [{ cells: ['Overtime', counted(slip.overtime_hours, 'hour'), amount(slip.overtime)] }]
        : []),
      ...itemsOf(slip.advances),
      { cells: ['Gross', '', amount(slip.gross)], total: true, bold: true },
      ...taken
        .filter(([, cents]) => cents !== 0)
        .map(([name, cents]) => ({ cells: [name, 'Month to date', amount(cents)] })),
      ...itemsOf(slip.deductions),
      { cells: ['Deductions', '', amount(slip.deduction)], total: true, bold: true },
      { cells: ['Net pay (Ksh)', '', amount(slip.net)], total: true, bold: true },
    ],
  }
}

const aWeek = 7

/** A row for each seven days: `02 Mar F`, or `02 Mar F+2` with two hours of overtime. */
function daysOf({ marks, payroll, overtime_days }: Slip): Table {
  const overtime = new Map(overtime_days.map(({ day, hours }) => [day, `+${hours}`]))
  const cells = [...marks].map((letter, index) => {
    const date = daysLater(payroll.from, index)
    const [day, month = ''] = dayInWords(date).split(/[ ,]+/)
    return `${day} ${month.slice(0, 3)} ${letter.toUpperCase()}${overtime.get(date) ?? ''}`
  })
  const rows = Array.from({ length: Math.ceil(cells.length / aWeek) }, (_, week) => ({
    cells: Array.from({ length: aWeek }, (__, index) => cells[week * aWeek + index] ?? ''),
  }))
  const columns = Array.from({ length: aWeek }, () => ({ share: 1, align: 'left' as const }))
  return { kind: 'table', caption: 'Days', columns, look: 'plain', size: 9, rows }
}
