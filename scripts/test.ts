import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringBrowser } from './browser.ts'
import { type Count, countOfPlaywright, countOfVitest, summary } from './test-count.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const quick = process.argv.includes('--quick')
const reports = await mkdtemp(join(tmpdir(), 'mshahara-reports-'))
const playwrightReport = join(reports, 'playwright.json')

if (!quick) bringOrStop()
const counts: Count[] = []
await check('Format and lint', 'biome', ['check', '--error-on-warnings', '.'])
await check('Types', 'tsc', ['--noEmit'])
await vitest('quick')
if (!quick) {
  await vitest('slow', 'long')
  await browserTests()
}
await rm(reports, { recursive: true, force: true })
const { line, failed } = summary(counts)
console.log(`\n${line}`)
process.exitCode = failed > 0 ? 1 : 0

/** Said before a quarter of an hour has gone into the rest. */
function bringOrStop() {
  try {
    bringBrowser()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

function vitest(...projects: string[]): Promise<void> {
  const title = projects.join(', ')
  const report = join(reports, `${projects[0]}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const options = ['run', ...projects.map((name) => `--project=${name}`), ...reporters]
  return suites(`Tests (${title})`, 'vitest', options, report, countOfVitest)
}

async function browserTests(): Promise<void> {
  if (!(await check('Web build', 'node', ['scripts/build-web.ts']))) return
  const options = ['test', '--reporter=list,json']
  await suites('Browser tests', 'playwright', options, playwrightReport, countOfPlaywright)
}

/** A step without a report: it counts as one. */
async function check(title: string, program: string, options: string[]): Promise<boolean> {
  const passed = (await run(title, program, options)) === 0
  counts.push({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 })
  return passed
}

/** A step that reports; one that fails without saying where counts as one failure. */
async function suites(
  title: string,
  program: string,
  options: string[],
  report: string,
  countOf: (report: string) => Count,
): Promise<void> {
  const status = await run(title, program, options)
  const count = await readFile(report, 'utf8')
    .then(countOf)
    .catch(() => ({ passed: 0, failed: 1, skipped: 0 }))
  if (status !== 0 && count.failed === 0) count.failed = 1
  counts.push(count)
}

function run(title: string, program: string, options: string[]): Promise<number> {
  console.log(`\n— ${title}: ${program} ${options.join(' ')}`)
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  }
  const shell = process.platform === 'win32'
  const child = spawn(program, options, { cwd: root, env, shell, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}
