import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../../foundation/core/clock.ts'
import { mayNotifyOfDetails } from '../../foundation/mail/budget.ts'
import { recordText, stopHint } from '../../foundation/mail/texts.ts'
import { employ } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { addressChangedText } from '../users/letters.ts'

/** Nobody becomes a person who never signed in by writing an address of their own on the record. */

const world = await openWorld({ env: { SMS_USERNAME: 'sandbox', SMS_API_KEY: 'a-key-for-tests' } })
const home = await world.addOrganization('Baraka Ltd')
let primary = await world.as('primary', home)
let clerk = await world.as('finance', home)
const day = 24 * 3600
const chosen = 'ndefu-na-mpya-77'

/** Days on, with new sessions: none lasts that long. */
async function daysOn(days: number) {
  world.pass(days * day)
  primary = await world.as('primary', home)
  clerk = await world.as('finance', home)
}

/** What whoever decides is told about a proposal of this login. */
async function marksOf(who: Caller) {
  const proposed = await who.call(contract.myDetails.propose, {
    body: { address: `Plot ${count}` },
  })
  const id = proposed.body.proposal?.id ?? ''
  const { body } = await primary.call(contract.detailProposals.get, { params: { id } })
  await who.call(contract.myDetails.withdraw)
  return body.warnings
}

let count = 0
const address = () => {
  count += 1
  return `somebody-${count}@example.test`
}
async function newcomer(email: string | null = address()) {
  const body = await employ(primary, {
    first_name: 'Njeri',
    last_name: 'Mwangi',
    phone: `07220001${10 + count}`,
    ...(email && { email }),
  })
  return { id: body.id, email, phone: `07220001${10 + count}`, id_number: body.id_number ?? '' }
}
/** The whole form again, with another address. */
async function readdress(id: string, email: string) {
  const { body } = await clerk.call(contract.employees.get, { params: { id } })
  const reply = await clerk.call(contract.employees.update, {
    params: { id },
    body: { ...body, email } as never,
  })
  expect([reply.status, reply.body.message]).toEqual([200, undefined])
  return reply.body.warning
}
const textsTo = (phone: string) =>
  world.rows(`select id from mails where lane = 'texts' and recipient = $1`, [phone])

/** The first sign-in, by whoever reads the mail of that address. */
async function signInFirst(email: string, id_number: string) {
  await world.caller().call(contract.auth.login, { body: { email, password: id_number } })
  const me = await world.signIn(email, await world.codeFor(email))
  const { id } = (await me.call(contract.auth.profile)).body
  const body = { password: chosen, password_confirmation: chosen }
  await me.call(contract.auth.changePassword, { params: { id }, body })
  return me
}

async function addLoan(applicant: string, guarantor: string) {
  const [row] = await world.rows(
    `with made as (insert into loans (organization_id, employee_id, product_id, code, product,
       owed_to, guarantors_needed, amount, term_months, rate, processing_fee, insurance_fee,
       interest, total, monthly, max_amount, max_working, purpose, terms)
     values ($1, $2, 1, 'COL', 'Ours', 'lender', 2, 100, 1, 0, 0, 0, 0, 100, 100, 100, '', '', '')
     returning id)
     insert into loan_guarantors (organization_id, loan_id, employee_id)
     select $1, id, $3 from made returning id, loan_id`,
    [home, applicant, guarantor],
  )
  return row as { id: string; loan_id: string }
}
const warningsOf = async (id: string) =>
  (await primary.call(contract.loans.get, { params: { id } })).body.warnings

describe('another address on the record', () => {
  test('is told to the former address and to the phone', async () => {
    const person = await newcomer()
    expect(await readdress(person.id, address())).toBeUndefined()
    const [letter] = await world.mails(person.email ?? '')
    // Whoever has never signed in has chosen no language: it says so in both.
    expect(letter?.subject).toBe('Your email address was changed · Barua pepe yako imebadilishwa')
    expect(letter?.text).toContain('Amani Njoroge has changed the email address of your record')
    expect(letter?.text).toContain('Amani Njoroge amebadilisha barua pepe')
    expect(await textsTo(person.phone)).toHaveLength(1)
    const none = await newcomer(null)
    await readdress(none.id, address())
    expect(await textsTo(none.phone)).toHaveLength(1)
  })

  test('is told by text also where others have used up the texts to that phone', async () => {
    const person = await newcomer(null)
    const { parts } = world
    const others = await world.addOrganization('Others Ltd')
    const text = { to: person.phone, text: 'Hello' }
    const write = () => parts.db.inPlatform((tx) => recordText(tx, parts, others, text))
    for (let n = 0; n < 5; n += 1) expect(await write()).toBe(true)
    expect(await write()).toBe(false)
    await readdress(person.id, address())
    expect(await textsTo(person.phone)).toHaveLength(6)
  })

  test('that could be told nowhere is marked so', async () => {
    const person = await newcomer(null)
    await world.rows(
      `insert into phone_numbers (digits, stopped_at, stopped_by)
       values (digits_of($1), now(), 'owner')`,
      [person.phone],
    )
    const email = address()
    // Whoever wrote it is told so at once.
    expect(await readdress(person.id, email)).toMatch(
      /^The person could not be told of the changed/,
    )
    expect(await readdress(person.id, email)).toBeUndefined()
    const me = await signInFirst(email, person.id_number)
    expect((await marksOf(me)).join()).toMatch(/Nothing could be sent to where they were reached/)
  })

  test('of an invitation says so too, to whoever moves it', async () => {
    const written = { first_name: 'Wairimu', last_name: 'Kariuki', role: 'user' } as const
    const invited = async () => {
      const body = { ...written, email: address(), phone: `07330001${10 + count}` }
      return (await primary.call(contract.users.invite, { body })).body
    }
    const move = async ({ id, phone }: { id: string; phone: string | null }) => {
      const body = { ...written, phone: phone ?? '', email: address(), status: 'active' as const }
      const reply = await primary.call(contract.users.update, { params: { id }, body })
      return [reply.status, reply.body.warning]
    }
    expect(await move(await invited())).toEqual([200, undefined])
    const person = await invited()
    await world.rows(
      `insert into phone_numbers (digits, stopped_at, stopped_by)
       values (digits_of($1), now(), 'owner')`,
      [person.phone],
    )
    const { parts } = world
    const by = { secrets: parts.secrets, now: parts.clock.now() }
    while (await parts.db.inPlatform((tx) => mayNotifyOfDetails(tx, by, person.email))) {}
    expect(await move(person)).toEqual([200, expect.stringContaining('could not be told')])
  })

  test('that nobody in particular wrote is not marked', async () => {
    const person = await newcomer(null)
    const somebody = await world.as('user', home)
    await world.rows(
      `update memberships set employee_id = $1 where user_id = $2 and organization_id = $3`,
      [person.id, somebody.id, home],
    )
    expect(
      await world.rows('select id from address_changes where employee_id = $1', [person.id]),
    ).toEqual([])
  })

  test('is told wherever the record led before, and the text says how to have no more', async () => {
    const person = await newcomer()
    const { body } = await clerk.call(contract.employees.get, { params: { id: person.id } })
    const phone = '0733999001'
    await clerk.call(contract.employees.update, {
      params: { id: person.id },
      body: { ...body, phone } as never,
    })
    await daysOn(29)
    const [second, third] = [address(), address()]
    await readdress(person.id, second)
    expect(await textsTo(person.phone)).toHaveLength(1)
    expect(await textsTo(phone)).toHaveLength(1)
    await daysOn(2)
    await readdress(person.id, third)
    // What was left more than a month ago is left alone, and nobody is told of their own address.
    expect(await textsTo(person.phone)).toHaveLength(1)
    expect(await textsTo(phone)).toHaveLength(2)
    expect(await world.mails(person.email ?? '')).toHaveLength(2)
    expect(await world.mails(second)).toHaveLength(1)
    expect(await world.mails(third)).toHaveLength(0)
    expect(addressChangedText('Baraka', 'Amani', stopHint(world.parts))).toMatch(
      / STOP: \S+\/stop$/,
    )
  })

  test('first used a month later marks the seven days after that', async () => {
    const person = await newcomer()
    const own = address()
    await readdress(person.id, own)
    await daysOn(30)
    const posing = await signInFirst(own, person.id_number)
    await daysOn(6)
    const again = await world.signIn(own, chosen)
    expect(await marksOf(again)).toHaveLength(1)
    expect((await posing.call(contract.auth.profile)).status).toBe(401)
    await daysOn(1)
    const late = await world.signIn(own, chosen)
    expect(await marksOf(late)).toEqual([])
  })

  test('of somebody who signs in here already is marked from the first', async () => {
    const hr = await world.as('finance', home)
    const { id } = await employ(hr, { first_name: 'Njeri', last_name: 'Mwangi', email: hr.email })
    expect(await marksOf(hr)).toEqual([
      'Njeri Mwangi: this record was given on ' +
        `${dayOf(world.parts.clock.now())} by Amani Njoroge the email address of somebody who was ` +
        'signing in here already. Please make sure that it was really them.',
    ])
    const kept = await world.rows('select kind from address_changes where employee_id = $1', [id])
    expect(kept).toEqual([{ kind: 'shared' }])
    // The same by correcting the record of somebody who never signed in.
    const other = await world.as('finance', home)
    const person = await newcomer()
    await readdress(person.id, other.email)
    expect(await marksOf(other)).toHaveLength(1)
  })

  test('marks what is proposed within seven days for whoever decides', async () => {
    const person = await newcomer()
    const own = address()
    await readdress(person.id, own)
    const posing = await signInFirst(own, person.id_number)
    const proposed = await posing.call(contract.myDetails.propose, { body: { address: 'Plot 9' } })
    const id = proposed.body.proposal?.id ?? ''
    const seen = await primary.call(contract.detailProposals.get, { params: { id } })
    expect(seen.body.warnings).toEqual([
      `Njeri Mwangi: the email address of this login was changed on ${dayOf(world.parts.clock.now())} ` +
        'by Amani Njoroge, before anybody had signed in with it. ' +
        'Please make sure that it was really them.',
    ])
    // Once somebody signs in with it, another address on the record moves no login.
    await readdress(person.id, address())
    const [{ changes }] = await world.rows(
      'select count(*)::int as changes from address_changes where employee_id = $1',
      [person.id],
    )
    expect(changes).toBe(1)
  })

  test('marks a guarantee and an application, not one of later days or of others', async () => {
    const guarantor = await newcomer()
    const applicant = await newcomer()
    const own = address()
    await readdress(guarantor.id, own)
    const posing = await signInFirst(own, guarantor.id_number)
    const { id, loan_id } = await addLoan(applicant.id, guarantor.id)
    expect(await warningsOf(loan_id)).toEqual([])
    await world.rows(
      `update loan_guarantors set status = 'approved', terms = '', approved_at = $2
       where id = $1`,
      [id, world.parts.clock.now()],
    )
    expect(await warningsOf(loan_id)).toMatchObject([
      expect.stringMatching(/^Njeri Mwangi: the email address of this login was changed on/),
    ])
    const applied = await addLoan(guarantor.id, applicant.id)
    expect(await warningsOf(applied.loan_id)).toHaveLength(1)
    const borrower = await posing.call(contract.loans.get, { params: { id: applied.loan_id } })
    expect(borrower.body.warnings).toEqual([])
    await world.rows(`update loan_guarantors set approved_at = $2 where id = $1`, [
      id,
      new Date(world.parts.clock.now().getTime() + 7 * day * 1000),
    ])
    expect(await warningsOf(loan_id)).toEqual([])
  })

  test('cannot be unwritten by the application', async () => {
    const client = await world.parts.db.requests.connect()
    try {
      await expect(client.query('delete from address_changes')).rejects.toThrow(/permission denied/)
    } finally {
      client.release()
    }
  })
})
