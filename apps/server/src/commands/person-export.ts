import { type Zippable, zipSync } from 'fflate'
import type { Clock } from '../foundation/core/clock.ts'
import type { Db, PlatformTx } from '../foundation/core/db.ts'
import type { Files } from '../foundation/core/files.ts'
import { raw, type Sql, sql } from '../foundation/core/sql.ts'
import { personCalled } from './person-erase.ts'

/** Everything about one person, for that person: one JSON file, and the stored files beside it. */

/** What others wrote about themselves is left out. */
function partsOf(organization: string, id: string): Record<string, Sql> {
  const own = sql`organization_id = ${organization} and employee_id = ${id}`
  const login = sql`(select user_id from memberships where ${own})`
  const ofEmployee = (table: string, order: string) =>
    sql`select * from ${raw(table)} where ${own} order by ${raw(order)}`
  return {
    employee: sql`select e.*, d.name as department, g.name as designation, w.name as work_station
    from employees e
    left join departments d on (d.organization_id, d.id) = (e.organization_id, e.department_id)
    left join designations g on (g.organization_id, g.id) = (e.organization_id, e.designation_id)
    left join work_stations w on (w.organization_id, w.id) = (e.organization_id, e.work_station_id)
    where e.organization_id = ${organization} and e.id = ${id}`,
    salaries: ofEmployee('salaries', 'number'),
    allowances: ofEmployee('allowances', 'created_at, id'),
    recur_incomes: ofEmployee('recur_incomes', 'created_at, id'),
    recur_deductions: ofEmployee('recur_deductions', 'created_at, id'),
    employee_revenues: ofEmployee('employee_revenues', 'period, id'),
    variable_pay: ofEmployee('variable_pay', 'period, id'),
    benefits: ofEmployee('benefits', 'created_at, id'),
    opening_pay: ofEmployee('opening_pay', 'year, first_month'),
    ...belongsTo(organization, id, ofEmployee),
    ...leaveParts(organization, id, ofEmployee),
    ...loanParts(organization, id, ofEmployee),
    ...finalDues(ofEmployee),
    payslips: sql`select p.code as payroll, p.status, p.confirmed_at, s.* from payslips s
    join payrolls p on (p.organization_id, p.id) = (s.organization_id, s.payroll_id)
    where s.organization_id = ${organization} and s.employee_id = ${id} order by s.month, p.number`,
    payslip_mails: sql`select m.* from payslip_mails m
    join payslips s on (s.organization_id, s.id) = (m.organization_id, m.payslip_id)
    where s.organization_id = ${organization} and s.employee_id = ${id} order by s.month`,
    ...paidTo(organization, id),
    card_mails: ofEmployee('card_mails', 'year'),
    ...proposed(organization, id),
    employee_files: ofEmployee('employee_files', 'created_at, id'),
    byproducts: ofEmployee('byproducts', 'number'),
    membership: sql`select organization_id, user_id, role, status, permissions, created_at
    from memberships where ${own}`,
    login: sql`select id, first_name, last_name, email, phone, pending_email, avatar, activated_at,
      email_verified_at, last_login_at, previous_login_at, language, created_at
    from users where id = ${login}`,
    sessions: sql`select address, user_agent, created_at, last_seen_at, expires_at from sessions
    where user_id = ${login} and organization_id = ${organization} order by created_at`,
    ...signsInWith(login),
    notifications: sql`select title, text, link, read_at, created_at from notifications
    where organization_id = ${organization} and user_id = ${login} order by created_at`,
    mails: sql`select recipient, subject, state, created_at, sent_at from mails
    where organization_id = ${organization} and (recipient in (
      select email from employees where organization_id = ${organization} and id = ${id}
      union select email from users where id = ${login})
      or lane = 'texts' and digits_of(recipient) = any (phones_of(${organization}, ${id})))
    order by number`,
    mass_emails: sql`select e.subject, r.email, r.state, r.updated_at
    from mass_email_recipients r join mass_emails e on e.id = r.mass_email_id
    where r.email in (select email from users where id = ${login}) order by e.number`,
    payment_orders: sql`select o.number, o.type, o.package, o.duration, o.amount, o.state, r.method,
      r.reference, r.receipt_no, o.phone, o.ordered_name, o.ordered_email, o.created_at, o.settled_at
    from payment_orders o left join payment_receipts r
      on (r.organization_id, r.order_id, r.applied) = (o.organization_id, o.id, 'order')
    where o.organization_id = ${organization} and o.ordered_by = ${login} order by o.number`,
    payment_prompts: sql`select p.phone, p.amount, p.state, p.receipt, p.created_at
    from payment_pushes p
    join payment_orders o on (o.organization_id, o.id) = (p.organization_id, p.order_id)
    where p.organization_id = ${organization} and (o.ordered_by = ${login}
      or digits_of(p.phone) = any (phones_of(${organization}, ${id}))) order by p.number`,
    ...numbersOf(organization, id),
    unsubscribed: sql`select * from unsubscribed
    where email in (select email from users where id = ${login})`,
    log: logOf(organization, id),
  }
}

type OfEmployee = (table: string, order: string) => Sql

const belongsTo = (organization: string, id: string, ofEmployee: OfEmployee) => ({
  pension_members: ofEmployee('pension_members', '"from", id'),
  cost_splits: sql`select p.*, (select json_agg(json_build_object('cost_centre', c.name,
      'percent', h.share / 100.0) order by c.code)
    from cost_split_shares h join cost_centres c
      on (c.organization_id, c.id) = (h.organization_id, h.cost_centre_id)
    where (h.organization_id, h.split_id) = (p.organization_id, p.id)) as shares
    from cost_splits p where p.organization_id = ${organization} and p.employee_id = ${id}
    order by p."from"`,
})

const loanParts = (organization: string, id: string, ofEmployee: OfEmployee) => ({
  loans: ofEmployee('loans', 'number'),
  loan_entries: sql`select n.* from loan_entries n
    join loans l on (l.organization_id, l.id) = (n.organization_id, n.loan_id)
    where l.organization_id = ${organization} and l.employee_id = ${id} order by n.number`,
  loan_guarantors: ofEmployee('loan_guarantors', 'number'),
})

const finalDues = (ofEmployee: OfEmployee) => ({
  leavings: ofEmployee('leavings', 'created_at, id'),
  leaving_lines: ofEmployee('leaving_lines', 'leaving_id, place'),
  final_claims: ofEmployee('final_claims', 'created_at, id'),
  final_claim_entries: ofEmployee('final_claim_entries', 'created_at, id'),
})

/** What they proposed to change of their own record. */
const proposed = (organization: string, id: string): Record<string, Sql> => ({
  detail_proposals: sql`select * from detail_proposals
    where organization_id = ${organization} and employee_id = ${id} order by number`,
  detail_changes: sql`select c.* from detail_changes c
    join detail_proposals p on (p.organization_id, p.id) = (c.organization_id, c.proposal_id)
    where p.organization_id = ${organization} and p.employee_id = ${id}
    order by p.number, c.subject`,
  proposals: sql`select * from proposals where organization_id = ${organization}
    and (subject_id = ${id} or ${id} = any (people)
      or acts @> '{joining}' and exists (select from employees e where e.id = ${id}
        and position(to_json(e.id_number)::text in input::text) > 0)) order by number`,
})

/** Requests with their reasons and answers, and every entry behind the balances. */
function leaveParts(
  organization: string,
  id: string,
  ofEmployee: (table: string, order: string) => Sql,
): Record<string, Sql> {
  const requests = sql`(select r.id from leave_requests r
    where r.organization_id = ${organization} and r.employee_id = ${id})`
  return {
    leave_requests: ofEmployee('leave_requests', 'number'),
    leave_request_files: sql`select * from leave_request_files
    where organization_id = ${organization} and request_id in ${requests} order by created_at`,
    leave_request_days: sql`select request_id, day, counts, why, name, rule from leave_request_days
    where organization_id = ${organization} and request_id in ${requests} order by day`,
    leave_approvals: sql`select request_id, level, status, comments, decided_at
    from leave_approvals where organization_id = ${organization} and request_id in ${requests}
    order by number`,
    leave_balances: ofEmployee('leave_balances', 'year, leave_type_id'),
    leave_entries: sql`select n.* from leave_entries n
    join leave_balances b on (b.organization_id, b.id) = (n.organization_id, n.balance_id)
    where b.organization_id = ${organization} and b.employee_id = ${id} order by n.number`,
    leave_patterns: ofEmployee('leave_patterns', 'employee_id'),
    leave_pay_days: ofEmployee('leave_pay_days', 'number'),
    leave_person_terms: ofEmployee('leave_person_terms', 'since'),
    leave_encashments: ofEmployee('leave_encashments', 'number'),
    arrears: ofEmployee('arrears', 'month, created_at'),
    item_changes: ofEmployee('item_changes', 'number'),
    payroll_exceptions: ofEmployee('payroll_exceptions', 'created_at'),
    leave_delegations: sql`select "from", "to", created_at from leave_delegations
    where organization_id = ${organization} and user_id in (select m.user_id from memberships m
      where m.organization_id = ${organization} and m.employee_id = ${id}) order by "from"`,
  }
}

/** Of somebody paid by the day, who has no login. */
function casualParts(organization: string, id: string): Record<string, Sql> {
  const own = sql`organization_id = ${organization} and casual_id = ${id}`
  return {
    casual: sql`select c.*, d.name as department, w.name as work_station from casuals c
    left join departments d on (d.organization_id, d.id) = (c.organization_id, c.department_id)
    left join work_stations w on (w.organization_id, w.id) = (c.organization_id, c.work_station_id)
    where c.organization_id = ${organization} and c.id = ${id}`,
    casual_advances: sql`select * from casual_advances where ${own} order by created_at, id`,
    casual_deductions: sql`select * from casual_deductions where ${own} order by created_at, id`,
    muster_marks: sql`select day, present, overtime_hours, pieces from muster_marks
    where ${own} order by day`,
    casual_payslips: sql`select p.code as payroll, p.status, p.confirmed_at, s.*
    from payslips s
    join payrolls p on (p.organization_id, p.id) = (s.organization_id, s.payroll_id)
    where s.organization_id = ${organization} and s.casual_id = ${id} order by s.during`,
    ...paidTo(organization, id),
    ...numbersOf(organization, id),
    byproducts: sql`select * from byproducts where ${own} order by number`,
    log: logOf(organization, id),
  }
}

const signsInWith = (login: Sql) => ({
  push_subscriptions: sql`select endpoint, created_at from push_subscriptions
    where user_id = ${login} order by created_at`,
  devices: sql`select last_used_at from devices where user_id = ${login}`,
  second_factors: sql`select kind, name, created_at, last_used_at from second_factors
    where user_id = ${login} order by created_at`,
})

/** Whether their number ever answered us, and whether it wants no more. */
const numbersOf = (organization: string, id: string): Record<string, Sql> => ({
  phone_numbers: sql`select * from phone_numbers
    where digits = any (phones_of(${organization}, ${id})) order by digits`,
})

const paidTo = (organization: string, id: string): Record<string, Sql> => ({
  payouts: sql`select * from payouts where organization_id = ${organization} and payee_id = ${id}
    order by number`,
  payout_attempts: sql`select a.* from payout_attempts a
    join payouts o on (o.organization_id, o.id) = (a.organization_id, a.payout_id)
    where o.organization_id = ${organization} and o.payee_id = ${id} order by a.number`,
})

const logOf = (organization: string, id: string) =>
  sql`select id, description, log_name, event, properties, created_at from activity_log
    where id in (select id from entries_to_erase(${organization}, ${id})) order by id`

export interface PersonExportParts {
  db: Db
  files: Files
  clock: Clock
}

export async function exportPerson(
  { db, files, clock }: PersonExportParts,
  { organization, employee }: { organization: string; employee: string },
): Promise<Uint8Array> {
  const found = await db.inPlatform(async (tx) => {
    const { id, casual } = await personCalled(tx, organization, employee)
    const parts = casual ? casualParts(organization, id) : partsOf(organization, id)
    const data: Record<string, ExportedRow[]> = {}
    for (const [name, query] of Object.entries(parts)) {
      data[name] = await tx.all<ExportedRow>`${query}`
    }
    await note(tx, organization, id)
    return data
  })
  const zip: Zippable = {}
  for (const [folder, name] of storedFiles(found)) {
    const bytes = await files.get(folder, name)
    if (bytes) zip[`${folder}/${name}`] = bytes
  }
  const document = { made_at: clock.now().toISOString(), organization, ...found }
  zip['person.json'] = Buffer.from(`${JSON.stringify(document, null, 2)}\n`)
  return zipSync(zip)
}

type ExportedRow = Record<string, unknown>

function storedFiles(data: Record<string, ExportedRow[]>): [string, string][] {
  const filesIn = (part: string, column: string, folder: (row: ExportedRow) => string) =>
    (data[part] ?? [])
      .filter((row) => row[column])
      .map((row): [string, string] => [folder(row), String(row[column])])
  return [
    ...filesIn('employee', 'avatar', () => 'employee'),
    ...filesIn('casual', 'avatar', () => 'casual'),
    ...filesIn('login', 'avatar', () => 'user'),
    ...filesIn('employee_files', 'file', () => 'employee'),
    ...filesIn('detail_changes', 'file', () => 'employee'),
    ...filesIn('leave_request_files', 'file', () => 'leave-attachments'),
    ...filesIn('loan_entries', 'file', () => 'loans'),
    ...filesIn('byproducts', 'file', ({ payslip_id }) => (payslip_id ? 'payslips' : 'byproducts')),
  ]
}

/** Exporting everything about a person is logged. */
const note = (tx: PlatformTx, organization: string, id: string) =>
  tx.run`select append_activity(${organization}, null, 'System', 'exports', 'created', ${id}::text,
    '{"new": {"export": "Everything about this person"}}')`
