import type { Config } from '../../foundation/config/config.ts'
import { ConfigError, readConfig } from '../../foundation/config/config.ts'
import { productVersion, readSettings, refuseOldNode } from '../../foundation/config/settings.ts'
import { systemClock } from '../../foundation/core/clock.ts'
import { type Home, openExisting } from '../../foundation/database/home.ts'
import { sentenceOf } from '../terminal.ts'
import { backups } from './backups.ts'
import { askingOwner, database } from './database.ts'
import { type Finding, fault, well } from './finding.ts'
import { log } from './log.ts'
import { disk, mail, storage } from './surroundings.ts'

/**
 * Looks an installation over and says one line about each part of it, for a ticket: no line holds a
 * password, a key or anything of a customer. Nothing is changed; only an embedded database that is
 * not running is started for the time being, as by every command.
 */

export interface Asked {
  env?: Record<string, string | undefined>
  /** Where backups are kept. */
  backupFolder?: string | undefined
  now?: () => Date
}

/** Each as soon as it is known: a mail server may take a minute not to answer. */
export async function* examine({
  env = process.env,
  backupFolder,
  now = systemClock.now,
}: Asked = {}): AsyncGenerator<Finding> {
  const config = settings(env)
  if (!('dataDir' in config)) {
    yield* config
    return
  }
  yield well('Settings', inWords(config))
  yield* parts(config, { now, backupFolder: backupFolder ?? config.backupDir })
}

function settings(env: Record<string, string | undefined>): Config | Finding[] {
  try {
    refuseOldNode(process.versions.node)
    return readConfig(readSettings(env))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((line) => fault('Settings', line))
  }
}

const inWords = ({ production, paymentsMode, databaseUrl, storageUrl }: Config) =>
  `Mshahara ${productVersion()} on Node ${process.versions.node}, ` +
  `${production ? 'in production' : 'not in production'}, payments: ${paymentsMode}, database: ` +
  `${databaseUrl ? 'configured' : 'embedded'}, files: ${storageUrl ? 'S3 store' : 'folder'}.`

interface Around {
  now: () => Date
  backupFolder: string | undefined
}

async function* parts(config: Config, { now, backupFolder }: Around): AsyncGenerator<Finding> {
  let home: Home | undefined
  try {
    home = await openExisting(config)
  } catch (error) {
    yield fault('Database', sentenceOf(error))
  }
  try {
    if (home) yield* ofHome(config, home, now)
    yield await mail(config)
    yield* storage(config)
    yield await disk(config)
    yield await backups(backupFolder, now())
  } finally {
    await home?.stop()
  }
}

/** What a fault keeps from being looked at is not told as well. */
async function* ofHome(config: Config, home: Home, now: () => Date): AsyncGenerator<Finding> {
  let signsIn = true
  try {
    for await (const finding of askingOwner(home, (owner) => database(owner, config, home, now))) {
      if (finding.about === 'Key' && finding.state === 'fault') signsIn = false
      yield finding
    }
    if (signsIn) yield await log(config, home)
  } catch (error) {
    yield fault('Database', sentenceOf(error))
  }
}
