import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isWebBuilt } from './build-web.ts'

if (!(await isWebBuilt())) {
  console.log('Building the web application …')
  const builder = fileURLToPath(new URL('build-web.ts', import.meta.url))
  // In a process of its own, because Vite changes NODE_ENV for everything that follows.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [builder], { stdio: 'inherit', env })
}
await import('../apps/server/src/main.ts')
