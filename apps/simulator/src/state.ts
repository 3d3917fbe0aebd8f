import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { nothingKept, type SavedState } from './sim.ts'

/** What survives a restart, in one file; without a file nothing does. */

const pause = 250

export function readKept(file: string | undefined): SavedState {
  if (!file) return nothingKept()
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return nothingKept()
  }
  try {
    return { ...nothingKept(), ...(JSON.parse(text) as Partial<SavedState>) }
  } catch {
    throw new Error(`${file} cannot be read as the simulator's state. Move it away to start anew.`)
  }
}

/** Writes what there is shortly after it changed, whole or not at all. */
export function openKeeper(file: string | undefined, kept: () => SavedState) {
  let timer: NodeJS.Timeout | undefined
  if (file) mkdirSync(dirname(file), { recursive: true })
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    try {
      // That of another server's simulator may be written at this moment.
      const draft = `${file}.${process.pid}.new`
      writeFileSync(draft, JSON.stringify(kept()), { mode: 0o600 })
      renameSync(draft, `${file}`)
    } catch (error) {
      console.error(`The simulator could not keep its state. ${(error as Error).message}`)
    }
  }
  return {
    changed() {
      if (file) timer ??= setTimeout(write, pause)
    },
    /** What has not been written yet; the folder may be gone with the server. */
    finish() {
      if (timer && file && existsSync(dirname(file))) write()
    },
  }
}
