export interface Count {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** A file that broke before its first test has no failed test of its own, so it counts as one. */
export function countOfVitest(text: string): Count {
  const report = JSON.parse(text) as VitestReport
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    failed: report.success ? failed : Math.max(failed, 1),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export function countOfPlaywright(text: string): Count {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport
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
