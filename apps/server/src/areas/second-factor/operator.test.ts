import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addApp } from '../../test/second-factor.ts'
import { openWorld } from '../../test/world.ts'

/** Where the platform asks its operators for a second factor, as it does in production. */

const world = await openWorld({ env: { OPERATOR_SECOND_FACTOR: 'required' } })

test('they do nothing before they have one, whichever organisation they open', async () => {
  const home = await world.addOrganization()
  const operator = await world.as('super-admin', home)
  const refused = { status: 403, body: { code: 'second-factor' } }
  expect(await operator.call(contract.organizations.list)).toMatchObject(refused)
  expect(await operator.call(contract.auth.switch, { params: { id: home } })).toMatchObject(refused)
  const { body } = await operator.call(contract.secondFactor.list)
  expect(body).toMatchObject({ factors: [], required: true })
  await addApp(operator, world.parts.clock.now)
  expect((await operator.call(contract.organizations.list)).status).toBe(200)
  const primary = await world.as('primary', home)
  expect((await primary.call(contract.auth.profile)).body.must_add_factor).toBe(false)
})

test('nor with a first password that was sent to them', async () => {
  const operator = await world.as('super-admin', '')
  await world.rows('update users set activated_at = null where id = $1', [operator.id])
  const first = { status: 403, body: { message: 'First time login. Change of password required.' } }
  const calls = [contract.organizations.list, contract.subscriptions.packageHistory]
  for (const call of calls) expect(await operator.call(call as never)).toMatchObject(first)
})
