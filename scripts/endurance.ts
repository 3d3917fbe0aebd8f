import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { arch, cpus, platform, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parts } from './endurance-parts.ts'
import { type Line, markdownOf, merged } from './endurance-report.ts'
import { clearUp, runPart, stopPart } from './endurance-run.ts'
import { run } from './run.ts'

/**
 * Everything that can go wrong around a payroll, for hours: `npm run endurance`. Each part can be
 * asked for alone (`--only kills-one,backups`), smaller (`--kills 50 --minutes 10`) and into a
 * report that exists already (`--report FILE --append`). A seed that failed is given by `--seed`.
 */

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    kills: { type: 'string' },
    histories: { type: 'string' },
    people: { type: 'string' },
    count: { type: 'string' },
    requests: { type: 'string' },
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    report: { type: 'string' },
    append: { type: 'boolean', default: false },
  },
})

const sizes = ['kills', 'histories', 'people', 'count', 'requests', 'seconds', 'minutes'] as const

function numberOf(name: (typeof sizes)[number] | 'seed') {
  const text = given[name]
  if (text === undefined) return undefined
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new Error(`--${name} is a whole number above nought, not ${text}.`)
}

function wantedParts() {
  if (!given.only) return parts
  const names = given.only.split(',')
  const known = parts.map(({ name }) => name)
  const strange = names.filter((name) => !parts.some((part) => isMeant(part.name, name)))
  if (strange.length > 0) {
    throw new Error(`There is no part called ${strange.join(', ')}: ${known.join(', ')}.`)
  }
  return parts.filter((part) => names.some((name) => isMeant(part.name, name)))
}
/** `kills` means both `kills-one` and `kills-two`. */
const isMeant = (part: string, name: string) => part === name || part.startsWith(`${name}-`)

async function linesSoFar(file: string | undefined): Promise<Line[]> {
  if (!file || !given.append) return []
  const text = await readFile(`${file}.json`, 'utf8').catch(() => '{"lines":[]}')
  return (JSON.parse(text) as { lines: Line[] }).lines
}

const machine =
  `${cpus().length} cores, ${platform()} ${release()} ${arch()}, ` +
  `${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`

async function keep(file: string | undefined, lines: Line[]) {
  if (!file) return
  await writeFile(`${file}.json`, `${JSON.stringify({ machine, lines }, null, 2)}\n`)
  await writeFile(`${file}.md`, markdownOf(machine, lines))
}

await run(async () => {
  const wanted = wantedParts()
  const asked = Object.fromEntries(
    [...sizes, 'seed' as const].map((name) => [name, numberOf(name)]),
  )
  const room = await mkdtemp(join(tmpdir(), 'mshahara-endurance-'))
  await chmod(room, 0o711)
  let stopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopped = true
      stopPart()
    })
  }
  let lines = await linesSoFar(given.report)
  try {
    for (const part of wanted) {
      if (stopped) break
      const line = await runPart(part, asked, room)
      if (stopped) break
      lines = merged(lines, line)
      await keep(given.report, lines)
    }
  } finally {
    await clearUp(room)
  }
  console.log(`\n${markdownOf(machine, lines)}`)
  if (stopped || lines.some(({ passed }) => !passed)) process.exitCode = 1
})
