// @tests story
import { expect, test } from 'vitest'
import { makeLock, rounds, seal, unlock, unseal } from './sealing.ts'

test('what is sealed opens with the PIN, and only with it', async () => {
  const lock = await makeLock('402913')
  const kept = await seal(lock, { net: 61_234.5 })
  expect(await unlock(lock, '402914')).toBeNull()
  const secret = await unlock(lock, '402913')
  expect(await unseal(secret as CryptoKey, kept)).toEqual({ net: 61_234.5 })
})

test('guessing is slow, and two records or phones have nothing in common', async () => {
  expect(rounds).toBeGreaterThanOrEqual(600_000)
  const [one, other] = [await makeLock('000000'), await makeLock('000000')]
  expect(one.rounds).toBe(rounds)
  expect(one.salt).not.toEqual(other.salt)
  const [first, second] = [await seal(one, 'same'), await seal(one, 'same')]
  expect(new Uint8Array(first.sealed)).not.toEqual(new Uint8Array(second.sealed))
  const secret = (await unlock(other, '000000')) as CryptoKey
  await expect(unseal(secret, first)).rejects.toThrow()
})

test('what was tampered with does not open', async () => {
  const lock = await makeLock('111111')
  const kept = await seal(lock, 'pay')
  const bytes = new Uint8Array(kept.sealed)
  bytes.set([(bytes[0] ?? 0) ^ 1])
  const secret = (await unlock(lock, '111111')) as CryptoKey
  await expect(unseal(secret, kept)).rejects.toThrow()
})
