import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Which tests run when is said in the first line of their file, `// @tests long`: `story` takes two
 * seconds or more, `long` ten, `slow` kills, fills or waits. Files without one are quick. Of the slow
 * ones `first` begins before the others, lest it be alone at the end.
 */

export type Pace = 'quick' | 'story' | 'long' | 'slow'

interface TestFile {
  path: string
  pace: Pace
  first: boolean
}

const roots = ['packages', 'apps', 'scripts']

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      return ['node_modules', 'dist'].includes(entry.name) ? [] : below(path)
    }
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

function testFile(path: string): TestFile {
  const [line = ''] = readFileSync(path, 'utf8').split('\n', 1)
  const [, pace = 'quick', first] = /^\/\/ @tests (story|long|slow)( first)?$/.exec(line) ?? []
  return { path: path.replaceAll('\\', '/'), pace: pace as Pace, first: first !== undefined }
}

export const testFiles = roots.flatMap(below).map(testFile)

export const filesAt = (...paces: Pace[]) =>
  testFiles.filter(({ pace }) => paces.includes(pace)).map(({ path }) => path)
