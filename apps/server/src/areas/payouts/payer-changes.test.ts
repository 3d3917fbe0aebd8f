// @tests story
import { contract } from '@mshahara/contract'
import { describe, expect, it } from 'vitest'
import { asAdmin, somebodyWaits } from '../../test/database.ts'
import { confirmedRun, openPayday, openPayer, type Payer } from '../../test/payday.ts'
import { sessionOf } from '../../test/session.ts'
import type { Caller } from '../../test/world.ts'
import { payerNews } from './payer-news.ts'

const { payouts, users, auth, notifications, dashboard } = contract
const payday = await openPayday({ workers: false })
const day_s = 24 * 3600
const other = { first_name: 'Zawadi', last_name: 'Mwende', phone: '0712345678' }

type Person = Caller & { id: string; email: string }

async function office() {
  const payer = await openPayer(payday)
  const run = await confirmedRun(payday, payer.primary, [{ phone: '0712009977' }])
  const { organization_id } = payer
  return {
    ...payer,
    run: { params: { id: run.id } },
    /** The same person with a new session: eight hours are over soon. */
    back: async (who: Person) => ({
      ...who,
      ...payday.caller(await sessionOf(payday.parts, who.id, organization_id)),
    }),
    pay: (who: Caller) => who.call(payouts.make, { params: { id: run.id } }),
    asked: async (who: Caller) => {
      const { body } = await who.call(payouts.preview, { params: { id: run.id } })
      return { params: { id: body.request?.id ?? '' } }
    },
  }
}

const rule = (who: Caller, second_person: boolean | null) =>
  who.call(payouts.changeSettings, { body: { second_person } })
const needed = async (who: Caller) => (await who.call(payouts.settings)).body.needed
const seenBy = async (who: Caller) => (await who.call(payouts.payerChanges)).body
const theChange = async (who: Caller) => {
  const changes = await seenBy(who)
  expect(changes).toHaveLength(1)
  return { params: { id: changes[0]?.id ?? '' } }
}

/** Somebody with a login of their own, who accepts what they are invited to. */
async function join(by: Caller, { organization_id }: Payer, role: 'finance' | 'user' | 'admin') {
  const { id, email } = await payday.addPerson(other)
  const offered = await by.call(users.invite, { body: { ...other, email, role } })
  expect(offered.status).toBe(201)
  const alone = payday.caller(await sessionOf(payday.parts, id, null))
  const accepted = await alone.call(auth.acceptMembership, { params: { id: organization_id } })
  expect(accepted.status).toBe(200)
  return { id, email, ...payday.caller(await sessionOf(payday.parts, id, organization_id)) }
}

/** As the form of a user does it. */
async function edit(by: Caller, { id }: Person, change: object) {
  const { body } = await by.call(users.get, { params: { id } })
  const { first_name, last_name, email, phone, role, status } = body
  const now = { first_name, last_name, email, phone: phone ?? '', role, status }
  const reply = await by.call(users.update, {
    params: { id },
    body: { ...now, ...change } as never,
  })
  expect(reply.status, reply.body.message).toBe(200)
}
const suspend = (by: Caller, who: Person) => edit(by, who, { status: 'inactive' })
const reactivate = (by: Caller, who: Person) => edit(by, who, { status: 'active' })
const grant = (by: Caller, { id: user_id }: Person, added: string[], removed: string[] = []) =>
  by.call(users.updatePermissions, { body: { user_id, added, removed } as never })

describe('nobody pays alone by', () => {
  it('switching the rule off', async () => {
    const { primary, pay, back } = await office()
    expect((await rule(primary, false)).body).toMatchObject({ second_person: false, needed: true })
    expect((await pay(primary)).body).toMatchObject({ waits: true })
    payday.pass(day_s - 1)
    expect((await pay(await back(primary))).body).toMatchObject({ waits: true })
    payday.pass(1)
    expect((await pay(await back(primary))).body).toMatchObject({ waits: false })
  })

  it('suspending the other, and reactivating them afterwards', async () => {
    const { primary, finance, pay, asked, back } = await office()
    await suspend(primary, finance)
    expect((await pay(primary)).body).toMatchObject({ waits: true })
    await reactivate(primary, finance)
    // Back before it counted: nothing has changed, and their word counts as it did.
    expect(await seenBy(primary)).toEqual([])
    const agreed = await (await back(finance)).call(payouts.approve, await asked(primary))
    expect(agreed.status).toBe(200)
  })

  it('inviting a second login of one’s own', async () => {
    const { primary, finance, pay, asked, ...payer } = await office()
    payday.setTime('2026-04-01T09:00:00Z')
    const mine = await payer.back(primary)
    const puppet = await join(mine, { primary, finance, ...payer }, 'finance')
    await pay(mine)
    const request = await asked(mine)
    const agreed = await puppet.call(payouts.approve, request)
    expect([agreed.status, agreed.body.message]).toEqual([
      403,
      'You were given the right to pay on 1 April 2026 at 12:00. This takes effect for payouts ' +
        'from 2 April 2026 at 12:00 unless somebody objects, or as soon as somebody else who may ' +
        'pay agrees.',
    ])
    expect((await pay(puppet)).status).toBe(403)
    // Neither of the two logins agrees to the change itself.
    const change = await theChange(puppet)
    expect((await puppet.call(payouts.agreeToChange, change)).status).toBe(422)
    expect((await mine.call(payouts.agreeToChange, change)).status).toBe(422)
    const second = await payer.back(finance)
    expect((await second.call(payouts.agreeToChange, change)).body.message).toContain('in effect')
    expect((await puppet.call(payouts.approve, request)).status).toBe(200)
  })

  it('a login that may not pay but may weaken the rule', async () => {
    const { primary, finance, ...payer } = await office()
    const puppet = await join(primary, { primary, finance, ...payer }, 'admin')
    expect((await grant(primary, puppet, ['edit organization'])).status).toBe(200)
    await rule(puppet, false)
    const change = await theChange(primary)
    // One payer stands behind it, and another has to as well.
    expect((await primary.call(payouts.agreeToChange, change)).body.message).toContain('as well')
    expect(await needed(primary)).toBe(true)
    expect((await primary.call(payouts.agreeToChange, change)).status).toBe(422)
    expect((await finance.call(payouts.agreeToChange, change)).status).toBe(200)
    expect(await needed(primary)).toBe(false)
  })

  it('leaving a login of one’s own alone in the organisation, and coming back', async () => {
    const { organization_id, primary, finance, back } = await office()
    const puppet = await join(primary, { organization_id } as Payer, 'user')
    await edit(primary, puppet, { role: 'primary' })
    const boss = await back(puppet)
    await edit(boss, finance, { role: 'user' })
    await edit(boss, primary, { role: 'user' })
    // Nobody is left whose right counts; those who have just lost it are still missed.
    const third = await join(boss, { organization_id } as Payer, 'finance')
    expect(await needed(boss)).toBe(true)
    const counting = await payday.rows('select counting_payers($1) as id', [organization_id])
    expect(counting).toEqual([])
    await edit(boss, primary, { role: 'primary' })
    const again = await payday.rows('select counting_payers($1) as id', [organization_id])
    expect(again).toEqual([{ id: primary.id }])
    expect((await third.call(payouts.payerChanges)).status).toBe(200)
  })
})

it('a payer who comes to run the platform is lost like any other, and comes back as one', async () => {
  const { primary, finance, pay } = await office()
  const runs = (yes: boolean) =>
    payday.rows('update users set super_admin = $2 where id = $1', [finance.id, yes])
  await runs(true)
  expect(await seenBy(primary)).toMatchObject([{ kind: 'payer_left' }])
  expect((await pay(primary)).body).toMatchObject({ waits: true })
  await runs(false)
  expect(await seenBy(primary)).toEqual([])
})

it('payments wait for those whose agreement counts, and for a new payer once it does', async () => {
  const payer = await office()
  const { primary, finance, back } = payer
  const third = await join(primary, payer, 'finance')
  const asked = 'Payments are waiting for your approval'
  const told = async (who: Caller) =>
    (await who.call(notifications.list)).body.data.filter(({ title }) => title === asked)
  const waits = async (who: Caller) =>
    (await who.call(dashboard.get)).body.waiting.filter(({ key }) =>
      key.startsWith('payout request'),
    )
  await payer.pay(finance)
  expect([await told(primary), await told(third)]).toMatchObject([[{}], []])
  expect([await waits(primary), await waits(third)]).toMatchObject([[{}], []])
  await finance.call(payouts.agreeToChange, await theChange(finance))
  expect(await waits(await back(third))).toHaveLength(1)
})

describe('a change back and forth', () => {
  it('starts anew each time, and one that counted is not undone by it', async () => {
    const { organization_id, primary, finance, back } = await office()
    await suspend(primary, finance)
    payday.pass(day_s)
    const mine = await back(primary)
    expect(await needed(mine)).toBe(false)
    await reactivate(mine, finance)
    // Their leaving counted, so that they are new.
    expect(await seenBy(mine)).toMatchObject([{ kind: 'payer_joined', made_by: 'Amani Njoroge' }])
    await suspend(mine, finance)
    expect(await seenBy(mine)).toEqual([])
    payday.pass(3600)
    await reactivate(mine, finance)
    payday.pass(day_s - 1)
    const [row] = await payday.rows('select counts_as_payer($1, $2) as counts', [
      organization_id,
      finance.id,
    ])
    expect(row.counts).toBe(false)
  })

  it.each([
    [
      'demoted and promoted',
      (id: string) => [
        [`update memberships set role = 'user' where user_id = $1`, [id]],
        [`update memberships set role = 'finance' where user_id = $1`, [id]],
      ],
    ],
    [
      'removed and added',
      (id: string) => [
        ['delete from memberships where user_id = $1', [id]],
        [
          `insert into memberships (organization_id, user_id, role)
        select id, $1, 'finance' from organizations where id = $2`,
          [id],
        ],
      ],
    ],
  ] as const)('somebody %s by hand is treated alike', async (_, steps) => {
    const { organization_id, primary, finance } = await office()
    const [first, second] = steps(finance.id) as unknown as [string, string[]][]
    await payday.rows(...(first as [string, string[]]))
    expect(await seenBy(primary)).toMatchObject([{ kind: 'payer_left', made_by: 'System' }])
    expect(await needed(primary)).toBe(true)
    const [text, values] = second as [string, string[]]
    await payday.rows(text, text.includes('$2') ? [...values, organization_id] : values)
    expect(await seenBy(primary)).toEqual([])
  })

  it('is none where the right stays: another role with it, another permission', async () => {
    const { primary, finance } = await office()
    await edit(primary, finance, { role: 'primary' })
    await edit(primary, finance, { role: 'finance' })
    await grant(primary, finance, ['view logs'])
    await edit(primary, finance, { role: 'user' })
    expect(await seenBy(primary)).toMatchObject([{ kind: 'payer_left' }])
    await grant(primary, finance, ['pay payrolls'])
    expect(await seenBy(primary)).toEqual([])
  })

  it('of the rule: a stronger one counts at once, and a weaker one waits however it came', async () => {
    const { primary } = await office()
    await rule(primary, true)
    await rule(primary, false)
    await rule(primary, null)
    expect(await seenBy(primary)).toMatchObject([
      { kind: 'rule_off', what: 'Payouts will no longer always need a second person' },
    ])
    await rule(primary, true)
    expect(await seenBy(primary)).toEqual([])
  })

  it('does not lift an objection', async () => {
    const { primary, finance, back } = await office()
    await rule(primary, false)
    const change = await theChange(finance)
    expect((await primary.call(payouts.objectToChange, change)).status).toBe(422)
    expect((await finance.call(payouts.objectToChange, change)).status).toBe(200)
    payday.pass(3 * day_s)
    const mine = await back(primary)
    expect(await needed(mine)).toBe(true)
    await rule(mine, true)
    await rule(mine, false)
    expect(await seenBy(mine)).toMatchObject([
      { counts_from: null, objected_by: 'Amani Njoroge', may_agree: false },
    ])
    payday.pass(3 * day_s)
    const second = await back(finance)
    expect(await needed(second)).toBe(true)
    const agreed = await second.call(payouts.agreeToChange, await theChange(second))
    expect(agreed.status).toBe(200)
    expect(await needed(second)).toBe(false)
    const late = await second.call(payouts.objectToChange, change)
    expect([late.status, late.body.message]).toEqual([404, expect.any(String)])
  })
})

describe('those who may pay', () => {
  it('are told by mail and bell, and on the first screen, once', async () => {
    const { primary, finance } = await office()
    const before = (await payday.mails(finance.email)).length
    await rule(primary, false)
    const round = payerNews(payday.parts)
    await round.next()
    await round.next()
    for (const who of [primary, finance]) {
      const news = (await who.call(notifications.list)).body.data
      const told = news.filter(({ title }) => title === 'Who may pay has changed')
      expect(told).toHaveLength(1)
      expect(told[0]?.text).toContain('Amani Njoroge: Payouts will no longer need a second person.')
    }
    const mails = await payday.mails(finance.email)
    expect(mails).toHaveLength(before + 1)
    expect(mails[0]).toMatchObject({ subject: 'Who may pay has changed' })
    expect(mails[0]?.text).toContain('object to it')
    const lines = async (who: Caller) =>
      (await who.call(dashboard.get)).body.waiting.filter(({ key }) => key.includes('payer change'))
    expect(await lines(finance)).toMatchObject([{ link: '/organization' }])
    expect(await lines(primary)).toEqual([])
  })

  it('and whoever may not any more', async () => {
    const { primary, finance } = await office()
    await suspend(primary, finance)
    await payerNews(payday.parts).next()
    const [mail] = await payday.mails(finance.email)
    expect(mail?.text).toContain('you may no longer pay')
  })

  it('alone see and decide, in their own organisation', async () => {
    const { organization_id, primary, operator } = await office()
    await rule(primary, false)
    const change = await theChange(primary)
    const strange = await openPayer(payday)
    expect((await strange.primary.call(payouts.agreeToChange, change)).status).toBe(404)
    expect((await strange.finance.call(payouts.objectToChange, change)).status).toBe(404)
    const admin = await payday.as('admin', organization_id)
    const inside = { params: { id: organization_id } }
    const { token } = (await operator.call(auth.switch, inside)).body
    for (const who of [admin, payday.caller(token)]) {
      expect((await who.call(payouts.payerChanges)).status).toBe(403)
      expect((await who.call(payouts.agreeToChange, change)).status).toBe(403)
      expect((await who.call(payouts.objectToChange, change)).status).toBe(403)
    }
    expect(await needed(primary)).toBe(true)
  })

  it('may be one: the first waits for nobody, and changes the rule for nobody else', async () => {
    const organization_id = await payday.addOrganization()
    const [{ id }, second] = [await payday.addPerson(), await payday.addPerson()]
    const add = `insert into memberships (organization_id, user_id, role)
      values ($1, $2, 'primary')`
    await payday.rows(add, [organization_id, id])
    const first = payday.caller(await sessionOf(payday.parts, id, organization_id))
    await rule(first, false)
    expect(await seenBy(first)).toEqual([])
    expect(await needed(first)).toBe(false)
    await payday.rows(add, [organization_id, second.id])
    expect(await seenBy(first)).toMatchObject([{ kind: 'payer_joined' }])
  })
})

describe('at the same moment', () => {
  it('two first payers of an organisation: one of them waits for the other', async () => {
    const organization_id = await payday.addOrganization()
    const people = [await payday.addPerson(), await payday.addPerson()]
    await Promise.all(
      people.map(({ id }) =>
        payday.rows(
          `insert into memberships (organization_id, user_id, role) values ($1, $2, 'primary')`,
          [organization_id, id],
        ),
      ),
    )
    const counting = await payday.rows('select counting_payers($1)', [organization_id])
    expect(counting).toHaveLength(1)
  })

  it('an objection and an agreement: whichever comes second finds what the first did', async () => {
    const { primary, finance, organization_id } = await office()
    const third = await payday.as('finance', organization_id)
    await rule(primary, false)
    const change = await theChange(primary)
    const [agreed, objected] = await Promise.all([
      finance.call(payouts.agreeToChange, change),
      third.call(payouts.objectToChange, change),
    ])
    expect(agreed.status).toBe(200)
    expect([200, 404, 422]).toContain(objected.status)
    expect(await needed(primary)).toBe(false)
  })

  it('a suspension that is killed has not happened, and payments meanwhile need two', async () => {
    const { primary, finance, pay } = await office()
    await asAdmin(payday.databaseUrl, async (client) => {
      client.on('error', () => {})
      await client.query('begin')
      await client.query('set local role mshahara_platform')
      await client.query(`update memberships set status = 'inactive' where user_id = $1`, [
        finance.id,
      ])
      expect((await pay(primary)).body).toMatchObject({ waits: true })
      const change = rule(primary, false)
      await somebodyWaits(client)
      const { rows } = await client.query('select pg_backend_pid() as pid')
      await payday.byHand('select pg_terminate_backend($1)', [rows[0].pid])
      expect((await change).status).toBe(200)
    })
    expect(await seenBy(primary)).toMatchObject([{ kind: 'rule_off' }])
    expect(await needed(finance)).toBe(true)
  })
})
