import { openAnchors } from '../apps/server/src/areas/logs/index.ts'
import { rotateKey } from '../apps/server/src/commands/rotate-key.ts'
import { readConfig } from '../apps/server/src/foundation/config/config.ts'
import { readSettings } from '../apps/server/src/foundation/config/settings.ts'
import { systemClock } from '../apps/server/src/foundation/core/clock.ts'
import { openFiles } from '../apps/server/src/foundation/core/files.ts'
import { nextKeyIn, takeNextKey } from '../apps/server/src/foundation/core/secrets.ts'
import { openExisting } from '../apps/server/src/foundation/database/home.ts'
import { run } from './run.ts'

/** From SECRET_KEY_OLD to SECRET_KEY; or from the generated key to another generated one. */
await run(async () => {
  const config = readConfig(readSettings())
  const given = process.env.SECRET_KEY_OLD
  if (config.secretKey && !given) {
    throw new Error('Set SECRET_KEY_OLD to the key in use so far, and SECRET_KEY to the new one.')
  }
  const home = await openExisting(config)
  try {
    const folder = home.keyFolder
    const keys = folder
      ? { oldKey: home.secretKey, newKey: nextKeyIn(folder) }
      : { oldKey: given ?? '', newKey: home.secretKey }
    const store = openAnchors(config, await openFiles(config))
    const { databaseUrl } = home
    const done = await rotateKey({ databaseUrl, store, clock: systemClock, ...keys })
    if (folder) takeNextKey(folder)
    console.log(
      `Under the new key: ${done.entries} log entries, ${done.anchors} anchors, ` +
        `${done.mails} messages, ${done.integrations} payment integrations, ` +
        `${done.factors} keys of second factors.`,
    )
    console.log('Sessions stay. Mailed codes and one-time passwords have ended: ask for new ones.')
    if (done.devices > 0) {
      console.log(`${done.devices} devices ring no more: their owners must allow it there again.`)
    }
    console.log('Keep the old key with the backups and mailed anchors of the time before.')
  } finally {
    await home.stop()
  }
})
