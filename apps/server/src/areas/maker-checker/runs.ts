import type { ShownChange } from '@mshahara/contract/maker-checker'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { AnyRun } from '../../foundation/pay/runs.ts'
import { type Asked, digestOf } from './checked.ts'
import { say } from './sentences.ts'

/** Runs as a second person is asked about them. */

interface About {
  /** "February 2026", or its days. */
  of: string
  link: string
}

interface Sums {
  payslips: string
  gross: string
  deductions: string
  net: string
}

const labels: [keyof Sums, string][] = [
  ['payslips', 'Payslips'],
  ['gross', 'Gross pay'],
  ['deductions', 'Deductions'],
  ['net', 'Net pay'],
]

/** The totals beside those of the run before it, and what was approved or ticked by name. */
export async function askedToConfirm(
  tx: Tx,
  run: AnyRun,
  {
    of,
    link,
    more,
    beside,
  }: About & {
    more: { label: string; text: string }[]
    /** The checks of the draft, and how it differs from the month before. */
    beside: () => Promise<ShownChange[]>
  },
): Promise<Asked> {
  const { digest, now, before, people } = await tx.one<{
    digest: string | null
    now: Sums
    before: Sums | null
    people: string[]
  }>`with sums as (
      select s.payroll_id, json_build_object('payslips', to_char(count(*), 'FM999,999,990'),
        'gross', to_char(sum(s.gross), 'FM999,999,999,990.00'),
        'deductions', to_char(sum(s.total_deductions), 'FM999,999,999,990.00'),
        'net', to_char(sum(s.net), 'FM999,999,999,990.00')) as of_run
      from payslips s where s.payroll_id = ${run.id} or s.payroll_id = (
        select p.id from payrolls p where p.kind = ${run.kind} and p.status = 'confirmed'
          and case p.kind when 'monthly' then p.month < ${run.month} else p."to" < ${run.from} end
        order by p.month desc, p."to" desc, p.number desc limit 1)
      group by s.payroll_id)
    select run_digest(${run.id}) as digest,
      -- A run of one person is about their own pay.
      (select case when count(distinct s.employee_id) = 1 and count(s.casual_id) = 0
          then array_agg(distinct s.employee_id) else '{}' end
        from payslips s where s.payroll_id = ${run.id}) as people,
      (select of_run from sums where payroll_id = ${run.id}) as now,
      (select of_run from sums where payroll_id <> ${run.id}) as before`
  if (digest === null) fail(422, say.nobodyLeft)
  const figures = labels.map(([name, label]): ShownChange => {
    return { label, before: before?.[name] ?? null, after: now[name] }
  })
  const ticked = more.map(({ label, text }) => ({ label, before: null, after: text }))
  return {
    acts: ['confirming'],
    counts_as: run.kind === 'correction' || run.kind === 'final' ? ['salary', 'items'] : [],
    subject_id: run.id,
    people,
    title: `Confirm ${run.code} for ${of}`,
    shown: [...figures, ...ticked],
    beside,
    digest,
    link,
  }
}

interface Reversal extends About {
  reason: string
  /** Who is said not to have signed for cash, and can be paid again. */
  not_signed?: string[]
}

export function askedToReverse(
  run: AnyRun,
  { of, link, reason, not_signed = [] }: Reversal,
): Asked {
  const { id, code, status, version, paid_on, payout } = run
  return {
    acts: ['reversal'],
    subject_id: id,
    title: `Reverse ${code} for ${of}`,
    shown: [
      { label: 'Status', before: 'Confirmed', after: 'Reversed' },
      { label: 'Reason', before: null, after: reason },
      ...not_signed.map((after) => ({ label: 'Has not signed for cash', before: null, after })),
    ],
    digest: digestOf({ id, status, version, paid_on, payout }),
    link,
  }
}

interface Checked {
  title: string
  blocks: boolean
  count: number
  people: { name: string; detail: string }[]
}

const mostNamed = 3

/** What the checks of a draft have found, as whoever is asked reads it. */
export const checksShown = (checks: readonly Checked[]): ShownChange[] =>
  checks.length === 0
    ? [{ label: 'Checks', before: null, after: 'Nothing needs attention' }]
    : checks.map(({ title, count, people }) => {
        const named = people.slice(0, mostNamed).map(({ name, detail }) => {
          return detail ? `${name} (${detail})` : name
        })
        const rest = count - named.length
        const also = rest > 0 ? [`and ${rest} more`] : []
        return {
          label: `Check: ${title}`,
          before: null,
          after: [...named, ...also].join('; ') || '–',
        }
      })
