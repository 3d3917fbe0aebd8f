import { type contract, limits } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import type { DetailContact } from '@mshahara/contract/my-details'
import { allow, type Limit, spend } from '../../foundation/core/attempts.ts'
import { type Ctx, inPlatform, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { fail, failField } from '../../foundation/core/fail.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { noteAgreed, refuseUnwanted } from '../../foundation/mail/numbers.ts'
import { canText, recordText, stopHint } from '../../foundation/mail/texts.ts'
import { rowOf } from '../employees/index.ts'
import { organizationName } from '../organizations/index.ts'
import {
  isFresh,
  issueCode,
  liveCode,
  type MailedCode,
  spendCode,
  tryCode,
} from '../users/index.ts'
import { contactsOf } from './contacts.ts'
import { codeLetter, codeText } from './letters.ts'
import { notifyStaff } from './notify.ts'
import { changesOf, loginOf, openOf, ownEmployee, type ProposalRow } from './proposals.ts'
import { myDetailsToWire } from './read.ts'
import { say } from './sentences.ts'
import { heldOf } from './subjects.ts'

/** Codes to the old and the new contact (A7). A code belongs to one revision of one proposal. */

type Mine = typeof contract.myDetails
type Which = DetailContact['which']

const hour = 3600
const asked: Limit[] = [
  {
    name: 'codes details',
    seconds: hour,
    here: 2 * limits.codesPerHour,
    account: 4 * limits.codesPerHour,
    sentence: everywhere.tooManyCodes,
  },
]
/** Texts cost money; how many go to one number is the number's own affair (`mail/numbers.ts`). */
const texted: Limit[] = [
  { name: 'texts by an organisation', seconds: 24 * hour, organization: 500 },
]

const keyOf = ({ id, revision }: ProposalRow, which: Which) => `${id} ${revision} ${which}`

interface Meant {
  which: Which
  revision: number
}

/** The person confirms what they see, not what another session made of it meanwhile. */
async function openContact(ctx: Ctx, { which, revision }: Meant) {
  const employee_id = ownEmployee(ctx)
  const open = await openOf(ctx.tx, employee_id)
  if (!open) fail(409, say.noOpen)
  if (open.revision !== revision) fail(409, say.changedMeanwhile)
  const row = await rowOf(ctx.tx, employee_id)
  const changes = await changesOf(ctx.tx, [open.id])
  const login = await loginOf(ctx.tx, employee_id)
  const reach = { phone: row.phone, email: login.email, texts: canText(ctx) }
  const contact = contactsOf(open, changes, reach).find((one) => one.which === which)
  if (!contact) fail(422, say.nothingToConfirm)
  if (contact.confirmed_at) fail(422, say.confirmed)
  const moved = changes.find(({ subject }) => subject === 'phone')
  const old = moved ? moved.before.phone : heldOf(row).phone.phone
  const number = which === 'new' ? moved?.after.phone : old
  return { open, contact, login, number: number ?? '' }
}

export const sendCode: Handler<Mine['sendCode']> = async (ctx, { body }) => {
  const { open, contact, login, number } = await openContact(ctx, body)
  const by = body.which === 'old' && body.by_email ? 'email' : contact.by
  const key = keyOf(open, body.which)
  const stands = async (tx: PlatformTx) => {
    const live = await liveCode(tx, ctx, 'details', key)
    return (
      isFresh(ctx, live) && (live as MailedCode & { payload: { by: string } }).payload.by === by
    )
  }
  if (await inPlatform(ctx, stands)) return { message: ctx.say(say.codeSent) }
  if (by === 'text' && !canText(ctx)) fail(409, say.noTexts)
  await allow(ctx, asked, { account: me(ctx).id })
  const from = await organizationName(ctx)
  const organization = myOrganization(ctx)
  return inPlatform(ctx, async (tx) => {
    if (by === 'text') {
      await refuseUnwanted(tx, number, 'text')
      if (!(await spend(tx, ctx, texted, { organization }))) {
        fail(429, say.manyMessages)
      }
    }
    const issue = { purpose: 'details', email: key, user_id: me(ctx).id, payload: { by } } as const
    const code = await issueCode(tx, ctx, issue)
    if (by === 'text') {
      await recordText(tx, ctx, organization, {
        to: number,
        text: codeText(login.language, from, code, stopHint(ctx)),
      })
    } else await ctx.mail.send(tx, null, codeLetter(login, code, from))
    return { message: ctx.say(say.codeSent) }
  })
}

export const confirm: Handler<Mine['confirm']> = async (ctx, { body }) => {
  const { open, number } = await openContact(ctx, body)
  const code = await tryCode(ctx, 'details', keyOf(open, body.which), body.otp)
  if (!code || code.user_id !== me(ctx).id) return failField('otp', everywhere.wrongCode)
  if (!(await inPlatform(ctx, (tx) => spendCode(tx, code)))) failField('otp', everywhere.wrongCode)
  const { by } = code.payload as { by: 'text' | 'email' }
  if (by === 'text') await inPlatform(ctx, (tx) => noteAgreed(tx, number))
  const isOld = body.which === 'old'
  // That the code was typed is not the application's own role to say.
  const confirmed = await inPlatform(
    ctx,
    (tx) => tx.maybe<ProposalRow>`update detail_proposals set
        old_confirmed_at = case when ${isOld} then ${ctx.now} else old_confirmed_at end,
        old_by = case when ${isOld} then ${by} else old_by end,
        new_confirmed_at = case when ${isOld} then new_confirmed_at else ${ctx.now} end
      where organization_id = ${myOrganization(ctx)} and id = ${open.id}
        and revision = ${open.revision} and status = 'open' returning *`,
  )
  if (!confirmed) fail(409, say.changedMeanwhile)
  if (confirmed.ready) {
    const row = await rowOf(ctx.tx, open.employee_id)
    await notifyStaff(ctx, confirmed, row, await changesOf(ctx.tx, [open.id]))
  }
  return myDetailsToWire(ctx, open.employee_id)
}
