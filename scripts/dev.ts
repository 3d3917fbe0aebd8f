import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { readSettings } from '../apps/server/src/foundation/config/settings.ts'

/** The server, restarted when its sources change, behind Vite, which reloads the screens. */
const root = fileURLToPath(new URL('..', import.meta.url))
readSettings()
const port = process.env.PORT || '3000'
process.env.API_URL = `http://127.0.0.1:${port}`

const vite = await createServer({ configFile: `${root}apps/web/vite.config.ts` })
await vite.listen()
const address = vite.resolvedUrls?.local[0]?.replace(/\/$/, '')

const server = spawn(process.execPath, ['--watch', 'apps/server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: port, PUBLIC_URL: process.env.PUBLIC_URL || address },
})
console.log(`Screens with hot reload: ${address}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => server.kill(signal))
}
await once(server, 'exit')
await vite.close()
process.exit()
