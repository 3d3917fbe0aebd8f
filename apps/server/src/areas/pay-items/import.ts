import { contract } from '@mshahara/contract'
import { usualItem } from '@mshahara/contract/amounts'
import { idNumberKept } from '@mshahara/contract/employee-fields'
import { monthInWords } from '@mshahara/contract/months'
import { allowanceInput, allowanceTypes } from '@mshahara/contract/pay-items'
import { firstMonth } from '@mshahara/engine/dated'
import type { z } from 'zod'
import { advisoryLock, type Tx } from '../../foundation/core/db.ts'
import { inShillings, medianOr, unusual } from '../../foundation/core/median.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Column } from '../../foundation/sheets/columns.ts'
import {
  countsOf,
  type ImportContext,
  type ImportCounts,
  type RowChecks,
  type RowIssue,
  templateHandler,
  type Upload,
  type ValidRow,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { importJob } from '../../foundation/sheets/import-job.ts'
import { monthIn } from '../../foundation/sheets/month-cell.ts'
import { arrearsDueTo, newestSalaries, prefixOf } from '../employees/index.ts'
import { checkedUpload } from '../maker-checker/index.ts'
import { notify } from '../notifications/index.ts'
import { say } from './sentences.ts'
import { usualItems } from './usual.ts'

/**
 * "Upload Allowances": one with the same name and employee is updated, never duplicated, so that
 * the same sheet uploaded twice pays nobody twice.
 */

type Allowance = z.output<typeof allowanceInput>

/** What an empty cell leaves as it is. */
interface SheetRow extends Omit<Allowance, 'taxable' | 'type'> {
  taxable: boolean | null
  type: Allowance['type'] | null
}

const columnsFor = (prefix: string): Column[] => [
  {
    key: 'employee_no',
    title: 'Employee No',
    also: ['Employee Number', 'Staff No', 'Staff Number', 'Payroll No', 'Emp No'],
    oneOf: 'employee',
    kind: 'text',
    hint: 'The employee, by number; or give the ID Number.',
    examples: [`${prefix}-0001`, ''],
  },
  {
    key: 'id_number',
    title: 'ID Number',
    also: ['ID No', 'ID', 'National ID', 'National ID Number', 'National ID No'],
    oneOf: 'employee',
    kind: 'text',
    hint: 'Needed only where there is no Employee No.',
    examples: ['', '34567890'],
  },
  {
    key: 'employee_name',
    title: 'Employee Name',
    also: ['Name', 'Full Name'],
    kind: 'text',
    hint: 'For your own reference; it is not checked.',
    examples: ['Wanjiku Kamau', 'Brian Otieno'],
  },
  {
    key: 'name',
    title: 'Allowance Name',
    also: ['Allowance'],
    required: true,
    kind: 'text',
    hint: 'If the employee already has it, it is updated.',
    examples: ['House Allowance', 'Commuter Allowance'],
  },
  {
    key: 'amount',
    title: 'Amount',
    also: ['Allowance Amount'],
    required: true,
    kind: 'number',
    hint: 'A month, in shillings.',
    examples: [15000, 6500],
  },
  {
    key: 'taxable',
    title: 'Taxable',
    kind: 'yes-no',
    assumed: 'Yes, or as it was',
    hint: 'Yes or No. Left empty: Yes, or as it was.',
    examples: ['Yes', 'Yes'],
  },
  {
    key: 'type',
    title: 'Type',
    also: ['Allowance Type'],
    kind: 'choice',
    choices: allowanceTypes,
    assumed: 'other, or as it was',
    hint: 'For the tax returns. Left empty: other, or as it was.',
    examples: ['house', 'transport'],
  },
  {
    key: 'since',
    title: 'With Effect From',
    also: ['Effective From', 'Effective Month', 'From Month'],
    kind: 'text',
    hint: 'Only where it is from a certain month: confirmed ones are paid with arrears.',
    examples: ['', 'March 2026'],
  },
]

const uploaded: Upload<SheetRow> & { notify: typeof notify } = {
  job: 'allowances.import',
  sheet: 'Allowances',
  fileName: 'allowances-template.xlsx',
  done: 'Allowances uploaded successfully',
  link: '/employees',
  describe: countsOf('allowance', 'allowances', 'add', 'change'),
  notify,
  prepare,
  async save(tx, _work, rows, step) {
    await save(tx, rows)
    await step(rows.length)
  },
}

async function prepare(tx: Tx, work: ImportContext, alone: boolean): Promise<RowChecks<SheetRow>> {
  // One sheet at a time per organisation: what it counts is then what happens.
  if (alone) await advisoryLock(tx, `allowances ${work.organization_id}`)
  const people = await employeesOf(tx)
  return {
    columns: columnsFor(await prefixOf(tx)),
    parse: (given) => parse(given, people),
    compare: (rows) => compare(tx, rows, work.today.slice(0, 7)),
  }
}

type People = Record<'employee_no' | 'id_number', Map<string, string>>

async function employeesOf(tx: Tx): Promise<People> {
  const rows = await tx.all<{ id: string; employee_no: string; id_number: string }>`
    select id, employee_no, id_number from employees`
  const by = (key: 'employee_no' | 'id_number') =>
    new Map(rows.map((row) => [row[key].toLowerCase(), row.id]))
  return { employee_no: by('employee_no'), id_number: by('id_number') }
}

function parse(given: Record<string, unknown>, people: People) {
  const { id, issues } = whose(given, people)
  const { name, amount, taxable, type } = given
  const since = given.since === undefined ? null : monthIn(given.since)
  if (given.since !== undefined && (!since || since < firstMonth)) {
    issues.push({ key: 'since', sentence: 'Please give a month, such as November 2026.' })
  }
  const parsed = allowanceInput
    .omit({ employee_id: true })
    .safeParse({ name, amount, taxable, type, since })
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      issues.push({ key: path.join('.'), sentence: message })
    }
  }
  if (!parsed.success || !id || issues.length > 0) return { issues }
  const value: SheetRow = {
    ...parsed.data,
    employee_id: id,
    taxable: taxable === undefined ? null : parsed.data.taxable,
    type: type === undefined ? null : parsed.data.type,
  }
  return { value }
}

/** By number, by ID number, or by both when they say the same. */
function whose(given: Record<string, unknown>, people: People) {
  const issues: RowIssue[] = []
  const ids = new Set<string>()
  for (const key of ['employee_no', 'id_number'] as const) {
    if (given[key] === undefined) continue
    const written = String(given[key])
    const known = key === 'id_number' ? idNumberKept(written) : written
    const id = people[key].get(known.toLowerCase())
    const words = key === 'employee_no' ? 'number' : 'ID number'
    if (id) ids.add(id)
    else issues.push({ key, sentence: `There is no employee with this ${words}.` })
  }
  if (ids.size === 0 && issues.length === 0) {
    issues.push({ key: 'employee_no', sentence: 'Employee No or ID Number is required.' })
  }
  if (ids.size > 1) {
    issues.push({ key: 'id_number', sentence: 'This ID number belongs to another employee.' })
  }
  return { id: [...ids][0], issues }
}

interface Existing {
  amount: string
  taxable: boolean
  type: string
  since: string | null
  /** Until the month to come from which it is another. */
  amount_now: string | null
  unpaid: boolean
}

const markOf = (employee_id: string, name: string) => `${employee_id} ${name.toLowerCase()}`

async function compare(tx: Tx, rows: ValidRow<SheetRow>[], month: string) {
  const employees = [...new Set(rows.map(({ value }) => value.employee_id))]
  const existing = await tx.all<Existing & { employee_id: string; name: string }>`
    select a.employee_id, a.name, a.amount, a.taxable, a.type, a.since,
      case when a.since > ${month} then coalesce((select t.amount
        from item_then(a.organization_id, a.employee_id, a.id, ${month}) t), 0) end as amount_now,
      a.since is not null and is_unpaid_late(a.organization_id, a.employee_id, a.id) as unpaid
    from allowances a where a.employee_id = any (${employees})`
  const before = new Map(existing.map((one) => [markOf(one.employee_id, one.name), one]))
  const first = new Map<string, number>()
  const issues: (RowIssue & { row: number })[] = []
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 }
  for (const { row, value } of rows) {
    const mark = markOf(value.employee_id, value.name)
    const other = first.get(mark)
    if (other) {
      const sentence = `Row ${other} has the same allowance for this employee.`
      issues.push({ row, key: 'name', sentence })
    } else first.set(mark, row)
    const known = before.get(mark)
    const kept = known && keptMonth(known, value)
    if (kept) issues.push({ row, key: 'since', sentence: kept })
    if (!known) counts.created += 1
    else if (isSame(known, value)) counts.unchanged += 1
    else counts.updated += 1
  }
  return { issues, counts, warnings: await farFromUsual(tx, rows, before) }
}

/**
 * A row without a month is what is paid now: it takes away no raise to come, and leaves out no
 * month that is not paid yet, as a later month would. Why it would, or nothing.
 */
function keptMonth(known: Existing, given: SheetRow): string | undefined {
  if (known.since === null) return undefined
  if (given.since !== null) {
    return known.unpaid && given.since > known.since ? say.unpaidSince.en : undefined
  }
  if (known.amount_now !== null && centsOf(known.amount_now) === given.amount) {
    given.amount = centsOf(known.amount)
  }
  if (isSame(known, given)) return undefined
  if (known.unpaid) return say.unpaidSince.en
  if (known.amount_now === null) return undefined
  const then = inShillings(centsOf(known.amount))
  return `It is ${then} from ${monthInWords(known.since)} on: please say from which month this is so.`
}

/** The same that a form asks about. */
async function farFromUsual(tx: Tx, rows: ValidRow<SheetRow>[], before: Map<string, Existing>) {
  const by = Map.groupBy(rows, ({ value }) => value.name.toLowerCase())
  const known = await usualItems(tx, 'allowances', [...by.keys()])
  const salaries = await newestSalaries(tx, [...new Set(rows.map((one) => one.value.employee_id))])
  const usual = new Map(
    [...by].map(([name, given]) => {
      const amounts = given.map(({ value }) => value.amount)
      return [name, medianOr(known.get(name), amounts)]
    }),
  )
  return rows.flatMap(({ row, value: { employee_id, name, amount } }) => {
    const was = before.get(markOf(employee_id, name))
    const middle = usual.get(name.toLowerCase()) ?? 0
    const measures = usualItem(name, amount, middle, salaries.get(employee_id) ?? 0)
    const told = unusual(amount, was && centsOf(was.amount), measures)
    return told.map((sentence) => ({ row, key: 'amount', sentence }))
  })
}

const isSame = (known: Existing, given: SheetRow) =>
  centsOf(known.amount) === given.amount &&
  (given.taxable ?? known.taxable) === known.taxable &&
  (given.type ?? known.type) === known.type &&
  (given.since ?? known.since) === known.since

async function save(tx: Tx, rows: SheetRow[]) {
  const of = <K extends keyof SheetRow>(key: K) => rows.map((row) => row[key])
  const amounts = rows.map(({ amount }) => (amount / 100).toFixed(2))
  await tx.run`insert into allowances (employee_id, name, amount, taxable, type, since)
     select g.employee_id, g.name, g.amount, coalesce(g.taxable, known.taxable, true),
       coalesce(g.type, known.type, 'other'), g.since
     from unnest(${of('employee_id')}::uuid[], ${of('name')}::text[], ${amounts}::numeric[],
         ${of('taxable')}::boolean[], ${of('type')}::text[], ${of('since')}::text[])
       with ordinality as g (employee_id, name, amount, taxable, type, since, place)
     left join allowances known
       on known.employee_id = g.employee_id and lower(known.name) = lower(g.name)
     order by g.place
     on conflict (organization_id, employee_id, lower(name)) do update
       set amount = excluded.amount, taxable = excluded.taxable, type = excluded.type,
         since = excluded.since
       where (allowances.amount, allowances.taxable, allowances.type)
         is distinct from (excluded.amount, excluded.taxable, excluded.type)
         or excluded.since <> coalesce(allowances.since, '')`
}

export const upload = checkedUpload(
  'allowances.upload',
  contract.allowances.upload,
  { acts: ['items'], late: arrearsDueTo },
  uploaded,
)
export const faults = faultsHandler(uploaded)
export const template = templateHandler(uploaded)
export const importAllowances = importJob(uploaded)
