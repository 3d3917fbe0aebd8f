import { dirname, join } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { type Source, sources } from './tidy-sources.ts'

/** What docs/asvs.md claims can be looked up: every file it names is there, and is one file. */

/** The requirements of levels 1 and 2 in ASVS 5.0.0, by section. */
const levels = `1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4
  3.4:1-6 3.5:1-5 3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5
  7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4
  10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4
  17.3:1-2`

const wanted = levels.split(/\s+/).flatMap((section) => {
  const [name, range = ''] = section.split(':')
  const [from = 1, to = from] = range.split('-').map(Number)
  return Array.from({ length: to - from + 1 }, (_, index) => `${name}.${from + index}`)
})

const endings = /\.(tsx?|js|sql|txt|json|md|css|html)$/
const files = sources(endings)
const documentAt = (path: string) => files.find((one) => one.path === path) as Source

interface Row {
  number: string
  about: string
  state: string
  why: string
}

const page = documentAt('docs/asvs.md')
const rows = page.lines
  .filter((line) => /^\| \d/.test(line))
  .map((line): Row => {
    const [, number = '', about = '', state = '', why = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return { number, about, state, why }
  })

/** `/api/docs` is an address, and `URL` no file. */
const filesNamed = (text: string) =>
  [...text.matchAll(/`([^`\s/][^`\s]*)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => endings.test(name))

const candidates = (name: string) =>
  files.map(({ path }) => path).filter((path) => path === name || path.endsWith(`/${name}`))

test('every requirement of levels 1 and 2 has one row, in order', () => {
  expect(wanted).toHaveLength(253)
  expect(rows.map(({ number }) => number)).toEqual(wanted)
})

test('every row says what it is about, how that stands, and why', () => {
  const states = ['met', 'n/a', 'operator', '**open**']
  const vague = rows.filter(
    ({ about, state, why }) => !about || !states.includes(state) || why.length < 10,
  )
  expect(vague).toEqual([])
})

test('what is met names a test or a source', () => {
  const bare = rows.filter(({ state, why }) => {
    const proofs = filesNamed(why).filter((name) => !name.endsWith('.md'))
    return state === 'met' && proofs.length === 0
  })
  expect(bare).toEqual([])
})

test('every file that is named is one file of this repository', () => {
  const unclear = filesNamed(page.text)
    .map((name) => ({ name, found: candidates(name) }))
    .filter(({ found }) => found.length !== 1)
  expect(unclear).toEqual([])
})

test('every part of another document that is named is there', () => {
  const named = [...page.text.matchAll(/((?:"[^"]+"(?: and )?)+) in \[[^\]]+\]\(([^)]+)\)/g)]
  expect(named.length).toBeGreaterThan(10)
  const missing = named.flatMap(([, parts = '', link = '']) => {
    const headings = documentAt(join(dirname(page.path), link))?.lines ?? []
    return [...parts.matchAll(/"([^"]+)"/g)]
      .map(([, part]) => `## ${part}`)
      .filter((heading) => !headings.includes(heading))
  })
  expect(missing).toEqual([])
})

describe('docs/security.md', () => {
  test('lists what is open, and nothing else', () => {
    const { text } = documentAt('docs/security.md')
    const [, part = ''] = text.split(/^## (?:What ASVS 5\.0 still finds open|A login .*)$/m)
    const told = [...part.matchAll(/^\| ([\d. ]+) \|/gm)].flatMap(([, list = '']) =>
      list.split(' '),
    )
    const open = rows.filter(({ state }) => state === '**open**').map(({ number }) => number)
    expect(told).toEqual(open)
  })
})
