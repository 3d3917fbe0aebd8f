import type { FastifyInstance } from 'fastify'
import { type Limit, spend } from '../../foundation/core/attempts.ts'
import { addressBlock } from '../../foundation/core/client-address.ts'
import { dayOf, daysLater } from '../../foundation/core/clock.ts'
import type { PlatformTx } from '../../foundation/core/db.ts'
import { escapeHtml } from '../../foundation/core/html.ts'
import { type Secrets, sameBytes } from '../../foundation/core/secrets.ts'
import { asStranger } from '../../foundation/http/gate.ts'
import type { Services } from '../../foundation/http/services.ts'
import { isStopped, stopNumber } from '../../foundation/mail/numbers.ts'
import { canText, recordText } from '../../foundation/mail/texts.ts'

/**
 * Where the owner of a number has no more messages and prompts: plain forms, because the telephone
 * may be a simple one, in both languages, because nobody knows whose it is. That it is theirs they
 * show by a code that is sent there; it follows from number and day, so that nothing is kept. It is
 * too long to be guessed, so that tries need no ceiling: strangers would use it up for the owner.
 */

const day = 24 * 3600
const sent: Limit[] = [{ name: 'stop codes to a number', seconds: day, account: 2 }]
const asked: Limit[] = [{ name: 'stop asked from a place', seconds: 3600, account: 20 }]

/** Twelve digits: a thousand tries a second hit one of the two valid ones once in 15 years. */
const stopCode = (secrets: Secrets, phone: string, today: string) => {
  const digest = secrets.digest('stop', `${phone} ${today}`)
  return String(digest.readBigUInt64BE() % 10n ** 12n).padStart(12, '0')
}
const inGroups = (code: string) => code.replace(/\d{4}(?=\d)/g, '$& ')

export function stopPage(app: FastifyInstance, services: Services) {
  const { db, sideGate } = services
  const send = (body: string) => page(body)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    })
    scope.get('/stop', async () => send(canText(services) ? numberForm() : byLetter(services)))
    scope.post('/stop', { bodyLimit: 1024 }, async ({ body, ip }, reply) => {
      const form = new URLSearchParams(typeof body === 'string' ? body : '')
      const typed = (form.get('phone') ?? '').slice(0, 40)
      const phone = plain(typed)
      const code = form.get('code')?.trim()
      if (!canText(services)) return send(byLetter(services))
      if (!phone) return reply.status(422).send(send(numberForm(says.noNumber, typed)))
      const from = { phone, place: addressBlock(ip) }
      const answered = await asStranger(sideGate, ip, () =>
        code ? tryCode(services, phone, code) : db.inPlatform((tx) => sendCode(tx, services, from)),
      )
      return reply.status(answered.status).send(send(answered.body))
    })
  })
}

/** As the records have it. */
const plain = (text: string) => {
  const digits = /^(?:\+?254|0)?([17]\d{8})$/.exec(text.replace(/[\s()-]/g, ''))?.[1]
  return digits && `0${digits}`
}

interface From {
  phone: string
  place: string
}

/** Whether it went out is not told: whoever asks may not be the owner. */
async function sendCode(tx: PlatformTx, services: Services, { phone, place }: From) {
  const by = { secrets: services.secrets, now: services.clock.now() }
  if (!(await spend(tx, by, asked, { account: place }))) {
    return { status: 429, body: codeForm(phone, says.askedOften) }
  }
  if (!(await isStopped(tx, phone)) && (await spend(tx, by, sent, { account: phone }))) {
    const code = inGroups(stopCode(services.secrets, phone, dayOf(by.now)))
    const text =
      `${code} stops all messages and payment prompts from Mshahara to this number. ` +
      'Msimbo huu unasitisha ujumbe wote.'
    await recordText(tx, services, null, { to: phone, text })
  }
  return { status: 200, body: codeForm(phone) }
}

async function tryCode({ db, secrets, clock }: Services, phone: string, typed: string) {
  const given = Buffer.from(typed.replace(/\s/g, ''))
  const today = dayOf(clock.now())
  const isRight = [today, daysLater(today, -1)].some((each) =>
    sameBytes(given, Buffer.from(stopCode(secrets, phone, each))),
  )
  if (!isRight) return { status: 422, body: codeForm(phone, says.wrongCode) }
  await db.inPlatform((tx) => stopNumber(tx, phone, 'owner'))
  return { status: 200, body: `<h1>Done. Imekamilika.</h1>${both(says.done)}` }
}

type Both = readonly [english: string, swahili: string]
const says = {
  intro: [
    'Enter your telephone number. We send a code there; after that no more messages and payment ' +
      'prompts from Mshahara go to it, whichever company asks.',
    'Weka nambari yako ya simu. Tutatuma msimbo; baada ya hapo hakuna ujumbe wala ombi la malipo ' +
      'kutoka Mshahara litakalotumwa, kampuni yoyote ikiomba.',
  ],
  enterCode: [
    'If this number can be reached, a code is on its way. Enter it here.',
    'Ikiwa nambari hii inapatikana, msimbo unakuja. Uweke hapa.',
  ],
  noNumber: ['Please enter a Kenyan mobile number.', 'Tafadhali weka nambari ya simu ya Kenya.'],
  wrongCode: ['This code is not right.', 'Msimbo huu si sahihi.'],
  askedOften: [
    'Many codes were asked for from your network, so none was sent now. If your phone has one ' +
      'already, enter it here; otherwise come back in an hour.',
    'Misimbo mingi imeombwa kutoka mtandao wako, kwa hivyo haukutumwa sasa. Ikiwa simu yako tayari ' +
      'ina mmoja, uweke hapa; la sivyo rudi baada ya saa moja.',
  ],
  done: [
    'No more messages and payment prompts from us go to this number. Write to us if you change ' +
      'your mind.',
    'Hakuna ujumbe wala ombi la malipo kutoka kwetu litakalotumwa kwa nambari hii. Tuandikie ' +
      'ukibadilisha nia.',
  ],
} as const satisfies Record<string, Both>

const both = ([english, swahili]: Both) =>
  `<p>${escapeHtml(english)}</p><p lang="sw">${escapeHtml(swahili)}</p>`
const fault = (said?: Both) => (said ? `<div role="alert">${both(said)}</div>` : '')
const head = '<h1>Stop messages <span lang="sw">Sitisha ujumbe</span></h1>'

/** What was typed stays, and what is wrong with it stands beside it. */
const numberForm = (said?: Both, typed = '') =>
  `${head}${both(says.intro)}<form method="post" action="/stop">
<label>Telephone · Simu <input name="phone" type="tel" autocomplete="tel" required
value="${escapeHtml(typed)}"></label>${fault(said)}<button>Send code · Tuma msimbo</button></form>`

const codeForm = (phone: string, said?: Both) =>
  `${head}${said === says.askedOften ? '' : both(says.enterCode)}<form method="post" action="/stop">
<input type="hidden" name="phone" value="${escapeHtml(phone)}">
<label>Code · Msimbo <input name="code" inputmode="numeric" autocomplete="one-time-code"
required></label>${fault(said)}<button>Stop · Sitisha</button></form>`

/** Without a gateway no text goes out, and whose number it is the operator finds out. */
const byLetter = ({ config }: Services) =>
  head +
  both([
    `Write to ${config.mailFrom} from your own address, and name the number.`,
    `Andika kwa ${config.mailFrom} ukitaja nambari yako.`,
  ])

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Stop messages · Mshahara</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<style>body{max-width:32rem;margin:2rem auto;padding:0 1rem;color:#1f2933;background:#f3f5f7;
font:16px/24px Inter,Segoe UI,Helvetica,Arial,sans-serif}h1{font-size:22px;color:#0b6b50}
main{background:#fff;border:1px solid #e4e7eb;border-radius:12px;padding:8px 24px 24px}
label{display:block;font-weight:600}input{display:block;width:100%;box-sizing:border-box;
margin:4px 0 16px;padding:12px;font:inherit;font-weight:400;border:1px solid #9aa5b1;border-radius:8px}
button{padding:12px 20px;border:0;border-radius:8px;background:#0b6b50;color:#fff;font:inherit;
font-weight:600;min-height:44px;width:100%}[lang=sw]{color:#52606d}h1 [lang=sw]{display:block;
font-size:16px;font-weight:600}[role=alert]{color:#b42318;margin:-8px 0 16px}[role=alert] p{margin:0}
[role=alert] [lang=sw]{color:inherit}</style></head>
<body><main>${body}</main></body></html>`
