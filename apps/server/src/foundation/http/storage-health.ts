import type { FastifyBaseLogger } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { withoutValues } from '../core/describe-error.ts'
import type { Files } from '../core/files.ts'
import type { Poller } from '../jobs/pollers.ts'

/**
 * Whether the store of STORAGE_URL answers. Without it nothing is uploaded, printed or anchored,
 * so it is asked at the start and every minute. The server runs on: people can still look and pay.
 */
export interface StorageHealth {
  state(): 'ok' | 'failing' | 'not known yet' | 'not used'
  probe: Poller
  show(registry: Registry): void
}

const every_ms = 60_000
const patience_ms = 5_000

export function openStorageHealth(
  { storageUrl }: Config,
  files: Files,
  log: FastifyBaseLogger,
): StorageHealth {
  let fails: boolean | undefined
  const state = () => {
    if (!storageUrl) return 'not used'
    if (fails === undefined) return 'not known yet'
    return fails ? 'failing' : 'ok'
  }
  return {
    state,
    probe: {
      name: 'storage.probe',
      every_ms,
      async next() {
        if (!storageUrl) return null
        const fault = await faultOf(files)
        fails = fault !== null
        if (fault) {
          const reason = withoutValues(fault)
          log.error(
            { reason },
            'the store of STORAGE_URL does not answer: no file is kept or found',
          )
        }
        return null
      },
    },
    show(registry) {
      new Gauge({
        name: 'storage_failing',
        help: '1 while the store of STORAGE_URL does not answer as it should.',
        registers: [registry],
        collect() {
          this.set(state() === 'failing' ? 1 : 0)
        },
      })
    },
  }
}

/** Why the store cannot be asked what it holds; a missing bucket or a wrong key shows there too. */
async function faultOf(files: Files): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), patience_ms)
  })
  try {
    await Promise.race([files.list().next(), late])
    return null
  } catch (error) {
    const { name, message, code } = error as { name?: string; message?: string; code?: string }
    return [name, code, message].filter(Boolean).join(' ').slice(0, 300)
  } finally {
    clearTimeout(timer)
  }
}
