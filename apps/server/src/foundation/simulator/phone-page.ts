import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail } from '../core/fail.ts'
import { isSameOrigin } from '../http/cookies.ts'
import type { Services } from '../http/services.ts'
import { say } from './sentences.ts'

/** The phones of payers and payees, as the simulator has them; outside production only. */
export function devPhone(app: FastifyInstance, { config }: Services) {
  const { simulatorUrl } = config
  if (config.production || !simulatorUrl) return
  const file = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
  app.get('/dev/phone', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(await file('phone.html')),
  )
  app.get('/dev/phone.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await file('phone.js')),
  )
  app.get<{ Querystring: { number?: string } }>('/dev/phone.json', ({ query }, reply) => {
    const number = encodeURIComponent(String(query.number ?? ''))
    return passOn(reply, `${simulatorUrl}/__sim/phones?number=${number}`)
  })
  app.post<{ Params: { id: string }; Body: unknown }>('/dev/phone/:id', (request, reply) => {
    if (!isSameOrigin(request, config)) fail(403, say.pageOnly)
    const at = `${simulatorUrl}/__sim/stk/${encodeURIComponent(request.params.id)}/answer`
    return passOn(reply, at, { method: 'POST', body: JSON.stringify(request.body) })
  })
}

/** The page knows this server only; the simulator is asked on its behalf. */
async function passOn(reply: FastifyReply, url: string, init: RequestInit = {}) {
  const signal = AbortSignal.timeout(5_000)
  const answer = await fetch(url, { ...init, redirect: 'error', signal }).catch(() => undefined)
  if (!answer) fail(503, say.noAnswer)
  return reply
    .status(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(await answer.text())
}
