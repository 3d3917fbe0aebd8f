import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { testKey } from './database.ts'
import type { World } from './world.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A command of the operator's, with nothing of this shell's settings. */
export function runScript(name: string, words: string[], env: Record<string, string>) {
  return new Promise<{ code: number; said: string }>((done) =>
    execFile(
      process.execPath,
      [join(root, 'scripts', name), ...words],
      // One that hangs has failed.
      { cwd: root, env: settingsOf(env), timeout: 240_000 },
      (error, out, err) => done({ code: error ? 1 : 0, said: out + err }),
    ),
  )
}

/** The same for one that is to be cut off. */
export function startScript(name: string, words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'scripts', name), ...words], {
    cwd: root,
    env: settingsOf(env),
    stdio: 'ignore',
  })
  return { child, ended: once(child, 'close').then(([code]) => code as number | null) }
}

function settingsOf(env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE, MSHAHARA_ENV: '', SECRET_KEY: testKey, ...env }
}

/** What the operator's own command writes into a backup, unpacked. */
export async function backedUpText({ databaseUrl, parts }: World): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mshahara-backup-'))
  const file = join(folder, 'backup.gz')
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: parts.config.dataDir }
  try {
    const { code, said } = await runScript('backup.ts', [file], env)
    if (code !== 0) throw new Error(said)
    return gunzipSync(await readFile(file)).toString('latin1')
  } finally {
    await rm(folder, { recursive: true })
  }
}
