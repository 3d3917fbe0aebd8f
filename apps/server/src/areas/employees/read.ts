import type { contract } from '@mshahara/contract'
import type { EmployeeListed } from '@mshahara/contract/employees'
import { monthOf } from '@mshahara/engine/calendar'
import { lawOf } from '@mshahara/engine/statutory/index'
import { nssfAgeOf } from '@mshahara/engine/statutory/nssf'
import { monthsLater } from '../../foundation/core/clock.ts'
import { type Ctx, holds, ownerOr } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { type SalaryEntry, salariesOf, salaryIn, stateOf } from './salary.ts'
import type { employees } from './tables.ts'
import { lacksNumbers } from './waiting.ts'
import { warningsAbout } from './warnings.ts'

type Employees = typeof contract.employees
export type EmployeeRow = typeof employees.$inferSelect

const listed = `id, employee_no, first_name, middle_name, last_name, id_number, phone, email,
  status, avatar, department_id, designation_id, work_station_id, created_at`

/** Every column of the list, as a person sees it there; the status by its beginning. */
const searched = `lower(concat_ws(' ', employee_no, first_name, last_name, id_number, phone,
  email, to_char(created_at at time zone 'Africa/Nairobi', 'DD FMMonth, YYYY')))`

/** Prepared, because it is asked often; also what bench/lists.ts compares with. */
export const employeesQuery = {
  name: 'employees',
  text: `select ${listed} from employees order by number desc`,
}

export const list: Handler<Employees['list']> = async (ctx, { query }) => {
  const { offset, limit, search, lacking } = query
  if (offset === undefined && limit === undefined && !search && !lacking) {
    return (await ctx.tx.$client.query<EmployeeListed>(employeesQuery)).rows
  }
  const pattern = `%${(search ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  // Who looks for "active" does not want the inactive.
  const found = sql`(${raw(searched)} like ${pattern} or status like ${pattern.slice(1)})`
  const matching = pattern === '%%' ? sql`true` : found
  const where = lacking ? sql`${matching} and ${lacksNumbers}` : matching
  const { total } = await ctx.tx.one<{ total: number }>`
    select count(*) as total from employees where ${where}`
  ctx.total(total)
  return ctx.tx.all<EmployeeListed>`select ${raw(listed)} from employees where ${where}
    order by number desc offset ${offset ?? 0} limit ${limit ?? 1000}`
}

interface Joined extends EmployeeRow {
  department_name: string | null
  designation_name: string | null
  station_name: string | null
  /** The last month with a confirmed payslip. */
  paid_until: string | null
  sign_in_status: 'active' | 'inactive' | 'invited' | null
  sign_in_email: string | null
}

/** Its key never changes: a confirmation that writes something about the person need not wait. */
export const rowOf = (tx: Tx, id: string, lock = false) =>
  tx.one<EmployeeRow>`select * from employees where id = ${id}
    ${raw(lock ? 'for no key update' : '')}`

const joined = (tx: Tx, id: string) =>
  tx.one<Joined>`select e.*, d.name as department_name, g.name as designation_name,
       w.name as station_name,
       (select max(p.month) from paid_slips p where p.employee_id = e.id
         and p.kind = 'monthly') as paid_until,
       m.status as sign_in_status, coalesce(u.email, m.invited_as ->> 'email') as sign_in_email
     from employees e
     left join departments d on d.id = e.department_id
     left join designations g on g.id = e.designation_id
     left join work_stations w on w.id = e.work_station_id
     left join memberships m on m.employee_id = e.id
     left join users u on u.id = m.user_id
     where e.id = ${id}`

export const get: Handler<Employees['get']> = async (ctx, { params }) => {
  const row = await joined(ctx.tx, params.id)
  ownerOr(ctx, row.id, 'view employees')
  return employeeToWire(ctx, row)
}

export const employeeById = async (ctx: Ctx, id: string) =>
  employeeToWire(ctx, await joined(ctx.tx, id))

async function employeeToWire(ctx: Ctx, row: Joined) {
  const entries = await salariesOf(ctx.tx, row.id)
  const month = monthOf(ctx.today)
  const now = salaryIn(entries, month)
  const nameOnly = (name: string | null) => (name === null ? null : { name })
  const staff = holds(ctx, 'view employees')
  const { sign_in_status: status, sign_in_email: email } = row
  return {
    ...row,
    salary: now?.amount ?? 0,
    agreed_net: now?.agreed_net ?? null,
    department: nameOnly(row.department_name),
    designation: nameOnly(row.designation_name),
    station: nameOnly(row.station_name),
    kin: { name: row.kin_name, relationship: row.kin_relationship, phone: row.kin_phone },
    details: row,
    salaries: historyOf(entries, month),
    next_salary_month: firstUnpaid(row),
    warnings: staff ? await warningsFor(ctx, row) : [],
    sign_in: status === null ? null : { status, email },
  }
}

/** The first month without a confirmed payslip: what a new salary takes effect from (B5). */
function firstUnpaid(row: { paid_until: string | null; employment_date: string }): string {
  const hired = monthOf(row.employment_date)
  if (row.paid_until === null || row.paid_until < hired) return hired
  return monthOf(monthsLater(`${row.paid_until}-01`, 1))
}

export const firstUnpaidOf = async (tx: Tx, id: string) => firstUnpaid(await joined(tx, id))

const historyOf = (entries: SalaryEntry[], month: string) =>
  entries.map((entry) => ({ ...entry, state: stateOf(entry, entries, month) }))

/** Without a date of birth, as if the age were right (B24). */
const paysNssf = ({ dob, nssf_continues }: Pick<Joined, 'dob' | 'nssf_continues'>, today: string) =>
  nssf_continues || !dob || nssfAgeOf(lawOf(monthOf(today)).nssfAge, dob, monthOf(today)) === 'due'

/** What is worth completing before the person is paid; nothing here is refused. */
async function warningsFor({ tx, today }: Ctx, row: Joined): Promise<string[]> {
  const [faults = []] = await warningsAbout(tx, [{ value: row }], row.id)
  // What is missing is said with what follows from it.
  const doubts = faults.filter(({ field }) => row[field as keyof Joined])
  return [...missingIn(row, today), ...doubts.map(({ sentence }) => sentence)]
}

function missingIn(row: Joined, today: string): string[] {
  const expiry = row.disability_certificate_expiry
  const consultant = row.tos === 'Consultant'
  const warnings: [boolean, string][] = [
    [!row.pin_no, 'No KRA PIN: the PAYE return will reject this person.'],
    [
      !row.nssf_no && !consultant && paysNssf(row, today),
      'No NSSF number: contributions cannot be credited.',
    ],
    [!row.nhif_no && !consultant, 'No SHIF number: contributions cannot be credited.'],
    [
      row.pay_by === 'bank' && (!row.bank_name || !row.account_no),
      'No bank account: the salary cannot be paid by bank.',
    ],
    [
      row.disability && !row.disability_certificate_no,
      'Disability without a recorded exemption certificate.',
    ],
    [
      row.disability && expiry !== null && expiry < today,
      'The exemption certificate has expired: no exemption is given.',
    ],
  ]
  return warnings.filter(([applies]) => applies).map(([, sentence]) => sentence)
}
