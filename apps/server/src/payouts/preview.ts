import { createHash } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { bankTypes } from '@mshahara/contract/bank-layouts'
import { dayInWords } from '@mshahara/contract/months'
import type { PayoutMethod } from '@mshahara/contract/payouts'
import { dayOf, daysLater } from '../core/clock.ts'
import { type Ctx, me, myOrganization } from '../core/ctx.ts'
import type { Tx } from '../core/db.ts'
import { centsOf } from '../core/org-table.ts'
import type { Handler } from '../http/bind.ts'
import {
  isForRetry,
  neverOrdered,
  type Payable,
  type PayeeRow,
  payable,
  unpaidOf,
  type Ways,
  waysOf,
} from './payees.ts'
import { shownRequest, waitingRequest } from './requests.ts'
import { loadPayable, type PayRun } from './run.ts'
import { secondPerson } from './second-person.ts'

/** What "Make Payments" would do now, before it does it. */

export interface Plan {
  people: (PayeeRow & { to: Payable })[]
  left_out: (PayeeRow & { reason: string })[]
  ways: Ways
  /** Of everybody who would be paid, how and how much. */
  digest: string
}

type Run = Pick<PayRun, 'id' | 'of' | 'paid_on'>

/** Everybody of the run who is not paid or being paid, and can be; and those who cannot. */
export async function planFor(tx: Tx, organization_id: string, run: Run): Promise<Plan> {
  const ways = await waysOf(tx, organization_id)
  const { people, left_out } = sorted(await unpaidOf(tx, run), ways, run)
  return { people, left_out, ways, digest: digestOf(people) }
}

/** Those who cannot alone, which costs little when most have been ordered. */
export async function leftOutOf(tx: Tx, organization_id: string, run: Run) {
  const rows = await neverOrdered(tx, run)
  return rows.length > 0 ? sorted(rows, await waysOf(tx, organization_id), run).left_out : []
}

function sorted(rows: Awaited<ReturnType<typeof unpaidOf>>, ways: Ways, { paid_on }: Run) {
  const people: Plan['people'] = []
  const left_out: Plan['left_out'] = []
  // Paid by bank file, or in another way: who pays again from here pays twice.
  const paid = paid_on && { reason: `Recorded as paid on ${dayInWords(paid_on)}.` }
  for (const row of rows) {
    const to = paid && row.pay_by === 'bank' ? paid : payable(row, ways)
    if (isForRetry(row, to)) continue
    if ('reason' in to) left_out.push({ ...row, reason: to.reason })
    else people.push({ ...row, to })
  }
  return { people, left_out }
}

function digestOf(people: Plan['people']): string {
  const hash = createHash('sha256')
  for (const { slip_id, to } of people) {
    const { integration_id, account, bank_code, amount, name } = to
    hash.update(JSON.stringify([slip_id, integration_id, account, bank_code, amount, name]))
  }
  return hash.digest('hex')
}

export const totalOf = (people: Plan['people']) =>
  people.reduce((sum, { to }) => sum + to.amount, 0)

/** A way of being paid that was changed so lately deserves a look. */
const lately_days = 7
/** As many names as a person will read; how many there are is told beside them. */
const mostShown = 200

const personOf = ({ payee_id, payee_no, name }: PayeeRow) => ({
  id: payee_id,
  employee_no: payee_no,
  name,
})

export const preview: Handler<(typeof contract.payouts)['preview']> = async (ctx, { params }) => {
  const payroll = await loadPayable(ctx.tx, params.id, false)
  const organization_id = myOrganization(ctx)
  const plan = await planFor(ctx.tx, organization_id, payroll)
  const since = `${daysLater(ctx.today, -lately_days)}T00:00:00Z`
  const changed = plan.people.filter(({ payee_changed_at: at }) => at !== null && at >= since)
  const request = await waitingRequest(ctx.tx, payroll.id, ctx.now)
  return {
    of: payroll.of,
    count: plan.people.length,
    total: totalOf(plan.people),
    rounding: plan.people.reduce((sum, { to }) => sum + to.rounding, 0),
    ways: await waysShown(ctx, plan),
    left_out: plan.left_out.slice(0, mostShown).map(shownLeftOut),
    left_out_count: plan.left_out.length,
    changed: changed.slice(0, mostShown).map((row) => ({
      employee: personOf(row),
      changed_at: row.payee_changed_at as string,
      what: row.pay_by === 'mpesa' ? `M-PESA ${row.phone}` : `${row.bank_name} ${row.account_no}`,
    })),
    changed_count: changed.length,
    second_person: (await secondPerson(ctx.tx, organization_id)).needed,
    impossible: impossible(plan),
    warnings: await warningsFor(ctx.tx, payroll.id, plan),
    integrated: Object.keys(plan.ways).length > 0,
    digest: plan.digest,
    request: request && shownRequest(request, me(ctx).id, plan.digest),
  }
}

export const shownLeftOut = (row: Plan['left_out'][number]) => ({
  employee: personOf(row),
  payslip_id: row.slip_id,
  net: centsOf(row.net),
  reason: row.reason,
})

/** A bank file pays the same people: whoever took it to the bank must not pay them again. */
async function warningsFor(tx: Tx, payroll_id: string, { people }: Plan): Promise<string[]> {
  if (!people.some(({ pay_by }) => pay_by === 'bank')) return []
  const file = await tx.maybe<{ created_at: string }>`select created_at from byproducts
    where payroll_id = ${payroll_id} and type = any(${bankTypes}) and state = 'confirmed'
      and withdrawn_at is null order by number desc limit 1`
  if (!file) return []
  const day = dayInWords(dayOf(new Date(file.created_at)))
  return [
    `A bank file of this payroll was made on ${day}. If the bank has paid it, do not pay again: ` +
      'record the day of payment instead.',
  ]
}

interface Source {
  id: string
  type: PayoutMethod
  bank_name: string | null
  account_no: string | null
  short_code: string | null
  balance: string | null
  balance_at: string | null
}

async function waysShown({ tx }: Ctx, { people }: Plan) {
  const sources = await tx.all<Source>`select i.id, i.type, o.bank_name, o.account_no,
      i.meta ->> 'short_code' as short_code, i.balance, i.balance_at
    from integrations i join organizations o on o.id = i.organization_id
    where i.status = 'active'`
  return sources.flatMap(({ id, type, balance, ...source }) => {
    const mine = people.filter(({ to }) => to.integration_id === id)
    if (mine.length === 0) return []
    const from =
      type === 'mpesa'
        ? `M-PESA, short code ${source.short_code}`
        : `${source.bank_name}, account ${source.account_no}`
    return [
      {
        method: type,
        from,
        count: mine.length,
        total: totalOf(mine),
        balance: balance === null ? null : centsOf(balance),
        balance_at: source.balance_at,
      },
    ]
  })
}

/** Nobody at all can be paid from here: what to do instead. */
function impossible({ people, left_out, ways }: Plan): string | null {
  if (people.length > 0) return null
  if (left_out.length === 0) return 'Everybody in this payroll is paid or being paid.'
  if (Object.keys(ways).length > 0) return 'Nobody in this payroll can be paid as things are.'
  return (
    'Your organization has no payment integration. Export the bank file and pay through your ' +
    'bank, or ask support to set one up.'
  )
}
