import { contract } from '@mshahara/contract'
import type { Usual } from '@mshahara/contract/amounts'
import {
  type CasualFields,
  casualFaults,
  casualPayWays,
  newCasualFields,
  type PayBasis,
  payBases,
} from '@mshahara/contract/casual-fields'
import type { Tx } from '../../foundation/core/db.ts'
import { medianOr, medians, unusual } from '../../foundation/core/median.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Column } from '../../foundation/sheets/columns.ts'
import {
  type Comparison,
  type ImportContext,
  type RowChecks,
  refusalIn,
  templateHandler,
  type Upload,
  type ValidRow,
} from '../../foundation/sheets/import.ts'
import { faultsHandler } from '../../foundation/sheets/import-faults.ts'
import { importJob } from '../../foundation/sheets/import-job.ts'
import { employeeColumns, idsOf, placed, referencesOf, splitName } from '../employees/index.ts'
import { checkedUpload } from '../maker-checker/index.ts'
import { notify } from '../notifications/index.ts'
import { refuseBeyondLimit } from '../subscriptions/index.ts'
import { addCasuals, holdCasuals } from './add.ts'

/** "Upload Casuals": many at once, each by the rules of the form. */

const atOnce = 1000

const uploaded: Upload<CasualFields> & { notify: typeof notify } = {
  job: 'casuals.import',
  sheet: 'Casuals',
  fileName: 'casuals-template.xlsx',
  done: 'Casuals created successfully',
  link: '/casuals',
  describe: ({ created }, done) =>
    `${created.toLocaleString('en')} ${created === 1 ? 'casual' : 'casuals'} ` +
    (done ? `${created === 1 ? 'was' : 'were'} added.` : 'will be added.'),
  notify,
  prepare,
  async save(tx, work, rows, step) {
    for (let first = 0; first < rows.length; first += atOnce) {
      const part = rows.slice(first, first + atOnce)
      await addCasuals(tx, work, part)
      // The rest goes in many times faster once the database knows of these.
      if (first === 0 && part.length < rows.length) await tx.run`select note_growth()`
      await step(first + part.length)
    }
  },
}

type References = Awaited<ReturnType<typeof referencesOf>>

async function prepare(tx: Tx, work: ImportContext, alone: boolean) {
  if (alone) await holdCasuals(tx, work.organization_id)
  const references = await referencesOf(tx)
  const checks: RowChecks<CasualFields> = {
    columns: columnsOf(references),
    understand: splitName,
    parse: (given) => parse(given, references),
    compare: (rows) => compare(tx, work, rows),
  }
  return checks
}

/** The columns that the sheet of employees has too mean the same here. */
function columnsOf(references: References): Column[] {
  const known = new Map(employeeColumns(references).map((column) => [column.key, column]))
  const shared = (...keys: string[]) => keys.flatMap((key) => known.get(key) ?? [])
  return [
    ...shared('full_name', 'first_name', 'middle_name', 'last_name', 'id_number'),
    ...shared('phone').map((column) => ({ ...column, required: true })),
    ...shared('gender', 'dob', 'address'),
    ...pay,
    ...shared('employment_date', 'department_id', 'work_station_id'),
    { key: 'duty', title: 'Duty', kind: 'text', examples: ['Loading', ''], also: ['Job'] },
    ...shared('pin_no', 'nssf_no', 'nhif_no'),
  ]
}

const pay: Column[] = [
  {
    key: 'pay',
    title: 'Daily Pay',
    kind: 'number',
    required: true,
    rate: true,
    also: ['Daily Pay Amount', 'Daily Rate', 'Rate', 'Pay', 'Daily Wage', 'Wage'],
    hint: 'In shillings, for a day; for a piece where Paid Per says so.',
    examples: [850, 12],
  },
  {
    key: 'pay_basis',
    title: 'Paid Per',
    kind: 'choice',
    choices: Object.values(payBases),
    also: ['Pay Basis'],
    assumed: payBases.day,
    hint: 'Day or Piece. Left empty: Day.',
    examples: ['Day', 'Piece'],
  },
  {
    key: 'piece',
    title: 'Piece',
    kind: 'text',
    hint: 'What a piece is, such as sack.',
    examples: ['', 'sack'],
  },
  {
    key: 'pay_by',
    title: 'Pay By',
    kind: 'choice',
    choices: Object.values(casualPayWays),
    spellings: { mpesa: 'M-PESA', 'm pesa': 'M-PESA', 'mobile money': 'M-PESA' },
    also: ['Payment Method', 'Paid By', 'Mode of Payment'],
    assumed: casualPayWays.mpesa,
    hint: 'M-PESA or Cash. Left empty: M-PESA.',
    examples: ['M-PESA', 'Cash'],
  },
]

function parse(given: Record<string, unknown>, references: References) {
  const { named, issues } = idsOf(given, references)
  const parsed = newCasualFields.safeParse({ ...given, ...named })
  const more = parsed.success
    ? casualFaults(parsed.data).map(({ field, sentence }) => ({ key: field, sentence }))
    : parsed.error.issues.map(({ path, message }) => ({ key: path.join('.'), sentence: message }))
  const all = [...issues, ...more].map(placed(given))
  return parsed.success && all.length === 0 ? { value: parsed.data } : { issues: all }
}

async function compare(
  tx: Tx,
  { today }: ImportContext,
  rows: ValidRow<CasualFields>[],
): Promise<Comparison> {
  const issues: Comparison['issues'] = []
  const warnings: Comparison['issues'] = []
  const limit = await refusalIn(() => refuseBeyondLimit(tx, today, rows.length, 'casuals'))
  if (limit) issues.push({ row: 0, key: '', sentence: limit })
  const usual = await usualPay(tx, rows)
  const ids = await peopleBy(tx, 'id_number', rows)
  const phones = await peopleBy(tx, 'phone', rows)
  for (const { row, value } of rows) {
    const taken = ids(row, value.id_number)
    if (taken) issues.push({ row, key: 'id_number', sentence: `${taken} has the same ID number.` })
    const shared = phones(row, value.phone)
    if (shared)
      warnings.push({ row, key: 'phone', sentence: `${shared} has the same phone number.` })
    for (const sentence of unusual(value.pay, undefined, usual[value.pay_basis])) {
      warnings.push({ row, key: 'pay', sentence })
    }
  }
  return { issues, warnings, counts: { created: rows.length, updated: 0, unchanged: 0 } }
}

/** What a day or a piece is paid in the middle: on record, else in the sheet. */
async function usualPay(tx: Tx, rows: ValidRow<CasualFields>[]) {
  const known = await medians(
    tx,
    sql`select pay_basis as name, pay as amount from casuals where status = 'active'`,
  )
  const usual = (basis: PayBasis): Usual[] => {
    const given = rows.filter(({ value }) => value.pay_basis === basis)
    const pay = given.map(({ value }) => value.pay)
    return [{ amount: medianOr(known.get(basis), pay), words: `the usual pay for a ${basis}` }]
  }
  return { day: usual('day'), piece: usual('piece') }
}

/** Who has a number already: an earlier row of the sheet, or somebody on record. */
async function peopleBy(tx: Tx, key: 'id_number' | 'phone', rows: ValidRow<CasualFields>[]) {
  const wanted = rows.map(({ value }) => value[key])
  const found = await tx.all<{ id_number: string; phone: string; who: string }>`
    select id_number, phone, casual_no || ' ' || first_name || ' ' || last_name as who
    from casuals
    where case ${key}::text when 'phone' then phone else id_number end = any (${wanted})`
  const known = new Map(found.map((one) => [one[key], one.who]))
  const first = new Map<string, number>()
  return (row: number, mark: string): string | undefined => {
    const other = first.get(mark)
    if (other === undefined) first.set(mark, row)
    return other === undefined ? known.get(mark) : `Row ${other}`
  }
}

/** By role, but the second person is whoever may add people. */
export const upload = checkedUpload(
  'casuals.upload',
  contract.casuals.upload,
  { acts: ['joining'], needs: 'create casuals' },
  uploaded,
)
export const faults = faultsHandler(uploaded)
export const template = templateHandler(uploaded)
export const importCasuals = importJob(uploaded)
