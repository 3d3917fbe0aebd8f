import type { contract } from '@mshahara/contract'
import type { raiseRoundings, raiseRule } from '@mshahara/contract/raises'
import { monthOf } from '@mshahara/engine/calendar'
import { type RaiseRounding, type RaiseRule, raisedPay, tellRaise } from '@mshahara/engine/raise'
import type { z } from 'zod'
import { monthsLater } from '../../foundation/core/clock.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { say } from './sentences.ts'
import { refusedToWire, rowToWire, type Wanted, workOut } from './work-out.ts'

/** A raise looked at: who gets how much, from when. Nothing is written. */

type Raises = typeof contract.raises

const cents: Record<(typeof raiseRoundings)[number], RaiseRounding> = {
  cent: 1,
  shilling: 100,
  ten: 1_000,
  fifty: 5_000,
  hundred: 10_000,
}

function asEngine({ by, rounding, least, floor }: z.output<typeof raiseRule>): RaiseRule {
  const rest = {
    rounding: cents[rounding],
    ...{ least: least ?? undefined, floor: floor ?? undefined },
  }
  if (by.what === 'percent') return { by: { percent: by.percent }, ...rest }
  if (by.what === 'net') return { by: { net: by.amount }, ...rest }
  return { by: by.what === 'more' ? { more: by.amount } : { to: by.amount }, ...rest }
}

export const preview: Handler<Raises['preview']> = async (ctx, { body }) => {
  const { from, rule, own } = body
  refuseFar([from, ...own.flatMap((one) => one.from ?? [])], ctx.today)
  const by = rule && asEngine(rule)
  const wanted = new Map<string, Wanted>()
  for (const employee_id of by ? await chosen(ctx.tx, body.whom, from) : []) {
    wanted.set(employee_id, {
      employee_id,
      from,
      next: (so_far, netOf) => raisedPay(by as RaiseRule, so_far, netOf),
    })
  }
  for (const one of own) {
    wanted.set(one.employee_id, {
      employee_id: one.employee_id,
      from: one.from ?? from,
      next: () => given(one),
    })
  }
  if (wanted.size === 0) failField('whom', say.nobody)
  const { rows, refused } = await workOut(ctx.tx, [...wanted.values()], ctx.today)
  return {
    told: by ? tellRaise(by) : '',
    rows: rows.map(rowToWire),
    refused: refused.map(refusedToWire),
  }
}

/** A net stands in place of an amount. */
export const given = ({
  amount,
  agreed_net,
}: {
  amount?: number | null
  agreed_net: number | null
}) => (agreed_net === null ? { amount: amount ?? 0 } : { agreed_net })

export function refuseFar(months: readonly string[], today: string) {
  const last = monthOf(monthsLater(today, 24))
  if (months.some((month) => month > last)) failField('from', say.twoYears)
}

type Whom = z.output<Raises['preview']['body'] & object>['whom']

/** Whoever left long ago is not refused one by one, but not meant. */
async function chosen(tx: Tx, { departments, designations, terms, employees }: Whom, from: string) {
  const people = await tx.all<{ id: string }>`select e.id from employees e
    where (${departments ?? null}::uuid[] is null or e.department_id = any (${departments ?? null}))
      and (${designations ?? null}::uuid[] is null
        or e.designation_id = any (${designations ?? null}))
      and (${terms ?? null}::text[] is null or e.tos = any (${terms ?? null}))
      and case when ${employees ?? null}::uuid[] is not null then e.id = any (${employees ?? null})
        else e.status <> 'terminated' or e.termination_date >= (${from} || '-01')::date end
    order by e.number`
  return people.map(({ id }) => id)
}
