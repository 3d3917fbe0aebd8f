import type { Endpoint, Input } from '@mshahara/contract'
import type { CheckedAct, ShownChange } from '@mshahara/contract/maker-checker'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { type Asked, digestOf, needsSecond, propose, register } from './checked.ts'
import { type DueLate, type LateNets, lateLines, latePeople } from './late.ts'
import { actsIn, dueIn, shownOf, titleOf, type Write, writesIn } from './writes.ts'

/**
 * A call whose act only shows in what it writes: it is done, looked at, and taken back where a
 * second person is asked for. What they agree to is what the database saw, in one digest, whatever
 * the call was: one item, a grid, or a sheet of thousands.
 */

interface Trying<E extends Endpoint> {
  /** What the call may come to. */
  acts: CheckedAct[]
  /** Where it can be looked at. */
  link: (writes: readonly Write[], input: Input<E>) => string
  /** What only says what would happen. */
  dry?: (input: Input<E>) => boolean
  /** What is kept of what the call was given, where that is not all as it was. */
  kept?: (ctx: Ctx, input: Input<E>) => Promise<Input<E>>
  /** As the handler holds it, where proposals about it are void once it changes. */
  hold?: (ctx: Ctx, input: Input<E>) => Promise<unknown>
  /** The right it takes, where the call is by role. */
  needs?: string
  /** What is due of paid months to those whose items reach back to some. */
  late?: DueLate
}

export function tried<E extends Endpoint>(
  name: string,
  endpoint: E,
  { acts, link, dry, kept, hold = async () => {}, needs, late }: Trying<E>,
  handler: Handler<E>,
): Handler<E> {
  const askedBy = ({ writes, nets }: Attempted, due: string, input: Input<E>): Asked => ({
    acts: actsIn(writes),
    subject_id: (input.params as { id?: string } | undefined)?.id ?? null,
    people: [...new Set(writes.flatMap(({ payee_id }) => payee_id ?? []))],
    title: titleOf(writes),
    ...withLate(shownOf(writes), lateLines(writes, nets)),
    // What they come to is agreed to with them, as with a salary.
    digest: nets ? digestOf([due, ...lateLines(writes, nets)]) : due,
    due,
    link: link(writes, input),
    ...(needs ? { needs } : {}),
  })
  const asks = async (ctx: Ctx, input: Input<E>) => {
    const seen = await attempt(ctx.tx, () => handler(ctx, input), { late, onlyToSee: true })
    return seen.due === null ? null : askedBy(seen, seen.due, input)
  }
  register(name, { endpoint, handler, asks, hold, tried: true } as never)
  const act: Handler<E> = async (ctx, input) => {
    if (dry?.(input) || !(await needsSecond(ctx.tx, acts))) return handler(ctx, input)
    const given = kept ? await kept(ctx, input) : input
    const seen = await attempt(ctx.tx, () => handler(ctx, given), { late })
    if (seen.due === null) return seen.result as Awaited<ReturnType<Handler<E>>>
    const asked = askedBy(seen, seen.due, given)
    return (await propose(ctx, name, endpoint, given as Input<Endpoint>, asked)) as never
  }
  return Object.assign(act, { crosses: handler.crosses })
}

interface Attempted {
  writes: Write[]
  nets: LateNets | null
}

/** The sums stay together: above the first of a long list. */
const withLate = ({ shown, listed }: ReturnType<typeof shownOf>, late: ShownChange[]) => ({
  shown: [...shown, ...late],
  ...(listed ? { listed: [...listed, ...late] } : {}),
})

/** Taken back where it is a second person's to decide, or asked only to see. */
async function attempt<R>(
  tx: Tx,
  work: () => Promise<R>,
  { late, onlyToSee = false }: { late?: DueLate | undefined; onlyToSee?: boolean },
) {
  await tx.run`savepoint attempt`
  const result = await work()
  const due = await dueIn(tx)
  const writes = due === null ? [] : await writesIn(tx)
  const people = late ? latePeople(writes) : []
  const after = people.length > 0 ? await late?.(tx, people) : undefined
  if (onlyToSee || due !== null) await tx.run`rollback to savepoint attempt`
  // What follows is the transaction's own: an agreement counts in no part of it.
  await tx.run`release savepoint attempt`
  const nets = after ? { after, before: (await late?.(tx, people)) ?? new Map() } : null
  return { result, writes, due, nets }
}
