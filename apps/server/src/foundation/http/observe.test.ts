// @tests story
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'

/** However often somebody asks for the metrics, the database is asked every few seconds. */

const world = await openWorld({ settings: { metricsKept_ms: 4000 } })
const { parts } = world
let asked = 0
parts.gauges.push(async () => {
  asked += 1
  return [{ name: 'times_asked', help: 'For this test.', value: asked }]
})
const ask = async () =>
  (await world.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).payload

test('a hundred who ask at once and fifty one after the other cost one question', async () => {
  await Promise.all(Array.from({ length: 100 }, ask))
  for (let n = 0; n < 50; n += 1) expect(await ask()).toMatch(/^times_asked 1$/m)
  expect(asked).toBe(1)
})

test('and after a while it is asked anew', async () => {
  await pause(4100)
  expect(await ask()).toMatch(/^times_asked 2$/m)
})
