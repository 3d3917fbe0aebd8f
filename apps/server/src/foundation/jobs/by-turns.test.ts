// @tests story
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openWorld } from '../../test/world.ts'
import type { SignedIn } from '../core/signed-in.ts'
import { mostWaiting } from './jobs.ts'

/** One organisation that starts many jobs at once, and others who want one done. */

const ran: string[] = []
const atWork = new Map<string, number>()
let most = 0

const world = await openWorld({ extraJobs: [{ name: 'test.turn', work: takeTime }] })

async function takeTime({ acting }: { acting: { actor: string } }) {
  const now = (atWork.get(acting.actor) ?? 0) + 1
  atWork.set(acting.actor, now)
  most = Math.max(most, now)
  await pause(60)
  atWork.set(acting.actor, now - 1)
  ran.push(acting.actor)
}

async function somebody(name: string): Promise<SignedIn> {
  const organization_id = await world.addOrganization()
  const { id } = await world.addPerson({ organization_id, role: 'primary' })
  return { id, organization_id, name } as SignedIn
}
const start = (user: SignedIn) => {
  const { organization_id, id: user_id, name: actor } = user
  return world.parts.db.inOrg({ organization_id, user_id, actor }, (tx) =>
    world.parts.jobs.start(tx, 'test.turn', {}, user, 1),
  )
}

test('jobs are done by turns, one of an organisation at a time, and not more than so many wait', async () => {
  const [busy, eager, quiet] = [
    await somebody('busy'),
    await somebody('eager'),
    await somebody('quiet'),
  ]
  for (let index = 0; index < mostWaiting; index += 1) await start(busy)
  await expect(start(busy)).rejects.toMatchObject({
    status: 429,
    message: expect.stringMatching(/^Your organization has 50 tasks waiting already\./),
  })
  for (let index = 0; index < 10; index += 1) await start(eager)
  await start(quiet)
  await world.parts.jobs.work(world.parts)
  await vi.waitFor(() => expect(ran).toContain('quiet'), 60_000)
  expect(ran.indexOf('quiet')).toBeLessThan(5)
  await vi.waitFor(() => expect(ran.filter((one) => one === 'eager')).toHaveLength(10), 60_000)
  // While both have work waiting, neither gets ahead of the other.
  expect(ran.filter((one) => one === 'busy').length).toBeLessThan(15)
  expect(most).toBe(1)
})
