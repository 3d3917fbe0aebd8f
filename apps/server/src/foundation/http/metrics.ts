import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { dayOf } from '../core/clock.ts'
import { forOperators } from './early-checks.ts'
import type { Reading } from './reading.ts'
import type { Services } from './services.ts'

const patience_ms = 2000
const tooLong = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database is not responding.')), patience_ms).unref()
  })

/** However many ask at once, the database is asked once. */
function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/** What was found is told again until it is too old: whoever asks often costs nothing. */
function kept<T>(for_ms: number, ask: () => Promise<T>): () => Promise<T> {
  let found: { answer: T; at: number } | undefined
  const askAnew = together(async () => {
    const answer = await ask()
    found = { answer, at: performance.now() }
    return answer
  })
  return async () =>
    found && performance.now() - found.at < for_ms ? found.answer : await askAnew()
}

/** Health, readiness, metrics, and one line per request that names nobody. */
export function observe(app: FastifyInstance, services: Services) {
  const registry = new Registry()
  // By default it wakes the process a hundred times a second, at rest too.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'log_unsealed_seconds',
    help: 'How long the oldest entry of the activity log has waited to be sealed.',
    registers: [registry],
    async collect() {
      this.set(await services.unsealedFor().catch(() => Number.NaN))
    },
  })
  services.post.show(registry)
  services.store.show(registry)
  const readAreas = areaGauges(services, registry)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: ids, emails and tokens stay out of the log.
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    seconds.observe({ method: request.method, route, status }, elapsedTime / 1000)
    if (!route.startsWith('/assets')) {
      request.log.info({ method: request.method, route, status, ms: Math.round(elapsedTime) })
    }
  })
  // Not on the connections of requests: a server that is merely busy stays in service.
  const isThere = together(() => Promise.race([services.db.queue.query('select 1'), tooLong()]))
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const others = { mail: services.post.state(), storage: services.store.state() }
    try {
      await isThere()
      return { ok: true, ...others }
    } catch {
      return reply.status(503).send({ ok: false, ...others })
    }
  })
  const metrics = kept(services.config.metricsKept_ms, async () => {
    // Without the database the server still tells of itself.
    await readAreas()
    return registry.metrics()
  })
  app.get('/metrics', async (request, reply) => {
    forOperators(request, services.config)
    reply.type(registry.contentType)
    return metrics()
  })
}

/** What the areas tell; nothing of it while the database does not answer. */
function areaGauges(services: Services, registry: Registry): () => Promise<void> {
  const gauges = new Map<string, Gauge>()
  const forget = () => {
    for (const gauge of gauges.values()) gauge.reset()
  }
  const read = () =>
    services.db.inPlatform(async (tx) => {
      const today = dayOf(services.clock.now())
      const readings: Reading[] = []
      for (const each of services.gauges) readings.push(...(await each(tx, today)))
      forget()
      for (const { name, help, labels = {}, value } of readings) {
        const labelNames = Object.keys(labels)
        const gauge =
          gauges.get(name) ?? new Gauge({ name, help, labelNames, registers: [registry] })
        gauges.set(name, gauge)
        gauge.set(labels, value)
      }
    })
  return () => Promise.race([read(), tooLong()]).catch(forget)
}
