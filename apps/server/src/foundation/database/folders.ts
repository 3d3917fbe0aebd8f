import { existsSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Level by level: where nothing can be made, as in /proc, Node's own way down never ends. Says
 * whether anything had to be made.
 */
export async function makeFolder(folder: string, mode?: number): Promise<boolean> {
  if (existsSync(folder)) return false
  await makeFolder(dirname(folder), mode)
  await mkdir(folder, mode).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  return true
}

export type FolderSetting = 'DATA_DIR' | 'LOG_ANCHOR_DIR'

/** The folder that a setting names, made where it is missing; or one sentence. */
export async function openFolder(setting: FolderSetting, folder: string, mode?: number) {
  try {
    await makeFolder(folder, mode)
    // With a slash at its end it must be a folder.
    await access(join(folder, '/'), constants.W_OK)
  } catch (error) {
    const { code } = error as { code?: string }
    throw new Error(
      `The folder of ${setting}, ${folder}, cannot be written (${code}). ` +
        `Make it writable, or set ${setting} to another one.`,
    )
  }
}
