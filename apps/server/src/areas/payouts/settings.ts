import type { contract } from '@mshahara/contract'
import { me, myOrganization } from '../../foundation/core/ctx.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { notify } from '../notifications/index.ts'
import { payersOf, secondPerson } from './who-may-pay.ts'

type Payouts = typeof contract.payouts

export const settings: Handler<Payouts['settings']> = (ctx) =>
  secondPerson(ctx.tx, myOrganization(ctx))

/**
 * A stronger rule counts at once, and the others hear of it; of what weakens it they hear like of
 * everything that does (payer-news.ts).
 */
export const changeSettings: Handler<Payouts['changeSettings']> = async (ctx, { body }) => {
  const organization_id = myOrganization(ctx)
  const before = await secondPerson(ctx.tx, organization_id)
  await ctx.tx.run`update payout_settings set second_person = ${body.second_person}
    where second_person is distinct from ${body.second_person}`
  const now = await secondPerson(ctx.tx, organization_id)
  if (now.needed && !before.needed) {
    const others = (await payersOf(ctx.tx, organization_id)).filter((id) => id !== me(ctx).id)
    await notify(ctx.tx, organization_id, others, {
      key: null,
      title: 'Payouts and the second person',
      text: `${me(ctx).name} has decided that payouts need a second person.`,
      link: '/organization',
    })
  }
  return now
}
