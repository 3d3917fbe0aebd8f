import { contract } from '@mshahara/contract'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

const { update } = contract.organizations
const { get, create, addFile, revokeFile } = contract.clients

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const operator = await world.as('super-admin', home)

let pins = 100
const newClient = (more: object = {}) => {
  pins += 1
  return {
    name: `Jirani ${pins} Ltd`,
    address: 'Moi Avenue, Nairobi',
    phone: '0202345678',
    email: `office${pins}@jirani.test`,
    pin_no: `P051234${pins}A`,
    trial: 3,
    nita: false,
    user: {
      first_name: 'Amina',
      last_name: 'Juma',
      email: `amina${pins}@jirani.test`,
      phone: '0712345678',
      role: 'primary',
    },
    ...more,
  }
}
const add = (body: object) => operator.call(create, { body: body as never })
const scan = async (width = 20) =>
  `data:image/png;base64,${(
    await sharp({ create: { width, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).toString('base64')}`

describe('a new organisation', () => {
  test('is on trial, and its primary user activates, signs in and is at home', async () => {
    const body = newClient({ bank_name: 'KCB Bank Kenya', branch_name: 'Eastleigh' })
    const { status, body: made } = await add(body)
    expect(status).toBe(201)
    const invited = { name: 'Amina Juma', email: body.user.email, status: 'invited' }
    expect(made).toMatchObject({ bank_code: '01', nita: false, paye: true, primaries: [invited] })
    const [period] = await world.rows(
      `select package_id, "from"::text, "to"::text from subscriptions where organization_id = $1`,
      [made.id],
    )
    expect(period).toEqual({ package_id: 'trial', from: '2026-03-10', to: '2026-06-10' })
    const first = await world.codeFor(body.user.email)
    const primary = await world.signIn(body.user.email, first)
    const { body: profile } = await primary.call(contract.auth.profile)
    expect(profile).toMatchObject({ must_change_password: true, role: 'primary' })
    const password = { password: 'correct-horse-8', password_confirmation: 'correct-horse-8' }
    const changed = await primary.call(contract.auth.changePassword, {
      params: { id: profile.id },
      body: password,
    })
    expect(changed.status).toBe(200)
    const again = await world.signIn(body.user.email, 'correct-horse-8')
    expect((await again.call(contract.organizations.get)).body).toMatchObject({ id: made.id })
    expect((await operator.call(get, { params: { id: made.id } })).body.primaries).toEqual([
      { ...invited, status: 'active' },
    ])
  })

  test('is logged under the name of the operator', async () => {
    const { body } = await add(newClient())
    const entries = await world.rows(
      `select description, log_name from activity_log where organization_id = $1 order by id`,
      [body.id],
    )
    const who = await operator.call(contract.auth.profile)
    const name = `${who.body.first_name} ${who.body.last_name}`
    expect(entries.length).toBeGreaterThan(1)
    expect(new Set(entries.map(({ description }) => description))).toEqual(new Set([name]))
  })

  test('whose PIN or address is known is refused at that field, and leaves nothing', async () => {
    const body = newClient()
    await add(body)
    const before = await world.rows('select count(*) from organizations')
    const refused = await add({ ...newClient(), pin_no: body.pin_no.toLowerCase() })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { pin_no: [`An organization with this PIN already exists: ${body.name}.`] } },
    })
    const email = await add({ ...newClient(), email: body.email.toUpperCase() })
    expect(email.body.errors?.email?.[0]).toContain(body.name)
    const me = (await operator.call(contract.auth.profile)).body
    const self = newClient()
    const own = await add({ ...self, user: { ...self.user, email: me.email } })
    expect(own.body.errors?.['user.email']?.[0]).toContain('platform operator')
    expect(await world.rows('select count(*) from organizations')).toEqual(before)
  })

  test.each([
    [{ trial: 0 }, 'trial'],
    [{ trial: 25 }, 'trial'],
    [{ trial: 1.5 }, 'trial'],
    [{ pin_no: 'nonsense' }, 'pin_no'],
    [{ user: {} }, 'user.first_name'],
  ])('with %j is refused at %s', async (wrong, field) => {
    const { status, body } = await add(newClient(wrong))
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, expect.arrayContaining([field])])
  })

  test('asked for twenty times at once is one', async () => {
    const body = newClient()
    const replies = await Promise.all(Array.from({ length: 20 }, () => add(body)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const rows = await world.rows('select id from organizations where pin_no = $1', [body.pin_no])
    expect(rows).toHaveLength(1)
    expect(await world.mails(body.user.email)).toHaveLength(1)
  })

  test('offered to somebody with a login is theirs once they accept', async () => {
    const person = await world.addPerson()
    const body = newClient()
    const { body: made } = await add({ ...body, user: { ...body.user, email: person.email } })
    const me = await world.signIn(person.email)
    expect((await me.call(contract.auth.profile)).body.organization_id).toBeNull()
    await me.call(contract.auth.acceptMembership, { params: { id: made.id } })
    expect((await me.call(contract.auth.profile)).body).toMatchObject({
      organization_id: made.id,
      role: 'primary',
    })
  })
})

describe('documents', () => {
  test('are kept, fetched by the operator alone, and gone when revoked', async () => {
    const owner = await world.as('primary', home)
    const body = { organization_id: home, name: 'PIN certificate', file: await scan() }
    const added = await operator.call(addFile, { body })
    expect(added).toMatchObject({ status: 201, body: { name: 'PIN certificate' } })
    const { files } = (await operator.call(get, { params: { id: home } })).body
    expect(files).toEqual([added.body])
    const fetch = (token = '') =>
      world.app.inject({
        url: `/storage/organization-files/${added.body.file}`,
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await fetch(operator.token)).headers['content-type']).toBe('image/webp')
    const lone = await world.signIn((await operatorAlone()).email)
    expect((await fetch(lone.token)).statusCode).toBe(200)
    const stranger = await world.as('primary', await world.addOrganization())
    for (const { token } of [owner, stranger]) expect((await fetch(token)).statusCode).toBe(404)
    expect((await world.app.inject({ url: '/storage/organization-files/x.webp' })).statusCode).toBe(
      401,
    )
    const params = { id: added.body.id }
    expect(await operator.call(revokeFile, { params })).toMatchObject({
      body: { message: 'Organization file revoked successfully' },
    })
    expect((await fetch(operator.token)).statusCode).toBe(404)
    expect((await operator.call(revokeFile, { params })).status).toBe(404)
    const log = await world.rows(
      `select event from activity_log where subject_id = $1 order by id`,
      [added.body.id],
    )
    expect(log.map(({ event }) => event)).toEqual(['created', 'deleted'])
  })

  test('are what their bytes say, and of an organisation there is', async () => {
    const script = `data:application/pdf;base64,${Buffer.from('<script>').toString('base64')}`
    const body = { organization_id: home, name: 'Not a PDF', file: script }
    const refused = await operator.call(addFile, { body })
    expect(refused.body.errors?.file).toEqual(['Please choose a JPEG, PNG or PDF file.'])
    const nowhere = { ...body, organization_id: crypto.randomUUID(), file: await scan() }
    expect((await operator.call(addFile, { body: nowhere })).body.errors).toHaveProperty(
      'organization_id',
    )
  })
})

const operatorAlone = async () => {
  const person = await world.addPerson()
  await world.rows('update users set super_admin = true where id = $1', [person.id])
  return person
}

describe('changing one', () => {
  test('the operator changes any, from no organisation at all; its own people only theirs', async () => {
    const alone = await world.signIn((await operatorAlone()).email)
    const id = await world.addOrganization('Before Ltd')
    const reply = await alone.call(update, { params: { id }, body: { name: 'After Ltd' } })
    expect(reply).toMatchObject({ status: 200, body: { name: 'After Ltd', status: 'active' } })
    const missing = { params: { id: crypto.randomUUID() }, body: { name: 'None Ltd' } }
    expect((await alone.call(update, missing)).status).toBe(404)
    const stranger = await world.as('primary', home)
    expect((await stranger.call(update, { params: { id }, body: { name: 'Mine' } })).status).toBe(
      404,
    )
  })
})
