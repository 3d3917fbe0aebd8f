import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx, Parts } from './core/ctx.ts'
import { begin } from './core/db.ts'
import { fail } from './core/fail.ts'
import { enter, tokenOf } from './core/session.ts'
import { mayReadLogo } from './organizations/index.ts'
import { mayReadAvatar } from './users/index.ts'

/** Stored files are private (A15): session, organisation, then the record behind the file. */

const folders: Record<string, (ctx: Pick<Ctx, 'tx'>, name: string) => Promise<boolean>> = {
  user: mayReadAvatar,
  organization: mayReadLogo,
}

export function storage(app: FastifyInstance, parts: Parts) {
  app.get<{ Params: { folder: string; name: string } }>(
    '/storage/:folder/:name',
    async (request, reply) => {
      const { folder, name } = request.params
      if (!/^[\w-]+\.\w+$/.test(name)) fail(404, 'This file was not found.')
      await admit(parts, request, folder, name)
      const bytes = await parts.files.get(folder, name)
      if (!bytes) fail(404, 'This file was not found.')
      return reply
        .header('cache-control', 'private, max-age=86400')
        .header('x-content-type-options', 'nosniff')
        .type(name.endsWith('.webp') ? 'image/webp' : 'application/octet-stream')
        .send(Buffer.from(bytes))
    },
  )
}

async function admit(parts: Parts, request: FastifyRequest, folder: string, name: string) {
  const given = tokenOf(request, parts.config) ?? fail(401)
  const entry = { now: parts.clock.now(), requestId: request.id, clockIsSet: parts.clock.set }
  const open = await begin(parts.db.pool, (client) => enter(client, { ...given, ...entry }))
  try {
    if (!open.prepared) fail(401)
    if (!open.prepared.activated) fail(403, 'First time login. Change of password required.')
    const mayRead = Object.hasOwn(folders, folder) ? folders[folder] : undefined
    const allowed = mayRead && (await mayRead(open, name))
    if (!allowed) fail(404, 'This file was not found.')
  } finally {
    await open.rollback()
  }
}
