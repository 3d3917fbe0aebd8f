// @tests story
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@mshahara/contract'
import { beforeEach, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'
import { sendPayslips } from './sending.ts'

/** The job itself, begun by hand: what it does when something is in its way. */

const { payrolls, payslips } = contract

const world = await openWorld()
let home: string
let primary: Caller

beforeEach(async () => {
  home = await world.addOrganization('Home Ltd')
  primary = await world.as('primary', home)
})

async function confirmed(): Promise<string> {
  const { body } = await primary.call(payrolls.create, { body: { month: 'February', year: 2026 } })
  await primary.call(payrolls.confirm, { params: { id: body.id } })
  return body.id
}

const send = (payroll_id: string) =>
  world.work(sendPayslips, { payroll_id }, { organization_id: home })
const giveUp = (payroll_id: string) =>
  world.giveUp(sendPayslips, { payroll_id }, { organization_id: home })
const states = async (id: string) =>
  (await primary.call(payslips.mails, { params: { id } })).body.people.map(
    ({ state, error }) => error ?? state,
  )

test('begun twice, it sends once', async () => {
  await employ(primary, { email: 'once@people.test' })
  const id = await confirmed()
  await Promise.all([send(id), send(id)])
  await send(id)
  expect(await states(id)).toEqual(['sent'])
  expect(await world.mails('once@people.test')).toHaveLength(1)
})

test('a logo that cannot be read costs the logo, not the payslip', async () => {
  await employ(primary, { email: 'logo@people.test' })
  const logo = await world.parts.files.put('organization', Buffer.from('no picture'), 'webp')
  await world.rows('update organizations set logo = $2 where id = $1', [home, logo])
  const id = await confirmed()
  await send(id)
  expect(await states(id)).toEqual(['sent'])
})

test('what was reversed before its turn is not sent, and says so', async () => {
  await employ(primary, { email: 'late@people.test' })
  const id = await confirmed()
  await world.rows(
    `insert into payslip_mails (organization_id, payslip_id, recipient)
     select organization_id, id, 'late@people.test' from payslips where payroll_id = $1`,
    [id],
  )
  await primary.call(payrolls.reverse, { params: { id }, body: { reason: 'Mistake' } })
  await send(id)
  expect(await states(id)).toEqual(['The payroll was reversed before this was sent.'])
  expect(await world.mails('late@people.test')).toEqual([])
})

test('without room for the files it is tried again; after the last try it is told', async () => {
  const folder = join(world.parts.config.dataDir, 'files', 'mail')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'in the way')
  await employ(primary, { email: 'full@people.test' })
  const id = await confirmed()
  await expect(send(id)).rejects.toThrow()
  expect(await states(id)).toEqual(['queued'])
  await giveUp(id)
  expect(await states(id)).toEqual(['This could not be sent.'])
  await rm(folder)
  expect((await primary.call(payslips.resend, { params: { id } })).body.count).toBe(1)
  await send(id)
  expect(await states(id)).toEqual(['sent'])
})
