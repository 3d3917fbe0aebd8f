import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, fault, look, well } from './finding.ts'

/** Whether there is a backup of these days: `npm run backup` writes FILE and FILE.anchor. */

const day_ms = 86_400_000
const oldest_days = 2

export async function backups(folder: string | undefined, now: Date): Promise<Finding> {
  const about = 'Backups'
  if (!folder) {
    return look(
      about,
      'Where they are kept is not known: set BACKUP_DIR, or give --backups FOLDER.',
    )
  }
  try {
    const newest = await newestIn(folder)
    if (newest === null) return fault(about, 'There is none in the folder that was named.')
    const days = Math.floor((now.getTime() - newest) / day_ms)
    if (days <= oldest_days) return well(about, `The newest is ${ageInWords(days)}.`)
    return fault(about, `The newest is ${days} days old.`)
  } catch (error) {
    const { code } = error as { code?: string }
    return fault(about, `The folder that was named cannot be read (${code}).`)
  }
}

const ageInWords = (days: number) =>
  days === 0 ? 'of the last 24 hours' : `${days} ${days === 1 ? 'day' : 'days'} old`

/** One without its anchor was cut off, or is something else. */
async function newestIn(folder: string): Promise<number | null> {
  const names = new Set(await readdir(folder))
  const whole = [...names].filter((name) => names.has(`${name}.anchor`))
  const times = await Promise.all(
    whole.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  )
  return times.length ? Math.max(...times) : null
}
