import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addApp } from '../../test/second-factor.ts'
import { openWorld, password } from '../../test/world.ts'
import { resetOperator } from '../second-factor/index.ts'
import { makeOperator, operatorCode } from './operator.ts'

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

test('the first password opens one session, which alone can choose another', async () => {
  const email = 'first.operator@example.test'
  const make = (first: string) => makeOperator(db, secrets, email, first, clock.now())
  await make('FIRSTPASSWORD123')
  // Begun twice before either is finished: one of them is let in.
  const begin = (first: string, from = world.caller()) =>
    from.call(auth.login, { body: { email, password: first } })
  await begin('FIRSTPASSWORD123')
  const stale = await world.codeFor(email)
  const owner = await world.signIn(email, 'FIRSTPASSWORD123')
  expect((await world.caller().call(auth.verifyOtp, { body: { email, otp: stale } })).status).toBe(
    401,
  )
  expect(await begin('FIRSTPASSWORD123')).toMatchObject({
    status: 401,
    body: {
      message:
        'This first password has been used. Run "npm run operator" on the machine for another one.',
    },
  })
  expect((await begin('ANOTHERPASSWORD1')).body.message).toBe('Invalid email or password.')
  // Another one ends the session of the first as soon as it is used.
  await make('SECONDPASSWORD12')
  world.pass(1)
  const again = await world.signIn(email, 'SECONDPASSWORD12')
  const { id } = (await again.call(auth.profile)).body
  const body = { password: 'ndefu-na-mpya-77', password_confirmation: 'ndefu-na-mpya-77' }
  const chosen = (who: typeof owner) => who.call(auth.changePassword, { params: { id }, body })
  expect((await chosen(owner)).status).toBe(401)
  expect((await chosen(again)).status).toBe(200)
})
