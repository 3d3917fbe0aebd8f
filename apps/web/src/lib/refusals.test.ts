import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { swahili } from './refusals.sw.ts'

const root = join(import.meta.dirname, '../../../..')

test('every sentence that is translated is still said, word for word', () => {
  const files = globSync(['packages/contract/src/*.ts', 'apps/server/src/*/*.ts'], { cwd: root })
  const said = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  expect(Object.keys(swahili).filter((sentence) => !said.includes(sentence))).toEqual([])
})
