import { expect, test } from 'vitest'
import { addressBlock } from './client-address.ts'
import { greeting, plainName } from './names.ts'

test.each([
  ['41.90.1.2', '41.90.1.2'],
  ['::ffff:41.90.1.2', '41.90.1.2'],
  ['2c0f:fe38:2405:1a00:1:2:3:4', '2c0f:fe38:2405:1a00::/64'],
  ['2c0f:fe38:2405:1a00::1', '2c0f:fe38:2405:1a00::/64'],
  ['2C0F:FE38:2405:1A00:0:0:0:9', '2c0f:fe38:2405:1a00::/64'],
  ['2c0f:fe38::9', '2c0f:fe38:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, place) => expect(addressBlock(address)).toBe(place))

test.each([
  ['Baraka Foods Ltd', 'Baraka Foods Ltd'],
  ['Mwangi & Sons Co.Ltd', 'Mwangi & Sons Co. Ltd'],
  ['J.K. Traders', 'J. K. Traders'],
  ['Claim at https://evil.example/win', 'Claim at evil. example win'],
  ['evil.com', 'evil. com'],
  ['evil．com', 'evil. com'],
  ['write to me@evil.com', 'write to me evil. com'],
])('a letter carries %s as %s', (name, plain) => expect(plainName(name)).toBe(plain))

test('nobody is greeted by an empty name', () => {
  expect(greeting('Hello', '')).toBe('Hello,')
  expect(greeting('Dear', 'Wanja')).toBe('Dear Wanja,')
})
