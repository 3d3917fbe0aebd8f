import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { outgoing } from '../../foundation/mail/mail.ts'
import { lanes } from '../../foundation/mail/outbox.ts'
import { addEmployee, asEmployee } from '../../test/office.ts'
import { startSimulator } from '../../test/providers.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** With an SMS gateway: the old and the new phone confirm. */

const simulator = await startSimulator()
const world = await openWorld({ env: simulator.env })
const organization = await world.addOrganization('Baraka Ltd')
const staff = await world.as('finance', organization)
const { myDetails, detailProposals } = contract
const bank = { bank_name: 'Equity Bank Kenya', account_no: '0170123456789' }

const numbers = (function* () {
  for (let n = 100; ; n++) yield `0722000${n}`
})()
const nextNumber = () => numbers.next().value as string

let me: Caller & { id: string; email: string }
let old: string
beforeEach(async () => {
  old = nextNumber()
  const id = await addEmployee(world, organization, { phone: old })
  me = await asEmployee(world, organization, id)
})

async function goOut() {
  const { config, secrets, db, files, post: health } = world.parts
  const rounds = outgoing(config, secrets, db, { files, mirror: async () => {}, health })
  const round = rounds.find(({ name }) => name === lanes.texts)
  for (let work = await round?.next(); work; work = await round?.next()) await work()
}
const textsTo = async (phone: string): Promise<string[]> => {
  await goOut()
  const url = `/dev/phone.json?number=254${phone.slice(1)}`
  const { messages } = (await world.app.inject(url)).json()
  return messages.map(({ text }: { text: string }) => text)
}
const codeOn = async (phone: string) => /^\d{6}/.exec((await textsTo(phone))[0] ?? '')?.[0] ?? ''
const revisionNow = async () => (await me.call(myDetails.get)).body.proposal?.revision ?? 0
const sendCode = async (which: 'old' | 'new', by_email = false) =>
  me.call(myDetails.sendCode, { body: { which, by_email, revision: await revisionNow() } })
const confirm = async (which: 'old' | 'new', otp: string) =>
  me.call(myDetails.confirm, { body: { which, otp, revision: await revisionNow() } })
const propose = async (body: object) =>
  (await me.call(myDetails.propose, { body: body as never })).body.proposal as {
    id: string
    revision: number
    contacts: object[]
  }
const accept = (
  { id, revision }: { id: string; revision: number },
  subjects: ('phone' | 'bank')[],
  called = false,
) =>
  staff.call(detailProposals.decide, {
    params: { id },
    body: { revision, accept: subjects, called },
  })

test('a new number is confirmed on the old phone and on the new one', async () => {
  const next = nextNumber()
  const proposal = await propose({ phone: next, bank })
  expect(proposal.contacts).toMatchObject([
    { which: 'old', by: 'text', else_email: true, to: `${old.slice(0, 4)}…${old.slice(-3)}` },
    { which: 'new', by: 'text', to: `${next.slice(0, 4)}…${next.slice(-3)}` },
  ])
  expect([(await sendCode('old')).status, (await sendCode('new')).status]).toEqual([200, 200])
  const [first, second] = [await codeOn(old), await codeOn(next)]
  // The code of one does not stand for the other.
  if (first !== second) expect((await confirm('old', second)).status).toBe(422)
  expect((await confirm('old', first)).status).toBe(200)
  expect((await accept(proposal, ['phone', 'bank'])).status).toBe(422)
  expect((await confirm('new', second)).body.proposal?.ready).toBe(true)
  const done = await accept(proposal, ['phone', 'bank'])
  expect([done.status, done.body.call]).toEqual([200, []])
  expect(await world.mails(me.email)).toMatchObject([{ subject: 'Your details were changed' }])
})

test('a text is one message, says what it is for, and names no account', async () => {
  await propose({ bank })
  await sendCode('old')
  const [text = ''] = await textsTo(old)
  expect(text).toMatch(/^\d{6} is your code to change your phone or bank account at Baraka Ltd\./)
  expect(text.length).toBeLessThanOrEqual(160)
})

test('whoever reads Swahili is written to in Swahili', async () => {
  await world.rows(`update users set language = 'sw' where id = $1`, [me.id])
  const proposal = await propose({ bank })
  await sendCode('old')
  const [text = ''] = await textsTo(old)
  expect(text).toMatch(/^\d{6} ni msimbo wako/)
  expect(text.length).toBeLessThanOrEqual(160)
  await confirm('old', await codeOn(old))
  await accept(proposal, ['bank'])
  const [news] = await world.rows('select title, text from notifications where user_id = $1', [
    me.id,
  ])
  expect(news).toEqual({
    title: 'Taarifa zako zimebadilishwa',
    text: 'Zilizobadilishwa: akaunti ya benki.',
  })
  const [letter] = await world.mails(me.email)
  expect(letter?.subject).toBe('Taarifa zako zimebadilishwa')
})

test('whoever lost the phone confirms by email, and staff call', async () => {
  const next = nextNumber()
  const proposal = await propose({ phone: next })
  await sendCode('old')
  await sendCode('old', true)
  // The text sent before is void: one code lives at a time.
  expect((await confirm('old', await codeOn(old))).status).toBe(422)
  const byMail = await world.codeFor(me.email)
  expect((await confirm('old', byMail)).status).toBe(200)
  await sendCode('new')
  await confirm('new', await codeOn(next))
  const refused = await accept(proposal, ['phone'])
  expect(refused.body.errors?.called?.[0]).toContain('number on record')
  expect((await accept(proposal, ['phone'], true)).body).toMatchObject({
    called: true,
    call: ['The code went to the email address, not to the phone on record.'],
  })
})

test('the new number cannot be confirmed by email', async () => {
  await propose({ phone: nextNumber() })
  await sendCode('new', true)
  expect(await world.mails(me.email)).toEqual([])
})

test('nobody’s phone is flooded, whoever asks', async () => {
  const victim = '0733000111'
  let status = 200
  for (let n = 0; n < 12 && status === 200; n++) {
    const id = await addEmployee(world, organization, { phone: nextNumber() })
    me = await asEmployee(world, organization, id)
    await propose({ phone: victim })
    status = (await sendCode('new')).status
  }
  expect(status).toBe(429)
  expect((await textsTo(victim)).length).toBe(5)
})
