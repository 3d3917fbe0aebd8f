import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../foundation/config/config.ts'
import type { Files } from '../../foundation/core/files.ts'
import { type FolderSetting, openFolder } from '../../foundation/database/folders.ts'

/** Where anchors are kept, one file each. The list of them is never taken from the database. */
export interface AnchorStore {
  /** Where they are kept on this machine, and by which setting; in a common store nowhere. */
  at?: { setting: FolderSetting; folder: string }
  numbers(): Promise<number[]>
  read(number: number): Promise<string | undefined>
  /** False when there is one of this number already. */
  add(number: number, text: string): Promise<boolean>
  /** For the same anchor under a new key. */
  replace(number: number, text: string): Promise<void>
  /** Of another installation's log: kept under a name that says so, and not counted any more. */
  setAside(number: number, at: Date): Promise<void>
}

/** A folder beside the data or of the operator's choosing; with STORAGE_URL the common store. */
export function openAnchors(config: Config, files: Files): AnchorStore {
  if (config.storageUrl && !config.anchorDir) return inStore(files)
  return config.anchorDir
    ? inFolder('LOG_ANCHOR_DIR', config.anchorDir)
    : inFolder('DATA_DIR', join(config.dataDir, 'anchors'))
}

const asideOf = (number: number, at: Date) =>
  `${fileOf(number)}.of-another-log-${at.toISOString().replace(/\D/g, '')}`
const fileOf = (number: number) => `${String(number).padStart(8, '0')}.anchor`
const numberIn = (name: string) => Number(/^(\d{8,})\.anchor$/.exec(name)?.[1] ?? 0)
const inOrder = (names: string[]) =>
  names
    .map(numberIn)
    .filter((number) => number > 0)
    .sort((a, b) => a - b)

const is = (code: string) => (error: { code?: string }) => {
  if (error.code !== code) throw error
}

function inFolder(setting: FolderSetting, folder: string): AnchorStore {
  const write = async (number: number, text: string, flag: 'w' | 'wx') => {
    await openFolder(setting, folder, 0o700)
    await writeFile(join(folder, fileOf(number)), text, { mode: 0o600, flag, flush: true })
  }
  return {
    at: { setting, folder },
    numbers: async () => inOrder((await readdir(folder).catch(is('ENOENT'))) ?? []),
    read: async (number) =>
      (await readFile(join(folder, fileOf(number)), 'utf8').catch(is('ENOENT'))) ?? undefined,
    add: (number, text) =>
      write(number, text, 'wx').then(
        () => true,
        (error) => {
          is('EEXIST')(error)
          return false
        },
      ),
    replace: (number, text) => write(number, text, 'w'),
    setAside: (number, at) =>
      rename(join(folder, fileOf(number)), join(folder, asideOf(number, at))),
  }
}

const prefix = 'anchors'

function inStore(files: Files): AnchorStore {
  const read = async (number: number) => {
    const bytes = await files.get(prefix, fileOf(number))
    return bytes && Buffer.from(bytes).toString()
  }
  const replace = (number: number, text: string) =>
    files.write(`${prefix}/${fileOf(number)}`, Buffer.from(text))
  return {
    async numbers() {
      const names: string[] = []
      for await (const key of files.list()) {
        if (key.startsWith(`${prefix}/`)) names.push(key.slice(prefix.length + 1))
      }
      return inOrder(names)
    },
    read,
    async add(number, text) {
      if (await read(number)) return false
      await replace(number, text)
      return true
    },
    replace,
    async setAside(number, at) {
      const text = (await read(number)) ?? ''
      await files.write(`${prefix}/${asideOf(number, at)}`, Buffer.from(text))
      await files.remove(prefix, fileOf(number))
    },
  }
}
