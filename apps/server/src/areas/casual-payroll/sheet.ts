import type { contract } from '@mshahara/contract'
import { casualPayWays } from '@mshahara/contract/casual-fields'
import { daySources } from '@mshahara/contract/casual-payroll'
import { dayInWords } from '@mshahara/contract/months'
import { monthOf } from '@mshahara/engine/calendar'
import { healthName } from '@mshahara/engine/figures'
import { sql } from '../../foundation/core/sql.ts'
import { heldBackAmong } from '../../foundation/pay/held-back.ts'
import { loadRun } from '../../foundation/pay/runs.ts'
import { sheetCall } from '../../foundation/sheets/download.ts'
import type { Cell } from '../../foundation/sheets/worksheet.ts'
import { slipsWhere, slipToWire } from './read.ts'

/** The payroll as a file; whoever is paid in cash signs in the last column. */
export const sheet = sheetCall<(typeof contract.casualPayrolls)['sheet']>(async (ctx, input) => {
  const payroll = await loadRun(ctx.tx, 'casual', input.params.id)
  const { extension } = input.query()
  const rows = await slipsWhere(ctx.tx, sql`s.payroll_id = ${payroll.id}`)
  const held = await heldBackAmong(ctx.tx, sql`s.payroll_id = ${payroll.id}`)
  const whyHeld = new Map(held.map(({ slip_id, why }) => [slip_id, why]))
  const health = healthName(monthOf(payroll.to))
  const law = payroll.statutory ? ['PAYE', 'NSSF', health, 'Housing Levy'] : []
  const { code, from, to, status } = payroll
  const title = `${code} - ${dayInWords(from)} to ${dayInWords(to)}`
  const standing = status === 'confirmed' ? '' : status.toUpperCase()
  const { organization } = await ctx.tx.one<{ organization: string }>`
    select name as organization from organizations where id = app_org()`
  return {
    name: `${standing ? `${standing}-` : ''}Casuals-${from}-${to}-${code}`,
    extension,
    book: {
      sheets: [
        {
          name: 'Casual Payroll',
          top: [[organization], [standing ? `${standing} ${title}` : title]],
          headings: [
            [
              ...['Casual Code', 'Casual Name', 'ID Number', 'Phone', 'Department', 'Work Station'],
              ...['Paid By', 'Daily Pay', 'Days', 'Days From', 'Overtime Hours', 'Pieces', 'Total'],
              ...['Overtime', 'Advance', 'Gross', ...law, 'Deduction', 'NET', 'Signature'],
            ],
          ],
          rows: rows.map((row) => lineOf(row, payroll.statutory, whyHeld.get(row.id))),
          bottom: [totalsOf(rows.map(slipToWire), payroll.statutory)],
        },
      ],
    },
  }
})

type SheetSlip = Awaited<ReturnType<typeof slipsWhere>>[number]

/** Whoever is held back does not simply sign. */
function lineOf(row: SheetSlip, statutory: boolean, whyHeld: string | undefined): Cell[] {
  const one = slipToWire(row)
  const { paye, nssf, health, housing } = one.law
  const { person } = row
  const name = [person.first_name, person.middle_name, person.last_name].filter(Boolean).join(' ')
  return [
    ...[person.casual_no, name, person.id_number, person.phone, person.department, person.station],
    ...[casualPayWays[one.pay_by], one.pay, String(one.days), daySources[one.source]],
    ...[String(one.overtime_hours), String(one.pieces), one.total, one.overtime, one.advance],
    ...[
      one.gross,
      ...(statutory ? [paye, nssf, health, housing] : []),
      one.deduction,
      one.net,
      whyHeld && one.pay_by === 'cash' ? `Held back: ${whyHeld}` : null,
    ],
  ]
}

function totalsOf(rows: ReturnType<typeof slipToWire>[], statutory: boolean): Cell[] {
  const sum = (of: (row: ReturnType<typeof slipToWire>) => number) =>
    rows.reduce((all, row) => all + of(row), 0)
  const law = (['paye', 'nssf', 'health', 'housing'] as const).map((name) =>
    sum((row) => row.law[name]),
  )
  return [
    ...['Total', null, null, null, null, null, null, null, null, null, null, null],
    ...[sum((row) => row.total), sum((row) => row.overtime), sum((row) => row.advance)],
    ...[sum((row) => row.gross), ...(statutory ? law : []), sum((row) => row.deduction)],
    ...[sum((row) => row.net), null],
  ]
}
