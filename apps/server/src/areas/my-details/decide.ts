import type { contract } from '@mshahara/contract'
import { type Ctx, me } from '../../foundation/core/ctx.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { canText } from '../../foundation/mail/texts.ts'
import { changeEmployee, changePhoto, type EmployeeRow, rowOf } from '../employees/index.ts'
import { followOwnPhone } from '../users/index.ts'
import { reasonsToCall } from './contacts.ts'
import { notifyEmployee } from './notify.ts'
import { type ChangeRow, changesOf, loginOf, type ProposalRow } from './proposals.ts'
import { proposalOf, reviewedToWire } from './read.ts'
import { say, sayToStaff } from './sentences.ts'
import { fieldsFor, heldOf, inWords, isConfirmed, sameValues } from './subjects.ts'

type Proposals = typeof contract.detailProposals

/** All in one step: what is accepted is written by the rules of the employees' form. */
export const decide: Handler<Proposals['decide']> = async (ctx, input) => {
  const proposal = await proposalOf(ctx, input.params.id, true)
  if (me(ctx).employee_id === proposal.employee_id) {
    fail(403, sayToStaff.ownDetails)
  }
  const { revision, accept, reason, called } = input.body()
  refuseOutdated(proposal, revision)
  const changes = await changesOf(ctx.tx, [proposal.id])
  const accepted = changes.filter(({ subject }) => accept.includes(subject))
  const refused = changes.filter(({ subject }) => !accept.includes(subject))
  if (accepted.length < new Set(accept).size) failField('accept', sayToStaff.notProposed)
  if (refused.length > 0 && !reason) failField('reason', sayToStaff.sayWhy)
  const row = await rowOf(ctx.tx, proposal.employee_id, true)
  await refuseUnconfirmed(ctx, proposal, row, { changes, accepted, called })
  refuseStale(row, accepted)
  // Decided before it is written: the guard of where pay goes asks who has agreed to it.
  await close(ctx, proposal, { accepted, refused, reason: refused.length ? reason : null, called })
  await write(ctx, row, accepted)
  return reviewedToWire(ctx, await proposalOf(ctx, proposal.id))
}

function refuseOutdated({ status, decided_by, revision }: ProposalRow, seen: number) {
  if (status === 'withdrawn') fail(409, say.withdrawn)
  if (status === 'decided') fail(409, sayToStaff.decided({ by: decided_by ?? '' }))
  if (revision !== seen) fail(409, say.changedMeanwhile)
}

interface Weighed {
  changes: ChangeRow[]
  accepted: ChangeRow[]
  called: boolean
}

async function refuseUnconfirmed(
  ctx: Ctx,
  proposal: ProposalRow,
  { phone }: EmployeeRow,
  { changes, accepted, called }: Weighed,
) {
  if (!accepted.some(({ subject }) => isConfirmed(subject))) return
  if (!proposal.ready) fail(422, sayToStaff.unconfirmed)
  const { email } = await loginOf(ctx.tx, proposal.employee_id)
  const reasons = reasonsToCall(proposal, changes, { phone, email, texts: canText(ctx) })
  if (reasons.length > 0 && !called) {
    failField('called', sayToStaff.callFirst)
  }
}

/** What staff changed since the proposal is not overwritten unseen. */
function refuseStale(row: EmployeeRow, accepted: ChangeRow[]) {
  const held = heldOf(row)
  const stale = accepted.find(({ subject, before }) => !sameValues(subject, before, held[subject]))
  if (!stale) return
  const { subject } = stale
  const now = inWords(subject, held[subject])
  fail(409, sayToStaff.stale({ subject, now }))
}

async function write(ctx: Ctx, row: EmployeeRow, accepted: ChangeRow[]) {
  const fields = Object.assign(
    {},
    ...accepted.map(({ subject, after }) => fieldsFor(subject, after)),
  )
  if (Object.keys(fields).length > 0) await changeEmployee(ctx, row, fields)
  const { phone } = accepted.find(({ subject }) => subject === 'phone')?.after ?? {}
  if (phone) await followOwnPhone(ctx, row, phone)
  const photo = accepted.find(({ subject }) => subject === 'photo')?.file
  if (photo) await changePhoto(ctx, row, photo)
}

interface Closing {
  accepted: ChangeRow[]
  refused: ChangeRow[]
  reason: string | null
  called: boolean
}

async function close(ctx: Ctx, proposal: ProposalRow, closing: Closing) {
  const { accepted, refused, reason, called } = closing
  const taken = accepted.map(({ subject }) => subject)
  await ctx.tx.run`update detail_changes set accepted = subject = any (${taken}), file = null
    where proposal_id = ${proposal.id}`
  await ctx.tx.run`update detail_proposals set status = 'decided', reason = ${reason},
      called = ${called}, decided_by = current_setting('app.actor', true), decided_at = ${ctx.now}
    where id = ${proposal.id}`
  const photo = refused.find(({ file }) => file)?.file
  if (photo) await ctx.later('files.remove', { folder: 'employee', name: photo })
  await notifyEmployee(ctx, proposal, { accepted, refused, reason })
}
