import { expect, test } from 'vitest'
import { addEmployee } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { holdersOfNumbers, markOf, ownNumbers, sharedNumbers } from './shared-numbers.ts'

const world = await openWorld()

const written = ['a012345678z', 'A 012.345/678-Z', '+254 712 345 678', '0712345678', '000', ' - ']

test('a number means the same to the database as here', async () => {
  const organization_id = await world.addOrganization()
  for (const value of written) {
    const own = Object.fromEntries(ownNumbers.map(({ field }) => [field, value]))
    await addEmployee(world, organization_id, { first_name: value, ...own })
  }
  const wanted = ownNumbers.flatMap(({ kind, field }) =>
    written.map((value) => ({ kind, mark: markOf(field, value) })),
  )
  const { holders, shared } = await world.parts.db.inOrg({ organization_id }, async (tx) => ({
    holders: await holdersOfNumbers(tx, wanted),
    shared: await sharedNumbers(tx),
  }))
  const marks = new Set(
    wanted.filter(({ mark }) => mark).map(({ kind, mark }) => `${kind} ${mark}`),
  )
  expect(new Set(holders.keys())).toEqual(marks)
  const sharing = (kind: string) => shared.filter((one) => one.kind === kind).length
  expect(ownNumbers.map(({ kind }) => [kind, sharing(kind)])).toEqual([
    ['pin', 2],
    ['nssf', 2],
    ['shif', 2],
    ['phone', 4],
    ['account', 2],
  ])
})

test('of three who share one, each hears of another and that there is one more', async () => {
  const organization_id = await world.addOrganization()
  for (const first_name of ['One', 'Two', 'Three', 'Other']) {
    const pin_no = first_name === 'Other' ? 'A1' : 'A 2'
    await addEmployee(world, organization_id, { first_name, pin_no })
  }
  const found = await world.parts.db.inOrg({ organization_id }, sharedNumbers)
  expect(found.map(({ name }) => name.split(' ')[0]).sort()).toEqual(['One', 'Three', 'Two'])
  for (const { name, also } of found) {
    expect(also).toMatch(/^(One|Two|Three) .+ and 1 more$/)
    expect(also).not.toContain(name)
  }
})
