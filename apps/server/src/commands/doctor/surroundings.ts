import { access, constants, statfs } from 'node:fs/promises'
import type { Config } from '../../foundation/config/config.ts'
import { withoutValues } from '../../foundation/core/describe-error.ts'
import { openFiles } from '../../foundation/core/files.ts'
import { faultOf } from '../../foundation/mail/smtp.ts'
import { type Finding, fault, look, well } from './finding.ts'

/** What the server needs besides its database. */

export async function mail({ smtpUrl, smtpTls }: Config): Promise<Finding> {
  if (!smtpUrl) return look('Mail', 'SMTP_URL is not set: letters stay in the outbox at /dev/mail.')
  const why = await faultOf({ url: smtpUrl, tls: smtpTls })
  return why
    ? fault('Mail', `The mail server takes nothing: nobody can sign in. ${withoutValues(why)}`)
    : well('Mail', 'The mail server takes messages from us.')
}

const patience_ms = 15_000

export async function* storage(config: Config): AsyncGenerator<Finding> {
  const about = 'Files'
  if (!config.storageUrl || !config.databaseUrl) yield await writable(config)
  if (!config.storageUrl) return
  const late = AbortSignal.timeout(patience_ms)
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error('It took too long.')))
  })
  try {
    const files = await openFiles(config)
    await Promise.race([files.list().next(), tooLate])
    yield well(about, 'The store of STORAGE_URL answers.')
  } catch (error) {
    const { name, message } = error as Error
    yield fault(
      about,
      `The store of STORAGE_URL does not answer (${name}). ${withoutValues(message)}`,
    )
  }
}

async function writable({ dataDir }: Config): Promise<Finding> {
  try {
    await access(dataDir, constants.W_OK | constants.X_OK)
    return well('Files', 'The folder of DATA_DIR can be written.')
  } catch (error) {
    const { code } = error as { code?: string }
    return fault('Files', `The folder of DATA_DIR cannot be written (${code}).`)
  }
}

const gigabyte = 1024 ** 3
/** Below the one somebody should look; below the other an export or a backup may fail. */
const [enough, little] = [5 * gigabyte, gigabyte / 2]

export async function disk({ dataDir }: Config): Promise<Finding> {
  const about = 'Disk'
  try {
    const { bavail, bsize } = await statfs(dataDir)
    return roomLeft(bavail * bsize)
  } catch (error) {
    const { code } = error as { code?: string }
    return fault(about, `What is left on the disk of DATA_DIR cannot be read (${code}).`)
  }
}

export function roomLeft(bytes: number): Finding {
  const text = `${(bytes / gigabyte).toFixed(1)} GB are free where DATA_DIR is.`
  if (bytes < little) return fault('Disk', text)
  return bytes < enough ? look('Disk', text) : well('Disk', text)
}
