import { leaveDays } from '@mshahara/contract/leave'
import { type DaysText, hundredthsOf } from '@mshahara/engine/units'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { type Column, matching } from '../../foundation/sheets/columns.ts'
import {
  countsOf,
  type ImportContext,
  type ImportCounts,
  type RowChecks,
  type RowIssue,
  templateHandler,
  type Upload,
  uploadHandler,
  type ValidRow,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { importJob } from '../../foundation/sheets/import-job.ts'
import { prefixOf } from '../employees/index.ts'
import { notify } from '../notifications/index.ts'
import { addEntries, openBalances } from './ledger.ts'

/**
 * Opening balances: the sheet says how many days remain, and the difference becomes an adjustment.
 * The same sheet again changes nothing.
 */

interface SheetRow {
  employee_id: string
  leave_type_id: string
  year: number
  /** Hundredths. */
  remaining: number
  reason: string
}

interface KnownEmployee {
  id: string
  name: string
}

const columnsFor = (prefix: string, types: string[]): Column[] => [
  {
    key: 'employee_no',
    title: 'Employee No',
    also: ['Employee Number', 'Staff No', 'Payroll No'],
    required: true,
    kind: 'text',
    hint: 'The employee, by number.',
    examples: [`${prefix}-0001`, `${prefix}-0002`],
  },
  {
    key: 'employee_name',
    title: 'Employee Name',
    also: ['Name'],
    kind: 'text',
    hint: 'For your own reference; it is not checked.',
    examples: ['Wanjiku Kamau', 'Brian Otieno'],
  },
  {
    key: 'leave_type',
    title: 'Leave Type',
    also: ['Type'],
    required: true,
    kind: 'choice',
    choices: types,
    examples: ['Annual Leave', 'Sick Leave'],
  },
  {
    key: 'year',
    title: 'Year',
    required: true,
    kind: 'number',
    rate: true,
    hint: 'The leave year, such as 2026.',
    examples: [2026, 2026],
  },
  {
    key: 'remaining',
    title: 'Remaining Days',
    also: ['Days', 'Balance', 'Opening Balance'],
    required: true,
    kind: 'number',
    hint: 'What is left today, after leave already taken.',
    examples: [12.5, 7],
  },
  {
    key: 'reason',
    title: 'Note',
    also: ['Reason'],
    kind: 'text',
    assumed: 'Opening balance',
    hint: 'Saved with the entry. Left empty: Opening balance.',
    examples: ['From the old system', ''],
  },
]

const uploaded: Upload<SheetRow> & { notify: typeof notify } = {
  job: 'leave-balances.import',
  sheet: 'Leave Balances',
  fileName: 'leave-balances-template.xlsx',
  done: 'Leave balances uploaded successfully',
  link: '/leave-balances',
  describe: countsOf('balance', 'balances', 'open', 'adjust'),
  notify,
  prepare,
  async save(tx, { today }, rows, step) {
    await openBalances(tx, rows, today)
    const known = await balancesFor(tx, rows)
    await addEntries(
      tx,
      rows.flatMap((row) => {
        const balance = known.get(markOf(row))
        const difference = row.remaining - (balance?.remaining ?? 0)
        if (!balance || difference === 0) return []
        const { id: balance_id } = balance
        const { reason } = row
        return [{ balance_id, kind: 'adjustment', day: today, entitled: difference, reason }]
      }),
    )
    await step(rows.length)
  },
}

async function prepare(tx: Tx, work: ImportContext, alone: boolean): Promise<RowChecks<SheetRow>> {
  if (alone) await advisoryLock(tx, `leave balances ${work.organization_id}`)
  const types =
    await tx.all<KnownEmployee>`select id, name from leave_types order by created_at, name`
  const people = await tx.all<KnownEmployee>`select id, lower(employee_no) as name from employees`
  const byNumber = new Map(people.map(({ id, name }) => [name, id]))
  return {
    columns: columnsFor(
      await prefixOf(tx),
      types.map(({ name }) => name),
    ),
    parse: (given) => parse(given, byNumber, types),
    compare: (rows) => compare(tx, rows, Number(work.today.slice(0, 4))),
  }
}

const remaining = leaveDays('Remaining Days')

function parse(
  given: Record<string, unknown>,
  people: Map<string, string>,
  types: KnownEmployee[],
) {
  const issues: RowIssue[] = []
  const refuse = (key: string, sentence: string) => issues.push({ key, sentence })
  const employee_id = people.get(String(given.employee_no ?? '').toLowerCase())
  if (!employee_id) refuse('employee_no', 'There is no employee with this number.')
  const type = matching(String(given.leave_type ?? ''), types, ({ name }) => name)
  if (!type) refuse('leave_type', 'There is no leave type with this name.')
  const year = Number(given.year)
  if (!Number.isInteger(year) || year < 2015 || year > 2100) {
    refuse('year', 'Please give a year, such as 2026.')
  }
  const days = remaining.safeParse(given.remaining)
  if (!days.success) refuse('remaining', days.error.issues[0]?.message ?? 'This is not allowed.')
  if (!employee_id || !type || !days.success || issues.length > 0) return { issues }
  const reason = String(given.reason ?? '').trim() || 'Opening balance'
  const hundredths = Math.round(days.data * 100)
  return {
    value: { employee_id, leave_type_id: type.id, year, remaining: hundredths, reason },
  }
}

const markOf = (row: { employee_id: string; leave_type_id: string; year: number }) =>
  `${row.employee_id} ${row.leave_type_id} ${row.year}`

async function balancesFor(tx: Tx, rows: SheetRow[]) {
  const employees = [...new Set(rows.map(({ employee_id }) => employee_id))]
  const found = await tx.all<{
    id: string
    employee_id: string
    leave_type_id: string
    year: number
    days: DaysText
  }>`select id, employee_id, leave_type_id, year, entitled - used - pending as days
    from leave_balances where employee_id = any(${employees}::uuid[])`
  return new Map(
    found.map((row) => [markOf(row), { id: row.id, remaining: hundredthsOf(row.days) }]),
  )
}

async function compare(tx: Tx, rows: ValidRow<SheetRow>[], thisYear: number) {
  const known = await balancesFor(
    tx,
    rows.map(({ value }) => value),
  )
  const first = new Map<string, number>()
  const issues: (RowIssue & { row: number })[] = []
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }
  for (const { row, value } of rows) {
    const mark = markOf(value)
    const other = first.get(mark)
    if (other) {
      const sentence = `Row ${other} has the same balance of this employee.`
      issues.push({ row, key: 'leave_type', sentence })
    } else first.set(mark, row)
    const balance = known.get(mark)
    if (!balance && value.year < thisYear) {
      const sentence = `${value.year} is over: no more balances can be opened for it.`
      issues.push({ row, key: 'year', sentence })
    }
    if (!balance && value.year > thisYear + 1) {
      const sentence = `No balance can be opened for a year after ${thisYear + 1} yet.`
      issues.push({ row, key: 'year', sentence })
    }
    if (!balance) counts.created += 1
    else if (balance.remaining === value.remaining) counts.unchanged += 1
    else counts.updated += 1
  }
  return { issues, counts }
}

export const upload = uploadHandler(uploaded)
export const faults = faultsHandler(uploaded)
export const template = templateHandler(uploaded)
export const importBalances = importJob(uploaded)
