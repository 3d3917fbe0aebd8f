import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testKey } from './database.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A command of the operator's, with nothing of this shell's settings. */
export function runScript(name: string, words: string[], env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const settings = { PATH, NODE_COMPILE_CACHE, SECRET_KEY: testKey, ...env }
  return new Promise<{ code: number; said: string }>((done) =>
    execFile(
      process.execPath,
      [join(root, 'scripts', name), ...words],
      { cwd: root, env: settings },
      (error, out, err) => done({ code: error ? 1 : 0, said: out + err }),
    ),
  )
}
