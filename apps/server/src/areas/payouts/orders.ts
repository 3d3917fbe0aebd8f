import type { contract } from '@mshahara/contract'
import { formatShillings } from '@mshahara/engine/money'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { knownPlaces } from '../../foundation/pay/places.ts'
import { namesOf } from '../exports/index.ts'
import { notify } from '../notifications/index.ts'
import { addPayouts } from './instruct.ts'
import { openLane } from './lanes.ts'
import { isElsewhere } from './newcomers.ts'
import { impossible, type Plan, planFor, totalOf } from './preview.ts'
import { addRequest, askFor, closeWaiting } from './requests.ts'
import { askAgain } from './retry.ts'
import { loadPayable, type PayRun, pageOf } from './run.ts'
import { say } from './sentences.ts'
import { countingPayers, secondPerson } from './who-may-pay.ts'

type Payouts = typeof contract.payouts

/**
 * "Make Payments": the run is held, so that of twenty at once one acts, and what is ordered is what
 * the dialog showed. Nothing is sent here; from the commit on, the senders find it.
 */
export const make: Handler<Payouts['make']> = async (ctx, input) => {
  const payroll = await loadPayable(ctx.tx, input.params.id)
  const given = input.body()
  const plan = await planFor(ctx.tx, myOrganization(ctx), payroll, given?.leavers)
  // Who may have been paid is left out until the provider has said otherwise.
  const { id } = payroll
  await askAgain(ctx.tx, sql`a.payout_id in (select o.id from payouts o where o.run_id = ${id})`)
  await refuseUnseen(ctx.tx, payroll, plan, given?.digest)
  if (plan.people.length === 0) fail(422, say.nobody({ why: nobody(plan) }))
  const asked = { run: payroll, ...headOf(plan) }
  if ((await secondPerson(ctx.tx, myOrganization(ctx))).needed) {
    const { isNew } = await askFor(ctx.tx, asked, me(ctx))
    if (isNew) await notifyApprovers(ctx, payroll, asked)
    const message = 'Approval requested: somebody else has to agree'
    return { message, count: asked.count, waits: true }
  }
  await closeWaiting(ctx.tx, payroll.id)
  const request_id = await addRequest(ctx.tx, asked, me(ctx), 'approved')
  await order(ctx, payroll, plan, request_id)
  return { message: initiated(payroll), count: asked.count, waits: false }
}

/** The same, under the name that the specification has for casuals. */
export const makeCasuals: Handler<Payouts['makeCasuals']> = make

export const initiated = ({ of }: PayRun) =>
  of === 'casuals' ? 'Casuals payout successfully initiated' : 'Payout successfully initiated'

/**
 * What is ordered is what was shown. An order that does not say what that was pays only where
 * nothing needed a look: to the account of last time or, the first time, of the payslip.
 */
async function refuseUnseen(tx: Tx, run: PayRun, plan: Plan, shown: string | undefined) {
  if (shown === plan.digest) return
  if (shown !== undefined) fail(409, say.overtaken)
  const known = await knownPlaces(tx, run.id)
  const moved = plan.people.filter((row) => isElsewhere(row, known))
  if (moved.length === 0) return
  fail(409, say.elsewhere({ names: namesOf(moved.map(({ name }) => name)) }))
}

const headOf = ({ people, leavers, freed, digest }: Plan) => ({
  digest,
  told: [...freed, ...describeLeavers(leavers.filter(({ ticked }) => ticked))],
  leavers: leavers.flatMap(({ slip_id, ticked }) => (ticked ? [slip_id] : [])),
  count: people.length,
  total: totalOf(people),
})

function describeLeavers(ticked: Plan['leavers']): string[] {
  const told = (title: string, of: Plan['leavers']) =>
    of.length === 0 ? [] : [`${title}: ${namesOf(of.map(({ name }) => name))}.`]
  const gone = ticked.filter(({ left_on }) => left_on !== null)
  return [
    ...told(
      'Left before the days of this payroll',
      gone.filter(({ left_within }) => !left_within),
    ),
    ...told(
      'Left within the days of this payroll',
      gone.filter(({ left_within }) => left_within),
    ),
    ...told(
      'Suspended or inactive',
      ticked.filter(({ left_on }) => left_on === null),
    ),
  ]
}

function nobody(plan: Plan): string {
  const [first] = plan.left_out
  return first && plan.failed === 0
    ? `Nobody in this payroll can be paid at the moment: ${first.name}: ${first.reason}`
    : (impossible(plan) as string)
}

/** From the commit on, the senders find it. */
export async function order(ctx: Ctx, run: PayRun, { people }: Plan, request_id: string) {
  await openLane(
    ctx.tx,
    people.map(({ to }) => to.integration_id),
  )
  await addPayouts(ctx.tx, { ...run, request_id }, people)
  ctx.jobs.wake('payouts.send')
}

async function notifyApprovers(ctx: Ctx, payroll: PayRun, asked: Head) {
  const payers = await countingPayers(ctx.tx, myOrganization(ctx))
  await notify(
    ctx.tx,
    myOrganization(ctx),
    payers.filter((id) => id !== me(ctx).id),
    {
      key: `payout request ${payroll.id} ${asked.digest} ${asked.leavers.join()}`,
      title: 'Payments are waiting for your approval',
      text:
        `${me(ctx).name} wants to pay ${asked.count} people Ksh ${formatShillings(asked.total)} ` +
        [`for ${payroll.title}.`, ...asked.told].join(' '),
      link: pageOf(payroll),
    },
  )
}
type Head = ReturnType<typeof headOf>
