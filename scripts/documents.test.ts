import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Source, sources } from './tidy-sources.ts'

/** What the documents say about the code must be true. */

const documents = sources(/\.md$/)
const tests = new Set(sources(/\.test\.tsx?$/).map(({ path }) => path.split('/').at(-1)))
const textOf = ({ lines }: Source) => lines.join('\n')
const documentAt = (path: string) => documents.find((one) => one.path === path) as Source

test.each(documents.map((one) => [one.path, one] as const))(
  '%s names tests that exist',
  (_, one) => {
    const named = textOf(one).match(/[\w.-]+\.test\.ts\b/g) ?? []
    expect(named.filter((name) => !tests.has(name))).toEqual([])
  },
)

test('pictures that documents show are there, light, and none is left over', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const shown = documents.flatMap((one) =>
    [...textOf(one).matchAll(/(?:\]\(|src=")([^)"]+\.png)/g)].map(([, name = '']) =>
      join(root, dirname(one.path), name),
    ),
  )
  expect(shown.filter((file) => !existsSync(file))).toEqual([])
  expect(shown.filter((file) => statSync(file).size > 150_000)).toEqual([])
  const taken = readdirSync(join(root, 'docs/pictures')).map((name) =>
    join(root, 'docs/pictures', name),
  )
  expect([...new Set(shown)].sort()).toEqual(taken.sort())
})

describe('docs/rules.md', () => {
  const rules = documentAt('docs/rules.md')
  const listed = textOf(rules).match(/(?<=^\| )[ABC]\d+(?= \|)/gm) ?? []

  test('holds the rules that are cited, and no others, in order', () => {
    const citing = sources(/\.(tsx?|sql|css|md)$/).filter(({ path }) => path !== rules.path)
    const citations = citing.flatMap(({ text }) => text.match(/\((?:[\w.]+, )*[ABC]\d+\)/g) ?? [])
    const cited = citations.flatMap((one) => one.match(/[ABC]\d+/g) ?? [])
    expect(cited.length).toBeGreaterThan(100)
    const inOrder = [...new Set(cited)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    expect(listed).toEqual(inOrder)
  })
})
