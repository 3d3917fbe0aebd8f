import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { withoutValues } from '../core/describe-error.ts'
import type { Poller } from '../jobs/pollers.ts'
import { faultOf, type HandOverResult, type Patience, patience } from './smtp.ts'

/**
 * Whether mail leaves us. Nobody can sign in without it, so every failure is told: by a line
 * of the log, in the metrics and at /readyz.
 */
export interface PostHealth {
  state(): 'ok' | 'failing' | 'not known yet' | 'not used'
  /** What became of a message. */
  heard(lane: string, outcome: HandOverResult): void
  /** Asks the mail server at start, and while it fails. */
  probe: Poller
  show(registry: Registry): void
}

const every_ms = 60_000

export function openPostHealth(
  { smtpUrl, smtpTls }: Config,
  log: FastifyBaseLogger,
  allowed: Patience = patience,
): PostHealth {
  let fails: boolean | undefined
  const failures = new Map<string, number>()
  const state = () => {
    if (!smtpUrl) return 'not used'
    if (fails === undefined) return 'not known yet'
    return fails ? 'failing' : 'ok'
  }
  return {
    state,
    heard(lane, outcome) {
      if (outcome.state === 'sent') {
        fails = false
        return
      }
      // A message that is refused says nothing of the server.
      if (outcome.state !== 'refused' && lane !== 'texts') fails = true
      const key = `${lane} ${outcome.state}`
      failures.set(key, (failures.get(key) ?? 0) + 1)
      const reason = withoutValues(outcome.reason)
      log.error({ lane, outcome: outcome.state, reason }, 'a message was not handed over')
    },
    probe: {
      name: 'mail.probe',
      every_ms,
      async next() {
        if (!smtpUrl || fails === false) return null
        const fault = await faultOf({ url: smtpUrl, tls: smtpTls }, allowed)
        fails = fault !== null
        if (fault) {
          const reason = withoutValues(fault)
          log.error({ reason }, 'the mail server takes nothing: nobody can sign in')
        }
        return null
      },
    },
    show(registry) {
      const registers = [registry]
      new Gauge({
        name: 'mail_server_failing',
        help: '1 while the mail server takes nothing from us.',
        registers,
        collect() {
          this.set(state() === 'failing' ? 1 : 0)
        },
      })
      new Counter({
        name: 'mail_failures_total',
        help: 'Tries to hand a message over that failed, by lane and outcome.',
        labelNames: ['lane', 'outcome'],
        registers,
        collect() {
          this.reset()
          for (const [key, count] of failures) {
            const [lane = '', outcome = ''] = key.split(' ')
            this.inc({ lane, outcome }, count)
          }
        },
      })
    },
  }
}
