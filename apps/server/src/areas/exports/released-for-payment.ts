import { dayInWords, momentInWords } from '@mshahara/contract/months'
import type { RunOf } from '@mshahara/contract/payouts'
import type { Tx } from '../../foundation/core/db.ts'
import { raw } from '../../foundation/core/sql.ts'

/**
 * Who may have been paid for the same period, and can be paid because somebody has said that they
 * were not: one person's word, so it is told to whoever pays, or agrees to it, by name, whichever
 * payroll of the period it was said of (C19).
 */

interface Freed {
  names: string[]
  code: string
  by: string
  at: string
}

interface File extends Freed {
  name: string
  made_by: string
  created_at: string
}

interface Day extends Freed {
  paid_on: string
}

/** A sentence for each, with the names of those whom these payslips would pay. */
export async function freedOf(tx: Tx, of: RunOf, slips: string[]): Promise<string[]> {
  const named = ({ names }: Pick<Freed, 'names'>) => namesOf(names)
  if (slips.length === 0) return []
  if (of === 'casuals') {
    const lists = await notSigned(tx, slips)
    return lists.map(
      (list) =>
        `${list.by} reversed ${list.code} on ${momentInWords(list.at)} and said that these people, ` +
        `whom it paid in cash, had not signed for it: ${named(list)}. Make sure that they have no ` +
        'cash.',
    )
  }
  const files = await filesNotUsed(tx, slips)
  const days = await daysRemoved(tx, slips)
  const standing = await daysStanding(tx, slips)
  const said = [
    ...standing.map(
      (day) =>
        `The day of payment of ${day.code} is recorded: ${dayInWords(day.paid_on)}. It speaks of ` +
        `whoever is not paid by M-PESA, and not of these people: ${named(day)}. Make sure that they ` +
        'were not paid then.',
    ),
    ...files.map(
      (file) =>
        `${file.by} marked the bank file ${file.name} of ${file.code} as not used on ` +
        `${momentInWords(file.at)}. ${file.made_by} had made it on ` +
        `${momentInWords(file.created_at)}. Make sure that the bank has not paid these people: ` +
        `${named(file)}.`,
    ),
    ...days.map(
      (day) =>
        `${day.by} removed the day of payment of ${day.code}, ${dayInWords(day.paid_on)}, on ` +
        `${momentInWords(day.at)}. Make sure that these people were not paid then: ${named(day)}.`,
    ),
  ]
  // Of two files of one name within a minute, one sentence says all.
  return [...new Set(said)]
}

/** Of the files that may be at the bank: two of them may name the same people. */
export async function alsoPaying(tx: Tx, slips: string[]): Promise<string[]> {
  if (slips.length === 0) return []
  const files = await tx.all<Pick<File, 'names' | 'name' | 'made_by' | 'created_at'>>`
    select ${names}, b.name, b.made_by, b.created_at
    from bank_file_claims c join byproducts b on b.id = c.byproduct_id and b.withdrawn_at is null
    join payslips s on s.id = c.slip_id join employees e on e.id = s.employee_id
    where c.slip_id = any(${slips}::uuid[])
    group by b.id, b.number, b.name, b.made_by, b.created_at order by b.number`
  const said = files.map(
    (file) =>
      `The bank file ${file.name}, which ${file.made_by} made on ` +
      `${momentInWords(file.created_at)}, pays these people too: ${namesOf(file.names)}. Take only ` +
      'one of these files to the bank, and mark the others as not used.',
  )
  return [...new Set(said)]
}

/** As many as people read in a sentence. */
const mostNamed = 10

export function namesOf(names: readonly string[]): string {
  const rest = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

const names = raw(`array_agg(concat_ws(' ', e.first_name, nullif(e.middle_name, ''), e.last_name)
  order by e.number) as names`)

/**
 * From the few who were freed to these payslips: a person's payslip of a month that is not void is
 * found at once, a void one is not. The other way round takes each payslip through the whole run.
 * Extra payslips of a month are one another's only where they pay the same.
 */
const freedSlips = raw(`join payslips s on s.employee_id = was.employee_id
    and s.month = was.month and s.extra = was.extra and not s.void
  join employees e on e.id = s.employee_id join payrolls p on p.id = was.payroll_id
  join payrolls now on now.id = s.payroll_id
    and (not s.extra or now.id = p.id or lower(now.title) = lower(p.title))`)

const filesNotUsed = (tx: Tx, slips: string[]) =>
  tx.all<File>`with was as materialized (
      select w.employee_id, w.month, w.extra, w.payroll_id, b.id, b.number, b.name, b.made_by, b.created_at,
        coalesce(b.withdrawn_by, 'Somebody') as by, b.withdrawn_at as at
      from byproducts b join bank_file_claims c on c.byproduct_id = b.id
      join payslips w on w.id = c.slip_id
      where b.withdrawn_at is not null)
    select ${names}, p.code, was.name, was.made_by, was.created_at, was.by, min(was.at) as at
    from was ${freedSlips}
    where s.id = any(${slips}::uuid[])
    group by was.id, was.number, p.code, was.name, was.made_by, was.created_at, was.by
    order by was.number`

/** Of those whom it kept from being paid (`payment_blocked_by`). */
const daysRemoved = (tx: Tx, slips: string[]) =>
  tx.all<Day>`with was as materialized (
      select w.employee_id, w.month, w.extra, w.payroll_id, d.id, d.paid_on, d.removed_by as by,
        d.removed_at as at
      from payment_days_removed d join payments_recorded r on r.removed_id = d.id
      join payslips w on w.id = r.slip_id)
    select ${names}, p.code, was.paid_on, was.by, was.at
    from was ${freedSlips}
    where s.id = any(${slips}::uuid[])
    group by was.id, p.code, was.paid_on, was.by, was.at order by was.at, was.id`

/** Those of a run with a day of payment whom it does not speak of. */
const daysStanding = (tx: Tx, slips: string[]) =>
  tx.all<Pick<Day, 'names' | 'code' | 'paid_on'>>`select ${names}, p.code, d.paid_on
    from payslips s join employees e on e.id = s.employee_id
    join payrolls p on p.id = s.payroll_id join payroll_payments d on d.id = p.id
    where s.id = any(${slips}::uuid[])
    group by p.id, p.number, p.code, d.paid_on order by p.number`

/**
 * Paid in cash by a payroll that was reversed: for some of these days, or for others that nobody
 * has been paid for since.
 */
const notSigned = (tx: Tx, slips: string[]) =>
  tx.all<Freed>`select ${names}, p.code, p.reversed_by as by,
      p.reversed_at as at
    from payslips s join casuals e on e.id = s.casual_id
    join payslips was on was.casual_id = s.casual_id
      and was.void and was.net > 0 and paid_in_cash(was.person)
    join payrolls p on p.id = was.payroll_id
    where s.id = any(${slips}::uuid[])
      and (was.during && s.during or not exists (select from paid_slips since
        where since.casual_id = was.casual_id and since.during && was.during))
    group by p.id, p.number, p.code, p.reversed_by, p.reversed_at order by p.number`
