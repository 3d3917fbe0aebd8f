import { contract } from '@mshahara/contract'
import { errorWords } from '@mshahara/contract/errors'
import { describe, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { openWorld, password } from '../../test/world.ts'

/** Switched off by the operator: nobody works there, nothing happens there, and all comes back. */

const { auth, organizations } = contract

const world = await openWorld()
const home = await world.addOrganization('Zima Ltd')
const operator = await world.as('super-admin', home)

const turn = (status: 'active' | 'deactivated', id = home) =>
  operator.call(organizations.update, { params: { id }, body: { status } })
const byCookie = (token = '') =>
  world.app.inject({ url: '/api/organization', headers: { cookie: `mshahara=${token}` } })

describe('its people', () => {
  test('are told why at the next click, whatever road they take, and do not come back alive', async () => {
    const me = await world.as('primary', home)
    expect((await turn('deactivated')).body.status).toBe('deactivated')
    expect(await me.call(auth.profile)).toMatchObject({
      status: 401,
      body: { message: errorWords.deactivated({ organization: 'Zima Ltd' }), code: 'deactivated' },
    })
    const page = await byCookie(me.token)
    expect([page.statusCode, page.json().code]).toEqual([401, 'deactivated'])
    await turn('active')
    const late = await me.call(auth.profile)
    expect([late.status, late.body.code]).toEqual([401, 'errors.unauthorized'])
  })

  test('sign in and read the same sentence; whoever belongs elsewhere too goes there', async () => {
    const only = await world.addPerson({ organization_id: home, role: 'finance' })
    const both = await world.addPerson({ organization_id: home, role: 'user' })
    const other = await world.addOrganization('Nyingine Ltd')
    await world.rows(
      `insert into memberships (organization_id, user_id, role) values ($1, $2, 'admin')`,
      [other, both.id],
    )
    await turn('deactivated')
    const profileOf = async (email: string) =>
      (await (await world.signIn(email, password)).call(auth.profile)).body
    expect(await profileOf(only.email)).toMatchObject({
      organization_id: null,
      deactivated: 'Zima Ltd',
    })
    expect(await profileOf(both.email)).toMatchObject({
      organization_id: other,
      role: 'admin',
      deactivated: null,
    })
    await turn('active')
    expect(await profileOf(only.email)).toMatchObject({ organization_id: home, deactivated: null })
  })

  test('who were invited and never came are told too, once they prove that it is them', async () => {
    const primary = await world.as('primary', home)
    const invited = { first_name: 'Halima', last_name: 'Abdi', phone: '0712345678' }
    const email = 'halima@zima.test'
    await primary.call(contract.users.invite, { body: { ...invited, email, role: 'user' } })
    const first = await world.codeFor(email)
    await turn('deactivated')
    const body = { email, password: first }
    const refused = await world.caller().call(auth.login, { body })
    expect(refused).toMatchObject({
      status: 401,
      body: { message: errorWords.deactivated({ organization: 'Zima Ltd' }) },
    })
    const wrong = { ...body, password: 'guessed' }
    expect((await world.caller().call(auth.login, { body: wrong })).body.message).toBe(
      'Invalid email or password.',
    )
    await turn('active')
    expect((await world.caller().call(auth.login, { body })).status).toBe(200)
  })
})

test('a genuine payslip stays genuine while its organisation is off', async () => {
  const primary = await world.as('primary', home)
  const employee = await employ(primary)
  await runMonth(primary, 'February', 2026)
  const params = { id: employee.id }
  const [slip] = (await primary.call(contract.payslips.ofEmployee, { params })).body
  const ask = () =>
    world.caller().call(contract.payslips.verify, { params: { id: slip?.id ?? '' } })
  const before = await ask()
  expect(before.status).toBe(200)
  await turn('deactivated')
  expect((await ask()).body).toEqual(before.body)
  await turn('active')
})
