import { expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { allocate, preview } from './numbers.ts'

const world = await openWorld()

const departments = { name: 'department', prefix: 'DEP', width: 3 } as const

test('thirty people saving at once get thirty different numbers, without a gap', async () => {
  const organization_id = await world.addOrganization()
  const taken = await Promise.all(
    Array.from({ length: 30 }, () =>
      world.parts.db.inOrg({ organization_id }, (tx) => allocate(tx, departments)),
    ),
  )
  const expected = Array.from({ length: 30 }, (_, i) => `DEP-${String(i + 1).padStart(3, '0')}`)
  expect(taken.sort()).toEqual(expected)
})

test('a preview takes nothing, a refused save takes nothing, and organisations count apart', async () => {
  const [one, two] = [await world.addOrganization(), await world.addOrganization()]
  const inOne = <T>(work: Parameters<typeof world.parts.db.inOrg<T>>[1]) =>
    world.parts.db.inOrg({ organization_id: one }, work)
  expect(await inOne((tx) => preview(tx, departments))).toBe('DEP-001')
  const refused = inOne(async (tx) => {
    await allocate(tx, departments)
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await inOne((tx) => allocate(tx, departments))).toBe('DEP-001')
  expect(await inOne((tx) => preview(tx, departments))).toBe('DEP-002')
  const other = await world.parts.db.inOrg({ organization_id: two }, (tx) =>
    allocate(tx, departments),
  )
  expect(other).toBe('DEP-001')
})
