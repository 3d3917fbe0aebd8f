import type { contract, Endpoint } from '@mshahara/contract'
import type { WaitingLine } from '@mshahara/contract/dashboard'
import { momentInWords } from '@mshahara/contract/months'
import type { PayerChange } from '@mshahara/contract/payer-changes'
import { type Ctx, me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { plainName } from '../../foundation/core/names.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { notify } from '../notifications/index.ts'
import { say } from './sentences.ts'
import { mayStillPay, payersOf } from './who-may-pay.ts'

/**
 * What weakens the second person (C20): it counts once another payer has agreed, or a day later
 * unless somebody objects. Triggers note it, so that it holds on every road; here it is shown,
 * agreed to and objected to.
 */

type Payouts = typeof contract.payouts

export interface ChangeRow {
  id: string
  kind: 'rule_off' | 'payer_left' | 'payer_joined'
  user_id: string | null
  person: string | null
  made_by: string | null
  maker: string | null
  made_at: string
  backed_by: string | null
  objector: string | null
  counts_from: string | null
  /** As it is set now. */
  rule: boolean | null
  waits: boolean
}

const waitingChanges = (tx: Tx, organization_id: string) =>
  tx.all<ChangeRow>`select * from payer_changes_shown(${organization_id}) where waits
    order by made_at, id`

type DescribedChange = Pick<ChangeRow, 'kind' | 'person' | 'rule' | 'objector'>

export function whatOf({ kind, person, rule, objector }: DescribedChange) {
  if (kind === 'payer_left') return `${person} may no longer pay`
  if (kind === 'payer_joined') return `${person} may pay`
  const will = objector === null ? 'will' : 'would'
  return `Payouts ${will} no longer ${rule === false ? '' : 'always '}need a second person`
}

/** When it counts, as far as that is known. */
export function fromWhenOn({ counts_from, objector, backed_by }: ChangeRow) {
  const agrees = backed_by
    ? 'somebody else who may pay agrees'
    : 'two people who may pay have agreed'
  return counts_from
    ? `This takes effect for payouts from ${momentInWords(counts_from)} unless somebody objects, or ` +
        `as soon as ${agrees}.`
    : `${plainName(objector ?? '')} has objected: this takes effect for payouts only once ${agrees}.`
}

export const payerChanges: Handler<Payouts['payerChanges']> = async (ctx) => changesFor(ctx)

async function changesFor(ctx: Ctx): Promise<PayerChange[]> {
  const { id } = me(ctx)
  const counts = await mayStillPay(ctx.tx, myOrganization(ctx), id)
  const rows = await waitingChanges(ctx.tx, myOrganization(ctx))
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    what: whatOf(row),
    made_by: row.maker ?? 'System',
    made_at: row.made_at,
    counts_from: row.counts_from,
    objected_by: row.objector,
    backed: row.backed_by !== null,
    may_agree: counts && ![row.made_by, row.user_id, row.backed_by].includes(id),
    may_object: row.objector === null && row.made_by !== id,
  }))
}

/** On the first screen of everybody else who may pay. */
export async function changeLines(ctx: Ctx): Promise<WaitingLine[]> {
  const changes = await changesFor(ctx)
  return changes
    .filter(({ may_agree, may_object }) => may_agree || may_object)
    .map(({ id, what, made_by, counts_from }) => ({
      key: `payer change ${id}`,
      title: `${what}: agree or object`,
      text: counts_from
        ? `Changed by ${made_by}. It takes effect on ${momentInWords(counts_from)} unless somebody objects.`
        : `Changed by ${made_by}. Somebody has objected: it takes effect only once it is agreed to.`,
      link: '/organization',
      urgency: 'soon',
      due: null,
    }))
}

/** The change as it stands; the database decides what may be done about it. */
const changeOf = (ctx: Ctx, id: string) =>
  ctx.tx.one<ChangeRow>`select * from payer_changes_shown(${myOrganization(ctx)})
    where id = ${id}`

export const agreeToChange: Handler<Payouts['agreeToChange']> = async (ctx, { params: { id } }) => {
  const change = await changeOf(ctx, id)
  const { counts } = await ctx.tx.one<{ counts: boolean }>`
    select agree_to_payer_change(${id}) as counts`
  await notifyOthers(ctx, change, 'agreed', counts ? 'It is now in effect.' : oneMore)
  return { message: counts ? 'Agreed: the change is now in effect' : `Agreed. ${oneMore}` }
}

const oneMore = 'Somebody else who may pay must agree as well.'

export const objectToChange: Handler<Payouts['objectToChange']> = async (ctx, input) => {
  const { id } = input.params
  const change = await changeOf(ctx, id)
  await ctx.tx.run`select object_to_payer_change(${id})`
  const until = 'It does not take effect until somebody who may pay agrees.'
  await notifyOthers(ctx, change, 'objected', until)
  return { message: `Objection saved: ${until.toLowerCase().replace('.', '')}` }
}

async function notifyOthers(ctx: Ctx, change: ChangeRow, did: string, then: string) {
  const others = await payersOf(ctx.tx, myOrganization(ctx))
  await notify(
    ctx.tx,
    myOrganization(ctx),
    others.filter((id) => id !== me(ctx).id),
    {
      key: `payer change ${change.id} ${did} ${me(ctx).id}`,
      title: `Who may pay: ${did}`,
      text: `${me(ctx).name} has ${did} to: ${whatOf(change)}. ${then}`,
      link: '/organization',
    },
  )
}

/** For acts of those only whose own right to pay counts. */
export const counting =
  <E extends Endpoint>(handler: Handler<E>): Handler<E> =>
  async (ctx, input) => {
    await refuseUncounted(ctx)
    return handler(ctx, input)
  }

async function refuseUncounted(ctx: Ctx) {
  const { id } = me(ctx)
  if (await mayStillPay(ctx.tx, myOrganization(ctx), id)) return
  const waiting = await waitingChanges(ctx.tx, myOrganization(ctx))
  const own = waiting.find(({ kind, user_id }) => kind === 'payer_joined' && user_id === id)
  if (own) fail(403, say.givenOn({ moment: own.made_at, from_when: fromWhenOn(own) }))
  fail(403)
}
