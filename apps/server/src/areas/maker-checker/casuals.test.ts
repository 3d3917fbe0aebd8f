// @tests story
import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { addCasual, casualRun, draftCasuals, rolled } from '../../test/casuals.ts'
import { byHand } from '../../test/pollers.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { news } from './news.ts'

/** The pay of casual workers waits for a second person as a month's does (B29). */

const world = await openWorld()
const { makerChecker, casualPayrolls } = contract
const organization_id = await world.addOrganization()
const primary = await world.as('primary', organization_id)
const second = await world.as('primary', organization_id)
await primary.call(makerChecker.changeSettings, { body: { confirming: true, reversal: true } })
const casual = await addCasual(primary, { pay: 1000 })

const agree = async (by: Caller, reply: { status: number; body: unknown }) => {
  const { proposal_id: id } = reply.body as { proposal_id: string }
  const { digest } = (await by.call(makerChecker.get, { params: { id } })).body
  return by.call(makerChecker.agree, { params: { id }, body: { digest } })
}

test('who has not signed for cash is named to whoever agrees', async () => {
  const cash = await addCasual(primary, { pay_by: 'cash', first_name: 'Mary' })
  await rolled(primary, '2026-01-05', { [cash.id]: 'FFFFF' })
  const { id } = await draftCasuals(primary, '2026-01-05', '2026-01-11')
  const asked = await primary.call(casualPayrolls.submit, { params: { id } })
  expect((await agree(second, asked)).status).toBe(200)
  const back = await primary.call(casualPayrolls.reverse, {
    params: { id },
    body: { reason: 'Wrong week', not_signed: [cash.id] },
  })
  const { proposal_id } = back.body as unknown as { proposal_id: string }
  const { shown } = (await second.call(makerChecker.get, { params: { id: proposal_id } })).body
  expect(shown.at(-1)).toMatchObject({ label: 'Has not signed for cash', after: 'Mary Mutua' })
})

test('confirmed and reversed by two; a change of the draft voids it', async () => {
  await rolled(primary, '2026-02-02', { [casual.id]: 'FFFFF' })
  const { id } = await draftCasuals(primary, '2026-02-02', '2026-02-08')
  const asked = await primary.call(casualPayrolls.submit, { params: { id } })
  expect(asked.status).toBe(200)
  expect((await agree(primary, asked)).status).toBe(403)
  expect((await agree(second, asked)).status).toBe(200)
  expect(await casualRun(primary, id)).toMatchObject({ status: 'confirmed', net: 5000 })
  const back = await primary.call(casualPayrolls.reverse, {
    params: { id },
    body: { reason: 'Wrong week' },
  })
  expect(back.status).toBe(202)
  expect((await casualRun(primary, id)).status).toBe('confirmed')
  expect((await agree(second, back)).status).toBe(200)
  expect((await casualRun(primary, id)).status).toBe('reversed')

  const again = await draftCasuals(primary, '2026-02-02', '2026-02-08')
  const stale = await primary.call(casualPayrolls.confirm, { params: { id: again.id } })
  expect(stale.status).toBe(202)
  await primary.call(casualPayrolls.recalculate, { params: { id: again.id } })
  expect((await agree(second, stale)).status).toBe(409)
  // Whoever asked hears of it, once.
  const heard = async () => {
    await byHand([news(world.parts)])
    const { body } = await primary.call(contract.notifications.list)
    return body.data.filter(({ title }) => title === 'Second person: void').length
  }
  expect([await heard(), await heard()]).toEqual([1, 1])
})
