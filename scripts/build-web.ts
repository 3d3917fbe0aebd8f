import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'apps/web')
/** Says which sources the build was made from; Vite empties the folder first, so half a build
 * never carries it. */
const stamp = join(web, 'dist/.built-from')

export async function isWebBuilt(): Promise<boolean> {
  const builtFrom = await readFile(stamp, 'utf8').catch(() => '')
  return builtFrom !== '' && builtFrom === (await hashOfSources())
}

async function buildWeb(): Promise<void> {
  const { build } = await import('vite').catch(() => {
    throw new Error('Vite is not installed. Run "npm ci" without omitting development packages.')
  })
  const sources = await hashOfSources()
  await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn' })
  await writeFile(stamp, sources)
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  const files = [join(root, 'package-lock.json')]
  for (const folder of [web, join(root, 'packages')]) files.push(...(await filesUnder(folder)))
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(await readFile(file))
  return hash.digest('hex')
}

async function filesUnder(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) found.push(path)
    else if (entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name)) {
      found.push(...(await filesUnder(path)))
    }
  }
  return found
}

if (import.meta.main && !(await isWebBuilt())) await buildWeb()
