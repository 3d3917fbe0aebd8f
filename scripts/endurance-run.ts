import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostmaster, stopPostmaster } from '../apps/server/src/foundation/database/cluster.ts'
import type { Place } from '../apps/server/src/foundation/database/cluster-place.ts'
import { expectedPlace } from '../apps/server/src/test/embedded.ts'
import { signalDatabase } from '../apps/server/src/test/endurance/processes.ts'
import type { Part, PartSizes } from './endurance-parts.ts'
import type { Line } from './endurance-report.ts'

/** Runs a part of `npm run endurance` in a group of processes and a folder of its own. */

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
let running: ChildProcess | undefined
/** What has been begun is ended and checked after the time is over. */
const toEnd_minutes = 45

export async function runPart(part: Part, asked: PartSizes, room: string): Promise<Line> {
  const seed = asked.seed ?? Math.floor(Math.random() * 1_000_000) + 1
  const { words, env } = part.size(asked)
  const minutes = Math.min(asked.minutes ?? part.minutes, part.minutes)
  // Short, as the paths of sockets are: a part begins where nothing of another is left.
  const own = join(room, 't')
  await clearUp(own)
  await mkdir(own)
  // As root, databases run as somebody else, who has to get there.
  await chmod(own, 0o711)
  const figures = join(room, 'figures.json')
  const report = join(room, 'report.json')
  for (const file of [figures, report]) await rm(file, { force: true })
  console.log(`\n— ${part.name}: ${words}, seed ${seed}, at most ${minutes} minutes`)
  const begun = performance.now()
  const isLate = await vitestRun(part, report, minutes + toEnd_minutes, {
    ...{ ...env, SEED: `${seed}`, MINUTES: `${minutes}`, MSHAHARA_ENV: '' },
    ...{ TMPDIR: own, ENDURANCE_FIGURES: figures },
  })
  const faults = [...(isLate ? ['It did not end in time.'] : []), ...(await faultsIn(report))]
  if (faults.length > 0) console.error(`To repeat it: ${commandOf(part, asked, seed)}`)
  await clearUp(own)
  return {
    ...{ part: part.name, what: part.what, asked: words, seed, faults },
    seconds: Math.round((performance.now() - begun) / 1000),
    passed: faults.length === 0,
    figures: JSON.parse(await readFile(figures, 'utf8').catch(() => '{}')),
    day: new Date().toISOString().slice(0, 10),
  }
}

function commandOf({ name }: Part, asked: PartSizes, seed: number): string {
  const options = Object.entries({ ...asked, seed }).flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option} ${value}`],
  )
  return `npm run endurance -- --only ${name} ${options.join(' ')}`
}

/** Whether it had to be ended. */
async function vitestRun(
  { project, file }: Part,
  report: string,
  minutes: number,
  env: Record<string, string>,
): Promise<boolean> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(
    process.execPath,
    [vitest, 'run', `--project=${project}`, file, ...reporters],
    {
      ...{ cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' },
      // Ctrl-C is ours to pass on: the whole group ends, and then what it has left is cleared up.
      detached: true,
    },
  )
  running = child
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    stopPart()
  }, minutes * 60_000)
  await once(child, 'exit')
  clearTimeout(limit)
  stopPart()
  return isLate
}

/** Every process of the part: its group is its own. */
export function stopPart() {
  if (!running?.pid) return
  try {
    process.kill(-running.pid, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}

interface VitestReport {
  success: boolean
  testResults: {
    message: string
    assertionResults: { status: string; title: string; failureMessages: string[] }[]
  }[]
}

/** Each test that failed, with the first words of why. */
async function faultsIn(report: string): Promise<string[]> {
  const text = await readFile(report, 'utf8').catch(() => '')
  if (!text) return ['It ended without a report.']
  const { success, testResults } = JSON.parse(text) as VitestReport
  const failed = testResults.flatMap(({ message, assertionResults }) => [
    ...(message ? [message] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map((one) => `${one.title}: ${one.failureMessages[0] ?? ''}`),
  ])
  const named = failed.map((one) => one.split('\n    at ')[0]?.slice(0, 400) ?? one)
  return success || named.length > 0 ? named : ['It failed without saying where.']
}

/** Databases, small disks and files of a part, however it ended. */
export async function clearUp(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    const home = join(folder, name)
    await removeDatabase(expectedPlace(home))
    await removeDatabase({ ...expectedPlace(home), home, cluster: join(home, 'postgres') })
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

async function removeDatabase(place: Place) {
  // One that was stopped would not hear that it is to end.
  await signalDatabase(place, 'SIGCONT')
  const server = await findPostmaster(place)
  if (server) await stopPostmaster(place, server)
  if (isMounted(place.home)) execFileSync('umount', ['-l', place.home])
  await rm(place.home, { recursive: true, force: true, maxRetries: 3 })
}

const isMounted = (folder: string) =>
  process.platform === 'linux' && readFileSync('/proc/mounts', 'utf8').includes(` ${folder} `)
