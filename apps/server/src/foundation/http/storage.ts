import { everywhere } from '@mshahara/contract/everywhere'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../core/ctx.ts'
import { fail } from '../core/fail.ts'
import type { Services } from './services.ts'
import { type CallInfo, inTransaction, visitOf } from './visit.ts'

/** Stored files are private (A15): session, organisation, then the record behind the file. */

export interface Folder {
  /** The stored file behind a name people know; nothing when there is none for the caller. */
  find(ctx: Ctx, name: string): Promise<NamedFile | undefined>
  /** Never cached by a browser; pictures are, but revalidated each time. */
  papers?: boolean
  /** The platform operator fetches from it whatever the organisation. */
  crosses?: boolean
}

/** The stored file, and what it is called when it is saved. */
export interface NamedFile {
  file: string
  name: string
}

const stored = /^[\w-]+\.\w+$/
/** Files that people know by the name they are stored under. */
export const byOwnName =
  (mayRead: (ctx: Ctx, name: string) => Promise<boolean>): Folder['find'] =>
  async (ctx, name) =>
    stored.test(name) && (await mayRead(ctx, name)) ? { file: name, name } : undefined

const types: Record<string, string> = {
  webp: 'image/webp',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** What a browser shows by itself; the rest is saved under the name people know. */
const shown = ['webp', 'pdf']
export const sealed = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none';
  frame-ancestors 'none'; sandbox`.replace(/\s+/g, ' ')
/** Browsers refuse to show a sandboxed PDF, and their viewers bring inline styles. */
const forPdf = `script-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none';
  form-action 'none'; frame-ancestors 'none'`.replace(/\s+/g, ' ')

export function storage(app: FastifyInstance, services: Services, folders: Map<string, Folder>) {
  app.get<{ Params: { folder: string; name: string } }>(
    '/storage/:folder/:name',
    async (request, reply) => {
      const { folder, name } = request.params
      const place = folders.get(folder) ?? fail(404, everywhere.fileNotFound)
      const { file, name: known } = await inTransaction(
        visitOf(services, call, request, reply, place.crosses),
        (ctx) => find(place, ctx, name),
      )
      // Nothing is ever stored twice under one name, so the name says which version it is.
      const tag = `"${file}"`
      reply
        .header('cache-control', place.papers ? 'private, no-store' : 'private, no-cache')
        .header('etag', tag)
      if (request.headers['if-none-match'] === tag) return reply.status(304).send()
      const found = await services.files.open(folder, file)
      if (!found) fail(404, everywhere.fileNotFound)
      const type = types[extensionOf(file)] ?? 'application/octet-stream'
      return reply
        .header('content-security-policy', type === types.pdf ? forPdf : sealed)
        .header('content-disposition', dispositionOf(file, known))
        .header('x-content-type-options', 'nosniff')
        .header('content-length', found.bytes)
        .type(type)
        .send(found.stream)
    },
  )
}

const extensionOf = (file: string) => file.slice(file.lastIndexOf('.') + 1)

/** With the name people know, also where a browser shows it and may save it then. */
function dispositionOf(file: string, name: string): string {
  const how = shown.includes(extensionOf(file)) ? 'inline' : 'attachment'
  if (name === file) return how
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`
  return `${how}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, hex)}`
}

const call: CallInfo = {
  method: 'GET',
  path: 'storage/:folder/:name',
  access: 'signed-in',
  needs: 'login',
  effect: 'read',
}

async function find(place: Folder, ctx: Ctx, name: string): Promise<NamedFile> {
  if (!ctx.user?.activated) fail(403, everywhere.passwordFirst)
  return (await place.find(ctx, name)) ?? fail(404, everywhere.fileNotFound)
}
