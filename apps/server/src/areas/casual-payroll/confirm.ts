import { contract, type Input } from '@mshahara/contract'
import { dayInWords } from '@mshahara/contract/months'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { type CasualRun, loadRun, loadRunFor, refuseAct } from '../../foundation/pay/runs.ts'
import { confirmRun, freezeSlips, holdSlips } from '../../foundation/pay/settling.ts'
import { askedToConfirm, checked, checksShown, submitting } from '../maker-checker/index.ts'
import { notify } from '../notifications/index.ts'
import { holdersOf } from '../organizations/index.ts'
import { refuseBlocked } from '../payroll/index.ts'
import { blockersOf, checksOf } from './checks.ts'
import { listedById } from './runs.ts'
import { say } from './sentences.ts'

type Payrolls = typeof contract.casualPayrolls

/**
 * The roll before the payroll: whoever saves a sheet meanwhile either is seen here or sees what is
 * paid, and another payroll of the month that is being confirmed counts on what this one took.
 */
export async function held({ tx }: Ctx, id: string, act: 'confirm' | 'reverse') {
  await tx.run`select hold_roll(app_org(), true)`
  return loadRunFor(tx, 'casual', id, act)
}

/** Confirming freezes: asked twice, it is done once. */
const confirmNow: Handler<Payrolls['confirm']> = async (ctx, { params, body }) => {
  const payroll = await held(ctx, params.id, 'confirm')
  if (payroll.status === 'confirmed') return listedById(ctx.tx, payroll.id)
  await holdSlips(ctx.tx, payroll.id)
  const ticked = await tickedOrRefused(ctx, payroll, body()?.days ?? [])
  const count = await freeze(ctx.tx, payroll.id, me(ctx).name, ticked)
  if (count === 0) fail(422, say.nobodyLeft)
  await notifyOthers(ctx, payroll, 'confirmed')
  return listedById(ctx.tx, payroll.id)
}

/** What whoever agrees agrees to (B29). */
async function toBeConfirmed(ctx: Ctx, { params, body }: Input<Payrolls['confirm']>) {
  const payroll = await loadRun(ctx.tx, 'casual', params.id)
  refuseAct(payroll, 'confirm')
  if (payroll.status === 'confirmed') return null
  const ticked = await tickedOrRefused(ctx, payroll, body()?.days ?? [])
  return askedToConfirm(ctx.tx, payroll, {
    ...about(payroll),
    more: ticked.map((day) => ({
      label: 'Paid without a muster roll',
      text: dayInWords(day),
    })),
    beside: async () => checksShown(await checksOf(ctx.tx, payroll, ctx.today)),
  })
}

export const about = ({ id, from, to }: CasualRun) => ({
  of: `${dayInWords(from)} to ${dayInWords(to)}`,
  link: `/payroll/casual/${id}`,
})

export const confirm = checked(
  'casualPayrolls.confirm',
  contract.casualPayrolls.confirm,
  {
    acts: ['confirming'],
    asks: toBeConfirmed,
    hold: (ctx, { params }) => held(ctx, params.id, 'confirm'),
  },
  confirmNow,
)
export const submit = submitting<Payrolls['submit']>('casualPayrolls.confirm')

/** The days that are paid because each of them was ticked (C22); a blocker that is left refuses. */
async function tickedOrRefused(ctx: Ctx, payroll: CasualRun, given: string[]) {
  const { people, days } = await blockersOf(ctx.tx, payroll, ctx.today)
  const unticked = days.flatMap(({ title, days: unseen }) => {
    const left = unseen.filter(({ day }) => !given.includes(day))
    const named = left.map(({ day }) => ({ name: dayInWords(day) }))
    return left.length > 0 ? [{ title, people: named, count: left.length }] : []
  })
  refuseBlocked([...people, ...unticked])
  return days.flatMap(({ days: unseen }) => unseen.map(({ day }) => day))
}

/** From now on nothing in it changes; returns the number of its payslips. */
export async function freeze(tx: Tx, id: string, by: string, ticked: readonly string[] = []) {
  const frozen = await freezeSlips(tx, id)
  await confirmRun(tx, { id, kind: 'casual' }, frozen, { by, ticked })
  return frozen.payslips
}

/** Everybody who may see payrolls is told, except the person who did it. */
export async function notifyOthers(
  ctx: Ctx,
  { id, code, from, to }: CasualRun,
  done: 'confirmed' | 'reversed',
) {
  const holders = await holdersOf(ctx.tx, 'view payrolls')
  await notify(
    ctx.tx,
    myOrganization(ctx),
    holders.filter((one) => one !== me(ctx).id),
    {
      key: `casual payroll ${done} ${id}`,
      title: `Casual payroll ${done}`,
      text:
        `${code} from ${dayInWords(from)} to ${dayInWords(to)} was ${done} by ` +
        `${me(ctx).name}.`,
      link: `/payroll/casual/${id}`,
    },
  )
}
