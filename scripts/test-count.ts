export interface Count {
  passed: number
  failed: number
  skipped: number
}

export interface VitestReport {
  success: boolean
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

interface PlaywrightReport {
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

export function countOfPlaywright({ stats, errors }: PlaywrightReport): Count {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

export function summary(counts: Count[]): { line: string; failed: number } {
  const sum = (part: keyof Count) => counts.reduce((total, count) => total + count[part], 0)
  const skipped = sum('skipped')
  const line = `${sum('passed')} passed, ${sum('failed')} failed`
  return { line: skipped > 0 ? `${line}, ${skipped} skipped` : line, failed: sum('failed') }
}
