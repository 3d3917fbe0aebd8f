import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { s3Server } from '../../test/s3.ts'
import { readConfig } from '../config/config.ts'
import { openFiles } from './files.ts'

const { server, objects } = s3Server()
server.listen(0, '127.0.0.1')
afterAll(() => server.close())

const stores = {
  disk: async () => ({ DATA_DIR: await mkdtemp(join(tmpdir(), 'mshahara-files-')) }),
  S3: async () => {
    const { port } = server.address() as AddressInfo
    return { STORAGE_URL: `s3://key:secret@127.0.0.1:${port}/bucket?region=auto&tls=off` }
  },
}

describe.each(Object.entries(stores))('on %s', (_name, env) => {
  test('what is put can be read, listed and removed, under a name nobody guesses', async () => {
    const files = await openFiles(readConfig(await env()))
    const bytes = new Uint8Array([1, 2, 3, 254])
    const name = await files.put('user', bytes, 'webp')
    expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/)
    expect(Buffer.from((await files.get('user', name)) ?? [])).toEqual(Buffer.from(bytes))
    const keys: string[] = []
    for await (const key of files.list()) keys.push(key)
    expect(keys).toEqual([`user/${name}`])
    await files.remove('user', name)
    expect(await files.get('user', name)).toBeUndefined()
  })
  test('a name that climbs out of its folder leads nowhere', async () => {
    const files = await openFiles(readConfig(await env()))
    for (const name of ['../secret.key', '..%2fsecret.key', 'a/b.webp', '']) {
      expect(await files.get('user', name)).toBeUndefined()
    }
  })
})

test('the S3 client was really used', () => {
  expect(objects.size).toBe(0)
})
