import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileOnce } from './scripts/compile-cache.ts'
import { filesAt, testFiles } from './scripts/test-files.ts'

compileOnce()
const patient = { testTimeout: 600_000, hookTimeout: 300_000 }
/** One server for all files of a worker: loading it for each of them would cost minutes. */
const shared = { isolate: false, maxWorkers: 2, sequence: { groupOrder: 0 } }
/** Part of their time is waiting, so that a third finds room. */
const beside = { maxWorkers: 3, sequence: { groupOrder: 1 }, ...patient }
const hours = { testTimeout: 36_000_000, hookTimeout: 600_000, fileParallelism: false }

const project = (name: string, include: string[], options: object) => ({
  extends: true as const,
  test: { name, include, ...options },
})

/** By itself a first run begins with the largest file, which need not take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const first = testFiles.filter((file) => file.first)
    const place = ({ moduleId }: TestSpecification) =>
      first.some(({ path }) => moduleId.endsWith(`/${path}`)) ? 0 : 1
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

// A busy machine is no fault of what is tested.
const waits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }
const setup = { pool: 'forks' as const, globalSetup: 'apps/server/src/test/database.ts', ...waits }
const projects = [
  project('quick', filesAt('quick'), shared),
  project('most', filesAt('quick', 'story'), { ...shared, ...patient }),
  project('slow', filesAt('slow'), beside),
  project('long', filesAt('long'), { ...beside, isolate: false }),
  project('endurance', ['apps/server/src/test/endurance/*.endurance.ts'], hours),
]
export default defineConfig({ test: { ...setup, sequence: { sequencer: LongestFirst }, projects } })
