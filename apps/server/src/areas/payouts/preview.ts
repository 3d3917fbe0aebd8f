import { createHash } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { counted } from '@mshahara/contract/counted'
import { dayInWords } from '@mshahara/contract/months'
import type { PayoutMethod } from '@mshahara/contract/payouts'
import { dayOf } from '../../foundation/core/clock.ts'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { whyHeldBack } from '../../foundation/pay/held-back.ts'
import { knownPlaces } from '../../foundation/pay/places.ts'
import { freedOf } from '../exports/index.ts'
import { changedOf, describeChanges, isNew, notPaidAgain, personOf } from './newcomers.ts'
import {
  heldBackWords,
  type Payable,
  type PayeeRow,
  payable,
  type Ways,
  waysOf,
} from './payable.ts'
import { isForRetry, neverOrdered, unpaidOf } from './payees.ts'
import { requestToWire, waitingRequest } from './requests.ts'
import { loadPayable, type PayRun } from './run.ts'
import { payersGone, secondPerson } from './who-may-pay.ts'

/** What "Make Payments" would do now, before it does it. */

export interface Plan {
  people: (PayeeRow & { to: Payable })[]
  left_out: (PayeeRow & { reason: string })[]
  /** Who left before its days were over or is suspended: paid when ticked, else left out. */
  leavers: (PayeeRow & { to: Payable; ticked: boolean })[]
  /** How many have failed and are for Retry. */
  failed: number
  /** What somebody has said so that they can be paid, in sentences. */
  freed: string[]
  ways: Ways
  /** Of everybody who can be paid: how, how much, why, and when that was last touched. */
  digest: string
}

type Run = Pick<PayRun, 'id' | 'of'>

/**
 * Everybody of the run who is not paid or being paid, and can be; and those who cannot. Of those
 * who are held back, the ones with these payslips. The digest is the same whoever is
 * ticked.
 */
export async function planFor(
  tx: Tx,
  organization_id: string,
  run: Run,
  ticked: readonly string[] = [],
): Promise<Plan> {
  const ways = await waysOf(tx, organization_id)
  const { able, ...plan } = sorted(await unpaidOf(tx, run), ways, new Set(ticked))
  const freed = await freedOf(
    tx,
    run.of,
    able.map(({ slip_id }) => slip_id),
  )
  return { ...plan, freed, ways, digest: digestOf(able, freed) }
}

/** Those who cannot alone, which costs little when most have been ordered. */
export async function leftOutOf(tx: Tx, organization_id: string, run: Run) {
  const rows = await neverOrdered(tx, run)
  return rows.length > 0 ? sorted(rows, await waysOf(tx, organization_id), new Set()).left_out : []
}

function sorted(
  rows: Awaited<ReturnType<typeof unpaidOf>>,
  ways: Ways,
  ticked: ReadonlySet<string>,
) {
  const able: Plan['people'] = []
  const people: Plan['people'] = []
  const leavers: Plan['leavers'] = []
  const left_out: Plan['left_out'] = []
  let failed = 0
  for (const row of rows) {
    const { held_back, slip_id } = row
    const to = payable(row, ways)
    if (isForRetry(row, to) && !held_back) failed += 1
    else if ('reason' in to) left_out.push({ ...row, reason: to.reason })
    else {
      const isTicked = ticked.has(slip_id)
      able.push({ ...row, to })
      if (held_back) leavers.push({ ...row, to, ticked: isTicked })
      if (!held_back || isTicked) people.push({ ...row, to })
      else left_out.push({ ...row, reason: `${heldBackWords(row)} Paid only when ticked.` })
    }
  }
  return { able, people, leavers, left_out, failed }
}

function digestOf(able: Plan['people'], freed: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(freed))
  for (const { slip_id, to, payee_changed_at, ...why } of able) {
    const { integration_id, account, bank_code, amount, name } = to
    const whereTo = [integration_id, account, bank_code, payee_changed_at]
    hash.update(
      JSON.stringify([slip_id, ...whereTo, amount, name, why.held_back && whyHeldBack(why)]),
    )
  }
  return hash.digest('hex')
}

export const totalOf = (people: Plan['people']) =>
  people.reduce((sum, { to }) => sum + to.amount, 0)

/** As many names as a person will read; how many there are is told beside them. */
const mostShown = 200

export const preview: Handler<(typeof contract.payouts)['preview']> = async (ctx, { params }) => {
  const payroll = await loadPayable(ctx.tx, params.id, false)
  const organization_id = myOrganization(ctx)
  const request = await waitingRequest(ctx.tx, payroll.id)
  const plan = await planFor(ctx.tx, organization_id, payroll, request?.leavers)
  const known = await knownPlaces(ctx.tx, payroll.id)
  const changed = changedOf(plan.people, known, ctx.today)
  const first = plan.people.filter((row) => isNew(row, known))
  const gone = await notPaidAgain(ctx.tx, payroll)
  return {
    of: payroll.of,
    count: plan.people.length,
    total: totalOf(plan.people),
    rounding: plan.people.reduce((sum, { to }) => sum + to.rounding, 0),
    ways: await waysToWire(ctx, plan),
    left_out: plan.left_out.slice(0, mostShown).map(leftOutToWire),
    left_out_count: plan.left_out.length,
    leavers: plan.leavers.map((row) => ({
      employee: personOf(row),
      payslip_id: row.slip_id,
      left_on: row.left_on,
      why: whyHeldBack(row),
      method: row.to.method,
      amount: row.to.amount,
      ticked: row.ticked,
    })),
    changed: await describeChanges(ctx.tx, payroll, changed.slice(0, mostShown), known),
    changed_count: changed.length,
    first_time: first
      .slice(0, mostShown)
      .map((row) => ({ employee: personOf(row), net: centsOf(row.net) })),
    first_time_count: first.length,
    not_again: gone.slice(0, mostShown),
    not_again_count: gone.length,
    second_person: (await secondPerson(ctx.tx, organization_id)).needed,
    impossible: impossible(plan),
    warnings: [
      ...plan.freed,
      ...(await warningsFor(ctx.tx, payroll.id, plan)),
      ...describeGone(await payersGone(ctx.tx, organization_id, ctx.today)),
    ],
    integrated: Object.keys(plan.ways).length > 0,
    digest: plan.digest,
    request: request && requestToWire(request, me(ctx).id, plan.digest),
  }
}

export const leftOutToWire = (row: Plan['left_out'][number]) => ({
  employee: personOf(row),
  payslip_id: row.slip_id,
  net: centsOf(row.net),
  reason: row.reason,
  signs: row.blocked_by === 'paid in cash',
})

const describeGone = (names: readonly string[]) =>
  names.length === 0
    ? []
    : [
        `The contract is over, but the sign-in can still pay: ${names.join(', ')}. Renew the ` +
          'contract, or end the sign-in under Users.',
      ]

interface Claimed {
  created_at: string
  count: number
  /** Those whose account is another one by now. */
  moved: string[]
}

/** A bank file pays the same people: whoever is in one is not paid from here (C19). */
async function warningsFor(tx: Tx, payroll_id: string, { left_out }: Plan): Promise<string[]> {
  if (!left_out.some(({ blocked_by }) => blocked_by === 'in a bank file')) return []
  const file = await tx.maybe<Claimed>`select b.created_at, count(*) as count,
      array_remove(array_agg(case when e.payee_changed_at > b.created_at
        then e.first_name || ' ' || e.last_name end), null) as moved
    from byproducts b join bank_file_claims c on c.byproduct_id = b.id
    join payslips s on s.id = c.slip_id join employees e on e.id = s.employee_id
    where b.payroll_id = ${payroll_id} and b.withdrawn_at is null
    group by b.id, b.number, b.created_at order by b.number desc limit 1`
  if (!file) return []
  const day = dayInWords(dayOf(new Date(file.created_at)))
  const whom = file.count === 1 ? '1 person, who is' : `${file.count} people, who are`
  return [
    `A bank file of this payroll was made on ${day} and pays ${whom} left out here. If ` +
      'nobody takes it to the bank, mark it as not used in the list of files of the payroll.',
    ...(file.moved.length > 0
      ? [
          `In that file, but to another account than the one on record now: ` +
            `${file.moved.slice(0, 10).join(', ')}. Please make the file again.`,
        ]
      : []),
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

async function waysToWire({ tx }: Ctx, { people }: Plan) {
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
export function impossible({ people, left_out, failed, ways }: Plan): string | null {
  if (people.length > 0) return null
  if (failed > 0) {
    const [have, them] = failed === 1 ? ['has', 'it'] : ['have', 'them']
    return (
      `${counted(failed, 'payout')} of this payroll ${have} failed. ` +
      `See why among its payouts, and retry ${them}.`
    )
  }
  if (left_out.length === 0) return 'Everybody in this payroll is paid or being paid.'
  if (left_out.every(({ blocked_by }) => blocked_by === 'paid in cash')) {
    return 'Everybody left in this payroll is paid in cash: see the list to sign.'
  }
  if (Object.keys(ways).length > 0) return 'Nobody in this payroll can be paid at the moment.'
  return (
    'Your organization has no payment integration. Export the bank file and pay through your ' +
    'bank, or ask support to set one up.'
  )
}
