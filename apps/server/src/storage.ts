import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx, Parts } from './core/ctx.ts'
import { begin } from './core/db.ts'
import { fail } from './core/fail.ts'
import { mayReadEmployeeFile } from './employees/index.ts'
import { producedFileCalled } from './exports/index.ts'
import { noteRefusal } from './http/refusals.ts'
import { enter, tokenOf } from './http/session.ts'
import { mayReadLogo } from './organizations/index.ts'
import { payslipFileCalled } from './payslips/index.ts'
import { mayReadAvatar } from './users/index.ts'

/** Stored files are private (A15): session, organisation, then the record behind the file. */

type Asking = Pick<Ctx, 'tx' | 'user'>
type MayRead = (ctx: Asking, name: string) => Promise<boolean>
/** The stored file behind a name people know, and what it is called when it is saved. */
export interface Named {
  file: string
  name: string
}
type Find = (ctx: Asking, name: string) => Promise<Named | undefined>

const stored = /^[\w-]+\.\w+$/
const byOwnName =
  (mayRead: MayRead): Find =>
  async (ctx, name) =>
    stored.test(name) && (await mayRead(ctx, name)) ? { file: name, name } : undefined

/** `papers` are never kept by a browser; pictures are, but asked for at every look. */
const folders: Record<string, { find: Find; papers?: boolean }> = {
  user: { find: byOwnName(mayReadAvatar) },
  organization: { find: byOwnName(mayReadLogo) },
  employee: { find: byOwnName(mayReadEmployeeFile), papers: true },
  byproducts: { find: producedFileCalled, papers: true },
  payslips: { find: payslipFileCalled, papers: true },
}

const types: Record<string, string> = {
  webp: 'image/webp',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** What a browser shows by itself; the rest is saved under the name people know. */
const shown = ['webp', 'pdf']
const sealed = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
/** Browsers refuse to show a sandboxed PDF, and their viewers bring inline styles. */
const forPdf = `script-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none';
  form-action 'none'; frame-ancestors 'none'`.replace(/\s+/g, ' ')

export function storage(app: FastifyInstance, parts: Parts) {
  app.get<{ Params: { folder: string; name: string } }>(
    '/storage/:folder/:name',
    async (request, reply) => {
      const { folder, name } = request.params
      const { papers, file, name: known } = await admit(parts, request, folder, name)
      // Nothing is ever stored twice under one name, so the name says which version it is.
      const tag = `"${file}"`
      reply
        .header('cache-control', papers ? 'private, no-store' : 'private, no-cache')
        .header('etag', tag)
      if (request.headers['if-none-match'] === tag) return reply.status(304).send()
      const bytes = await parts.files.get(folder, file)
      if (!bytes) fail(404, 'This file was not found.')
      const extension = file.slice(file.lastIndexOf('.') + 1)
      const type = types[extension] ?? 'application/octet-stream'
      return reply
        .header('content-security-policy', type === types.pdf ? forPdf : sealed)
        .header('content-disposition', dispositionOf(extension, known))
        .header('x-content-type-options', 'nosniff')
        .type(type)
        .send(Buffer.from(bytes))
    },
  )
}

function dispositionOf(extension: string, name: string): string {
  if (shown.includes(extension)) return 'inline'
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, hex)}`
}

const call = { method: 'GET', path: 'storage/:folder/:name' }

async function admit(parts: Parts, request: FastifyRequest, folder: string, name: string) {
  const given = tokenOf(request, parts.config) ?? fail(401)
  const entry = { now: parts.clock.now(), requestId: request.id, clockIsSet: parts.clock.set }
  const leave = await parts.gate.enter(parts.seats.of(given.token, request.ip))
  try {
    const open = await begin(parts.db.requests, (client) => enter(client, { ...given, ...entry }))
    try {
      const user = open.prepared ?? fail(401)
      parts.seats.note(given.token, user)
      if (!user.activated) fail(403, 'First time login. Change of password required.')
      const place = Object.hasOwn(folders, folder) ? folders[folder] : undefined
      const named = place && (await place.find({ tx: open.tx, user }, name))
      return named ? { ...named, papers: place.papers } : fail(404, 'This file was not found.')
    } catch (error) {
      await open.rollback()
      await noteRefusal(parts, request, call, open.prepared, error)
      throw error
    } finally {
      await open.rollback()
    }
  } finally {
    leave()
  }
}
