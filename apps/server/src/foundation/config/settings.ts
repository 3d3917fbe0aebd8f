import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { ConfigError } from './config.ts'

type Environment = Record<string, string | undefined>

const root = new URL('../../../../../', import.meta.url)
const ownFile = fileURLToPath(new URL('.env', root))

/**
 * The settings of the server and of every command: the environment, and for what is not set there
 * one file, `.env` beside package.json or the one that MSHAHARA_ENV names (empty: none).
 */
export function readSettings(env: Environment = process.env): Environment {
  refuseOldNode(process.versions.node)
  const named = env.MSHAHARA_ENV
  const path = named === undefined ? ownFile : named && resolve(named)
  const fromFile = path ? parseEnv(textOf(path, named !== undefined)) : {}
  for (const [name, value] of Object.entries(fromFile)) env[name] ||= value
  return env
}

function textOf(path: string, mustBeThere: boolean): string {
  try {
    // Some editors begin a file with a mark that would be taken for part of the first name.
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT' && !mustBeThere) return ''
    const whose = mustBeThere ? 'The file that MSHAHARA_ENV names' : 'The settings'
    throw new ConfigError(`${whose}, ${path}, cannot be read (${code}).`)
  }
}

/** The version of the product, and what its sources are written for; npm brings that along. */
const described = () => JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
export const productVersion = (): string => described().version

export function refuseOldNode(version: string) {
  const { engines } = described()
  const oldestNode = Number.parseInt(engines.node.replace('>=', ''), 10)
  if (Number.parseInt(version, 10) >= oldestNode) return
  throw new ConfigError(
    `This is Node ${version}; Mshahara needs Node ${oldestNode} or later. Use "npm start" and ` +
      `"npm run", which find the one that "npm ci" has brought along.`,
  )
}
