import { expect, test } from 'vitest'
import { sql } from '../foundation/core/drizzle.ts'
import { openWorld } from '../test/world.ts'
import { sentenceOf } from './terminal.ts'

const world = await openWorld()

test('a terminal is told no values either', async () => {
  const { id } = await world.addPerson()
  const secret = 'hash-of-wanjiku'
  const add = sql`insert into users (id, first_name, last_name, email, password_hash)
    values (${id}, 'Wanjiku', 'Secret', 'wanjiku@example.test', ${secret})`
  const thrown = await world.platform((tx) => tx.execute(add)).catch((error) => error)
  expect(String(thrown)).toContain(secret)
  const said = sentenceOf(thrown)
  expect(said).toMatch(
    /^The database refused \(23505, table users, users_pkey\): insert into users/,
  )
  expect(said).not.toContain(secret)
  expect(sentenceOf(new Error('Set PORT to another number.'))).toBe('Set PORT to another number.')
})

test('a refused login is told by the setting it follows from', () => {
  const refused = (user: string) =>
    Object.assign(new Error(`password authentication failed for user "${user}"`), {
      code: '28P01',
      severity: 'FATAL',
    })
  expect(sentenceOf(refused('mshahara_app'))).toMatch(/^SECRET_KEY is not the key/)
  expect(sentenceOf(refused('postgres'))).toMatch(/password of DATABASE_URL/)
})
