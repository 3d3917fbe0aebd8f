import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

const { list } = contract.organizations

const world = await openWorld()
const home = await world.addOrganization('Home')
const operator = await world.as('super-admin', home)

async function add(name: string, plan: string, to: string, status = 'active') {
  const id = await world.addOrganization(name)
  await world.rows(
    `update subscriptions set package_id = $2, "from" = '2026-01-01', "to" = $3
     where organization_id = $1`,
    [id, plan, to],
  )
  await world.rows('update organizations set status = $2 where id = $1', [id, status])
  return id
}
await add('Alpha Ltd', 'standard', '2027-01-01')
const beta = await add('Beta Ltd', 'basic', '2026-03-24')
await add('Gamma Ltd', 'basic', '2026-03-10')
await add('Delta Ltd', 'trial', '2026-03-12', 'deactivated')
await add('Omega Ltd', 'free', '2026-03-12')

/** The names on the page, and how many there are. */
async function asked(query: object) {
  const { body, headers } = await operator.call(list, { query: query as never })
  return [body.map(({ name }) => name), Number(headers['x-total-count'])]
}

test('the list of all is searched, filtered, sorted and cut by the server', async () => {
  expect(await asked({ limit: 2 })).toEqual([['Alpha Ltd', 'Beta Ltd'], 6])
  expect(await asked({ limit: 2, offset: 4 })).toEqual([['Home', 'Omega Ltd'], 6])
  expect(await asked({ search: 'ALPHA' })).toEqual([['Alpha Ltd'], 1])
  expect(await asked({ search: '%' })).toEqual([[], 0])
  expect(await asked({ status: 'deactivated' })).toEqual([['Delta Ltd'], 1])
  expect(await asked({ package: 'basic' })).toEqual([['Beta Ltd', 'Gamma Ltd'], 2])
  expect((await asked({ sort: '-name', limit: 1 }))[0]).toEqual(['Omega Ltd'])
  expect((await asked({ sort: 'to', limit: 2 }))[0]).toEqual(['Gamma Ltd', 'Delta Ltd'])
  expect((await operator.call(list, { query: { sort: 'pin_no' } as never })).status).toBe(422)
})

test('those to be called: neither on the free plan, nor deactivated, nor renewed', async () => {
  expect(await asked({ ends: 'soon' })).toEqual([['Beta Ltd'], 1])
  expect(await asked({ ends: 'over' })).toEqual([['Gamma Ltd'], 1])
  await world.rows(
    `insert into subscriptions (organization_id, package_id, price, employees, "from", "to")
     values ($1, 'basic', 0, 25, '2026-03-24', '2026-06-24')`,
    [beta],
  )
  expect(await asked({ ends: 'soon' })).toEqual([[], 0])
})
