// @tests slow
import { contract } from '@mshahara/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dataUrl, xlsx } from '../../test/spreadsheets.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** One organisation that asks for too much at once, and one that asks for a little. */

const world = await openWorld()
const noisy = await world.as('primary', await world.addOrganization('Noisy Ltd'))
const quiet = await world.as('primary', await world.addOrganization('Quiet Ltd'))

const headings = ['First Name', 'Last Name', 'ID Number', 'Employment Terms', 'Salary']
const sheet = (rows: number) => {
  const people = Array.from({ length: rows }, (_, index) => ['A', 'B', index, 'Permanent', 1])
  return dataUrl(xlsx([headings, ...people]))
}
const upload = (by: Caller, file: string) =>
  by.call(contract.employees.upload, { query: { dry: '1' }, body: { file } })

test('sheets: the quiet one is read beside the noisy one, which is asked to come again', async () => {
  const large = sheet(15_000)
  let done = 0
  const many = Array.from({ length: 7 }, async () => {
    const { status, body } = await upload(noisy, large)
    if (status === 200 || status === 422) done += 1
    return { status, message: body.message }
  })
  const small = await upload(quiet, sheet(3))
  expect(small.status).not.toBe(503)
  expect(done).toBeLessThan(3)
  const refused = (await Promise.all(many)).filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.message).toMatch(/being read just now. Please try again in a minute/)
  expect((await upload(noisy, sheet(3))).status).not.toBe(503)
})

/** New organisations, each from its address. */
const newAt = (addresses: string[]) =>
  Promise.all(
    addresses.map(async (address) => {
      const began = world.parts.clock.now().toISOString()
      const { token } = await world.as('primary', await world.addOrganization(undefined, began))
      const caller = world.caller(token, address)
      // Its standing is known from its first visit on.
      await caller.call(contract.departments.list)
      return caller
    }),
  )

test('sheets: one reader is left to the quiet one, however many new organisations come', async () => {
  const many = await newAt(Array.from({ length: 6 }, (_, n) => `10.0.1.${n}`))
  const large = sheet(1500)
  let done = 0
  const reading = many.map(async (one) => {
    await upload(one, large)
    done += 1
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { status } = await upload(quiet, sheet(3))
  expect(status).not.toBe(503)
  expect(done).toBeLessThan(3)
  await Promise.all(reading)
})

test('sheets: new organisations of one address are one, and one from elsewhere comes next', async () => {
  const many = await newAt(Array(7).fill('10.0.2.1'))
  const [elsewhere] = (await newAt(['10.0.2.2'])) as [Caller]
  const large = sheet(1500)
  let done = 0
  const reading = many.map(async (one) => {
    const { status } = await upload(one, large)
    if (status !== 503) done += 1
    return status
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await upload(elsewhere, sheet(3))).status).not.toBe(503)
  expect(done).toBeLessThan(3)
  // One is read and four wait, as of a single organisation: the rest are asked to come again.
  const refused = (await Promise.all(reading)).filter((status) => status === 503)
  expect(refused).toHaveLength(2)
})

test('pictures: the quiet one waits for one place, not for all of the noisy ones', async () => {
  const create = { width: 5000, height: 5000, channels: 3, background: 'red' } as const
  const bytes = await sharp({ create }).png().toBuffer()
  const file = `data:image/png;base64,${bytes.toString('base64')}`
  let done = 0
  const many = Array.from({ length: 7 }, async () => {
    const { status } = await noisy.call(contract.auth.updateAvatar, { body: { file } })
    done += 1
    return status
  })
  const { status } = await quiet.call(contract.auth.updateAvatar, { body: { file } })
  expect(status).toBe(200)
  expect(done).toBeLessThan(5)
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
})
