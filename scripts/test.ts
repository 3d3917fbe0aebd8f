import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringBrowser } from './browser.ts'
import {
  afterSecondTry,
  type Count,
  countOfPlaywright,
  countOfVitest,
  failuresOf,
  flakyOf,
  flakyStories,
  longestOf,
  type PlaywrightReport,
  summary,
  type Taken,
  takenByFile,
  takenByStories,
  type VitestReport,
  worthAnotherTry,
} from './test-count.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const quick = process.argv.includes('--quick')
const reports = await mkdtemp(join(tmpdir(), 'mshahara-reports-'))
const playwrightReport = join(reports, 'playwright.json')

if (!quick) bringOrStop()
const counts: Count[] = []
/** Named once more at the end: what failed is far up by then, and a log may be cut. */
const told: string[] = []
/** How long each part took, and within it the longest files. */
const times: string[] = []
await check('Format and lint', 'biome', ['check', '--error-on-warnings', '.'])
await check('Types', 'tsc', ['--noEmit'])
await vitest(quick ? 'quick' : 'most')
if (!quick) {
  await vitest('slow', 'long')
  await browserTests()
}
await rm(reports, { recursive: true, force: true })
const { line, good } = summary(counts)
console.log(['', ...times, '', ...told, line].join('\n'))
process.exitCode = good ? 0 : 1

/** Said before a quarter of an hour has gone into the rest. */
function bringOrStop() {
  try {
    bringBrowser()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

/** A failed file gets a second try, alone, to tell a race from a fault; both fail the whole. */
async function vitest(...projects: string[]): Promise<void> {
  const options = ['run', ...projects.map((name) => `--project=${name}`)]
  const first = await vitestOnce(`Tests (${projects.join(', ')})`, options)
  const again = worthAnotherTry(first.report)
  if (again.length === 0) return settle(first)
  const second = await vitestOnce('A second try', [...options, ...again])
  const flaky = flakyOf(first.report, second.report)
  tell('Flaky', flaky)
  settle({ ...second, report: afterSecondTry(first.report, second.report) }, flaky.length)
}

function tell(what: string, names: string[]): void {
  told.push(...names.map((name) => `${what}: ${name.replace(root, '')}`))
}

function tellLongest(taken: Taken[]): void {
  for (const { name, seconds } of longestOf(taken)) {
    times.push(`    ${seconds.toFixed(0).padStart(5)} s  ${name.replace(root, '')}`)
  }
}

interface Outcome {
  status: number
  report: VitestReport
}

async function vitestOnce(title: string, options: string[]): Promise<Outcome> {
  const path = join(reports, 'vitest.json')
  await rm(path, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const status = await run(title, 'vitest', [...options, ...reporters], path)
  const report = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as VitestReport)
    .catch(() => ({ success: false, testResults: [] }))
  tellLongest(takenByFile(report))
  return { status, report }
}

/** A run that fails without saying where counts as one failure. */
function settle({ status, report }: Outcome, flaky = 0): void {
  tell('Failed', failuresOf(report))
  const count = countOfVitest({ ...report, success: report.success && status === 0 })
  counts.push({ ...count, passed: count.passed - flaky, flaky })
}

async function browserTests(): Promise<void> {
  if (!(await check('Web build', 'node', ['scripts/build-web.ts']))) return
  const options = ['test', '--reporter=list,json']
  const status = await run('Browser tests', 'playwright', options, playwrightReport)
  const count = await readFile(playwrightReport, 'utf8')
    .then((text) => countOfStories(JSON.parse(text)))
    .catch((): Count => ({ passed: 0, failed: 1, skipped: 0 }))
  if (status !== 0 && count.failed + (count.flaky ?? 0) === 0) count.failed = 1
  counts.push(count)
}

function countOfStories(report: PlaywrightReport): Count {
  tellLongest(takenByStories(report))
  tell('Flaky', flakyStories(report))
  return countOfPlaywright(report)
}

function isOlderThanAMinute(path: string): boolean {
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
  return Date.now() - written > 60_000
}

/** A step without a report: it counts as one. */
async function check(title: string, program: string, options: string[]): Promise<boolean> {
  const passed = (await run(title, program, options)) === 0
  counts.push({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })
  return passed
}

/** Once its report is there, a runner that something left behind keeps from ending is ended. */
function run(title: string, program: string, options: string[], report = ''): Promise<number> {
  console.log(`\n— ${title}: ${program} ${options.join(' ')}`)
  const env = {
    ...process.env,
    // A developer's own settings are none of a test's.
    MSHAHARA_ENV: '',
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  }
  const begun = performance.now()
  const shell = process.platform === 'win32'
  const child = spawn(program, options, { cwd: root, env, shell, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    const over = setInterval(() => {
      if (isOlderThanAMinute(report)) child.kill('SIGKILL')
    }, 5000)
    child.on('exit', (code, signal) => {
      clearInterval(over)
      times.push(`${((performance.now() - begun) / 1000).toFixed(0).padStart(6)} s  ${title}`)
      resolve(code ?? (signal === 'SIGKILL' && existsSync(report) ? 0 : 1))
    })
  })
}
