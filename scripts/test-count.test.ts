import { expect, test } from 'vitest'
import {
  afterSecondTry,
  countOfPlaywright,
  countOfVitest,
  failuresOf,
  flakyOf,
  flakyStories,
  longestOf,
  summary,
  takenByFile,
  takenByStories,
  type VitestReport,
  worthAnotherTry,
} from './test-count.ts'

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, at) => ({ status, fullName: `story ${at + 1}` })),
})
const report = (...testResults: VitestReport['testResults']): VitestReport => ({
  success: testResults.every(({ status }) => status === 'passed'),
  testResults,
})

test('passed and skipped tests are counted as such', () => {
  const { testResults } = report(file('a', 'passed', 'skipped'), file('b', 'passed', 'todo'))
  const expected = { passed: 2, failed: 0, skipped: 2 }
  expect(countOfVitest({ success: true, testResults })).toEqual(expected)
})

test('a file that broke before its first test is a failure', () => {
  const broken = { name: 'a', status: 'failed', assertionResults: [] }
  expect(countOfVitest(report(broken)).failed).toBe(1)
  expect(failuresOf(report(broken))).toEqual(['a'])
})

test('a failed test is counted and named once, not again for its file', () => {
  const failed = report(file('a', 'passed', 'failed'))
  expect(countOfVitest(failed)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(failuresOf(failed)).toEqual(['a: story 2'])
})

test('a run that failed outside its tests is a failure', () => {
  expect(countOfVitest({ ...report(file('a', 'passed')), success: false }).failed).toBe(1)
})

test('few failed files are worth a second try, many are not', () => {
  const failed = ['a', 'b', 'c', 'd'].map((name) => file(name, 'failed'))
  expect(worthAnotherTry(report(file('e', 'passed'), ...failed.slice(0, 3)))).toEqual([
    'a',
    'b',
    'c',
  ])
  expect(worthAnotherTry(report(...failed))).toEqual([])
})

test('of a file tried again the second try counts, good or bad', () => {
  const first = report(file('a', 'passed'), file('b', 'passed', 'failed'))
  const good = afterSecondTry(first, report(file('b', 'passed', 'passed')))
  expect(countOfVitest(good)).toEqual({ passed: 3, failed: 0, skipped: 0 })
  const bad = afterSecondTry(first, report(file('b', 'failed', 'failed')))
  expect(countOfVitest(bad)).toEqual({ passed: 1, failed: 2, skipped: 0 })
})

test('a second try that says nothing leaves the first as it was', () => {
  const first = report(file('a', 'failed'))
  const nothing = { success: false, testResults: [] }
  expect(countOfVitest(afterSecondTry(first, nothing)).failed).toBe(1)
})

test('what failed only at first is called flaky', () => {
  const first = report(file('a', 'passed'), file('b', 'failed', 'failed'))
  expect(flakyOf(first, report(file('b', 'passed', 'failed')))).toEqual(['b: story 1'])
})

const story = (title: string, status: string, ...durations: number[]) => ({
  title,
  file: 'x.spec.ts',
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
})

test('browser tests are called flaky by their file and name, and their tries add up', () => {
  const given = {
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
    errors: [],
    suites: [
      { specs: [story('pays', 'expected', 1500)] },
      { suites: [{ specs: [story('tells', 'flaky', 2000, 500)] }] },
    ],
  }
  expect(flakyStories(given)).toEqual(['x.spec.ts: tells'])
  expect(takenByStories(given)).toEqual([{ name: 'x.spec.ts', seconds: 4 }])
})

test('the longest files come first', () => {
  const timed = (name: string, startTime: number, endTime: number) => ({
    ...file(name, 'passed'),
    startTime,
    endTime,
  })
  const { testResults } = report(timed('a', 0, 1000), timed('b', 500, 3500), timed('c', 0, 2000))
  const longest = longestOf(takenByFile({ success: true, testResults }), 2)
  expect(longest).toEqual([
    { name: 'b', seconds: 3 },
    { name: 'c', seconds: 2 },
  ])
})

test('a browser test that needed a second try has not passed; errors outside are failures', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }
  const expected = { passed: 3, failed: 2, skipped: 2, flaky: 1 }
  expect(countOfPlaywright({ stats, errors: [{ message: 'no server' }] })).toEqual(expected)
})

test('the last line sums everything and names skipped tests only when there are some', () => {
  const some = { passed: 2, failed: 0, skipped: 0 }
  expect(summary([some, some])).toEqual({ line: '4 passed, 0 failed', good: true })
  const line = '3 passed, 1 failed, 3 skipped'
  expect(summary([some, { passed: 1, failed: 1, skipped: 3 }])).toEqual({ line, good: false })
})

test('a second try is told in the last line and fails the whole', () => {
  const counts = [{ passed: 2, failed: 0, skipped: 0, flaky: 1 }]
  expect(summary(counts)).toEqual({ line: '2 passed, 0 failed, 1 flaky', good: false })
})
