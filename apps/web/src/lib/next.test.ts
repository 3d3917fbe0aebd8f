import { describe, expect, test } from 'vitest'
import { safeNext } from './next.ts'

const origin = 'https://pay.example.co.ke'

describe('where to go after signing in', () => {
  test.each([
    ['/dashboard', '/dashboard'],
    ['/logs?page=2&event=login', '/logs?page=2&event=login'],
    ['/user/1#permissions', '/user/1#permissions'],
    ['/a/../users', '/users'],
  ])('%s is a path of this site', (next, expected) => {
    expect(safeNext(next, origin)).toBe(expected)
  })

  test.each([
    undefined,
    null,
    '',
    'users',
    'https://evil.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '/%5c..//evil\\',
    '/\t/evil.example/',
    '/\n/evil.example',
    'javascript:alert(1)',
    '/a/..//evil.example/',
    '/./\u007f/',
    { toString: () => '/users' },
  ])('%j is refused', (next) => {
    expect(safeNext(next, origin)).toBeNull()
  })
})
