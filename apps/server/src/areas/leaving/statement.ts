import type { contract } from '@mshahara/contract'
import type { FinalDues } from '@mshahara/contract/leaving'
import { dayInWords } from '@mshahara/contract/months'
import type { DeductionLine, IncomeLine } from '@mshahara/engine/month-pay'
import { seatOf } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import {
  type Arrangement,
  type Block,
  row,
  rule,
  stack,
  type TableRow,
  text,
} from '../../foundation/paper/blocks.ts'
import { printOne } from '../../foundation/paper/printer.ts'
import {
  amount as amountSaid,
  type Letterhead,
  letterheadOf,
  stationeryOf,
} from '../payslips/index.ts'
import { stillOwed } from './as-paid.ts'
import { duesNow } from './dues.ts'
import { leavingOf, termsOf } from './record.ts'
import { sayToStaff } from './sentences.ts'

/**
 * The statement of final dues: every line with its working, what the law takes, what is left, and
 * place for both to sign. Until the run is confirmed it says that it is a draft.
 */

type Call = (typeof contract.leaving)['statement']
type Dues = FinalDues

/** As the final run has worked it out so far. */
interface Draft {
  incomes: IncomeLine[]
  deductions: DeductionLine[]
  gross: string
  total_deductions: string
  net: string
}

interface Task {
  dues: Dues
  draft: Draft | null
  person: { last_name: string; since: string }
  reason: string
  exempt_reason: string | null
  head: Letterhead
  today: string
}

const draftOf = (tx: Tx, payslip_id: string) =>
  tx.maybe<Draft>`select p.incomes, p.deductions, p.gross,
      p.total_deductions, p.net
    from payslips p where p.id = ${payslip_id} and p.net is not null`

export const statement: Staged<Call, Task, { name: string; file: string }> = {
  async look({ tx, today }, { params }) {
    const person = await tx.one<Task['person'] & { name: string }>`select last_name,
        concat_ws(' ', first_name, last_name) as name, employment_date as since
      from employees where id = ${params.id}`
    const leaving = await leavingOf(tx, params.id)
    if (!leaving) fail(422, sayToStaff.notRecorded({ name: person.name }))
    const dues = await duesNow(tx, params.id, leaving, termsOf(leaving))
    const draft = leaving.run && !dues.paid ? await draftOf(tx, leaving.run.payslip_id) : undefined
    const { reason, exempt_reason } = leaving
    const head = await letterheadOf(tx)
    return { dues, draft: draft ?? null, person, reason, exempt_reason, head, today }
  },
  async make(outside, _, task) {
    const { head, dues, person, today } = task
    const stationery = await stationeryOf(outside.files, head)
    const printable = {
      arrangement: arranged(task, stationery.logo !== null),
      title: `Statement of Final Dues: ${dues.name}`,
      author: head.issuer.name,
      made: `${today}T00:00:00Z`,
      verify: '',
    }
    const pdf = await printOne(stationery, printable, { organization_id: seatOf(outside) })
    const name = fileName(['Final-Dues', person.last_name, dues.employee_no], 'pdf')
    return { name, file: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}` }
  },
  keep: async (_, __, printed) => printed,
}

const quiet = { ink: 'quiet' as const }

function arranged(task: Task, logo: boolean): Arrangement {
  const { dues, draft, head, today, exempt_reason } = task
  const { issuer } = head
  const address = [issuer.address, issuer.phone, issuer.email].filter(Boolean).join(' · ')
  const state = dues.paid ? `Paid by ${dues.paid.code}` : 'DRAFT: not confirmed yet'
  const title = [
    [84, logo && { kind: 'logo' as const, height: 46, width: 84 }],
    [400, stack(2, text(issuer.name, 16, { bold: true }), text(address, 9, quiet))],
  ] as Parameters<typeof row>[1]
  return {
    margin: 48,
    root: stack(
      14,
      row(16, title, { middle: true }),
      rule(1.2),
      text('Statement of Final Dues', 18, { bold: true, ink: 'accent', level: 1 }),
      text(`${dayInWords(today)}. ${state}.`, 10, quiet),
      factsOf(task),
      linesOf(dues),
      exempt_reason ? text(`Severance and service pay not taxed: ${exempt_reason}`, 9) : null,
      taxOf(dues),
      draft && draftedOf(draft),
      elsewhereOf(dues),
      signatures(issuer.name, dues.name),
    ),
  }
}

const factsOf = ({ dues, person, reason }: Task): Block => ({
  kind: 'facts',
  columns: 3,
  size: 10,
  look: 'above',
  items: [
    ['Employee', dues.name],
    ['Employee No', dues.employee_no],
    ['Reason', reason.charAt(0).toUpperCase() + reason.slice(1)],
    ['Employment began', dayInWords(dues.paid?.since ?? person.since)],
    ['Last working day', dayInWords(dues.last_day)],
    ['Served', dues.service],
  ],
})

const amounts = (caption: string, head: string[], rows: TableRow[]): Block => ({
  kind: 'table',
  caption,
  columns: [
    { share: 3, align: 'left' },
    { share: 6, align: 'left' },
    { share: 2, align: 'right' },
  ],
  head,
  rows,
  look: 'ruled',
  size: 9,
})

function linesOf({ lines, due, owed, paid }: Dues): Block {
  const rows = lines.map(({ label, working, rule: law, reason, amount }) => {
    const told = [working, reason !== working && reason, law].filter(Boolean).join('. ')
    return { cells: [label, told, amountSaid(amount)] }
  })
  const sum = (name: string, amount: number) => ({
    cells: [name, '', amountSaid(amount)],
    total: true,
  })
  const sums = paid
    ? [sum('Gross', due), sum('Deductions', 0 - owed), sum('Net', paid.net)]
    : [sum('Due', due), ...(owed > 0 ? [sum('Owed', owed)] : [])]
  return amounts(paid ? 'Paid' : 'Dues', ['Line', 'Working', 'Ksh'], [...rows, ...sums])
}

function taxOf({ lump_sum }: Dues): Block | null {
  if (lump_sum.years.length === 0) return null
  const rows = lump_sum.years.map(({ year, years, working, tax }) => ({
    cells: [years === 1 ? `${year}` : `${year} and before`, working, amountSaid(tax)],
  }))
  const sum = { cells: ['Tax', '', amountSaid(lump_sum.tax)], total: true }
  return amounts('Tax on the lump sum', ['Lump sum: year', 'Working', 'Tax'], [...rows, sum])
}

function draftedOf({ incomes, deductions, gross, total_deductions, net }: Draft): Block {
  const shown = (sum: string) => amountSaid(centsOf(sum))
  const rows: TableRow[] = [
    ...incomes.map(({ name, amount }) => ({ cells: [name, '', amountSaid(amount)] })),
    { cells: ['Gross', '', shown(gross)], bold: true },
    ...deductions.map((line) => ({
      cells: [line.name, stillOwed(line), amountSaid(0 - line.amount)],
    })),
    { cells: ['Deductions', '', amountSaid(0 - centsOf(total_deductions))], bold: true },
    { cells: ['Net', '', shown(net)], total: true },
  ]
  return amounts('Final payroll, so far', ['Final payroll', '', 'Ksh'], rows)
}

function elsewhereOf({ elsewhere }: Dues): Block | null {
  if (elsewhere.length === 0) return null
  return amounts(
    'With the payroll of the month',
    ['Not in this statement', 'Where', 'Ksh'],
    elsewhere.map(({ what, where, amount }) => ({
      cells: [what, where, amount === null ? '' : amountSaid(amount)],
    })),
  )
}

const signatures = (employer: string, employee: string) =>
  row(30, [
    [1, signature(`For ${employer}: name, signature, date`)],
    [1, signature(`${employee}: signature, date`)],
  ])
const signature = (label: string) => stack(4, text(' ', 20), rule(0.6), text(label, 8, quiet))
