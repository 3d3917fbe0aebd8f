import { type BankColumn, type BankLayout, bankFields } from '@mshahara/contract/bank-layouts'
import { monthAndYear } from '@mshahara/contract/months'
import { isSamePlace, type KnownPlaces, placeOf } from '../../foundation/pay/places.ts'
import type { Cell } from '../../foundation/sheets/worksheet.ts'
import { type LawfulSlip, nameOf } from '../payroll/index.ts'
import type { Period, Plan, Run } from './plan.ts'
import { sayToStaff } from './sentences.ts'

const joined = (bank: string | null, branch: string | null) =>
  bank && branch ? bank + branch : null

function cellOf(run: Run, slip: LawfulSlip, { field, text }: BankColumn): Cell {
  const { person } = slip
  const to = { ...person, ...slip.payee }
  const { organization } = run
  switch (field) {
    case 'name':
      return nameOf(person)
    case 'amount':
      return slip.net
    case 'sort_code':
      return joined(to.bank_code, to.branch_code)
    case 'currency':
      return 'KES'
    case 'reference':
      return `${run.code} ${person.employee_no}`
    case 'narration': {
      const { month, year } = monthAndYear(run.month)
      return `${run.title ?? 'Salary'} ${month} ${year}`
    }
    case 'debit_account':
      return organization.account_no
    case 'debit_sort_code':
      return joined(organization.bank_code, organization.branch_code)
    case 'organization':
      return organization.name
    case 'text':
      return text
    case 'blank':
      return null
    default:
      return to[field]
  }
}

/** Columns about the employer that are empty in every row: the bank knows not whom to debit. */
export function lackingOfEmployer({ organization }: Period, { columns }: BankLayout): string[] {
  const { account_no, bank_code, branch_code } = organization
  const lacks = {
    debit_account: account_no ? null : 'account number',
    debit_sort_code: joined(bank_code, branch_code) ? null : 'bank branch with a code',
  }
  const empty = columns.flatMap(({ field, heading }) => {
    const lacking = field in lacks && lacks[field as keyof typeof lacks]
    return lacking ? [{ lacking, heading: heading || bankFields[field] }] : []
  })
  if (empty.length === 0) return []
  const headings = empty.map(({ heading }) => heading)
  const lacking = [...new Set(empty.map((one) => one.lacking))]
  return [
    `Your organisation has no ${lacking.join(' and no ')} on record: ` +
      `${headings.join(' and ')} ${headings.length === 1 ? 'is' : 'are'} empty in this file, and ` +
      `the bank may refuse it. Add ${lacking.length === 1 ? 'it' : 'them'} under Organization ` +
      'Info, then make the file again.',
  ]
}

/** Both ways of paying use the account on record today, and say where it is not the payslip's. */
const isMoved = ({ person, payee = person }: LawfulSlip) =>
  (['account_no', 'bank_code', 'branch_code'] as const).some((name) => person[name] !== payee[name])

const payeeOf = ({ person, payee = person }: LawfulSlip) => payee

/** Only somebody who looks at the name pays them. */
const isHeldBack = ({ payee }: LawfulSlip) => !!payee?.held_back

function whyHeldBack({ payee, month }: LawfulSlip) {
  if (!payee?.left_on) return 'Now suspended or inactive'
  return payee.left_on < month
    ? 'Left before this month'
    : 'Left within this month, and paid beyond'
}

/** Net pay of everybody with an account; who is not in it is listed, never silently dropped. */
export function bankFile(run: Run, given: BankLayout, known: KnownPlaces): Plan {
  const { columns, header, delimiter, total_row } = given
  const word = Math.max(
    0,
    columns.findIndex(({ field }) => field !== 'amount'),
  )
  const byMpesa = (slip: LawfulSlip) => payeeOf(slip).pay_by === 'mpesa'
  const isPaid = (slip: LawfulSlip) =>
    slip.net > 0 &&
    payeeOf(slip).account_no !== null &&
    !byMpesa(slip) &&
    !isHeldBack(slip) &&
    !run.paidOut.has(slip.id)
  const isNew = (slip: LawfulSlip) => {
    const last = known.get(slip.employee_id)
    return !!last?.paid_at && !isSamePlace(last, placeOf({ ...payeeOf(slip), phone: null }))
  }
  return {
    needs: ['id', 'payee'],
    pays: (slip) => {
      const { account_no, bank_code } = payeeOf(slip)
      return { account_no, bank_code }
    },
    amount: ({ net }) => net,
    leftOut: (slip) => {
      const blockedBy = run.paidOut.get(slip.id)
      if (blockedBy === 'in doubt') {
        return 'May have been paid: the provider is being asked whether the last payment failed'
      }
      if (blockedBy) return 'Paid or being paid through an integration'
      if (slip.net < 0) return 'Net pay below zero'
      if (slip.net === 0) return 'Nothing to pay'
      if (byMpesa(slip)) return 'Paid by M-PESA'
      if (isHeldBack(slip)) return `${whyHeldBack(slip)}: to be paid by name, not by a file`
      return isPaid(slip) ? undefined : 'No bank account'
    },
    lacks: (slip) => {
      const { bank_code, branch_code } = payeeOf(slip)
      return [
        ...(bank_code && branch_code
          ? []
          : ['No bank or branch code: the bank may refuse the row.']),
        ...(isMoved(slip) ? ['The account was changed after the payslip was confirmed.'] : []),
        ...(isNew(slip)
          ? ['Last paid elsewhere: make sure that they asked for this account.']
          : []),
      ]
    },
    nobody: () => whyNobody([...run.paidOut.values()]),
    delimiter,
    imported: true,
    parts: [
      {
        sheet: 'Payments',
        ...(header ? { headings: columns.map(({ heading }) => heading) } : {}),
        lists: isPaid,
        row: (slip) => columns.map((one) => cellOf(run, slip, one)),
        ...(total_row ? { total: { word: 'TOTAL', at: word } } : {}),
      },
    ],
  }
}

function whyNobody(blocked: string[]) {
  if (blocked.includes('recorded as paid')) return sayToStaff.dayRecorded
  return blocked.length > 0 ? sayToStaff.allInstructed : sayToStaff.nobodyBanked
}
