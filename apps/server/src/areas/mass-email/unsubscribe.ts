import type { contract } from '@mshahara/contract'
import type { FastifyInstance } from 'fastify'
import { allow, type Limit } from '../../foundation/core/attempts.ts'
import { inPlatform } from '../../foundation/core/ctx.ts'
import type { PlatformTx, Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import { newToken, tokenHash } from '../../foundation/core/secrets.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { asStranger } from '../../foundation/http/gate.ts'
import type { Services } from '../../foundation/http/services.ts'
import { say } from './sentences.ts'

/**
 * The link in a letter opens a page; only its button unsubscribes, because mail scanners follow
 * links. Mail programs do it in one click by a POST to the same address (RFC 8058).
 */

type Calls = typeof contract.massEmails

/** One for each address, in their order; only a digest is kept. */
export async function newLinks(tx: Tx, emails: string[]): Promise<string[]> {
  const tokens = emails.map(() => newToken())
  await tx.run`insert into unsubscribe_links (token_hash, email)
    select * from unnest(${tokens.map(tokenHash)}::bytea[], ${emails}::text[])`
  return tokens.map((token) => `/unsubscribe/${token}`)
}

const holderOf = (tx: PlatformTx, token: string) =>
  tx.one<{ email: string }>`select email from unsubscribe_links
    where token_hash = ${tokenHash(token)}`

async function keep(tx: PlatformTx, email: string, subscribed: boolean) {
  if (subscribed) await tx.run`delete from unsubscribed where email = ${email}`
  else await tx.run`insert into unsubscribed (email) values (${email}) on conflict do nothing`
}

/** Letters are passed on: whoever else opens the link learns no address from it. */
const masked = (email: string) => email.replace(/^(.)[^@]*/u, '$1***')

const looks: Limit[] = [{ name: 'unsubscribe', place: 60, seconds: 60 }]

export const subscription: Handler<Calls['subscription']> = async (ctx, { params }) => {
  await allow(ctx, looks)
  return inPlatform(ctx, async (tx) => {
    const { email } = await holderOf(tx, params.token)
    const off = await tx.maybe`select from unsubscribed where email = ${email}`
    return { email: masked(email), subscribed: !off }
  })
}

export const subscribe: Handler<Calls['subscribe']> = async (ctx, { params, body }) => {
  await allow(ctx, looks)
  return inPlatform(ctx, async (tx) => {
    const { email } = await holderOf(tx, params.token)
    const { subscribed } = body()
    await keep(tx, email, subscribed)
    return { email: masked(email), subscribed }
  })
}

const largest = 4096
/** As a form or as its parts. */
const asked = /List-Unsubscribe=One-Click|name="List-Unsubscribe"\s+One-Click/

/** What mail programs call: without cookies, from anywhere, known by the address alone. */
export function oneClick(app: FastifyInstance, { db, sideGate }: Services) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { token: string }; Body: unknown }>(
      '/unsubscribe/:token',
      { bodyLimit: largest },
      async ({ params, body, ip }) => {
        if (!asked.test(String(body))) fail(422, say.openInBrowser)
        const takeOff = async (tx: PlatformTx) => {
          const { email } = await holderOf(tx, params.token)
          await keep(tx, email, false)
        }
        await asStranger(sideGate, ip, () => db.inPlatform(takeOff))
        return { message: 'You will receive no more news from us.' }
      },
    )
  })
}
