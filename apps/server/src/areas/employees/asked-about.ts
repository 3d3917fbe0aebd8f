import type { CheckedAct, ShownChange } from '@mshahara/contract/maker-checker'
import { monthInWords } from '@mshahara/contract/months'
import { arrearsNet } from '@mshahara/engine/arrears'
import type { Arrears } from '@mshahara/engine/arrears-kept'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import {
  type Asked,
  changesIn,
  digestOf,
  type InPay,
  isPaidLonger,
  movedPay,
} from '../maker-checker/index.ts'
import { arrearsBefore } from './arrears.ts'
import { agreedInWords } from './pay-terms.ts'
import type { EmployeeRow } from './read.ts'
import type { SalaryChange } from './salary.ts'

/** A change of somebody's record as a second person is asked about it (B29). */

interface Change {
  /** The columns that would be others. */
  next: Record<string, unknown>
  salary: SalaryChange | null
}

/**
 * Nothing where neither the salary moves nor where it goes. Phone and email prove the person who
 * proposes another account themselves: whoever could write those alone could be that person.
 */
export async function askedAbout(tx: Tx, row: EmployeeRow, change: Change): Promise<Asked | null> {
  const { next, salary } = change
  const { before, after, lines } = changesIn(row, next)
  const moves = await movesPay(tx, row, next)
  const acts: CheckedAct[] = [
    ...(salary || switches.some((name) => name in after) ? (['salary'] as const) : []),
    ...(moves || 'phone' in after || 'email' in after ? (['payee'] as const) : []),
    ...((await isPaidLonger(tx, row, next)) ? (['joining'] as const) : []),
  ]
  if (acts.length === 0) return null
  const newest = salary ? await newestSalary(tx, row.id) : null
  const late = salary ? await arrearsBefore(tx, salary) : []
  return {
    acts,
    subject_id: row.id,
    touches: touchedBy(change),
    people: [row.id],
    title: `Change ${row.first_name} ${row.last_name} (${row.employee_no})`,
    shown: [
      ...salaryLine(salary, newest),
      ...arrearsLine(late),
      ...(moves ? [movedPay(row, next)] : []),
      ...lines,
    ],
    digest: digestOf({
      // What it does not touch may change meanwhile.
      ...{ before, after, salary, newest },
      ...(acts.includes('payee') ? { place: placeOf(row) } : {}),
      ...(acts.includes('joining') ? { days: daysOf(row) } : {}),
      ...(late.length > 0 ? { late } : {}),
    }),
    link: `/employee/${row.id}`,
  }
}

/** What belongs together is changed together, and shown as one. */
const together: Readonly<Record<string, string[]>> = {
  place: [
    ...['pay_by', 'phone', 'email', 'bank_name', 'bank_code'],
    ...['branch_name', 'branch_code', 'account_no'],
  ],
  days: ['status', 'employment_date', 'termination_date', 'tos'],
  kin: ['kin_name', 'kin_relationship', 'kin_phone'],
  salary: ['agreed_net', 'salary_from'],
}
const groupOf = (name: string) =>
  Object.keys(together).find((group) => together[group]?.includes(name)) ?? name

/** The number is there where nothing else of the record changes. */
const touchedBy = ({ next, salary }: Change) => {
  const names = Object.keys(next).filter((name) => name !== 'employee_no')
  return [...new Set([...(salary ? ['salary'] : []), ...names.map(groupOf)])].sort()
}

/** Of a form that was sent as a whole, what would change. */
export function givenOf(body: object, change: Change) {
  const touched = touchedBy(change)
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => touched.includes(groupOf(name))),
  )
}

/** What the law takes of pay: without it more is paid, as by another salary. */
const switches = ['paye', 'nssf', 'nhif', 'housing', 'nita']

const daysOf = ({ status, employment_date, termination_date }: InPay) => [
  status,
  employment_date,
  termination_date,
]

/** What its pay goes by today: another change of it meanwhile is not overwritten unseen. */
const placeOf = (row: EmployeeRow) => [
  row.pay_by,
  row.phone,
  row.email,
  row.bank_code ?? row.bank_name,
  row.branch_code ?? row.branch_name,
  row.account_no,
]

const payeeOf = (row: Record<string, unknown>) => {
  const { pay_by, phone, bank_name, branch_name, bank_code, branch_code, account_no } = row
  const given = { pay_by, phone, bank_name, branch_name, bank_code, branch_code, account_no }
  return sql`(select payee_of(g.pay_by, g.phone, g.bank_name, g.branch_name, g.bank_code,
    g.branch_code, g.account_no) from json_to_record(${JSON.stringify(given)}::json) as g (
    pay_by text, phone text, bank_name text, branch_name text, bank_code text, branch_code text,
    account_no text))`
}

async function movesPay(tx: Tx, row: EmployeeRow, next: Record<string, unknown>) {
  const { moves } = await tx.one<{ moves: boolean }>`
    select ${payeeOf({ ...row, ...next })} is distinct from ${payeeOf(row)} as moves`
  return moves
}

interface Newest {
  number: number
  amount: string
  agreed_net?: string
}

/** What is not agreed net does not say so: a proposal that waits has the digest it had. */
async function newestSalary(tx: Tx, employee_id: string): Promise<Newest | null> {
  const found = await tx.maybe<Omit<Newest, 'agreed_net'> & { agreed_net: string | null }>`
    select number, amount, agreed_net from salaries
    where employee_id = ${employee_id} order by number desc limit 1`
  if (!found) return null
  const { agreed_net, ...newest } = found
  return agreed_net === null ? newest : { ...newest, agreed_net }
}

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })

/** What reaches back to confirmed months is agreed to with what it comes to. */
const arrearsLine = (late: readonly Arrears[]): ShownChange[] =>
  late.length === 0
    ? []
    : [
        {
          label: `Arrears, net, of ${late.map(({ month }) => monthInWords(month)).join(', ')}`,
          before: null,
          after: money.format(arrearsNet(late) / 100),
        },
      ]

function salaryLine(salary: SalaryChange | null, newest: Newest | null): ShownChange[] {
  if (!salary) return []
  return [
    {
      label: `Basic salary from ${monthInWords(salary.month)}`,
      before:
        newest &&
        agreedInWords({
          amount: centsOf(newest.amount),
          agreed_net: newest.agreed_net === undefined ? null : centsOf(newest.agreed_net),
        }),
      after: agreedInWords({ amount: salary.amount, agreed_net: salary.agreed_net ?? null }),
    },
  ]
}
