import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findPostmaster } from '../../foundation/database/cluster.ts'
import type { Place } from '../../foundation/database/cluster-place.ts'

/** Every process of a database: the first, and those that it has started. */
export async function processesOf(place: Place): Promise<number[]> {
  const first = (await findPostmaster(place))?.pid
  if (!first) return []
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return [first, ...pairs.flatMap(([pid, parent]) => (pid && parent === first ? [pid] : []))]
}

/** One that has ended meanwhile needs no signal. */
export async function signalDatabase(place: Place, signal: 'SIGSTOP' | 'SIGCONT') {
  for (const pid of await processesOf(place)) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
