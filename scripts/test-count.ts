export interface Count {
  passed: number
  failed: number
  skipped: number
  /** Passed, but only at the second try: no success. */
  flaky?: number
}

export interface VitestReport {
  success: boolean
  testResults: {
    name: string
    status: string
    /** In milliseconds since 1970. */
    startTime?: number
    endTime?: number
    assertionResults: { status: string; fullName: string }[]
  }[]
}

interface Suite {
  suites?: Suite[]
  specs?: {
    title: string
    file: string
    tests: { status: string; results: { duration: number }[] }[]
  }[]
}
export interface PlaywrightReport extends Suite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** More than this is no race on a busy machine. */
const triedAgain = 3

export function countOfVitest(report: VitestReport): Count {
  const statuses = report.testResults.flatMap((file) => file.assertionResults.map((t) => t.status))
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = failuresOf(report).length
  return {
    passed,
    failed: report.success ? failed : Math.max(failed, 1),
    skipped: statuses.filter((status) => status !== 'passed' && status !== 'failed').length,
  }
}

/** A file that broke before its first test has no failed test of its own, so it is named itself. */
export function failuresOf(report: VitestReport): string[] {
  return report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === 'failed')
      return failed.length > 0 ? failed.map((result) => `${name}: ${result.fullName}`) : [name]
    })
}

/** The files worth a second try, from their beginning: none where many failed. */
export function worthAnotherTry(report: VitestReport): string[] {
  const files = report.testResults.filter((file) => file.status === 'failed')
  return files.length <= triedAgain ? files.map((file) => file.name) : []
}

/** What the second try says of a file counts. */
export function afterSecondTry(first: VitestReport, second: VitestReport): VitestReport {
  const again = new Map(second.testResults.map((file) => [file.name, file]))
  return {
    success: second.success,
    testResults: first.testResults.map((file) => again.get(file.name) ?? file),
  }
}

/** What failed at first and passed then, by name. */
export function flakyOf(first: VitestReport, second: VitestReport): string[] {
  const still = new Set(failuresOf(afterSecondTry(first, second)))
  return failuresOf(first).filter((name) => !still.has(name))
}

type Spec = NonNullable<Suite['specs']>[number]
const specsOf = ({ suites = [], specs = [] }: Suite): Spec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

export const flakyStories = (report: PlaywrightReport): string[] =>
  specsOf(report)
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`)

export interface Taken {
  name: string
  seconds: number
}

/** The files that took longest, the longest first. */
export const longestOf = (taken: Taken[], many = 6): Taken[] =>
  taken.toSorted((one, other) => other.seconds - one.seconds).slice(0, many)

export const takenByFile = ({ testResults }: VitestReport): Taken[] =>
  testResults.map(({ name, startTime = 0, endTime = startTime }) => ({
    name,
    seconds: (endTime - startTime) / 1000,
  }))

export function takenByStories(report: PlaywrightReport): Taken[] {
  const files = new Map<string, number>()
  for (const { file, tests } of specsOf(report)) {
    const results = tests.flatMap((one) => one.results)
    const seconds = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
    files.set(file, (files.get(file) ?? 0) + seconds)
  }
  return [...files].map(([name, seconds]) => ({ name, seconds }))
}

export function countOfPlaywright({ stats, errors }: PlaywrightReport): Count {
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: stats.flaky,
  }
}

/** Only what passed at once is good. */
export function summary(counts: Count[]): { line: string; good: boolean } {
  const sum = (part: keyof Count) => counts.reduce((total, count) => total + (count[part] ?? 0), 0)
  const seldom = (['flaky', 'skipped'] as const).filter((part) => sum(part) > 0)
  const parts = (['passed', 'failed', ...seldom] as const).map((part) => `${sum(part)} ${part}`)
  return { line: parts.join(', '), good: sum('failed') + sum('flaky') === 0 }
}
