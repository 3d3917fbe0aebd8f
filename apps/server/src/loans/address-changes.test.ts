import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { employ } from '../test/office.ts'
import { openWorld } from '../test/world.ts'

/** Nobody becomes a person who never signed in by writing an address of their own on the record. */

const world = await openWorld({ env: { SMS_USERNAME: 'sandbox', SMS_API_KEY: 'a-key-for-tests' } })
const home = await world.addOrganization('Baraka Ltd')
const primary = await world.as('primary', home)
const clerk = await world.as('finance', home)
const day = 24 * 3600

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
}
const textsTo = (phone: string) =>
  world.rows(`select id from mails where lane = 'texts' and recipient = $1`, [phone])

/** The first sign-in, by whoever reads the mail of that address. */
async function signInFirst(email: string, id_number: string) {
  await world.caller().call(contract.auth.login, { body: { email, password: id_number } })
  const me = await world.signIn(email, await world.codeFor(email))
  const { id } = (await me.call(contract.auth.profile)).body
  const chosen = 'ndefu-na-mpya-77'
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
    await readdress(person.id, address())
    const [letter] = await world.mails(person.email ?? '')
    expect(letter?.subject).toBe('Your email address was changed')
    expect(letter?.text).toContain('Amani Njoroge has changed the email address of your record')
    expect(await textsTo(person.phone)).toHaveLength(1)
    const none = await newcomer(null)
    await readdress(none.id, address())
    expect(await textsTo(none.phone)).toHaveLength(1)
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
      'Njeri Mwangi: the address of this login was changed on 2026-03-10 by Amani Njoroge, ' +
        'before anybody had signed in with it.',
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
      expect.stringMatching(/^Njeri Mwangi: the address of this login was changed on/),
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
