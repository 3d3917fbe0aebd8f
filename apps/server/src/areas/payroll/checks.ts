import type { contract } from '@mshahara/contract'
import type { ApprovedFinding, PayrollCheck } from '@mshahara/contract/payroll'
import { isChecked } from '@mshahara/engine/payslip'
import type { Tx } from '../../foundation/core/db.ts'
import { dayInWordsSql } from '../../foundation/core/record-names.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { raw, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { payMonth } from '../../foundation/pay/intake.ts'
import {
  type EmployeeRun,
  loadRun,
  type MonthlyRun,
  ofEmployees,
} from '../../foundation/pay/runs.ts'
import { sharedNumbers } from '../employees/index.ts'
import {
  daysCarriedIn,
  duesBeyond,
  leaveBeyond,
  leaveEnded,
  leaveLeft,
  leaveUndecided,
} from '../leave/index.ts'
import { carriedIn, heldEarlier } from '../loans/index.ts'
import { changesWaiting } from '../maker-checker/index.ts'
import { gapsOf, paidElsewhere } from '../opening/index.ts'
import { changed, changedInputs } from './changed-since.ts'
import { computeOrExplain } from './compute.ts'
import {
  arrearsLeftBehind,
  daysAway,
  leaveLeftBehind,
  leftUnpaid,
  notGivenBack,
  otherDays,
  owedBehind,
} from './earlier-months.ts'
import { paidTwice } from './extra-twice.ts'
import { type Finding, grouped, money, named, names, titles } from './findings.ts'
import { otherDaysOfLast } from './last-month.ts'
import { payeeChanges } from './payee-changes.ts'
import { type SourceRow, sourceQuery } from './source.ts'

type Payrolls = typeof contract.payrolls

/** What needs a look before confirming, and only that (B12). Each kind is one query. */

export async function checksOf(
  tx: Tx,
  secrets: Secrets,
  payroll: EmployeeRun,
): Promise<PayrollCheck[]> {
  const checks = grouped([
    ...(await impossible(tx, payroll)),
    ...(await unpayable(tx, payroll)),
    ...(await ownFaults(tx, payroll)),
    ...(await opened(tx, payroll)),
    ...(await shared(tx, payroll)),
    ...(await changed(tx, secrets, payroll)),
    ...(payroll.kind === 'monthly' ? await ofTheMonth(tx, payroll) : []),
    ...(payroll.kind === 'final' ? await ofFinalDues(tx, payroll) : []),
    ...(await paidTwice(tx, payroll)),
    ...(await payees(tx, payroll)),
    ...(await named(tx, payroll, 'change waiting', await waitingChanges(tx, payroll.id))),
  ])
  if (isChecked(payroll.month)) return checks
  const kind = 'law not checked'
  const none = { blocks: false, approvable: false, count: 0, people: [] }
  return [...checks, { kind, ...none, title: titles[kind] }]
}

/** A month is paid here or came from elsewhere (B34). */
const opened = async (tx: Tx, payroll: EmployeeRun) =>
  named(tx, payroll, 'opened elsewhere', await paidElsewhere(tx, payroll.id))

const waitingChanges = (tx: Tx, id: string) =>
  tx.all<{ payslip_id: string; employee_id: string; detail: string }>`
    select w.payslip_id, w.payee_id as employee_id, w.detail from (${changesWaiting(id)}) w`

/** The year of a newcomer, which P9 and payslips would tell as if it had begun here. */
const gaps = async (tx: Tx, payroll: EmployeeRun) =>
  named(tx, payroll, 'months missing', await gapsOf(tx, payroll))

/** What the month's own run takes in, and how it differs from the one before. */
const ofTheMonth = async (tx: Tx, payroll: MonthlyRun): Promise<Finding[]> => [
  ...(await loansIn(tx, payroll)),
  ...(await carriedDays(tx, payroll)),
  ...(await unrested(tx, payroll)),
  ...(await unearned(tx, payroll)),
  ...(await undecided(tx, payroll)),
  ...(await endedLeave(tx, payroll)),
  ...(await leftUnpaid(tx, payroll)),
  ...(await otherDays(tx, payroll)),
  ...(await daysAway(tx, payroll)),
  ...(await leaveLeftBehind(tx, payroll)),
  ...(await owedBehind(tx, payroll)),
  ...(await gaps(tx, payroll)),
  ...(await againstLast(tx, payroll)),
]

const ofFinalDues = async (tx: Tx, payroll: EmployeeRun): Promise<Finding[]> => [
  ...(await loansIn(tx, payroll)),
  ...(await unearned(tx, payroll)),
  ...(await arrearsLeftBehind(tx, payroll)),
  ...(await notGivenBack(tx, payroll)),
  ...(await otherDaysOfLast(tx, payroll)),
]

const loansIn = async (tx: Tx, payroll: EmployeeRun): Promise<Finding[]> => [
  ...(await heldLoans(tx, payroll)),
  ...(await carried(tx, payroll)),
]

/**
 * Only what prevents confirming: the rest could be looked at before. What may be approved by name
 * and was, as it stands now, prevents nothing.
 */
export async function blockersOf(
  tx: Tx,
  payroll: EmployeeRun,
  approved: readonly ApprovedFinding[] = [],
): Promise<{ blockers: PayrollCheck[]; excepted: Finding[] }> {
  const paysLeave = payroll.kind === 'monthly' || payroll.kind === 'final'
  const exceptions = paysLeave ? await unearned(tx, payroll) : []
  const isApproved = ({ kind, employee_id, detail }: Finding) =>
    approved.some(
      (one) => one.kind === kind && one.employee_id === employee_id && one.detail === detail,
    )
  const blockers = grouped([
    ...(await impossible(tx, payroll)),
    ...(await unpayable(tx, payroll)),
    ...(await changedInputs(tx, payroll)),
    ...(await opened(tx, payroll)),
    ...(payroll.kind === 'off_cycle' ? [] : await heldLoans(tx, payroll)).filter(
      ({ kind }) => kind === 'loan held',
    ),
    ...exceptions.filter((one) => !isApproved(one)),
  ])
  return { blockers, excepted: exceptions.filter(isApproved) }
}

export const checks: Handler<Payrolls['checks']> = async (ctx, { params }) =>
  checksOf(ctx.tx, ctx.secrets, await loadRun(ctx.tx, ofEmployees, params.id))

/** People whose figures could not be worked out; the reason is worked out again. */
async function impossible(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const which = sql`payroll_id = ${payroll.id} and digest is not null and input is null`
  const rows = await tx.all<SourceRow>`${sourceQuery(which, payroll)}`
  return rows.map(({ id, employee_id, ...row }) => {
    const computed = computeOrExplain(row, payroll)
    const { employee_no, first_name, last_name } = row.source.person
    return {
      kind: 'impossible figures',
      employee_id,
      payslip_id: id,
      name: `${first_name} ${last_name}`,
      employee_no,
      detail: 'fault' in computed ? computed.fault : 'Recalculate this payslip',
    }
  })
}

/** Figures that nobody can be paid by. */
function unpayable(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  return tx.all<Finding>`select faults.kind, p.employee_id, p.id as payslip_id, ${names},
     faults.detail
   from payslips p, lateral (values
     ('negative net', p.net < 0, 'Net ' || ${money('p.net')}),
     ('no salary', p.salary = 0 and not p.extra, 'No salary is recorded for the month'),
     ('no amount', p.extra and p.leaving_id is null and p.salary = 0 and p.incomes = '[]'
       and not p.deductions @? '$[*] ? (@.kind != "statutory")',
       'Enter an amount, or take the payslip out')
   ) as faults (kind, applies, detail)
   where p.payroll_id = ${payroll.id} and faults.applies
     and (p.net < 0 or p.salary = 0)
   order by employee_no`
}

/** What else a payslip shows by itself. The person is unpacked once, not for every check. */
function ownFaults(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  return tx.all<Finding>`select faults.kind, p.employee_id, p.id as payslip_id,
     concat_ws(' ', who.first_name, who.last_name) as name, who.employee_no, faults.detail
   from payslips p, jsonb_to_record(p.person) as who (first_name text, last_name text,
     employee_no text, pin_no text, nssf_no text, nhif_no text, bank_name text, branch_name text,
     bank_code text, branch_code text, account_no text, disability boolean,
     disability_certificate_no text, disability_certificate_expiry date, tos text, dob date,
     nssf_tier2_contracted_out boolean, nssf_continues boolean, pay_by text),
   lateral (values
     ('missing pin', who.pin_no is null, ''),
     ('missing nssf', who.nssf_no is null and p.nssf > 0, ''),
     ('missing shif', who.nhif_no is null and p.health > 0, ''),
     ('missing bank', who.pay_by is distinct from 'mpesa'
         and (who.bank_name is null or who.account_no is null),
       coalesce(who.bank_name || ', but no account number', '')),
     ('unknown bank', (who.bank_name is not null and who.bank_code is null)
         or (who.branch_name is not null and who.branch_code is null),
       concat_ws(', ', who.bank_name, who.branch_name)),
     ('turns sixty', extract(year from who.dob) = ${sixtyIn(payroll)} and who.tos <> 'Consultant',
       case when who.nssf_continues then 'Continues to contribute'
         else 'NSSF until ' || to_char(who.dob + interval '60 years', 'FMMonth YYYY') end),
     ('scheme without pension', who.nssf_tier2_contracted_out and p.nssf > 0
         and not p.deductions @> '[{"kind": "pension"}]', ''),
     ('one third rule', p.net >= 0 and p.net * 3 < p.gross,
       'Net ' || ${money('p.net')} || ' of gross ' || ${money('p.gross')}),
     ('disability certificate', who.disability and (who.disability_certificate_no is null
         or who.disability_certificate_expiry < ${`${payroll.month}-01`}::date),
       coalesce('Expired on ' || who.disability_certificate_expiry,
         'No certificate is recorded'))
   ) as faults (kind, applies, detail)
   where p.payroll_id = ${payroll.id} and faults.applies and p.digest is not null
   order by who.employee_no`
}

const sixtyIn = ({ month }: EmployeeRun) => Number(month.slice(0, 4)) - 60

/** What a draft does not take of a loan is not lost, but nobody should be surprised. */
async function carried(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const found = await carriedIn(tx, payroll.id, payroll.month)
  return named(tx, payroll, 'instalment carried', found)
}

/** Whoever stays repays it with a later month; final pay is the last chance. */
async function heldLoans(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const taker = payroll.kind === 'final' ? 'final' : 'month'
  const found = await heldEarlier(tx, payroll.id, payMonth(payroll.month), taker)
  const { final = [], usual = [] } = Object.groupBy(found, ({ leaves }) =>
    leaves ? 'final' : 'usual',
  )
  return [
    ...(await named(tx, payroll, 'loan held', final)),
    ...(await named(tx, payroll, 'instalment held', usual)),
  ]
}

/** Days of a month that was confirmed before its leave was known. */
async function carriedDays(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  return named(tx, payroll, 'leave carried', await daysCarriedIn(tx, payroll.id))
}

/** By law it is paid; whether by these balances is for the organisation to say. */
async function unrested(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const found = await leaveLeft(tx, payroll.id, payMonth(payroll.month))
  return named(tx, payroll, 'leave left', found)
}

/** What leavers would be paid without having earned it this year, or beyond the balance. */
async function unearned(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const found = payroll.kind === 'final' ? duesBeyond : leaveBeyond
  return named(tx, payroll, 'leave beyond', await found(tx, payroll.id))
}

async function undecided(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const found = await leaveUndecided(tx, payroll.id, payMonth(payroll.month))
  return named(tx, payroll, 'leave undecided', found)
}

async function endedLeave(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const found = await leaveEnded(tx, payroll.id, payMonth(payroll.month))
  return named(tx, payroll, 'leave ended', found)
}

/** Where the pay goes now, and who says so. */
async function payees(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const found = await payeeChanges(tx, payroll)
  return [
    ...(await named(tx, payroll, 'bank changed', found.bank)),
    ...(await named(tx, payroll, 'phone changed', found.phone)),
  ]
}

/** One number, two people: a slip of the pen, or somebody who is not there. */
async function shared(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  const found = await sharedNumbers(tx)
  if (found.length === 0) return []
  const slips = await tx.all<{ id: string; employee_id: string }>`select id, employee_id
    from payslips where payroll_id = ${payroll.id} and employee_id = any (${found.map(({ id }) => id)})`
  const slipOf = new Map(slips.map(({ id, employee_id }) => [employee_id, id]))
  return found.flatMap(({ id, kind, name, employee_no, also }) => {
    const payslip_id = slipOf.get(id)
    if (!payslip_id) return []
    const detail = `Also ${also}`
    return {
      kind: `duplicate ${kind}` as const,
      employee_id: id,
      payslip_id,
      name,
      employee_no,
      detail,
    }
  })
}

/**
 * Against the last confirmed month: who is new, who is gone, whose pay moved. Each is
 * looked up by key: the planner knows nothing of a fresh run, and might compare all with all, as it
 * did by way of `paid_slips`, whose run it reads first.
 */
function againstLast(tx: Tx, payroll: EmployeeRun): Promise<Finding[]> {
  return tx.all<Finding>`with last as (
     select max(month) as month from payrolls
     where kind = 'monthly' and status = 'confirmed' and month < ${payroll.month}),
   both_months as (
     select p.id, p.employee_id, p.net, p.person, e.id as before_id,
       e.net as before_net
     from last cross join payslips p left join lateral (
       select q.id, q.net from payslips q where q.organization_id = p.organization_id
         and q.employee_id = p.employee_id and q.month = last.month and not q.void and q.frozen
         and not q.extra limit 1) e on true
     where p.payroll_id = ${payroll.id} and p.digest is not null and last.month is not null)
   select 'joined' as kind, p.employee_id, p.id as payslip_id, ${names},
     'Employed since ' || ${raw(dayInWordsSql("(p.person ->> 'employment_date')::date"))} as detail
   from both_months p where p.before_id is null
   union all
   select 'net changed', p.employee_id, p.id, ${names},
     ${money('p.before_net')} || ' → ' || ${money('p.net')}
   from both_months p where abs(p.net - p.before_net) * 5 > abs(p.before_net)
   union all
   select 'left', p.employee_id, null, ${names}, 'Net ' || ${money('p.net')}
   from payrolls r join payslips p on p.payroll_id = r.id left join lateral (
     select true as stays from payslips n where n.organization_id = p.organization_id
       and n.employee_id = p.employee_id and n.month = ${payroll.month} and not n.void
       and not n.extra limit 1) n on true
   where r.kind = 'monthly' and r.status = 'confirmed' and r.month = (select month from last) and n.stays is null`
}
