import { setTimeout as passed } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { addCasual, casualRun, draftCasuals, rolled } from '../../test/casuals.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** A sheet saved while a payroll over its days is confirmed: what is paid is on the roll. */

const world = await openWorld()
const { casualPayrolls } = contract
const monday = '2026-03-02'
const sunday = '2026-03-08'

let home: string
let primary: Caller
let casual: string
beforeEach(async () => {
  home = await world.addOrganization()
  primary = await world.as('primary', home)
  casual = (await addCasual(primary)).id
  await rolled(primary, monday, { [casual]: 'FFFFF' })
})

const confirm = (id: string) => primary.call(casualPayrolls.confirm, { params: { id } })
const daysOnRoll = async () => {
  const [row] = await world.rows(
    `select sum(present)::float as days from muster_marks where casual_id = $1`,
    [casual],
  )
  return row?.days
}

test('a confirmation waits for a sheet that was begun before its draft, and sees it', async () => {
  let confirming: ReturnType<typeof confirm> | undefined
  await world.parts.db.inOrg({ organization_id: home }, async (tx) => {
    await tx.run`update muster_marks set present = 0.5 where casual_id = ${casual}`
    const { id } = await draftCasuals(primary, monday, sunday)
    confirming = confirm(id)
    const first = await Promise.race([confirming, passed(300, 'it waits')])
    expect(first).toBe('it waits')
  })
  const refused = await confirming
  expect(refused?.status).toBe(422)
  expect(refused?.body.errors?.payroll?.[0]).toMatch(/^Changed since .*: Baraka Mutua$/)
})

test('one day for another is a change too', async () => {
  const { id } = await draftCasuals(primary, monday, sunday)
  await rolled(primary, monday, { [casual]: 'FFFFAF' })
  expect((await confirm(id)).status).toBe(422)
})

test('of twenty at once, what was paid is what stays marked', async () => {
  const { id } = await draftCasuals(primary, monday, sunday)
  const [confirmed, ...saved] = await Promise.all([
    confirm(id),
    ...Array.from({ length: 19 }, () => rolled(primary, monday, { [casual]: 'FFFHH' })),
  ])
  const run = await casualRun(primary, id)
  expect(run.status).toBe(confirmed.status === 200 ? 'confirmed' : 'draft')
  for (const { status } of saved) expect(status).toBe(confirmed.status === 200 ? 422 : 200)
  expect(await daysOnRoll()).toBe(confirmed.status === 200 ? run.payslips[0]?.days : 4)
})
