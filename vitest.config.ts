import { defineConfig } from 'vitest/config'
import { compileOnce } from './scripts/compile-cache.ts'

const everyTest = [
  'packages/**/*.test.ts',
  'apps/server/**/*.test.ts',
  'apps/web/**/*.test.ts',
  'apps/simulator/**/*.test.ts',
  'scripts/*.test.ts',
]
const slowTests = ['**/*.fault.test.ts', '**/*.size.test.ts', '**/embedded-postgres.test.ts']
const never = ['**/node_modules/**', '**/dist/**']

compileOnce()

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    globalSetup: 'apps/server/src/test/database.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: everyTest,
          exclude: [...never, ...slowTests],
          // Each file has a world of its own; loading the server anew for each would cost a minute.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: slowTests,
          exclude: never,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
