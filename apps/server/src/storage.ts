import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx, Parts } from './core/ctx.ts'
import { begin } from './core/db.ts'
import { fail } from './core/fail.ts'
import { enter, tokenOf } from './core/session.ts'
import { mayReadEmployeeFile } from './employees/index.ts'
import { mayReadLogo } from './organizations/index.ts'
import { mayReadAvatar } from './users/index.ts'

/** Stored files are private (A15): session, organisation, then the record behind the file. */

type MayRead = (ctx: Pick<Ctx, 'tx' | 'user'>, name: string) => Promise<boolean>

/** `papers` are asked for anew each time: who may see them is decided at every look. */
const folders: Record<string, { mayRead: MayRead; papers?: boolean }> = {
  user: { mayRead: mayReadAvatar },
  organization: { mayRead: mayReadLogo },
  employee: { mayRead: mayReadEmployeeFile, papers: true },
}

const types: Record<string, string> = { webp: 'image/webp', pdf: 'application/pdf' }
const sealed = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
/** Browsers refuse to show a sandboxed PDF, and their viewers bring inline styles. */
const forPdf = `script-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none';
  form-action 'none'; frame-ancestors 'none'`.replace(/\s+/g, ' ')

export function storage(app: FastifyInstance, parts: Parts) {
  app.get<{ Params: { folder: string; name: string } }>(
    '/storage/:folder/:name',
    async (request, reply) => {
      const { folder, name } = request.params
      if (!/^[\w-]+\.\w+$/.test(name)) fail(404, 'This file was not found.')
      const { papers } = await admit(parts, request, folder, name)
      // Nothing is ever stored twice under one name, so the name says which version it is.
      const tag = `"${name}"`
      reply
        .header('cache-control', papers ? 'private, no-cache' : 'private, max-age=86400')
        .header('etag', tag)
      if (request.headers['if-none-match'] === tag) return reply.status(304).send()
      const bytes = await parts.files.get(folder, name)
      if (!bytes) fail(404, 'This file was not found.')
      const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      return reply
        .header('content-security-policy', type === types.pdf ? forPdf : sealed)
        .header('content-disposition', 'inline')
        .header('x-content-type-options', 'nosniff')
        .type(type)
        .send(Buffer.from(bytes))
    },
  )
}

async function admit(parts: Parts, request: FastifyRequest, folder: string, name: string) {
  const given = tokenOf(request, parts.config) ?? fail(401)
  const entry = { now: parts.clock.now(), requestId: request.id, clockIsSet: parts.clock.set }
  const open = await begin(parts.db.pool, (client) => enter(client, { ...given, ...entry }))
  try {
    const user = open.prepared ?? fail(401)
    if (!user.activated) fail(403, 'First time login. Change of password required.')
    const place = Object.hasOwn(folders, folder) ? folders[folder] : undefined
    const allowed = place && (await place.mayRead({ tx: open.tx, user }, name))
    return allowed ? place : fail(404, 'This file was not found.')
  } finally {
    await open.rollback()
  }
}
