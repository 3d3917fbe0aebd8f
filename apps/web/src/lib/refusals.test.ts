import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { swahili } from './refusals.sw.ts'
import { workings } from './workings.sw.ts'

const root = join(import.meta.dirname, '../../../..')

test('every sentence that is translated is still said, word for word', () => {
  const sources = [
    'packages/{contract,engine}/src/**/*.ts',
    'apps/server/src/*/*.ts',
    'apps/web/src/shell/guard.ts',
  ]
  const files = globSync(sources, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const said = files
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
    // One sentence in two strings.
    .replace(/['`] \+\s*['`]/g, '')
  // What has no letters is put in between values.
  const partsOf = (sentence: string) =>
    sentence.split(/\{\w+\}/).filter((part) => /[a-z]/i.test(part))
  const lost = [...Object.keys(swahili), ...Object.keys(workings)].filter(
    (sentence) => !partsOf(sentence).every((part) => said.includes(part.trim())),
  )
  expect(lost).toEqual([])
})
