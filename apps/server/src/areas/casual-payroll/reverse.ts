import { contract, type Input } from '@mshahara/contract'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import { raw } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loadRun, refuseAct } from '../../foundation/pay/runs.ts'
import { reverseRun, voidSlips } from '../../foundation/pay/settling.ts'
import { askedToReverse, checked } from '../maker-checker/index.ts'
import { about, held, notifyOthers } from './confirm.ts'
import { listedById } from './runs.ts'
import { say } from './sentences.ts'

type Payrolls = typeof contract.casualPayrolls

/**
 * While nobody was paid (the database refuses the rest), as a monthly one is (B13, C23). Whoever
 * is paid in cash may have signed for it: that they have not is said of each of them.
 */
const reverseNow: Handler<Payrolls['reverse']> = async (ctx, input) => {
  const payroll = await held(ctx, input.params.id, 'reverse')
  const { id } = payroll
  const { reason, not_signed } = input.body()
  if (payroll.payout === null) await refuseSigned(ctx.tx, id, not_signed)
  await reverseRun(ctx.tx, id, { by: me(ctx).name, reason, not_signed })
  await voidSlips(ctx.tx, id)
  await notifyOthers(ctx, payroll, 'reversed')
  return listedById(ctx.tx, id)
}

async function toBeReversed(ctx: Ctx, { params, body }: Input<Payrolls['reverse']>) {
  const payroll = await loadRun(ctx.tx, 'casual', params.id)
  refuseAct(payroll, 'reverse')
  const { reason, not_signed } = body()
  if (payroll.payout === null) await refuseSigned(ctx.tx, payroll.id, not_signed)
  const names = await namesOf(ctx.tx, payroll.id, not_signed)
  return askedToReverse(payroll, { ...about(payroll), reason, not_signed: names })
}

export const reverse = checked(
  'casualPayrolls.reverse',
  contract.casualPayrolls.reverse,
  {
    acts: ['reversal'],
    asks: toBeReversed,
    hold: (ctx, { params }) => held(ctx, params.id, 'reverse'),
  },
  reverseNow,
)

const fullName = raw(`concat_ws(' ', s.person ->> 'first_name', s.person ->> 'last_name')`)

async function namesOf(tx: Tx, payroll_id: string, casuals: readonly string[]) {
  const rows = await tx.all<{ name: string }>`select ${fullName} as name from payslips s
    where s.payroll_id = ${payroll_id} and s.casual_id = any (${casuals}::uuid[]) order by 1`
  return rows.map(({ name }) => name)
}

async function refuseSigned(tx: Tx, id: string, not_signed: readonly string[]) {
  const rows = await tx.all<{ name: string }>`
    select ${fullName} as name from payslips s join casuals c on c.id = s.casual_id
    where s.payroll_id = ${id} and paid_in_cash(s.person) and s.net > 0
      and s.casual_id <> all (${not_signed}::uuid[]) order by c.number`
  if (rows.length === 0) return
  const names = rows.slice(0, mostNamed).map(({ name }) => name)
  failField('not_signed', say.maySigned({ names, more: rows.length - names.length }))
}

const mostNamed = 10
