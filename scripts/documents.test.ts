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

/** The requirements of levels 1 and 2 in ASVS 5.0.0, by section. */
const levels = `1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4
  3.4:1-6 3.5:1-5 3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5
  7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4
  10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4
  17.3:1-2`

describe('docs/asvs.md', () => {
  const rows = documentAt('docs/asvs.md').lines.filter((line) => /^\| \d/.test(line))

  test('says something of every requirement of levels 1 and 2, once', () => {
    const wanted = levels.split(/\s+/).flatMap((section) => {
      const [name, range = ''] = section.split(':')
      const [from = 1, to = from] = range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, index) => `${name}.${from + index}`)
    })
    expect(wanted).toHaveLength(253)
    const answered = rows.flatMap((row) => row.split('|')[1]?.trim().split(' ') ?? [])
    expect(answered).toEqual(wanted)
  })

  test('says of each how it stands, and why', () => {
    const vague = rows.filter((row) => {
      const [, , about = '', state = '', why = ''] = row.split('|').map((cell) => cell.trim())
      return !about || !/^(met|n\/a|operator|\*\*open\*\*)$/.test(state) || why.length < 3
    })
    expect(vague).toEqual([])
  })
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
