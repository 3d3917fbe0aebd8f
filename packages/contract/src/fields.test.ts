import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  changePasswordInput,
  loginInput,
  otpInput,
  profileInput,
  signupInput,
  updatePasswordInput,
} from './auth.ts'
import { type Access, type Endpoint, type Holder, mayCall, permissionOf } from './endpoint.ts'
import {
  dataUrl,
  day,
  digits,
  email,
  flag,
  id,
  kraPin,
  name,
  officePhone,
  optionalText,
  phone,
  text,
  website,
} from './fields.ts'
import { contract } from './index.ts'
import { logQuery } from './logs.ts'

/** What the building blocks of every form take, and how they keep it. */

const kept = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value)
  return result.success ? result.data : 'refused'
}
const sentences = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

describe('email', () => {
  test.each([
    ['Jane@Example.CO.KE', 'jane@example.co.ke'],
    ['  jane@example.test ', 'jane@example.test'],
    ['jane+pay@example.test', 'jane+pay@example.test'],
    ['', 'refused'],
    ['jane', 'refused'],
    ['jane@', 'refused'],
    ['jane@localhost', 'refused'],
    ['jane doe@example.test', 'refused'],
    ['jane@example.test\nbcc: all@example.test', 'refused'],
    [`${'x'.repeat(190)}@example.test`, 'refused'],
    [undefined, 'refused'],
    [{ $ne: '' }, 'refused'],
  ])('%o is kept as %o', (value, expected) => expect(kept(email, value)).toBe(expected))

  test('missing is said once, in words', () => {
    expect(sentences(email, undefined)).toEqual(['Email address is required.'])
    expect(sentences(email, 'jane')).toEqual(['Please enter a valid email address.'])
  })
})

describe('phone', () => {
  test.each([
    ['0712345678', '0712345678'],
    ['0712 345 678', '0712345678'],
    ['0112-345-678', '0112345678'],
    ['+254712345678', '0712345678'],
    ['254 712 345678', '0712345678'],
    ['+254 (112) 345678', '0112345678'],
    ['+255712345678', '+255712345678'],
    ['+44 20 7946 0958', '+442079460958'],
    ['0812345678', 'refused'],
    ['071234567', 'refused'],
    ['07123456789', 'refused'],
    ['+254812345678', 'refused'],
    ['712345678', 'refused'],
    ['0712345678; drop', 'refused'],
    ['', 'refused'],
  ])('%o is kept as %o', (value, expected) => expect(kept(phone, value)).toBe(expected))

  test.each([
    ['020 234 5678', '0202345678', 'refused'],
    ['+254 41 222 3344', '0412223344', 'refused'],
    ['0712 345 678', '0712345678', '0712345678'],
    ['0812345678', 'refused', 'refused'],
    ['02023456789', 'refused', 'refused'],
  ])('of an office, %o is kept as %o; of a person, as %o', (value, office, person) => {
    expect([kept(officePhone, value), kept(phone, value)]).toEqual([office, person])
  })
})

describe('KRA PIN', () => {
  test.each([
    ['p051234567a', 'P051234567A'],
    [' A001234567Z ', 'A001234567Z'],
    ['P05123456A', 'refused'],
    ['P0512345678A', 'refused'],
    ['0512345678A', 'refused'],
    ['P051234567', 'refused'],
    ['', 'refused'],
  ])('%o is kept as %o', (value, expected) => expect(kept(kraPin, value)).toBe(expected))
})

describe('website', () => {
  test.each([
    ['https://example.co.ke', 'https://example.co.ke'],
    ['HTTP://example.co.ke/a?b=c', 'HTTP://example.co.ke/a?b=c'],
    ['', null],
    [null, null],
    [undefined, null],
    ['example.co.ke', 'https://example.co.ke'],
    ['javascript:alert(1)', 'refused'],
    ['data:text/html,x', 'refused'],
    ['https://', 'refused'],
    ['https://www a.test', 'refused'],
  ])('%o is kept as %o', (value, expected) => expect(kept(website, value)).toBe(expected))
})

describe('digits, text, flags, days and ids', () => {
  test.each([
    ['0110 2938-475', '01102938475'],
    ['', null],
    [undefined, null],
    ['12a', 'refused'],
    ['１２', 'refused'],
    ['-', null],
  ])('digits %o are kept as %o', (value, expected) =>
    expect(kept(digits('Account Number'), value)).toBe(expected),
  )

  test.each([
    ['  Amani ', 'Amani'],
    ['', 'refused'],
    ['   ', 'refused'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), 'refused'],
    [12, 'refused'],
  ])('text %o is kept as %o', (value, expected) =>
    expect(kept(text('First Name', 60), value)).toBe(expected),
  )

  test('optional text that is empty is none', () => {
    expect(['', '  ', null, undefined].map((value) => kept(optionalText('X'), value))).toEqual(
      Array(4).fill(null),
    )
  })

  test('flags are taken as people and machines write them', () => {
    expect([true, 1, '1', 'true'].map((value) => kept(flag, value))).toEqual(Array(4).fill(true))
    expect([false, 0, '0', 'false'].map((value) => kept(flag, value))).toEqual(Array(4).fill(false))
    for (const value of ['yes', 2, null, '']) expect(kept(flag, value)).toBe('refused')
  })

  test('days exist', () => {
    expect(kept(day, '2028-02-29')).toBe('2028-02-29')
    for (const value of ['2026-02-29', '2026-13-01', '26-01-01', '2026-01-01T00:00:00Z']) {
      expect(kept(day, value)).toBe('refused')
    }
  })

  test('ids are UUIDs', () => {
    expect(kept(id, '5b0e7b8e-6f0c-4b52-9d8e-0c6f4f1d2a3b')).not.toBe('refused')
    for (const value of ['1', '', "' or 1=1", null]) expect(kept(id, value)).toBe('refused')
  })

  test('files are data addresses within their size', () => {
    const file = dataUrl('The photo', 30)
    expect(kept(file, 'data:image/png;base64,iVBORw0KGgo=')).not.toBe('refused')
    for (const value of [
      '',
      'iVBORw0KGgo=',
      'data:image/png,plain',
      'data:image/png;base64,<svg>',
      `data:image/png;base64,${'A'.repeat(400)}`,
    ]) {
      expect(kept(file, value)).toBe('refused')
    }
  })
})

describe('passwords', () => {
  const person = {
    first_name: 'A',
    last_name: 'B',
    email: 'a@example.test',
    phone: '0712345678',
  }
  test('have eight characters at least and 128 at most, spaces and all', () => {
    const taken = (password: string) => signupInput.safeParse({ ...person, password }).success
    expect(taken('1234567')).toBe(false)
    expect(taken('12345678')).toBe(true)
    expect(taken(' pass phrase with ünïcode ')).toBe(true)
    expect(taken('x'.repeat(128))).toBe(true)
    expect(taken('x'.repeat(129))).toBe(false)
  })

  test('are not trimmed, and every one that can be chosen can be typed at the sign-in', () => {
    const secret = ` ${'x'.repeat(126)} `
    const both = { password: secret, password_confirmation: secret }
    expect(changePasswordInput.parse(both).password).toBe(secret)
    expect(loginInput.parse({ email: person.email, password: secret }).password).toBe(secret)
  })

  test('must be repeated alike', () => {
    const wrong = { password: 'long enough', password_confirmation: 'long enough ' }
    for (const schema of [changePasswordInput, updatePasswordInput]) {
      const result = schema.safeParse({ ...wrong, email: person.email, otp: 'ABC' })
      expect(result.error?.issues).toMatchObject([
        { path: ['password_confirmation'], message: 'The two passwords are not the same.' },
      ])
    }
  })

  test('codes are trimmed and required', () => {
    const code = (otp: unknown) => kept(otpInput, { email: person.email, otp })
    expect(code(' 123456 ')).toEqual({ email: person.email, otp: '123456' })
    expect([code(''), code('   '), code(123456), code('1'.repeat(41))]).toEqual(
      Array(4).fill('refused'),
    )
  })

  test('more than a form asks for is dropped', () => {
    const more = { ...person, id: 'x', role: 'primary', super_admin: true, organization_id: 'y' }
    expect(Object.keys(profileInput.parse(more)).sort()).toEqual(Object.keys(person).sort())
  })
})

describe('the log’s filters', () => {
  test('have their defaults, and empty is none', () => {
    expect(logQuery.parse({})).toEqual({ page: 1, per_page: 10 })
    expect(logQuery.parse({ event: '', causer_id: null, from: '' })).toEqual({
      page: 1,
      per_page: 10,
    })
  })
})

describe('access', () => {
  test('a permission is asked for by name only', () => {
    expect(permissionOf('view users')).toBe('view users')
    for (const access of ['public', 'signed-in', 'super-admin', 'owner-or view users'] as const) {
      expect(permissionOf(access)).toBeUndefined()
    }
  })

  test('a role, a permission or ownership opens a call, each for its own', () => {
    const may = (access: Access, holder: Partial<Holder> = {}) =>
      mayCall({ access }, { role: 'admin', holds: () => false, ...holder })
    const views = { holds: (name: string) => name === 'view users' }
    expect(may('signed-in')).toBe(true)
    expect(may('view users')).toBe(false)
    expect(may('view users', views)).toBe(true)
    expect(may('edit users', views)).toBe(false)
    expect(may('primary', { holds: () => true })).toBe(false)
    expect(may('primary', { role: 'primary' })).toBe(true)
    expect(may('primary', { role: 'super-admin' })).toBe(true)
    expect(may('super-admin', { role: 'primary', holds: () => true })).toBe(false)
    expect(may('super-admin', { role: 'super-admin' })).toBe(true)
    // Nobody has said whose it is: the handler will.
    expect(may('owner-or view users')).toBe(true)
    expect(may('owner-or view users', { owns: false })).toBe(false)
    expect(may('owner-or view users', { owns: true })).toBe(true)
    expect(may('owner-or view users', { owns: false, ...views })).toBe(true)
  })

  test('the calls anybody may make are these and no others', () => {
    const open = Object.values(contract)
      .flatMap((area) => Object.values(area))
      .filter(({ access }) => access === 'public')
      .map(({ path }) => path)
    expect(open.sort()).toEqual([
      'config',
      'login',
      'payslip/simulate',
      'request-otp',
      'reset-password',
      'signup',
      'sso',
      'unsubscribe/:token',
      'unsubscribe/:token',
      'update-password',
      'verify-otp',
      'verify-second-factor',
      'verifyPayslip/:id',
      'verifyPayslip/:id',
    ])
  })

  test('every call that takes a password or a proof keeps it secret', () => {
    const shape = (body: z.ZodType) =>
      JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
    const takes = Object.values(contract)
      .flatMap((area) => Object.values(area) as Endpoint[])
      .filter(({ body }) => body && /"(current_)?password":/.test(shape(body)))
    expect(takes.length).toBeGreaterThan(5)
    expect(takes.filter(({ secret }) => !secret).map(({ path }) => path)).toEqual([])
  })

  test('every call that carries or returns a secret says so', () => {
    const secret = Object.values(contract)
      .flatMap((area) => Object.values(area))
      .filter((endpoint) => 'secret' in endpoint && endpoint.secret)
      .map(({ path }) => path)
    expect(secret.sort()).toEqual([
      'change-password/:id',
      'integration',
      'leave-feed',
      'login',
      'logout',
      'my-details/confirm',
      'payroll/:id/register',
      'profile',
      'profile/confirm-email',
      'remittance-feed',
      'request-otp',
      'reset-password',
      'second-factor-rule',
      'second-factor/challenge',
      'second-factor/passkey',
      'second-factor/passkey/confirm',
      'second-factor/recovery-codes',
      'second-factor/remove/:id',
      'second-factor/totp',
      'second-factor/totp/confirm',
      'session/end-others',
      'session/end/:id',
      'signup',
      'sso',
      'switch-back',
      'switch/:id',
      'update-password',
      'user-factors/reset/:id',
      'verify-otp',
      'verify-second-factor',
    ])
  })
})

describe('names', () => {
  const isName = (value: string) => name('Name').safeParse(value).success
  test.each([
    'evil.com',
    'Win at bit.ly/abc now',
    'https://x.y',
    'www.example',
    'me@evil.example',
    'baraka.co.ke',
    'ＥＶＩＬ．ｃｏｍ',
    'evil.online',
  ])('%s leads somewhere and is refused', (value) => expect(isName(value)).toBe(false))

  test.each([
    'Baraka Foods Ltd',
    "Ng'ang'a",
    'Mwangi & Sons Co. Ltd',
    'A.B. Otieno',
    'St. Mary’s Academy (Nakuru)',
    'J.Kamau',
    'M/s Umoja Traders',
    '@SUM(A1:A9)',
    'No.7 Garage',
  ])('%s is a name', (value) => expect(isName(value)).toBe(true))

  test('one without end is refused at once', () => {
    const begun = performance.now()
    expect(isName('x'.repeat(100_000))).toBe(false)
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})
