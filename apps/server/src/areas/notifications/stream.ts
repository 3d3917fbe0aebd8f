import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { me } from '../../foundation/core/ctx.ts'
import { NotNow } from '../../foundation/core/fail.ts'
import type { Listening } from '../../foundation/core/listen.ts'
import type { Services } from '../../foundation/http/services.ts'
import { type CallInfo, inTransaction, visitOf } from '../../foundation/http/visit.ts'
import { say } from './sentences.ts'

/**
 * The bell's wire: an open answer on which a page hears that there is something to look at
 * (docs/decisions/018). It says no more than that, holds no place in the gate and no connection to
 * the database, and does not count as use of the session.
 */

const call: CallInfo = {
  method: 'GET',
  path: 'news',
  access: 'signed-in',
  needs: 'login',
  effect: 'read',
  unnoticed: true,
}

export interface StreamLimits {
  /** Open pages of one server; further ones are told to come later. */
  most: number
  /** Of one person: the oldest gives way. */
  each: number
  /** Then the page comes again, if its session still lives. */
  life_ms: number
  /** A word now and then, so that nobody in between hangs up. */
  beat_ms: number
}
export const usual: StreamLimits = { most: 3000, each: 6, life_ms: 600_000, beat_ms: 25_000 }
/** Somebody who takes nothing off the wire is let go. */
const mostUnread = 16_384

interface Line {
  user_id: string
  session_id: string
  out: ServerResponse
  until: number
}

export function openLines(limits: StreamLimits) {
  const lines = new Set<Line>()
  const write = (line: Line, words: string) => {
    if (line.out.writableLength > mostUnread) line.out.destroy()
    else line.out.write(words)
  }
  return {
    lines,
    /** Refused where there are too many. */
    make(line: Omit<Line, 'until'>): Line {
      const own = [...lines].filter(({ user_id }) => user_id === line.user_id)
      if (own.length >= limits.each) own[0]?.out.end()
      else if (lines.size >= limits.most) throw new NotNow(503, say.tooManyPages, 60)
      const made = { ...line, until: performance.now() + limits.life_ms }
      lines.add(made)
      line.out.on('close', () => lines.delete(made))
      return made
    },
    /** By the id of a person or of a session; everybody when nobody knows what was missed. */
    tell(id: string | null) {
      for (const line of lines) {
        if (id === null || line.user_id === id) write(line, 'event: news\ndata:\n\n')
        else if (line.session_id === id) line.out.end('event: ended\ndata:\n\n')
      }
    },
    beat() {
      for (const line of lines) {
        if (line.until < performance.now()) line.out.end()
        else write(line, ':\n\n')
      }
    },
    close() {
      for (const { out } of lines) out.end()
    },
  }
}

export const newsStream =
  (limits = usual) =>
  (app: FastifyInstance, services: Services) => {
    const open = openLines(limits)
    let hearing: Listening | undefined
    const beating = setInterval(open.beat, limits.beat_ms)
    beating.unref()
    app.get('/api/news', async (request, reply) => {
      const { id, session_id } = await inTransaction(
        visitOf(services, call, request, reply),
        async (ctx) => me(ctx),
      )
      hearing ??= services.db.listen(open.tell)
      open.make({ user_id: id, session_id, out: reply.raw })
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      // Not all at the same moment when a server comes back.
      reply.raw.write(`retry: ${2000 + Math.round(Math.random() * 4000)}\n\n`)
    })
    app.addHook('preClose', async () => {
      clearInterval(beating)
      open.close()
      await hearing?.close()
    })
  }
