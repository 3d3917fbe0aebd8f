import type { CheckKind, PayrollCheck } from '@mshahara/contract/payroll'
import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'
import type { EmployeeRun } from '../../foundation/pay/runs.ts'

/** What a check has found, about whom, and what it is called. */

export const titles: Record<CheckKind, string> = {
  'impossible figures': 'Figures that cannot be worked out',
  'negative net': 'Net pay below zero',
  'no salary': 'No salary',
  'no amount': 'Nothing to pay in this extra payroll',
  'inputs changed': 'Changed since the figures were worked out: recalculate first',
  'missing pin': 'No KRA PIN',
  'missing nssf': 'No NSSF number',
  'missing shif': 'No SHIF number',
  'missing bank': 'No bank account',
  'unknown bank': 'Bank or branch not in the list: it has no code',
  'duplicate pin': 'Same KRA PIN as somebody else',
  'duplicate nssf': 'Same NSSF number as somebody else',
  'duplicate shif': 'Same SHIF number as somebody else',
  'duplicate phone': 'Same phone number as somebody else',
  'duplicate account': 'Same bank account as somebody else',
  'turns sixty': 'Turns 60 this year: NSSF stops after the month of the birthday',
  'scheme without pension': 'NSSF tier II is contracted out, but no pension is deducted',
  'extra twice': 'Also in another extra payroll of this month, by the same name or amount',
  'left unpaid': 'Recorded for an earlier month and never paid',
  'other days': 'An earlier month was paid for different days than the record now shows',
  'days away': 'Rehired, and paid for the days in between: deduct Absence Days if that is wrong',
  'opened elsewhere':
    'Their opening balances have this month or a later one: take those back, or leave them out',
  'months missing':
    'Months of the year that were neither paid here nor opened: P9 and year to date lack them',
  'loan held': 'Final pay lacks a loan that an earlier draft holds: confirm or delete that first',
  'instalment held': 'Loan instalments left out: the draft of an earlier month holds the loan',
  'instalment carried': 'Loan instalments that net pay cannot cover (Employment Act s. 19(3))',
  'leave carried': 'Unpaid leave from an earlier month that pay cannot cover at once (s. 19(3))',
  'leave left': 'Leaving with leave that this payroll does not pay out (Employment Act s. 28)',
  'leave behind': 'Left with leave that no payroll will now pay out',
  'arrears behind': 'Arrears of the last month that these final dues do not pay',
  'owed behind': 'Has left: arrears that no payroll of a month pays or takes back',
  'leave beyond': 'Leave pay beyond what was earned this year and carried over: approve it by name',
  'leave undecided': 'Undecided leave of people who are leaving: it counts as not taken, and ends',
  'leave ended':
    'Leave ended by a last day that has since changed: record it again if it still applies',
  'one third rule': 'Net pay under one third of gross (Employment Act s. 19(3))',
  'disability certificate': 'Disability without a valid exemption certificate',
  'law not checked': 'The law has not been checked for this month yet',
  joined: 'Not in the last confirmed payroll',
  left: 'In the last confirmed payroll, but not in this one',
  'net changed': 'Net pay changed by more than 20%',
  'bank changed': 'Bank details changed since the last payroll',
  'phone changed': 'Phone changed since the last payroll',
  'change waiting': 'A change is waiting for a second person and is not in effect',
}
const blocking: readonly CheckKind[] = [
  'impossible figures',
  'negative net',
  'no salary',
  'no amount',
  'inputs changed',
  'opened elsewhere',
  'loan held',
  'leave beyond',
]
/** These block until whoever confirms has approved them, for each person by name. */
const approvable: readonly CheckKind[] = ['leave beyond']
/** Enough to act on; the count says how many there are. */
const mostPeople = 50

export interface Finding {
  kind: CheckKind
  employee_id: string
  payslip_id: string | null
  name: string
  employee_no: string
  detail: string
}

/** By kind, in the order of their titles. */
export const grouped = (found: Finding[]): PayrollCheck[] =>
  (Object.keys(titles) as CheckKind[]).flatMap((kind): PayrollCheck[] => {
    const people = found.filter((one) => one.kind === kind)
    if (people.length === 0) return []
    const blocks = blocking.includes(kind)
    const first = approvable.includes(kind) ? people : people.slice(0, mostPeople)
    const about = { title: titles[kind], count: people.length, people: first }
    return [{ kind, blocks, approvable: approvable.includes(kind), ...about }]
  })

export const money = (amount: string) => raw(`to_char(${amount}, 'FM999,999,999,990.00')`)

export const names =
  raw(`concat_ws(' ', p.person ->> 'first_name', p.person ->> 'last_name') as name,
  p.person ->> 'employee_no' as employee_no`)

/** What another area has found about payslips of the run. */
export async function named(
  tx: Tx,
  payroll: EmployeeRun,
  kind: CheckKind,
  found: readonly { payslip_id: string; employee_id: string; detail: string }[],
): Promise<Finding[]> {
  if (found.length === 0) return []
  const people = await tx.all<{ id: string; name: string; employee_no: string }>`
    select p.id, ${names} from payslips p where p.payroll_id = ${payroll.id}
      and p.id = any (${found.map(({ payslip_id }) => payslip_id)})`
  const whose = new Map(people.map((one) => [one.id, one]))
  const findings = found.map((one) => ({
    kind,
    ...one,
    name: whose.get(one.payslip_id)?.name ?? '',
    employee_no: whose.get(one.payslip_id)?.employee_no ?? '',
  }))
  return findings.sort((a, b) => a.employee_no.localeCompare(b.employee_no))
}
