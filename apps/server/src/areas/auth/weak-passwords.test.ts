import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { openWorld, password } from '../../test/world.ts'
import { refuseWeak } from './weak-passwords.ts'

const owner = { email: 'wanjiku.kamau@example.test', first_name: 'Wanjiku', last_name: 'Kamau' }
const refusal = (word: string) => {
  try {
    refuseWeak(word, owner)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('refused', () => {
  test.each([
    'password',
    'Password1!',
    'P@ssw0rd',
    'qwerty123',
    'iloveyou',
    'kenya2026',
    'Nairobi@254',
    'safaricom1',
    'harambee',
    'hakunamatata',
    'munguyupo',
    'welcome123',
    'letmein!!',
  ])('%s, which is tried first', (word) => {
    expect(refusal(word)).toBe('This password is too easy to guess. Please choose another one.')
  })

  test.each(['aaaaaaaa', '12341234', 'abababab', '12345678', '87654321', 'abcdefgh', 'qwertyui'])(
    '%s, which is a pattern',
    (word) => expect(refusal(word)).toMatch(/too easy/),
  )

  test.each([
    'wanjiku.kamau@example.test',
    'Wanjiku.Kamau',
    'wanjiku1985',
    'kamau-2026!',
    'WanjikuKamau7',
  ])("%s, which is the person's name or address", (word) => expect(refusal(word)).toBeDefined())
})

test.each([
  'karibu-2026',
  password,
  'my very own 2026',
  'ndefu-na-mpya-77',
  'the kamau river rises',
  'Tembo4Chakula',
])('%s is accepted', (word) => expect(refusal(word)).toBeUndefined())

const world = await openWorld()

describe('every road that sets a password', () => {
  const weak = { password: 'Nairobi2026', password_confirmation: 'Nairobi2026' }
  const refused = { status: 422, body: { errors: { password: [expect.stringContaining('easy')] } } }

  test('sign-up', async () => {
    const body = { ...owner, phone: '0712345678', password: weak.password }
    expect(await world.caller().call(contract.auth.signup, { body })).toMatchObject(refused)
    expect(await world.mails(owner.email)).toEqual([])
  })

  test('reset, without using up the code or a try', async () => {
    const { email } = await world.addPerson()
    await world.caller().call(contract.auth.resetPassword, { body: { email } })
    const otp = await world.codeFor(email)
    const update = (chosen: typeof weak) =>
      world.caller().call(contract.auth.updatePassword, { body: { email, otp, ...chosen } })
    for (let n = 0; n < 6; n += 1) expect(await update(weak)).toMatchObject(refused)
    const good = { password: 'ndefu-na-mpya-77', password_confirmation: 'ndefu-na-mpya-77' }
    expect((await update(good)).status).toBe(200)
  })

  test('change', async () => {
    const me = await world.as('user', await world.addOrganization())
    const body = { ...weak, current_password: password }
    const call = { params: { id: me.id }, body }
    expect(await me.call(contract.auth.changePassword, call)).toMatchObject(refused)
  })
})
