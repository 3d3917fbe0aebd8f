import { contract, type Input } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail, Refused } from '../../foundation/core/fail.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import {
  type EmployeeRun,
  loadRun,
  loadRunFor,
  ofEmployees,
  refuseAct,
  stateOf,
} from '../../foundation/pay/runs.ts'
import { confirmRun, freezeSlips, holdSlips } from '../../foundation/pay/settling.ts'
import { askedToConfirm, checked, checksShown, submitting } from '../maker-checker/index.ts'
import { notify } from '../notifications/index.ts'
import { holdersOf, somebodyElseMust } from '../organizations/index.ts'
import { rewrittenIn } from './changed-since.ts'
import { blockersOf, checksOf } from './checks.ts'
import { correctedInWords } from './correction-lines.ts'
import { paidTwice } from './extra-twice.ts'
import { finalDuesInWords } from './final-dues.ts'
import { type Finding, titles } from './findings.ts'
import { holdAll, payAll } from './intakes.ts'
import { listedById } from './runs.ts'
import { sayToStaff } from './sentences.ts'
import { reasonsShown } from './variance.ts'

type Payrolls = typeof contract.payrolls
type Kind = EmployeeRun['kind']

/** Confirming freezes a run, where nobody else has to look at it first (B29). */
const confirmNow: Handler<Payrolls['confirm']> = async (ctx, { params, body }) => {
  const payroll = await loadRunFor(ctx.tx, ofEmployees, params.id, 'confirm')
  if (stateOf(payroll) === 'confirmed') return listedById(ctx.tx, payroll.id)
  await hold(ctx.tx, payroll.id, payroll.kind)
  const { blockers, excepted } = await blockersOf(ctx.tx, payroll, body().approved)
  refuseBlocked(blockers)
  await refuseOwnExceptions(ctx, excepted)
  await keepExceptions(ctx, payroll.id, excepted)
  const count = await settle(ctx.tx, ctx.secrets, payroll.id, me(ctx).name, payroll.kind)
  if (count === 0) fail(422, sayToStaff.nobodyLeft)
  await ctx.jobs.start(ctx.tx, 'payslips.send', { payroll_id: payroll.id }, me(ctx), count)
  await notifyOthers(ctx, payroll)
  return listedById(ctx.tx, payroll.id)
}

/** What whoever agrees agrees to: these figures, with what was approved by name. */
async function toBeConfirmed(ctx: Ctx, { params, body }: Input<Payrolls['confirm']>) {
  const payroll = await loadRun(ctx.tx, ofEmployees, params.id)
  refuseAct(payroll, 'confirm')
  if (stateOf(payroll) === 'confirmed') return null
  const { blockers, excepted } = await blockersOf(ctx.tx, payroll, body().approved)
  refuseBlocked(blockers)
  await refuseOwnExceptions(ctx, excepted)
  const { month, year } = monthAndYear(payroll.month)
  return askedToConfirm(ctx.tx, payroll, {
    of: [payroll.title, `${month} ${year}`].filter(Boolean).join(', '),
    link: `/payroll/${payroll.id}`,
    more: [
      ...(await correctedInWords(ctx.tx, payroll)),
      ...(await finalDuesInWords(ctx.tx, payroll)),
      ...[...excepted, ...(await paidTwice(ctx.tx, payroll))].map(({ kind, name, detail }) => ({
        label: titles[kind],
        text: `${name}: ${detail}`,
      })),
    ],
    beside: async () => [
      ...(payroll.kind === 'monthly' ? await reasonsShown(ctx.tx, payroll.id) : []),
      ...checksShown(await checksOf(ctx.tx, ctx.secrets, payroll)),
    ],
  })
}

const { payrolls } = contract
export const confirm = checked(
  'payrolls.confirm',
  payrolls.confirm,
  {
    acts: ['confirming', 'salary', 'items'],
    asks: toBeConfirmed,
    hold: (ctx, { params }) => loadRunFor(ctx.tx, ofEmployees, params.id, 'confirm'),
  },
  confirmNow,
)
export const submit = submitting<Payrolls['submit']>('payrolls.confirm')

/** Nobody approves what they are paid themselves, where somebody else could. */
async function refuseOwnExceptions(ctx: Ctx, excepted: readonly Finding[]) {
  const own = excepted.find(({ employee_id }) => employee_id === me(ctx).employee_id)
  if (!own || !(await somebodyElseMust(ctx.tx, own.employee_id, 'approve payrolls'))) return
  fail(422, sayToStaff.ownPay({ detail: own.detail }))
}

/** What was approved by name stays on record, with who approved it. */
async function keepExceptions(ctx: Ctx, payroll_id: string, excepted: readonly Finding[]) {
  if (excepted.length === 0) return
  await ctx.tx.run`insert into payroll_exceptions
      (payroll_id, employee_id, kind, detail, approved_name)
    select ${payroll_id}, g.employee_id, g.kind, g.detail, ${me(ctx).name}
    from unnest(${excepted.map((one) => one.employee_id)}::uuid[],
      ${excepted.map(({ kind }) => kind)}::text[], ${excepted.map(({ detail }) => detail)}::text[])
      as g (employee_id, kind, detail)`
}

/** Before anybody looks whether it can be confirmed: what they see is what is paid. */
export async function hold(tx: Tx, id: string, kind: Kind) {
  await holdSlips(tx, id)
  await holdAll(tx, id, kind)
}

/** From now on nothing in the run changes; returns the number of its payslips. */
export async function settle(
  tx: Tx,
  secrets: Secrets,
  id: string,
  by: string,
  kind: Kind = 'monthly',
): Promise<number> {
  const frozen = await freezeSlips(tx, id)
  refuseBlocked(await rewrittenIn(tx, secrets, id, frozen.slips))
  await payAll(tx, id, kind)
  await confirmRun(tx, { id, kind }, frozen, { by })
  return frozen.payslips
}

/** Both, of a run that needs no look. */
export async function freeze(...given: Parameters<typeof settle>) {
  const [tx, , id, , kind = 'monthly'] = given
  await hold(tx, id, kind)
  return settle(...given)
}

interface Blocker {
  title: string
  people: { name: string }[]
  count: number
}

/** Names what stands in the way of confirming, and whose. */
export function refuseBlocked(blockers: readonly Blocker[]) {
  if (blockers.length === 0) return
  const sentences = blockers.map(({ title, people, count }) => {
    const names = people.slice(0, 5).map(({ name }) => name)
    return sayToStaff.blocked({ title, names, more: count - names.length })
  })
  throw new Refused(422, sayToStaff.notYet, {
    errors: { payroll: sentences },
  })
}

/** Everybody who may see payrolls is told, except the person who confirmed. */
async function notifyOthers(ctx: Ctx, payroll: EmployeeRun) {
  const holders = await holdersOf(ctx.tx, 'view payrolls')
  const { month, year } = monthAndYear(payroll.month)
  await notify(
    ctx.tx,
    myOrganization(ctx),
    holders.filter((id) => id !== me(ctx).id),
    {
      key: `payroll confirmed ${payroll.id}`,
      title: 'Payroll confirmed',
      text: `${payroll.code} for ${payroll.title ? `${payroll.title}, ` : ''}${month} ${year} was confirmed by ${me(ctx).name}.`,
      link: `/payroll/${payroll.id}`,
    },
  )
}
