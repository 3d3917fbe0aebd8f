import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What this process holds on to once everything that can go has gone, in megabytes. */
export async function memoryHeld() {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round += 1) {
    collect()
    await pause(200)
  }
  const { rss, heapUsed } = process.memoryUsage()
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
  return { rss: megabytes(rss), heap: megabytes(heapUsed) }
}
