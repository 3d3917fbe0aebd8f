import { addMembership } from '../apps/server/src/areas/organizations/index.ts'
import { organizations } from '../apps/server/src/areas/organizations/tables.ts'
import { addLogin } from '../apps/server/src/areas/users/index.ts'
import { usersQuery } from '../apps/server/src/areas/users/people.ts'
import type { Services } from '../apps/server/src/foundation/http/services.ts'
import { median } from './median.ts'
import { bareServer, load, tokenFor, withServer } from './server.ts'

/**
 * The full stack on GET users with 100 users (session, permission, organisation-bound transaction,
 * parsing) against a bare Fastify handler that runs the same query on the same pool. The load comes
 * from a process of its own; three rounds each, taken in turns; the medians are compared.
 */
const people = 100
const rounds = 3
const seconds = 4

await withServer(async ({ parts, address }) => {
  const who = await populate(parts)
  const token = await tokenFor(parts, who)
  const bare = await bareServer(parts, usersQuery)
  const full = `${address}/api/users`
  const rates: Record<'full' | 'bare', number[]> = { full: [], bare: [] }
  await load(full, token, 1)
  await load(bare.address, token, 1)
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push(await load(bare.address, token, seconds))
    rates.full.push(await load(full, token, seconds))
  }
  const [fullRate, bareRate] = [median(rates.full), median(rates.bare)]
  console.log(`GET users, full stack: ${fullRate.toFixed(0)} requests/s`)
  console.log(`GET users, bare handler: ${bareRate.toFixed(0)} requests/s`)
  console.log(`ratio full/bare: ${(fullRate / bareRate).toFixed(2)} (aim: at least 0.50)`)
  await bare.close()
})

async function populate({ db }: Services) {
  return db.inPlatform(async (tx) => {
    const [organization] = await tx
      .insert(organizations)
      .values({ name: 'Bench Ltd', employee_prefix: 'BL' })
      .returning()
    const organization_id = (organization as { id: string }).id
    let user_id = ''
    for (let index = 0; index < people; index += 1) {
      const { id } = await addLogin(tx, {
        email: `person-${index}@bench.test`,
        first_name: `First${index}`,
        last_name: `Last${index}`,
        phone: '0712345678',
        activated_at: '2026-01-01T00:00:00Z',
      })
      await addMembership(tx, { organization_id, user_id: id, role: index ? 'user' : 'primary' })
      user_id ||= id
    }
    return { organization_id, user_id }
  })
}
