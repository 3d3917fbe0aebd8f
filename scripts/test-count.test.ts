import { expect, test } from 'vitest'
import { countOfPlaywright, countOfVitest, summary } from './test-count.ts'

const vitestReport = {
  success: true,
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
}

test('passed and skipped tests are counted as such', () => {
  const report = { ...vitestReport, numPendingTests: 2 }
  expect(countOfVitest(JSON.stringify(report))).toEqual({ passed: 7, failed: 0, skipped: 2 })
})

test('a file that broke before its first test is a failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  const report = { ...vitestReport, success: false, testResults }
  expect(countOfVitest(JSON.stringify(report)).failed).toBe(1)
})

test('a failed test is counted once, not again for its file', () => {
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }]
  const report = { ...vitestReport, success: false, numFailedTests: 1, testResults }
  expect(countOfVitest(JSON.stringify(report)).failed).toBe(1)
})

test('a run that failed outside its tests is a failure', () => {
  expect(countOfVitest(JSON.stringify({ ...vitestReport, success: false })).failed).toBe(1)
})

test('a browser test may need a second try; errors outside tests are failures', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }
  const report = JSON.stringify({ stats, errors: [{ message: 'no server' }] })
  expect(countOfPlaywright(report)).toEqual({ passed: 4, failed: 2, skipped: 2 })
})

test('the last line sums everything and names skipped tests only when there are some', () => {
  const some = { passed: 2, failed: 0, skipped: 0 }
  expect(summary([some, some]).line).toBe('4 passed, 0 failed')
  expect(summary([some, { passed: 1, failed: 1, skipped: 3 }])).toEqual({
    line: '3 passed, 1 failed, 3 skipped',
    failed: 1,
  })
})
