import { grants, type Role } from '@mshahara/contract/permissions'
import { describe, expect, test } from 'vitest'
import { screens } from '../routes.tsx'
import { guard } from './guard.ts'

const visitor = (role: Role, organization_id: string | null = 'o', must_change = false) => ({
  role,
  permissionNames: [...grants[role]],
  organization_id,
  must_change_password: must_change,
  must_add_factor: false,
  deactivated: null as string | null,
})
const at = (path: string, who: ReturnType<typeof visitor> | null) => {
  const screen = screens.find((known) => known.path === path)
  if (!screen) throw new Error(`no screen ${path}`)
  return guard(screen, who, path)
}

describe('without a session', () => {
  test.each(['/login', '/signup', '/verify-otp', '/forgot-password', '/auth', '/logout'])(
    '%s is open',
    (path) => expect(at(path, null)).toBeNull(),
  )
  test.each(['/dashboard', '/users', '/create-organization', '/change-password'])(
    '%s leads to the sign-in and back',
    (path) => expect(at(path, null)).toEqual({ to: '/login', search: { next: path } }),
  )
})

describe('before a second factor is set up', () => {
  const due = { ...visitor('finance'), must_add_factor: true }
  test.each(['/dashboard', '/users', '/profile'])('%s leads there', (path) => {
    expect(at(path, due)).toEqual({ to: '/second-factor' })
  })
  test('it is open, and pointless afterwards', () => {
    expect(at('/second-factor', due)).toBeNull()
    expect(at('/second-factor', visitor('finance'))).toEqual({ to: '/profile' })
  })
})

describe('with a session', () => {
  test.each([
    '/login',
    '/employee-login',
    '/signup',
    '/verify-otp',
    '/forgot-password',
    '/update-password/$email',
  ])('%s says that one is active', (path) => {
    expect(at(path, visitor('user'))).toEqual({
      to: '/dashboard',
      kind: 'info',
      message: 'You have an active session. Please logout first.',
    })
  })
  test.each(['/logout', '/employee-logout', '/auth'])('%s does not', (path) => {
    expect(at(path, visitor('user'))).toBeNull()
  })
  test('a missing permission warns and leads to the dashboard', () => {
    expect(at('/users', visitor('user'))).toMatchObject({ to: '/dashboard', kind: 'warning' })
    expect(at('/users', visitor('admin'))).toBeNull()
  })
  test('a preview is guarded as the templates are', () => {
    expect(at('/preview/$id', null)).toMatchObject({ to: '/login' })
    for (const role of ['primary', 'admin', 'finance', 'user', 'employee'] as const) {
      const here = at('/preview/$id', visitor(role))
      expect(here).toEqual(at('/templates', visitor(role)))
    }
  })
  test('the platform screens are for super-admins', () => {
    expect(at('/organizations', visitor('primary'))).toEqual({
      to: '/dashboard',
      kind: 'warning',
      message: 'You do not have permission to access this page.',
    })
    expect(at('/organizations', visitor('super-admin'))).toBeNull()
  })
})

describe('without an organisation', () => {
  test.each(['/dashboard', '/users', '/profile'])('%s asks for one first', (path) => {
    expect(at(path, visitor('primary', null))).toEqual({
      to: '/create-organization',
      kind: 'info',
      message: 'Please create your organization first.',
    })
  })
  test('it can be registered, once', () => {
    expect(at('/create-organization', visitor('primary', null))).toBeNull()
    expect(at('/create-organization', visitor('primary'))).toEqual({ to: '/dashboard' })
  })
  test('a super-admin needs none', () => {
    expect(at('/organizations', visitor('super-admin', null))).toBeNull()
    expect(at('/profile', visitor('super-admin', null))).toBeNull()
    expect(at('/dashboard', visitor('super-admin', null))).toEqual({ to: '/desk' })
    expect(at('/users', visitor('super-admin', null))).toMatchObject({ to: '/organizations' })
    expect(at('/create-organization', visitor('super-admin', null))).toEqual({
      to: '/organizations',
    })
  })
})

test('a password to change comes before everything', () => {
  const first = visitor('employee', 'o', true)
  expect(at('/dashboard', first)).toEqual({ to: '/change-password' })
  expect(at('/create-organization', visitor('user', null, true))).toEqual({
    to: '/change-password',
  })
  expect(at('/change-password', first)).toBeNull()
  expect(at('/logout', first)).toBeNull()
})

test('whose organisation is deactivated is led to the screen that says so, without a word', () => {
  const stranded = { ...visitor('employee', null), deactivated: 'Shut Ltd' }
  expect(at('/dashboard', stranded)).toEqual({ to: '/create-organization' })
  expect(at('/create-organization', stranded)).toBeNull()
})
