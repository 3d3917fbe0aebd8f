import type { contract } from '@mshahara/contract'
import { inPlatform, me } from '../../foundation/core/ctx.ts'
import { failField } from '../../foundation/core/fail.ts'
import { sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import type { Services } from '../../foundation/http/services.ts'
import type { Poller } from '../../foundation/jobs/pollers.ts'
import {
  authorization,
  type Device,
  isPushService,
  isUsable,
  type Pushed,
  publicKeyOf,
  push,
} from '../../foundation/providers/push.ts'
import { say } from './sentences.ts'

/** News on the devices that a person allows: what stands under the bell rings there as well. */

type Notifications = typeof contract.notifications

export const pushKey: Handler<Notifications['pushKey']> = async ({ secrets }) => ({
  key: publicKeyOf(secrets),
})

/** More of them than this, and the oldest is forgotten. */
const mostDevices = 10

/** A device is its newest person's: whoever signs in there after somebody else. */
export const allowPush: Handler<Notifications['allowPush']> = (ctx, { body }) => {
  const { endpoint, public_key, secret } = body
  if (!isPushService(endpoint) || !isUsable(body)) failField('endpoint', say.noPushService)
  return inPlatform(ctx, async (tx) => {
    await tx.run`insert into push_subscriptions (user_id, endpoint, public_key, secret)
      values (${me(ctx).id}, ${endpoint}, ${public_key}, ${secret})
      on conflict (endpoint) do update set user_id = excluded.user_id,
        public_key = excluded.public_key, secret = excluded.secret, created_at = app_now()`
    await tx.run`delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${me(ctx).id}
      order by created_at desc, id offset ${mostDevices})`
    return { message: ctx.say(say.pushAllowed) }
  })
}

export const stopPush: Handler<Notifications['stopPush']> = (ctx, { body }) =>
  inPlatform(ctx, async (tx) => {
    await tx.run`delete from push_subscriptions
      where user_id = ${me(ctx).id} and endpoint = ${body.endpoint}`
    return { message: ctx.say(say.pushStopped) }
  })

interface Due extends Device {
  id: string
  subscription_id: string
  title: string
  sender: string
  link: string | null
  tries: number
}

/** What nobody took by then is old news, and stands under the bell. */
const mostTries = 6
const atOnce = 20
/** A server that dies with some in hand leaves them to the next try. */
const hold_s = 60

export const pusher = (services: Services, fetch = globalThis.fetch): Poller => ({
  name: 'notifications.push',
  every_ms: 2_000,
  looksWhile: () => sql`exists (select from push_messages)`,
  async next() {
    const due = await services.db.inPlatform(
      (tx) => tx.all<Due>`update push_messages m set tries = m.tries + 1,
          try_at = now() + make_interval(secs => greatest(${hold_s}, 30 * 2 ^ m.tries))
        from push_subscriptions s where s.id = m.subscription_id and m.id in (
          select id from push_messages where try_at <= now() order by try_at
          limit ${atOnce} for update skip locked)
        returning m.id, m.subscription_id, m.title, m.sender, m.link, m.tries,
          s.endpoint, s.public_key, s.secret`,
    )
    if (due.length === 0) return null
    return () => Promise.all(due.map((one) => pushOne(services, fetch, one)))
  },
})

async function pushOne(services: Services, fetch: typeof globalThis.fetch, one: Due) {
  const pushed = await pushTo(services, fetch, one)
  await services.db.inPlatform(async (tx) => {
    if (pushed === 'gone') {
      await tx.run`delete from push_subscriptions where id = ${one.subscription_id}`
    } else if (pushed !== 'later' || one.tries >= mostTries) {
      await tx.run`delete from push_messages where id = ${one.id}`
    }
  })
}

/** Asked again here: a row can come by other ways than a call, or from before the list was cut. */
async function pushTo(
  { config, clock, secrets }: Services,
  fetch: typeof globalThis.fetch,
  device: Due,
): Promise<Pushed> {
  const { title, sender, link, endpoint } = device
  if (!isPushService(endpoint)) return 'gone'
  const contact = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:news@localhost'
  const authorized = authorization(secrets, { endpoint, contact, now: clock.now() })
  const words = JSON.stringify({ title, body: sender, link })
  return push(device, { words, authorized }, fetch)
}
