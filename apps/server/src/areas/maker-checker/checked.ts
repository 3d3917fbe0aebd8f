import { createHash } from 'node:crypto'
import type { Endpoint, Input } from '@mshahara/contract'
import { type CheckedAct, proposalDays, type ShownChange } from '@mshahara/contract/maker-checker'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { type Handler, Later } from '../../foundation/http/bind.ts'
import { becameReplaced, notifyCheckers, notifyMaker } from './notify.ts'
import { say, waitsWords } from './sentences.ts'

/**
 * A call that may have to wait for a second person. What it would do is looked at first: where the
 * organisation asks for somebody else, the call answers with a proposal (202) instead of acting.
 * Agreeing to it comes back to the same handler, which checks everything once more.
 */

/** What the act would do. It refuses what the act itself would refuse. */
export interface Asked {
  acts: CheckedAct[]
  /** Whoever asks for somebody else for one of these asks for them here, too. */
  counts_as?: CheckedAct[]
  /** The payroll or the employee. */
  subject_id: string | null
  /** What of it would change: others wait beside it. None: all of it. */
  touches?: string[]
  /** What of the body says so; the rest of a form is as it stood, and may change meanwhile. */
  given?: object
  /** Whose own pay or account it is. */
  people?: string[]
  /** "Confirm PR-TC-0004 for February 2026" */
  title: string
  shown: ShownChange[]
  /** All that it would change, where `shown` is only the sums of it. */
  listed?: ShownChange[]
  /** What helps to judge it, as it is when it is asked; it is not agreed to. */
  beside?: () => Promise<ShownChange[]>
  /** Of all it is made from: whatever changes there voids it. */
  digest: string
  /** Where the database holds it against what is written: of all that would be. */
  due?: string
  /** The right it takes, where the call is by role. */
  needs?: string
  /** Where it can be looked at. */
  link: string
}

/** Nothing where the call would do nothing that anybody asks a second person for. */
type Asks<E extends Endpoint> = (ctx: Ctx, input: Input<E>) => Promise<Asked | null>

type Holds<E extends Endpoint> = (ctx: Ctx, input: Input<E>) => Promise<unknown>

export interface CheckedCall {
  endpoint: Endpoint
  handler: Handler<Endpoint>
  asks: Asks<Endpoint>
  hold: Holds<Endpoint>
  /** It is asked by doing it (tried.ts), and what was written says whether it is still so. */
  tried?: true
}

/** By the name that a proposal keeps. */
const calls = new Map<string, CheckedCall>()

export const register = (name: string, call: CheckedCall) => calls.set(name, call)

export const callNamed = (name: string) => calls.get(name)

interface Checking<E extends Endpoint> {
  /** What the call may come to. */
  acts: CheckedAct[]
  asks: Asks<E>
  /** As the handler holds it: from then on what it is about is changed by nobody else. */
  hold: Holds<E>
}

export function checked<E extends Endpoint>(
  name: string,
  endpoint: E,
  { acts, asks, hold }: Checking<E>,
  handler: Handler<E>,
): Handler<E> {
  register(name, { endpoint, handler, asks, hold } as unknown as CheckedCall)
  const act: Handler<E> = async (ctx, input) => {
    if (!(await needsSecond(ctx.tx, acts))) return handler(ctx, input)
    const asked = await asks(ctx, input)
    if (!asked || !(await isAskedFor(ctx.tx, asked))) return handler(ctx, input)
    return (await propose(ctx, name, endpoint, input as Input<Endpoint>, asked)) as never
  }
  return Object.assign(act, { crosses: handler.crosses })
}

/** Only ever a proposal: what a screen calls that says so. */
export const submitting =
  <E extends Endpoint>(name: string): Handler<E> =>
  async (ctx, input) => {
    const { endpoint, asks } = calls.get(name) as CheckedCall
    const asked = await asks(ctx, input as Input<Endpoint>)
    if (!asked || !(await isAskedFor(ctx.tx, asked))) fail(422, say.nobodyAsks)
    return (await propose(ctx, name, endpoint, input as Input<Endpoint>, asked)).body as never
  }

const isAskedFor = (tx: Tx, { acts, counts_as = [] }: Asked) =>
  needsSecond(tx, [...acts, ...counts_as])

export async function needsSecond(tx: Tx, acts: readonly CheckedAct[]) {
  const { needed } = await tx.one<{ needed: boolean }>`
    select coalesce(bool_or(second_asked_for(app_org(), act)), false) as needed
    from unnest(${acts}::text[]) act`
  return needed
}

export const digestOf = (basis: unknown) =>
  createHash('sha256').update(JSON.stringify(basis)).digest('hex')

/** What a record with an id in the path gives when it is asked for is there at once otherwise. */
function plain(input: Input<Endpoint>) {
  const body = input.body as unknown
  return { params: input.params ?? null, body: typeof body === 'function' ? body() : body }
}

/** As the handler received it. */
export function inputFrom(kept: { params: unknown; body: unknown }): Input<Endpoint> {
  const { params, body } = kept
  return (
    params
      ? { params, query: () => ({}), body: () => body }
      : { params: undefined, query: {}, body }
  ) as Input<Endpoint>
}

export async function propose(
  ctx: Ctx,
  call: string,
  { access }: Endpoint,
  input: Input<Endpoint>,
  {
    acts,
    subject_id,
    touches = [],
    given,
    people = [],
    title,
    listed,
    digest,
    due,
    link,
    needs = access,
    ...told
  }: Asked,
) {
  const { tx } = ctx
  const shown = [...told.shown, ...((await told.beside?.()) ?? [])]
  const kept = { ...plain(input), ...(given && { body: given }), ...(listed && { listed }) }
  const replaced = await replace(ctx, call, { subject_id, touches, title })
  const { id } = await tx.one<{ id: string }>`
    insert into proposals (call, input, acts, needs, subject_id, touches, people, title, shown, digest, due,
      link, made_by, maker, lapses_at)
    values (${call}, ${JSON.stringify(kept)}::jsonb, ${acts}, ${needs}, ${subject_id},
      ${touches}::text[], ${people}::uuid[], ${title}, ${JSON.stringify(shown)}::jsonb, ${digest},
      ${due ?? null}, ${link}, ${me(ctx).id}, ${me(ctx).name}, app_now() + make_interval(days => ${proposalDays}))
    returning id`
  await notifyCheckers(tx, myOrganization(ctx), { id, needs, title, maker: me(ctx) })
  ctx.jobs.wake('maker-checker.news')
  return new Later({ message: waitsWords({ title, replaced }), proposal_id: id })
}

interface About {
  subject_id: string | null
  touches: string[]
  title: string
}

/** The newer takes the place of what waits about the same; whoever asked for that hears. */
async function replace(ctx: Ctx, call: string, { subject_id, touches, title }: About) {
  const { tx } = ctx
  if (subject_id === null) return []
  // Of two at once the second sees the first.
  await tx.run`select pg_advisory_xact_lock(hashtextextended('proposals ' || ${subject_id}, 0))`
  const replaced = await tx.all<{ id: string; made_by: string; title: string; maker: string }>`
    update proposals set state = 'void', decided_at = app_now()
    where state = 'waiting' and call = ${call} and subject_id = ${subject_id}
      and (touches = '{}' or ${touches}::text[] = '{}' or touches && ${touches}::text[])
    returning id, made_by, title, maker`
  for (const one of replaced) {
    await notifyMaker(tx, myOrganization(ctx), one, becameReplaced({ title }))
  }
  return replaced.map(({ maker }) => maker)
}
