import { contract, type Endpoint } from '@mshahara/contract'
import { casualBody } from './casuals.ts'
import { employeeBody, openPay, oweFinally } from './office.ts'
import type { Caller, World } from './world.ts'

/** A record of another organisation of every kind that a path names, by the path's first word. */
export interface There {
  world: World
  abroad: string
  foreign: Map<string, string>
}

export async function peopleAbroad(there: There, owner: Caller) {
  const { world, foreign } = there
  const made = async (kind: string, endpoint: Endpoint, body: object) => {
    const reply = await owner.call(endpoint, { body } as never)
    const { id } = reply.body as { id?: string }
    if (!id) throw new Error(`${kind}: ${reply.status} ${JSON.stringify(reply.body)}`)
    foreign.set(kind, id)
    return id
  }
  await made('department', contract.departments.create, { name: 'Theirs' })
  await made('designation', contract.designations.create, { name: 'Theirs' })
  await made('work-station', contract.workStations.create, { name: 'Theirs' })
  await made('commission-rate', contract.commissionRates.create, {
    name: 'Theirs',
    amount: 1,
    rate: 1,
  })
  const employee_id = await made('employee', contract.employees.create, employeeBody())
  const item = { employee_id, name: 'Theirs', amount: 1, from: '2026-01-01' }
  await made('allowance', contract.allowances.create, item)
  await made('recur-income', contract.incomes.create, item)
  await made('recur-deduction', contract.deductions.create, item)
  await made('benefit', contract.benefits.create, { ...item, kind: 'meals' })
  const scheme_id = await made('pension-scheme', contract.pensionSchemes.create, { name: 'Theirs' })
  const member = { scheme_id, employee_id, from: '2026-01' }
  await made('pension-member', contract.pensionMembers.create, member)
  foreign.set('pension-members', employee_id)
  const cost_centre_id = await made('cost-centre', contract.costCentres.create, {
    ...{ code: 'CC-01', name: 'Theirs' },
  })
  await made('cost-split', contract.costSplits.create, {
    ...{ employee_id, from: '2026-01', shares: [{ cost_centre_id, percent: 100 }] },
  })
  foreign.set('cost-splits', employee_id)
  await openPay(world.rows, there.abroad)
  const [batch] = await world.rows('select id from opening_batches where organization_id = $1', [
    there.abroad,
  ])
  foreign.set('opening-batch', String(batch?.id))
  const month = { month: 'January', year: 2026 }
  await made('employee-revenue', contract.revenues.create, { ...item, ...month })
  const confirmed = await made('payroll', contract.payrolls.create, month)
  await owner.call(contract.payrolls.confirm, { params: { id: confirmed } })
  await bookedIn(owner, foreign)
  const draft = await made('payroll', contract.payrolls.create, { ...month, month: 'February' })
  const { body } = await owner.call(contract.payrolls.get, { params: { id: draft } })
  foreign.set('payslip', body.payslips[0]?.id ?? '')
  await owner.call(contract.makerChecker.changeSettings, { body: { confirming: true } })
  const asked = await owner.call(contract.payrolls.submit, { params: { id: draft } })
  foreign.set('proposals-about', draft)
  const acts = ['', '-agree', '-lines', '-send-back', '-sheet', '-withdraw']
  for (const act of acts) foreign.set(`proposal${act}`, asked.body.proposal_id)
  const file = { type: 'all', extension: 'csv' } as never
  const made_of = { params: { id: confirmed }, body: file }
  const exported = (await owner.call(contract.exports.make, made_of)).body.file
  foreign.set('byproduct', exported?.id ?? '')
  await addPayout(there, confirmed)
  for (const one of Object.entries(await oweFinally(world.rows, confirmed))) foreign.set(...one)
  await addRemittance(there)
  await casuals(there, owner)
  await addLeave(there, owner, employee_id)
  await addLoan(there, employee_id)
  await addProposal(there, employee_id)
}

/** What they have paid over. */
async function addRemittance({ world, abroad, foreign }: There) {
  const [remitted] = await world.rows(
    `insert into remittance_payments (organization_id, month, authority, authority_name, amount,
       paid_on, reference, paid_before)
     values ($1, '2026-01', 'nssf', 'NSSF', 1, '2026-02-06', 'Theirs', 0) returning id`,
    [abroad],
  )
  foreign.set('remittance-payment', remitted.id)
}

/** Their casual workers, and a payroll of them. */
async function casuals(there: There, owner: Caller) {
  const { foreign } = there
  const { body } = await owner.call(contract.casuals.create, { body: casualBody() })
  const casual_id = body.data.id
  foreign.set('casual', casual_id)
  const item = { casual_id, name: 'Theirs', amount: 1, from: '2026-01-01', to: '2026-12-31' }
  const advance = await owner.call(contract.casualAdvances.create, { body: item })
  const deduction = await owner.call(contract.casualDeductions.create, { body: item })
  foreign.set('casual-advance', advance.body.id).set('casual-deduction', deduction.body.id)
  const range = { from: '2026-03-02', to: '2026-03-08' }
  const run = await owner.call(contract.casualPayrolls.create, { body: range })
  const { id } = run.body
  const { payslips } = (await owner.call(contract.casualPayrolls.get, { params: { id } })).body
  foreign.set('casual-payroll', id).set('casual-payslip', payslips[0]?.id ?? '')
}

/** Leave of theirs, and everything around it. */
async function addLeave(there: There, owner: Caller, employee_id: string) {
  const { world, abroad, foreign } = there
  const { body: types } = await owner.call(contract.leaveTypes.list)
  const leave_type_id = types.find(({ name }) => name === 'Unpaid Leave')?.id ?? ''
  foreign.set('leave-type', leave_type_id).set('leave-pattern', employee_id)
  const days = { start_date: '2026-04-13', end_date: '2026-04-14' }
  const asked = await owner.call(contract.leaveRequests.create, {
    body: { employee_id, leave_type_id, ...days },
  })
  foreign.set('leave-request', asked.body.id)
  foreign.set('leave-approvals', asked.body.approvals[0]?.id ?? '')
  const { body: holidays } = await owner.call(contract.leaveHolidays.list)
  foreign.set('leave-holiday', holidays[0]?.id ?? '')
  const [balance] = await world.rows('select id from leave_balances where employee_id = $1', [
    employee_id,
  ])
  foreign.set('leave-balance', balance.id)
  const [claim] = await world.rows(
    `insert into leave_pay_days (organization_id, request_id, employee_id, month, days, working)
     select organization_id, id, employee_id, '2026-01', 1, '' from leave_requests where id = $1
     returning id`,
    [asked.body.id],
  )
  foreign.set('leave-claim', claim.id)
  const { id: user_id } = await world.addPerson({ organization_id: abroad, role: 'admin' })
  const approver = await owner.call(contract.leaveApprovers.create, {
    body: { user_id, level: 1 },
  })
  foreign.set('leave-approver', approver.body.id)
  const period = { delegate_id: user_id, from: '2026-04-01', to: '2026-04-30' }
  await owner.call(contract.leaveApprovals.delegate, { body: period })
  const [delegation] = await world.rows('select id from leave_delegations')
  foreign.set('leave-delegation', delegation.id)
}

/** A payout of theirs, and a request for one. */
async function addPayout(there: There, payroll_id: string) {
  const { world, abroad, foreign } = there
  const [row] = await world.rows(
    `with slip as (select * from payslips where payroll_id = $1 limit 1),
     asked as (insert into payout_requests
       (organization_id, run_id, digest, count, total, requested_name, expires_at)
       select organization_id, payroll_id, '', 1, net, 'Theirs', now() + interval '1 year' from slip
       returning id)
     insert into payouts (organization_id, request_id, run_id, slip_id, employee_id, method,
       net, amount)
     select s.organization_id, asked.id, s.payroll_id, s.id, s.employee_id, 'bank', s.net, s.net
     from slip s, asked returning id, request_id`,
    [payroll_id],
  )
  for (const path of ['payout-story', 'payout-retry', 'payout-decide']) foreign.set(path, row.id)
  for (const path of ['payout-approve', 'payout-decline']) foreign.set(path, row.request_id)
  const [change] = await world.rows(
    `insert into payer_changes (organization_id, kind) values ($1, 'rule_off') returning id`,
    [abroad],
  )
  foreign.set('payer-change', change.id)
  const [weaker] = await world.rows(
    `insert into checker_changes (organization_id, kind, was) values ($1, 'rule', '{}') returning id`,
    [abroad],
  )
  foreign.set('checker-change', weaker.id)
}

/** A loan of theirs, with a guarantor and something repaid. */
async function addLoan(there: There, employee_id: string) {
  const { world, abroad, foreign } = there
  const [row] = await world.rows(
    `with made as (insert into loans (organization_id, employee_id, product_id, code, product,
       owed_to, guarantors_needed, amount, term_months, rate, processing_fee, insurance_fee,
       interest, total, monthly, max_amount, max_working, purpose, terms)
     values ($1, $2, 1, 'COL', 'Theirs', 'lender', 2, 100, 1, 0, 0, 0, 0, 100, 100, 100, '', '', '')
     returning id)
     insert into loan_guarantors (organization_id, loan_id, employee_id) select $1, id, $2 from made
     returning id, loan_id`,
    [abroad, employee_id],
  )
  for (const path of ['loan', 'loan-entry']) foreign.set(path, row.loan_id)
  foreign.set('loan-guarantor', row.id)
}

/** What somebody of theirs proposes to change of their own record. */
async function addProposal(there: There, employee_id: string) {
  const { world, abroad, foreign } = there
  const [row] = await world.rows(
    `insert into detail_proposals (organization_id, employee_id, needs_old, needs_new)
     values ($1, $2, false, false) returning id`,
    [abroad, employee_id],
  )
  foreign.set('detail-proposal', row.id)
}

/** An order of theirs that was paid. */
export async function addOrderAbroad(there: There) {
  const { world, abroad, foreign } = there
  const [row] = await world.rows(
    `with made as (insert into payment_orders (organization_id, type, package_id, package, duration,
       price, employees, casuals, subtotal, discount, credit, balance_used, amount, "from", "to",
       extra_days, anchor_day, basis, ordered_name)
     values ($1, 'upgrade', 'basic', 'Basic', 1, 2500, 25, 25, 2500, 2500, 0, 0, 0, '2026-03-10',
       '2026-04-10', 0, 10, '', 'Theirs') returning id)
     select id from made`,
    [abroad],
  )
  const [receipt] = await world.rows(
    `insert into payment_receipts (organization_id, amount, method, applied, order_id)
     values ($1, 0, 'Credit', 'order', $2) returning id`,
    [abroad, row.id],
  )
  await world.rows(`update payment_orders set state = 'paid' where id = $1`, [row.id])
  for (const path of ['receipt', 'invoice', 'payment-reference', 'payment-take-back'])
    foreign.set(path, receipt.id)
  for (const path of ['payment-story', 'payment-decide']) foreign.set(path, row.id)
  foreign.set('package', row.id)
}

/** An account, and the entry of the payroll that was confirmed. */
async function bookedIn(owner: Caller, foreign: There['foreign']) {
  const account = { code: '1', name: 'Theirs' }
  const made = await owner.call(contract.journalAccounts.create, { body: account })
  foreign.set('journal-account', made.body.id)
  const { body } = await owner.call(contract.journal.month, { params: { month: '2026-01' } })
  foreign.set('journal-entry', body.entries[0]?.id ?? '')
}
