import { contract } from '@mshahara/contract'
import { usualSalary } from '@mshahara/contract/amounts'
import {
  type EmployeeFields,
  employeeFaults,
  newEmployeeFields,
  withSwitches,
} from '@mshahara/contract/employee-fields'
import type { Tx } from '../../foundation/core/db.ts'
import { medianOr, unusual } from '../../foundation/core/median.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import {
  type ImportContext,
  type RowChecks,
  type RowIssue,
  refusalIn,
  templateHandler,
  type Upload,
  type ValidRow,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { importJob } from '../../foundation/sheets/import-job.ts'
import { checkedUpload } from '../maker-checker/index.ts'
import { notify } from '../notifications/index.ts'
import { refuseBeyondLimit } from '../subscriptions/index.ts'
import { addEmployees, holdEmployees } from './add.ts'
import { employeeColumns } from './import-columns.ts'
import { idsOf, placed, type References, referencesOf, splitName } from './import-names.ts'
import { medianSalary } from './salary.ts'
import { say } from './sentences.ts'
import { warningsAbout } from './warnings.ts'

/** "Upload Employees": many at once, each by the rules of the form. */

const atOnce = 500
const inParts = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / atOnce) }, (_, part) =>
    rows.slice(part * atOnce, (part + 1) * atOnce),
  )
const plural = (count: number) => (count === 1 ? 'employee' : 'employees')

const uploaded: Upload<EmployeeFields> & { notify: typeof notify } = {
  job: 'employees.import',
  sheet: 'Employees',
  fileName: 'employees-template.xlsx',
  done: 'Employees created successfully',
  link: '/employees',
  describe: ({ created }, done) =>
    `${created.toLocaleString('en')} ${plural(created)} ` +
    (done ? `${created === 1 ? 'was' : 'were'} added.` : 'will be added.'),
  notify,
  prepare,
  async save(tx, work, rows, step) {
    const chosen = rows.filter(({ employee_no }) => employee_no !== null)
    const unnumbered = rows.filter(({ employee_no }) => employee_no === null)
    let done = 0
    // Chosen numbers first, so that those we assign skip them.
    for (const part of [...inParts(chosen), ...inParts(unnumbered)]) {
      await addEmployees(tx, work, part)
      // The rest goes in many times faster once the database knows of these.
      if (done === 0 && part.length < rows.length) await tx.run`select note_growth()`
      done += part.length
      await step(done)
    }
  },
}

async function prepare(
  tx: Tx,
  work: ImportContext,
  alone: boolean,
): Promise<RowChecks<EmployeeFields>> {
  if (alone) await holdEmployees(tx, work.organization_id)
  const references = await referencesOf(tx)
  return {
    columns: employeeColumns(references),
    understand: splitName,
    parse: (given) => parse(given, references),
    compare: (rows) => compare(tx, work, rows),
  }
}

function parse(given: Record<string, unknown>, references: References) {
  const { named, issues } = idsOf(given, references)
  const { salary, agreed_net } = given
  const input = {
    ...given,
    ...named,
    // Worked out of the net.
    ...(salary === undefined && agreed_net !== undefined && { salary: 0 }),
    kin: {
      name: given['kin.name'],
      relationship: given['kin.relationship'],
      phone: given['kin.phone'],
    },
  }
  const parsed = newEmployeeFields.safeParse(input)
  const more = parsed.success
    ? employeeFaults(parsed.data).map(({ field, sentence }) => ({ key: field, sentence }))
    : parsed.error.issues.map(({ path, message }) => ({ key: path.join('.'), sentence: message }))
  if (salary !== undefined && agreed_net !== undefined) {
    issues.push({ key: 'agreed_net', sentence: say.grossOrNet.en })
  }
  const all = [...issues, ...more].map(placed(given))
  return parsed.success && all.length === 0 ? { value: withSwitches(parsed.data) } : { issues: all }
}

const identities = [
  { key: 'employee_no', title: 'Employee No', taken: 'This employee number is already in use' },
  {
    key: 'id_number',
    title: 'ID Number',
    taken: 'An employee with this ID number already exists',
  },
  { key: 'email', title: 'Email', taken: 'An employee with this email address already exists' },
] as const

async function compare(tx: Tx, { today }: ImportContext, rows: ValidRow<EmployeeFields>[]) {
  const issues: (RowIssue & { row: number })[] = []
  const limit = await refusalIn(() => refuseBeyondLimit(tx, today, rows.length))
  if (limit) issues.push({ row: 0, key: '', sentence: limit })
  for (const { key, title, taken } of identities) {
    const there = await peopleWith(tx, key, rows)
    const first = new Map<string, number>()
    for (const { row, value } of rows) {
      const mark = value[key]?.toLowerCase()
      if (!mark) continue
      const other = first.get(mark)
      const person = there.get(mark)
      if (other) issues.push({ row, key, sentence: `Row ${other} has the same ${title}.` })
      else if (person) issues.push({ row, key, sentence: `${taken}: ${person}.` })
      first.set(mark, other ?? row)
    }
  }
  const found = await warningsAbout(tx, rows)
  const salaries = rows.map(({ value }) => value.agreed_net ?? value.salary)
  const usual = usualSalary(medianOr(await medianSalary(tx), salaries))
  const warnings = rows.flatMap(({ row, value }, index) => [
    ...(found[index] ?? []).map(({ field, sentence }) => ({ row, key: field, sentence })),
    ...unusual(value.agreed_net ?? value.salary, undefined, usual).map((sentence) => ({
      row,
      key: value.agreed_net === null ? 'salary' : 'agreed_net',
      sentence,
    })),
  ])
  return { issues, warnings, counts: { created: rows.length, updated: 0, unchanged: 0 } }
}

/** Who has one of these numbers or addresses already, by it. */
async function peopleWith(
  tx: Tx,
  key: (typeof identities)[number]['key'],
  rows: ValidRow<EmployeeFields>[],
): Promise<Map<string, string>> {
  const marks = rows.flatMap(({ value }) => value[key]?.toLowerCase() ?? [])
  const mark = sql`lower(${raw(key)})`
  const people = await tx.all<{ mark: string; person: string }>`
    select ${mark} as mark, employee_no || ' ' || first_name || ' ' || last_name as person
    from employees where ${mark} = any (${marks})`
  return new Map(people.map(({ mark, person }) => [mark, person]))
}

/** By role, but the second person is whoever may add people. */
export const upload = checkedUpload(
  'employees.upload',
  contract.employees.upload,
  { acts: ['joining'], needs: 'create employees' },
  uploaded,
)
export const faults = faultsHandler(uploaded)
export const template = templateHandler(uploaded)
export const importEmployees = importJob(uploaded)
