import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { resetOperator } from '../second-factor/index.ts'
import { addApp } from '../test/second-factor.ts'
import { openWorld, password } from '../test/world.ts'
import { operatorCode } from './operator.ts'

/** An operator to whom no mail comes signs in by a code shown on the machine itself. */

const { auth } = contract
const world = await openWorld()
const { db, secrets, clock } = world.parts
const shown = (email: string) => operatorCode(db, secrets, email, clock.now())

test('the code is for the browser that has given the password, and used once', async () => {
  const { email } = await world.as('super-admin', '')
  expect(await shown(email)).toBe('nobody waits')
  const here = world.caller(undefined, '10.1.1.1')
  await here.call(auth.login, { body: { email, password } })
  const mailed = await world.codeFor(email)
  const found = (await shown(email)) as { code: string }
  const otp = found.code
  const verify = (from: typeof here, code: string) =>
    from.call(auth.verifyOtp, { body: { email, otp: code } })
  expect((await verify(world.caller(undefined, '10.1.1.2'), otp)).status).toBe(401)
  if (mailed !== otp) expect((await verify(here, mailed)).status).toBe(401)
  expect((await verify(here, otp)).status).toBe(200)
  expect((await verify(here, otp)).status).toBe(401)
  const [entry] = await world.rows(
    `select event from activity_log where event = 'code shown' and organization_id is null`,
  )
  expect(entry).toBeDefined()
})

test('nobody else is shown one', async () => {
  const { email } = await world.as('primary', await world.addOrganization())
  await world.caller().call(auth.login, { body: { email, password } })
  expect(await shown(email)).toBe('no operator')
})

test('an operator who has lost the second factor is helped on the machine, and nobody else', async () => {
  const operator = await world.as('super-admin', '')
  expect(await resetOperator(db, operator.email)).toBe('none')
  await addApp(operator, clock.now)
  expect(await resetOperator(db, operator.email)).toBe('done')
  expect((await operator.call(auth.profile)).status).toBe(401)
  const other = await world.as('primary', await world.addOrganization())
  await addApp(other, clock.now)
  expect(await resetOperator(db, other.email)).toBe('no operator')
})
