// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { addEmployee, asEmployee, employ } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** Without an SMS gateway: codes go by email, and staff call. */

const world = await openWorld()
const organization = await world.addOrganization('Baraka Ltd')
const staff = await world.as('finance', organization)
const { myDetails, detailProposals } = contract

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const bank = { bank_name: 'Equity Bank Limited', branch_name: null, account_no: '0170123456789' }

let id: string
let me: Caller & { id: string; email: string }
beforeEach(async () => {
  id = await addEmployee(world, organization, { phone: '0722000111', address: 'Plot 1' })
  me = await asEmployee(world, organization, id)
})

type Body = NonNullable<Parameters<typeof me.call<typeof myDetails.propose>>[1]>['body']
const propose = async (body: Body) => {
  const reply = await me.call(myDetails.propose, { body })
  expect([reply.status, reply.body.message]).toEqual([200, undefined])
  return reply.body.proposal as NonNullable<typeof reply.body.proposal>
}
const revisionNow = async () => (await me.call(myDetails.get)).body.proposal?.revision ?? 0
const sendCode = async (which: 'old' | 'new' = 'old') =>
  me.call(myDetails.sendCode, { body: { which, revision: await revisionNow() } })
const confirm = async (otp: string, which: 'old' | 'new' = 'old') =>
  me.call(myDetails.confirm, { body: { which, otp, revision: await revisionNow() } })
async function confirmByMail() {
  expect((await sendCode()).status).toBe(200)
  const reply = await confirm(await world.codeFor(me.email))
  expect(reply.status).toBe(200)
  return reply.body
}
const decide = (
  proposal: { id: string; revision: number },
  given: Partial<{ accept: ('phone' | 'address' | 'bank' | 'kin' | 'photo')[]; reason: string }> & {
    called?: boolean
  } = {},
  by: Caller = staff,
) =>
  by.call(detailProposals.decide, {
    params: { id: proposal.id },
    body: { revision: proposal.revision, accept: ['bank'], ...given },
  })
const record = async () => {
  const [row] = await world.rows('select * from employees where id = $1', [id])
  return row
}
const bellOf = async (user_id: string) =>
  await world.rows('select title, text, link from notifications where user_id = $1', [user_id])

describe('an employee', () => {
  test('sees what the employer holds, and proposes several changes at once', async () => {
    const { body } = await me.call(myDetails.get)
    expect(body.held).toMatchObject({
      phone: { phone: '0722000111' },
      address: { address: 'Plot 1' },
    })
    const kin = { name: 'Mumbi', relationship: 'Sister', phone: '+254 733 141 592' }
    const proposal = await propose({ address: 'Plot 2', kin, phone: '0722 000 111' })
    expect(proposal.changes).toMatchObject([
      { subject: 'address', before: { address: 'Plot 1' }, after: { address: 'Plot 2' } },
      { subject: 'kin', after: { name: 'Mumbi', phone: '0733141592' } },
    ])
    // Nothing that moves pay: it waits for staff at once, who are told.
    expect(proposal).toMatchObject({ ready: true, contacts: [], status: 'open' })
    expect(await bellOf(staff.id)).toContainEqual({
      title: 'Change of details to accept',
      text: 'Wanjiru Kamau proposes: address, next of kin.',
      link: `/detail-proposal/${proposal.id}`,
    })
  })

  test('changes and withdraws the one open proposal', async () => {
    const first = await propose({ address: 'Plot 2' })
    const second = await propose({ address: 'Plot 3', photo: pixel })
    expect([second.id, second.revision]).toEqual([first.id, 2])
    const third = await propose({ address: 'Plot 3', keep_photo: true })
    expect(third.changes.map(({ subject }) => subject)).toEqual(['address', 'photo'])
    // Staff hear of it once.
    const told = (await bellOf(staff.id)).filter(({ link }) => link.endsWith(first.id))
    expect(told).toHaveLength(1)
    const gone = await me.call(myDetails.withdraw)
    expect(gone.body).toMatchObject({ proposal: null, past: [{ status: 'withdrawn' }] })
    expect((await me.call(myDetails.withdraw)).status).toBe(409)
    expect((await decide(third, { accept: ['address', 'photo'] })).body.message).toBe(
      'This proposal was withdrawn.',
    )
    expect((await record()).address).toBe('Plot 1')
  })

  test.each<[string, object, string]>([
    ['nothing new', { address: 'Plot 1' }, 'Your employer already has these details.'],
    ['nothing', {}, 'Your employer already has these details.'],
    ['a wrong number', { phone: '12' }, 'Please enter a valid phone number'],
    ['another bank', { bank: { ...bank, bank_name: 'Bank of Nowhere' } }, 'from the list'],
    ['no account', { bank: { bank_name: bank.bank_name } }, 'Account number is required'],
    ['no picture', { photo: 'data:image/png;base64,AAAA' }, 'JPEG or PNG'],
    ['too long', { address: 'x'.repeat(201) }, 'at most 200'],
  ])('is refused %s', async (_, body, sentence) => {
    const reply = await me.call(myDetails.propose, { body: body as never })
    expect(reply.status).toBe(422)
    expect(JSON.stringify(reply.body)).toContain(sentence)
    expect((await me.call(myDetails.get)).body.proposal).toBeNull()
  })

  test('paid by M-PESA needs a Kenyan number', async () => {
    await world.rows(`update employees set pay_by = 'mpesa' where id = $1`, [id])
    const reply = await me.call(myDetails.propose, { body: { phone: '+255712345678' } })
    expect(reply.body.errors?.phone?.[0]).toContain('Kenyan mobile number')
  })

  test('twenty at once make one proposal', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        me.call(myDetails.propose, { body: { address: `Plot ${n + 2}` } }),
      ),
    )
    expect(replies.filter(({ status }) => ![200, 409, 422].includes(status))).toEqual([])
    const rows = await world.rows('select id from detail_proposals where employee_id = $1', [id])
    expect(rows).toHaveLength(1)
    const changes = await world.rows('select id from detail_changes where proposal_id = $1', [
      rows[0].id,
    ])
    expect(changes).toHaveLength(1)
  })
})

describe('nobody else', () => {
  test('has left, has no record, or is of another organisation', async () => {
    const proposal = await propose({ address: 'Plot 2' })
    expect((await staff.call(myDetails.get)).status).toBe(403)
    expect((await staff.call(myDetails.propose, { body: { address: 'x' } })).status).toBe(403)
    const elsewhere = await world.as('primary', await world.addOrganization())
    const params = { id: proposal.id }
    expect((await elsewhere.call(detailProposals.get, { params })).status).toBe(404)
    expect((await decide(proposal, { accept: ['address'] }, elsewhere)).status).toBe(404)
    const colleague = await asEmployee(world, organization, await addEmployee(world, organization))
    expect((await colleague.call(detailProposals.get, { params })).status).toBe(403)
    expect((await colleague.call(myDetails.get)).body.proposal).toBeNull()
    const left = { status: 'terminated', termination_date: '2026-03-05' } as const
    const gone = await addEmployee(world, organization, left)
    const leaver = await asEmployee(world, organization, gone)
    expect((await leaver.call(myDetails.get)).status).toBe(403)
    expect((await leaver.call(myDetails.propose, { body: { address: 'x' } })).status).toBe(403)
    expect((await leaver.call(myDetails.withdraw)).status).toBe(403)
  })

  test('sees a proposed photo but the person and staff', async () => {
    const proposal = await propose({ photo: pixel })
    const name = proposal.changes[0]?.after.photo
    const fetched = async (caller: Caller) =>
      (
        await world.app.inject({
          url: `/storage/employee/${name}`,
          headers: { authorization: `Bearer ${caller.token}` },
        })
      ).statusCode
    const colleague = await asEmployee(world, organization, await addEmployee(world, organization))
    const elsewhere = await world.as('primary', await world.addOrganization())
    expect(await Promise.all([me, staff, colleague, elsewhere].map(fetched))).toEqual([
      200, 200, 403, 404,
    ])
    await decide(proposal, { accept: ['photo'] })
    expect((await record()).avatar).toBe(name)
    expect(await fetched(me)).toBe(200)
  })

  test('decides about their own', async () => {
    const clerk = await world.as('admin', organization)
    await world.rows('update memberships set employee_id = $2 where user_id = $1', [
      clerk.id,
      await addEmployee(world, organization),
    ])
    const { body } = await clerk.call(myDetails.propose, { body: { address: 'Plot 9' } })
    const reply = await decide(body.proposal as never, { accept: ['address'] }, clerk)
    expect([reply.status, reply.body.message]).toEqual([
      403,
      'Somebody else must decide on your own details.',
    ])
    const { body: dashboard } = await clerk.call(contract.dashboard.get)
    expect(JSON.stringify(dashboard)).not.toContain(`details ${body.proposal?.id}`)
    const { body: other } = await staff.call(contract.dashboard.get)
    expect(JSON.stringify(other)).toContain(`details ${body.proposal?.id}`)
  })
})

describe('a bank account', () => {
  test('is confirmed by the code, accepted after a call, and the person is told', async () => {
    const proposal = await propose({ bank })
    expect(proposal).toMatchObject({
      ready: false,
      contacts: [{ which: 'old', by: 'email', confirmed_at: null, else_email: false }],
    })
    const early = await decide(proposal, { called: true })
    expect([early.status, early.body.message]).toEqual([
      422,
      'The employee has not confirmed this by code yet.',
    ])
    await confirmByMail()
    const { body: seen } = await staff.call(detailProposals.get, { params: { id: proposal.id } })
    expect(seen).toMatchObject({
      ready: true,
      call: ['The code went to the email address, not to the phone on record.'],
    })
    expect((await decide(proposal)).body.errors?.called?.[0]).toContain('Please call the person')
    const done = await decide(proposal, { called: true })
    expect(done.body).toMatchObject({ status: 'decided', decided_by: 'Amani Njoroge' })
    expect(await record()).toMatchObject({
      ...{ bank_name: 'Equity Bank Kenya', bank_code: '68', account_no: '0170123456789' },
      payee_changed_at: expect.anything(),
    })
    expect(await bellOf(me.id)).toContainEqual({
      title: 'Your details were changed',
      text: 'Changed: bank account.',
      link: '/my-details',
    })
    const [letter] = await world.mails(me.email)
    expect(letter).toMatchObject({ subject: 'Your details were changed' })
    expect(letter?.text).not.toContain('0170123456789')
  })

  test.each([
    ['0722000111', '0733222111'],
    ['+254 722 000 111', '0733222111'],
    ['0799123456', '0799123456'],
  ])('or a phone: a login with %s then has %s', async (login, after) => {
    await world.rows('update users set phone = $2 where id = $1', [me.id, login])
    const proposal = await propose({ phone: '0733222111' })
    await confirmByMail()
    await decide(proposal, { accept: ['phone'], called: true })
    expect((await record()).phone).toBe('0733222111')
    expect((await me.call(contract.auth.profile)).body.phone).toBe(after)
  })

  test('is accepted once by twenty at the same time', async () => {
    const proposal = await propose({ bank })
    await confirmByMail()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => decide(proposal, { called: true })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await bellOf(me.id)).filter(({ title }) => title.includes('changed'))).toHaveLength(1)
    expect((await decide(proposal, { called: true })).body.message).toBe(
      'This has already been decided by Amani Njoroge.',
    )
  })

  test('is not taken over what staff wrote meanwhile, field by field', async () => {
    const proposal = await propose({ bank, address: 'Plot 2' })
    await confirmByMail()
    const theirs = { bank_name: 'KCB Bank Kenya Limited', account_no: '111' }
    await staff.call(contract.employees.update, { params: { id }, body: theirs })
    const both = await decide(proposal, { accept: ['bank', 'address'], called: true })
    expect([both.status, both.body.message]).toEqual([
      409,
      expect.stringMatching(
        /^Bank account was changed since this was proposed: it is now KCB.*111/,
      ),
    ])
    const { body } = await staff.call(detailProposals.get, { params: { id: proposal.id } })
    expect(body.changes).toMatchObject([{ now: null }, { now: { account_no: '111' } }])
    const without = await decide(proposal, { accept: ['address'] })
    expect(without.body.errors?.reason?.[0]).toBe('Please say why you are refusing it.')
    const one = await decide(proposal, { accept: ['address'], reason: 'We have a newer account.' })
    expect(one.body.changes).toMatchObject([{ accepted: true }, { accepted: false }])
    expect(await record()).toMatchObject({ address: 'Plot 2', account_no: '111' })
    expect(await bellOf(me.id)).toContainEqual(
      expect.objectContaining({
        text: 'Changed: address. Refused: bank account. We have a newer account.',
      }),
    )
  })

  test('somebody else has is pointed out', async () => {
    const theirs = { ...bank, account_no: '0170555' }
    await employ(staff, { ...theirs, first_name: 'Otieno', last_name: 'Okello' })
    const proposal = await propose({ bank: theirs })
    const { body } = await staff.call(detailProposals.get, { params: { id: proposal.id } })
    expect(body.warnings).toContainEqual(expect.stringMatching(/^Otieno Okello .*same/))
  })
})

describe('a code', () => {
  test('is worth nothing twice, for another proposal, or after a change of this one', async () => {
    await propose({ bank })
    await sendCode()
    const code = await world.codeFor(me.email)
    const changed = await propose({ bank: { ...bank, account_no: '999' } })
    expect((await confirm(code)).status).toBe(422)
    world.pass(61)
    await confirmByMail()
    const used = await world.codeFor(me.email)
    expect((await confirm(used)).status).toBe(422)
    // Changed after it was confirmed: not confirmed any more.
    const last = await propose({ bank: { ...bank, account_no: '666' } })
    expect(last).toMatchObject({ ready: false, revision: changed.revision + 1 })
    expect((await confirm(used)).status).toBe(422)
    // What the staff looked at is another one.
    expect((await decide(changed, { called: true })).body.message).toContain(
      'changed since you opened it',
    )
    expect((await decide(last, { called: true })).status).toBe(422)
    await me.call(myDetails.withdraw)
    await propose({ bank })
    expect((await confirm(used)).status).toBe(422)
  })

  test('confirms what the person saw, not what another session made of it', async () => {
    const { revision } = await propose({ bank })
    await propose({ bank: { ...bank, account_no: '666' } })
    const asked = await me.call(myDetails.sendCode, { body: { which: 'old', revision } })
    expect([asked.status, asked.body.message]).toEqual([
      409,
      'The proposal has changed since you opened it. Please look at it again.',
    ])
    await sendCode()
    const otp = await world.codeFor(me.email)
    const entered = await me.call(myDetails.confirm, { body: { which: 'old', revision, otp } })
    expect(entered.status).toBe(409)
    expect((await me.call(myDetails.get)).body.proposal?.ready).toBe(false)
  })

  test('of somebody else does not confirm mine', async () => {
    const colleague = await asEmployee(world, organization, await addEmployee(world, organization))
    await colleague.call(myDetails.propose, { body: { bank } })
    await colleague.call(myDetails.sendCode, { body: { which: 'old', revision: 1 } })
    const theirs = await world.codeFor(colleague.email)
    await propose({ bank })
    await sendCode()
    if (theirs !== (await world.codeFor(me.email))) expect((await confirm(theirs)).status).toBe(422)
  })

  test('has five tries from wherever they come, and ten minutes', async () => {
    await propose({ bank })
    await sendCode()
    const code = await world.codeFor(me.email)
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        world.caller(me.token, `10.1.${n}.1`).call(myDetails.confirm, {
          body: { which: 'old', otp: wrong, revision: 1 },
        }),
      ),
    )
    expect(tries.every(({ status }) => status === 422)).toBe(true)
    expect((await confirm(code)).status).toBe(422)
    world.pass(61)
    await sendCode()
    const fresh = await world.codeFor(me.email)
    world.pass(10 * 60 + 1)
    expect((await confirm(fresh)).status).toBe(422)
  })

  test('is sent once a minute and not without end', async () => {
    await propose({ bank })
    await Promise.all([sendCode(), sendCode()])
    await sendCode()
    expect((await world.mails(me.email)).length).toBeLessThanOrEqual(2)
    const states: number[] = []
    for (let n = 0; n < 12; n++) {
      world.pass(61)
      states.push((await sendCode()).status)
    }
    expect(states.at(-1)).toBe(429)
    expect((await sendCode('new')).body.message).toBe('There is nothing to confirm here.')
  })
})

test('the database itself keeps what is closed and what is not confirmed', async () => {
  const proposal = await propose({ bank })
  const changes = 'where proposal_id = $1'
  const accepted = `update detail_changes set accepted = true ${changes}`
  await expect(world.rows(accepted, [proposal.id])).rejects.toThrow('not confirmed')
  await me.call(myDetails.withdraw)
  for (const statement of [
    `update detail_changes set after = '{}' ${changes}`,
    `delete from detail_changes ${changes}`,
    `update detail_proposals set status = 'open' where id = $1`,
    'delete from detail_proposals where id = $1',
  ]) {
    await expect(world.rows(statement, [proposal.id])).rejects.toThrow('a proposal is kept')
  }
})
