import { readFileSync } from 'node:fs'
import { differences, type VectorCase } from '../packages/engine/src/vectors.ts'
import { argument, run } from './run.ts'

/** Checks any file of cases against the engine: `npm run vectors -- FILE`. */
await run(async () => {
  const path = argument('npm run vectors -- FILE')
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: VectorCase[] }
  if (!Array.isArray(cases)) throw new Error(`${path} holds no list named "cases".`)
  let failed = 0
  for (const given of cases) {
    const lines = differences(given)
    if (lines.length) failed += 1
    for (const line of lines) console.log(line)
  }
  console.log(`${cases.length - failed} passed, ${failed} failed`)
  if (failed) process.exitCode = 1
})
