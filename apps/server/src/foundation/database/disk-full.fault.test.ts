// @tests slow
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@mshahara/contract'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { expectedPlace, removeCluster } from '../../test/embedded.ts'
import { reportFigures } from '../../test/endurance/figures.ts'
import { employeeBody, openOffice } from '../../test/office.ts'
import { freePort, startWhole } from '../../test/servers.ts'
import { mountSmall, whyNoSmallDisk } from '../../test/small-disk.ts'
import { makeWorld } from '../../test/world.ts'
import { readConfig } from '../config/config.ts'
import { runningEmbedded } from './embedded-postgres.ts'

/**
 * A full disk: what cannot be saved is refused in words, what was saved stays. `FILLS=5` fills and
 * frees the database's as often.
 */

const fills = Number(process.env.FILLS ?? 1)

const noRoom = 'The server has no room left on its disk, so nothing was saved.'
const secretKey = 'a key for tests, never for anybody else'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function folderOn(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'mshahara-full-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const disk = await mountSmall(folder, megabytes)
  undo.push(disk.unmount)
  return { folder, disk }
}

const picture = () =>
  sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
    .then((png) => `data:image/png;base64,${png.toString('base64')}`)

describe.skipIf(whyNoSmallDisk)(`a full disk${whyNoSmallDisk && ` (${whyNoSmallDisk})`}`, () => {
  test('a file that finds no room is refused, and goes in when there is room', async () => {
    const { folder, disk } = await folderOn(2)
    const world = await makeWorld({ env: { DATA_DIR: folder } })
    undo.push(() => world.close())
    const primary = await world.as('primary', await world.addOrganization())
    const file = await picture()
    const put = () => primary.call(contract.auth.updateAvatar, { body: { file } })
    const avatar = async () => {
      const [row] = await world.rows('select avatar from users where id = $1', [primary.id])
      return row.avatar as string | null
    }
    await disk.fill(8192)
    const refused = await put()
    expect(refused).toMatchObject({ status: 503, body: { message: noRoom } })
    expect(refused.headers['retry-after']).toBeDefined()
    expect(await avatar()).toBeNull()
    const stored = async () => readdir(join(folder, 'files', 'user')).catch(() => [])
    expect(await stored()).toEqual([])
    await disk.free()
    expect((await put()).status).toBe(200)
    expect(await stored()).toEqual([await avatar()])
  })

  const patient = { timeout: 1_800_000 }
  test('a database that finds no room refuses, loses nothing and goes on', patient, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mshahara-full-'))
    const place = expectedPlace(dataDir)
    const disk = await mountSmall(place.home, 260)
    undo.push(() => rm(place.home, { recursive: true, force: true }), disk.unmount)
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    undo.push(() => removeCluster(place).catch(() => {}))
    const env = { DATA_DIR: dataDir, SECRET_KEY: secretKey }
    const server = await startWhole(await freePort(), env)
    undo.push(server.kill)
    const databaseUrl = (await runningEmbedded(dataDir))?.url ?? ''
    const config = readConfig({ ...env, LOG_LEVEL: 'silent', DEMO: 'off' })
    const { app, parts } = await buildApp({ config, databaseUrl, secretKey, workers: false })
    const { token } = await openOffice(parts, 'Full Ltd')
    await app.close()
    const { add, list } = calls(server.address, token)
    const saved: string[] = []
    const refusals: { status: number; message: string }[] = []
    const addMany = async (count: number) => {
      for (let index = 0; index < count && refusals.length < 40; index += 1) {
        const { status, body, id_number } = await add()
        if (status === 201) saved.push(id_number)
        else refusals.push({ status, message: body.message })
      }
    }
    for (let fill = 0; fill < fills; fill += 1) {
      refusals.splice(0)
      await addMany(20)
      await disk.fill()
      await addMany(3000)
      expect(refusals.length).toBeGreaterThan(0)
      expect(refusals.filter(({ status }) => status !== 503)).toEqual([])
      expect(refusals.map(({ message }) => message)).toContain(noRoom)
      await disk.free()
      saved.push(await untilSaved(add))
      reportFigures({ fillings: fill + 1, saved: saved.length, refused_at_last: refusals.length })
    }
    expect((await list()).sort()).toEqual([...saved].sort())
  })
})

/** Once there is room again, it comes back by itself. */
async function untilSaved(add: ReturnType<typeof calls>['add']) {
  const until = performance.now() + 90_000
  while (performance.now() < until) {
    const { status, id_number } = await add()
    if (status === 201) return id_number
    await pause(500)
  }
  throw new Error('There is room again, and nothing can be saved.')
}

function calls(address: string, token: string) {
  let next = 20_000_000
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    async add() {
      const id_number = String(next++)
      const body = employeeBody({ id_number, kin: { name: 'x'.repeat(60) } as never })
      const response = await fetch(`${address}/api/employee`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as never, id_number } as {
        status: number
        body: { message: string }
        id_number: string
      }
    },
    async list() {
      const response = await fetch(`${address}/api/employees`, { headers })
      return ((await response.json()) as { id_number: string }[]).map((one) => one.id_number)
    },
  }
}
