import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileOnce } from './scripts/compile-cache.ts'

const everyTest = [
  'packages/**/*.test.ts',
  'apps/server/**/*.test.ts',
  'apps/web/**/*.test.ts',
  'apps/simulator/**/*.test.ts',
  'scripts/*.test.ts',
]
/** What takes longest of the rest: `npm run verify` has two minutes. */
const longTests = [
  '**/sheets/read.test.ts',
  '**/logs/{seal,anchors}.test.ts',
  '**/{rotate-key,nonsense,person}.test.ts',
  '**/{employees,variable-pay}/import.test.ts',
  '**/auth/ceilings.test.ts',
  '**/database/restore.test.ts',
  '**/mail/mail.test.ts',
  '**/mass-email/mass-email.test.ts',
  '**/callbacks/callbacks.test.ts',
  '**/payouts/{casuals,payouts,retry,scenarios,shown,tokens}.test.ts',
  '**/providers/simulator.test.ts',
  '**/billing/scenarios.test.ts',
]
const slowTests = ['**/*.fault.test.ts', '**/*.size.test.ts', '**/embedded-postgres.test.ts']
/** These begin first: one of them alone at the end would leave a core idle for a minute. */
const longest = [
  'kills.fault',
  'campaign.fault',
  'given-up.fault',
  'backup.fault',
  'embedded-postgres',
  'outbox.fault',
]
const patient = { testTimeout: 120_000, hookTimeout: 120_000 }
const never = ['**/node_modules/**', '**/dist/**']

compileOnce()

/** By itself a first run begins with the largest file, which need not take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      longest.findIndex((name) => moduleId.includes(`/${name}.`)) + 1 || longest.length + 1
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    globalSetup: 'apps/server/src/test/database.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          sequence: { groupOrder: 0 },
          maxWorkers: 2,
          include: everyTest,
          exclude: [...never, ...slowTests, ...longTests],
          // Each file has a world of its own; loading the server for each would cost a minute.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          // After the quick ones. Most of their time is waiting, so that a third finds room.
          sequence: { groupOrder: 1 },
          maxWorkers: 3,
          include: slowTests,
          exclude: never,
          ...patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          // Beside the slow ones, and like the quick ones: the server is loaded once per worker.
          sequence: { groupOrder: 1 },
          maxWorkers: 3,
          include: longTests,
          exclude: [...never, ...slowTests],
          isolate: false,
          ...patient,
        },
      },
    ],
  },
})
