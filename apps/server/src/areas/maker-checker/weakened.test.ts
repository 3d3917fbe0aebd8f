// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { sessionOf } from '../../test/session.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { news } from './news.ts'

/** What weakens the second person counts once another agrees, or a day later (C20). */

const { auth, dashboard, makerChecker, notifications, payrolls, users } = contract
const world = await openWorld()
type Person = Caller & { id: string; email: string }

async function openFirm() {
  world.setTime('2026-05-04T09:00:00Z')
  const organization_id = await world.addOrganization()
  const primary = (await world.as('primary', organization_id)) as Person
  const finance = (await world.as('finance', organization_id)) as Person
  await employ(primary, { salary: 80_000 })
  await primary.call(makerChecker.changeSettings, { body: { confirming: true } })
  const run = await runMonth(finance, 'January', 2026, false)
  return { organization_id, primary, finance, run }
}
type Firm = Awaited<ReturnType<typeof openFirm>>

const ask = async (by: Caller, { run }: Firm) => {
  const { status, body } = await by.call(payrolls.confirm, { params: { id: run.id } })
  expect(status).toBe(202)
  return (body as unknown as { proposal_id: string }).proposal_id
}
const agree = async (by: Caller, id: string) => {
  const { body } = await by.call(makerChecker.get, { params: { id } })
  return by.call(makerChecker.agree, { params: { id }, body: { digest: body.digest } })
}
const changesOf = async (by: Caller) => (await by.call(makerChecker.changes)).body
const theChange = async (by: Caller) => {
  const changes = (await changesOf(by)).filter(({ what }) => /approve payrolls|Fewer/.test(what))
  expect(changes).toHaveLength(1)
  return { params: { id: changes[0]?.id ?? '' } }
}
const set = (by: Caller, body: object) => by.call(makerChecker.changeSettings, { body })
const isAsked = async (by: Caller, act = 'confirming') =>
  (await by.call(makerChecker.settings)).body.acts.find((one) => one.act === act)?.needed

const other = { first_name: 'Zawadi', last_name: 'Mwende', phone: '0712345678' }
/** Somebody with a login of their own, who accepts what they are invited to. */
async function join(by: Caller, { organization_id }: Firm, role: 'finance' | 'admin') {
  const { id, email } = await world.addPerson(other)
  expect((await by.call(users.invite, { body: { ...other, email, role } })).status).toBe(201)
  const alone = world.caller(await sessionOf(world.parts, id, null))
  expect(
    (await alone.call(auth.acceptMembership, { params: { id: organization_id } })).status,
  ).toBe(200)
  return { id, email, ...world.caller(await sessionOf(world.parts, id, organization_id)) }
}

test('a second login of one’s own agrees to nothing, and asks for nothing, until another agrees', async () => {
  const firm = await openFirm()
  const { primary, finance } = firm
  const puppet = await join(primary, firm, 'finance')
  // It is not the second person, and not the first either.
  const own = await ask(primary, firm)
  expect((await agree(puppet, own)).status).toBe(403)
  const theirs = await ask(puppet, firm)
  const refused = await agree(primary, theirs)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringMatching(/^The right of Zawadi Mwende to do this is not in effect yet/),
  ])
  // Neither whoever invited nor whoever was invited agrees to the change.
  const change = await theChange(finance)
  expect((await primary.call(makerChecker.agreeToChange, change)).status).toBe(422)
  expect((await puppet.call(makerChecker.agreeToChange, change)).status).toBe(422)
  expect(await changesOf(finance)).toContainEqual(
    expect.objectContaining({
      ...{ what: 'Zawadi Mwende may approve payrolls', backed: true },
      ...{ may_agree: true, may_object: true },
    }),
  )
  const said = await finance.call(makerChecker.agreeToChange, change)
  expect(said.body.message).toBe('Agreed: the change is now in effect')
  expect((await finance.call(makerChecker.agreeToChange, change)).status).toBe(422)
  expect((await agree(primary, theirs)).status).toBe(200)
})

test('a weaker rule holds once another agrees, and not while somebody objects', async () => {
  const firm = await openFirm()
  const { primary, finance } = firm
  await set(primary, { confirming: false })
  expect(await isAsked(primary)).toBe(true)
  const change = await theChange(finance)
  expect((await primary.call(makerChecker.agreeToChange, change)).status).toBe(422)
  const objected = await finance.call(makerChecker.objectToChange, change)
  expect(objected.body.message).toMatch(/^Objection saved/)
  world.setTime('2026-05-06T09:00:00Z')
  const [later, there] = await Promise.all(
    [primary, finance].map(async ({ id }) =>
      world.caller(await sessionOf(world.parts, id, firm.organization_id)),
    ) as [Promise<Caller>, Promise<Caller>],
  )
  expect(await isAsked(later)).toBe(true)
  // On and off again does not lift it.
  await set(later, { confirming: true })
  expect(await changesOf(there)).toEqual([])
  await set(later, { confirming: false })
  expect((await changesOf(there))[0]).toMatchObject({ counts_from: null, may_object: false })
  expect(await isAsked(later)).toBe(true)
  expect((await there.call(makerChecker.agreeToChange, await theChange(there))).status).toBe(200)
  expect(await isAsked(later)).toBe(false)
})

test('who may not do it themselves is not the first of the two', async () => {
  const firm = await openFirm()
  const { primary, finance } = firm
  const admin = await join(primary, firm, 'admin')
  const added = ['edit organization', 'view organization']
  await primary.call(users.updatePermissions, {
    body: { user_id: admin.id, added, removed: [] } as never,
  })
  expect((await set(admin, { confirming: false })).status).toBe(200)
  const change = await theChange(finance)
  expect((await primary.call(makerChecker.agreeToChange, change)).body.message).toContain('as well')
  expect((await primary.call(makerChecker.agreeToChange, change)).status).toBe(422)
  expect(await isAsked(primary)).toBe(true)
  expect((await admin.call(makerChecker.agreeToChange, change)).status).toBe(422)
  expect((await finance.call(makerChecker.agreeToChange, change)).status).toBe(200)
  expect(await isAsked(primary)).toBe(false)
})

test('a change of other acts is for those who hold the right to them', async () => {
  const firm = await openFirm()
  const { primary, finance, organization_id } = firm
  await set(primary, { reversal: true })
  await set(primary, { reversal: false })
  // Only the primary user reverses: nobody else stands behind it.
  expect(await changesOf(finance)).toEqual([])
  const [row] = (await primary.call(makerChecker.settings)).body.coming
  expect(
    (await finance.call(makerChecker.agreeToChange, { params: { id: row?.id ?? '' } })).status,
  ).toBe(422)
  expect(
    (await finance.call(makerChecker.objectToChange, { params: { id: row?.id ?? '' } })).status,
  ).toBe(422)
  const second = await world.as('primary', organization_id)
  expect(
    (await second.call(makerChecker.agreeToChange, { params: { id: row?.id ?? '' } })).status,
  ).toBe(200)
  expect(await isAsked(primary, 'reversal')).toBe(false)
})

test('everybody concerned is told: bell, mail and first screen', async () => {
  const firm = await openFirm()
  const { primary, finance } = firm
  await set(primary, { confirming: false })
  await news(world.parts).next()
  const bell = (await finance.call(notifications.list)).body.data
  expect(bell.map(({ link }) => link)).toContain('/approvals')
  const [mail] = await world.mails(finance.email)
  expect(mail?.subject).toBe('The second-person rule has changed')
  const { waiting } = (await finance.call(dashboard.get)).body
  expect(waiting.map(({ title }) => title)).toContain(
    'Fewer actions need a second person: agree or object',
  )
  await finance.call(makerChecker.objectToChange, await theChange(finance))
  const told = (await primary.call(notifications.list)).body.data.map(({ title }) => title)
  expect(told).toContain('The second person: objected')
})
