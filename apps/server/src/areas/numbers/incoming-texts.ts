import { everywhere } from '@mshahara/contract/everywhere'
import type { FastifyInstance } from 'fastify'
import { fail } from '../../foundation/core/fail.ts'
import { type Secrets, sameBytes } from '../../foundation/core/secrets.ts'
import { asStranger } from '../../foundation/http/gate.ts'
import type { Services } from '../../foundation/http/services.ts'
import { stopNumber } from '../../foundation/mail/numbers.ts'

/**
 * What the SMS gateway passes on: a reply to a short code (`from`, `text`), or the number of
 * somebody who has left the sender's list (`phoneNumber`). It carries no signature: the address is
 * what cannot be guessed, and the operator enters it at the gateway (docs/operations.md).
 */

const largest = 4096
const isStop = (text: string) =>
  /^\W*(stop|stopall|unsubscribe|cancel|end|quit|acha|simamisha|ondoa)\b/i.test(text)
const isNumber = (text: string) => /^\+?\d{9,15}$/.test(text)

export const incomingTextsPath = (secrets: Secrets) =>
  `/hooks/s/${secrets.digest('texts heard', 'address').toString('hex').slice(0, 32)}`

export function incomingTexts(app: FastifyInstance, { db, secrets, sideGate }: Services) {
  const own = Buffer.from(incomingTextsPath(secrets))
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { token: string } }>(
      '/hooks/s/:token',
      { bodyLimit: largest },
      async ({ params, body, ip }) => {
        const given = Buffer.from(`/hooks/s/${params.token}`)
        if (!sameBytes(given, own)) fail(404, everywhere.noSuchAddress)
        const form = new URLSearchParams(typeof body === 'string' ? body : '')
        const left = form.get('phoneNumber') ?? ''
        const from = isStop(form.get('text') ?? '') ? (form.get('from') ?? '') : ''
        const number = left || from
        if (isNumber(number)) {
          await asStranger(sideGate, ip, () =>
            db.inPlatform((tx) => stopNumber(tx, number, 'owner')),
          )
        }
        return { message: 'Heard.' }
      },
    )
  })
}
