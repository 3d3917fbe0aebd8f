import { mkdtemp } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openFiles } from './files.ts'

/** As much of the S3 protocol as the client speaks to us: put, head, get, delete, list. */
function s3Server() {
  const objects = new Map<string, Buffer>()
  const handle = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const url = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ''))
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) {
      return response.writeHead(403).end()
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      return response.writeHead(200, { etag: '"x"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (url.searchParams.has('list-type')) return list(response)
    const object = objects.get(key)
    if (!object) {
      return response
        .writeHead(404)
        .end(request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
    }
    response.writeHead(200, { 'content-length': object.length, etag: '"x"' })
    response.end(request.method === 'HEAD' ? undefined : object)
  }
  const list = (response: ServerResponse) => {
    const contents = [...objects].map(
      ([key, object]) => `<Contents><Key>${key}</Key><Size>${object.length}</Size></Contents>`,
    )
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`,
    )
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => handle(request, response, plain(request, Buffer.concat(chunks))))
  })
  return { server, objects }
}

/** The client may send in signed chunks: size;signature, bytes, and so on. */
function plain(request: IncomingMessage, body: Buffer): Buffer {
  if (!String(request.headers['content-encoding']).includes('aws-chunked')) return body
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.subarray(at, end).toString(), 16)
    if (!size) break
    parts.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(parts)
}

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
