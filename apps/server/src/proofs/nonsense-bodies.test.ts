// @tests story
import { expect, test } from 'vitest'
import { everyCall, isElsewhere, oneOfEach } from '../test/one-of-each.ts'

/**
 * Every call that takes something has it looked at: whoever may make the call, on a record that is
 * there, is told 422 for what no form sends. A 404 or 403 before that would prove nothing.
 */

const { target } = await oneOfEach()

const takers = everyCall.filter(
  ({ name, endpoint }) => endpoint.body && endpoint.effect === 'write' && !isElsewhere(name),
)
test.each(takers)('$name', async ({ name, endpoint }) => {
  const { by, params } = target(name, endpoint)
  for (const nonsense of [[], [{}], [[1, 2]]]) {
    const reply = await by.call(endpoint, { params, body: nonsense } as never)
    expect([name, reply.status, reply.body.message]).toEqual([name, 422, expect.any(String)])
  }
})
