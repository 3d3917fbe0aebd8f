import type { contract } from '@mshahara/contract'
import type { ShownChange } from '@mshahara/contract/maker-checker'
import { proposalAfter } from '@mshahara/contract/proposal-states'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { type Asked, callNamed, inputFrom } from './checked.ts'
import { becameVoid, notifyMaker } from './notify.ts'
import { type ProposalRow, proposalOf } from './read.ts'
import { say } from './sentences.ts'
import { dueIn } from './writes.ts'

type MakerChecker = typeof contract.makerChecker

/**
 * Agreeing does what the call would have done, by the same code and in the name of whoever agrees;
 * it and the agreement are one transaction.
 */
export const agree: Handler<MakerChecker['agree']> = async (ctx, { params, body }) => {
  const seen = await proposalOf(ctx, params.id)
  const { digest } = body()
  refuseChecker(seen)
  refuseDecided(seen)
  if (digest !== seen.digest) fail(409, say.shownOtherwise)
  const now = await callOf(seen).asks(ctx, inputFrom(seen.input))
  if (now?.digest !== seen.digest) {
    if (callOf(seen).tried) return voidHere(ctx, seen, now)
    await voidApart(ctx, seen)
    // About many people: whose lines are others by now.
    const names = seen.subject_id === null ? namesChanged(seen, now) : []
    fail(409, names.length > 0 ? say.changedOf({ names }) : say.changedSince)
  }
  // Before the proposal: whoever changes what it is about voids it, and holds that first as well.
  await callOf(seen).hold(ctx, inputFrom(seen.input))
  const proposal = await proposalOf(ctx, params.id, true)
  refuseDecided(proposal)
  await refuseMakerGone(ctx, proposal)
  await ctx.tx.run`update proposals set state = 'agreed', checked_by = ${me(ctx).id},
      checker = ${me(ctx).name}, decided_at = app_now() where id = ${proposal.id}`
  await perform(ctx, proposal)
  await notifyMaker(ctx.tx, myOrganization(ctx), proposal, {
    did: 'agreed',
    text: `${me(ctx).name} has agreed: it is done.`,
  })
  return { message: `Agreed: ${proposal.title}` }
}

const callOf = ({ call }: ProposalRow) => callNamed(call) ?? fail(409, say.changedSince)

async function perform(ctx: Ctx, proposal: ProposalRow) {
  const { handler, asks, tried } = callOf(proposal)
  const input = inputFrom(proposal.input)
  if (tried) {
    await handler(ctx, input)
    if ((await dueIn(ctx.tx)) !== proposal.due) fail(409, say.changedSince)
    return
  }
  // Once more, now that nobody else can change what it is about.
  const now = await asks(ctx, input)
  if (now?.digest !== proposal.digest) fail(409, say.changedSince)
  await handler(ctx, input)
}

function refuseChecker({ own, holds, counts, about_self }: ProposalRow) {
  if (own) fail(403, say.notYourOwn)
  if (!holds) fail(403, say.mayNotCheck)
  if (about_self) fail(403, say.notAboutYourself)
  if (!counts) fail(403, say.notCounted)
}

function refuseDecided({ state, over }: ProposalRow) {
  if (over) fail(409, say.decidedAlready({ state: 'lapsed' }))
  if (!proposalAfter(state, 'agree')) fail(409, say.decidedAlready({ state }))
}

/** What the first of two has said counts for as long as their own right to do it does. */
async function refuseMakerGone({ tx }: Ctx, { made_by, maker, needs }: ProposalRow) {
  const { holds, counts } = await tx.one<{ holds: boolean; counts: boolean }>`
    select operates or ${made_by} in (select members_with(app_org(), ${needs})) as holds,
      operates or may_check(app_org(), ${made_by}, ${needs}) as counts
    from (select exists (select from users where id = ${made_by} and super_admin) as operates) o`
  if (!holds) fail(422, say.makerGone({ name: maker }))
  if (!counts) fail(422, say.makerNotCounted({ name: maker }))
}

/**
 * Whoever has tried it has written already, and asks for no second connection: it is void with the
 * answer.
 */
async function voidHere(ctx: Ctx, proposal: ProposalRow, now?: Asked | null) {
  const { id, title, made_by } = proposal
  await ctx.tx.run`update proposals set state = 'void', decided_at = app_now() where id = ${id}`
  await notifyMaker(ctx.tx, myOrganization(ctx), { id, title, made_by }, becameVoid)
  ctx.status(409)
  const names = namesChanged(proposal, now)
  return { message: (names.length > 0 ? say.changedOf({ names }) : say.changedSince).en }
}

const namesChanged = ({ input, shown }: ProposalRow, now?: Asked | null) =>
  changedNames(input.listed ?? shown, now ? (now.listed ?? now.shown) : [])

const most = 3

/** Whose lines are others by now. */
function changedNames(before: ShownChange[], now: ShownChange[]): string[] {
  const textOf = ({ label, before, after }: ShownChange) => JSON.stringify([label, before, after])
  const lines = (of: ShownChange[]) => new Set(of.map(textOf))
  const [old, fresh] = [lines(before), lines(now)]
  const differs = [...before, ...now].filter(
    (line) => !old.has(textOf(line)) || !fresh.has(textOf(line)),
  )
  return [...new Set(differs.map(({ label }) => label))].slice(0, most)
}

/** It outlives the refusal, so that nobody tries in vain a second time. */
async function voidApart(ctx: Ctx, { id, title, made_by }: ProposalRow) {
  const organization_id = myOrganization(ctx)
  await ctx.apart(async (tx) => {
    const voided = await tx.all<{ id: string }>`update proposals set state = 'void',
        decided_at = app_now()
      where organization_id = ${organization_id} and id = ${id} and state = 'waiting' returning id`
    if (voided.length === 0) return
    await notifyMaker(tx, organization_id, { id, title, made_by }, becameVoid)
  })
}

export const sendBack: Handler<MakerChecker['sendBack']> = async (ctx, { params, body }) => {
  const proposal = await proposalOf(ctx, params.id, true)
  const { reason } = body()
  if (proposal.own) fail(403, say.notYourOwn)
  if (!proposal.holds) fail(403, say.mayNotCheck)
  refuseDecided(proposal)
  await ctx.tx.run`update proposals set state = 'sent back', checked_by = ${me(ctx).id},
      checker = ${me(ctx).name}, decided_at = app_now(), reason = ${reason}
    where id = ${proposal.id}`
  await notifyMaker(ctx.tx, myOrganization(ctx), proposal, {
    did: 'sent back',
    text: `${me(ctx).name} has sent it back: ${reason}`,
  })
  return { message: 'Sent back' }
}

export const withdraw: Handler<MakerChecker['withdraw']> = async (ctx, { params }) => {
  const proposal = await proposalOf(ctx, params.id, true)
  if (!proposal.own) fail(403, say.notYours)
  refuseDecided(proposal)
  await ctx.tx.run`update proposals set state = 'withdrawn', decided_at = app_now()
    where id = ${proposal.id}`
  return { message: 'Request withdrawn' }
}
