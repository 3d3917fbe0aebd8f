import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** As much of the S3 protocol as the client speaks to us: put, head, get, delete, list. */
export function s3Server() {
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
