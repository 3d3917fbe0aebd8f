import { describe, expect, test } from 'vitest'
import { areas as serverAreas } from '../apps/server/src/app.ts'
import { testFiles } from './test-files.ts'
import {
  circlesIn,
  functionsOf,
  importsOf,
  isTest,
  longLines,
  ownerOf,
  type Source,
  sources,
} from './tidy-sources.ts'

/** In the order of dependency: an area calls only areas before it. */
const areas = serverAreas.map(({ name }) => name)
const code = sources(/\.tsx?$/)
const written = [...code, ...sources(/\.(sql|css|md|json|html|ya?ml)$/)].filter(
  ({ path }) => path !== 'package-lock.json',
)
const product = code.filter((source) => !isTest(source))
const below = (folder: string, list = product) =>
  list.filter(({ path }) => path.startsWith(`${folder}/`))

/** Every import of these files that the rule refuses, as `file → import`. */
function refused(list: Source[], isAllowed: (name: string, source: Source) => boolean): string[] {
  return list.flatMap((source) =>
    importsOf(source)
      .filter((name) => !isAllowed(name, source))
      .map((name) => `${source.path} → ${name}`),
  )
}

function matches(list: Source[], pattern: RegExp): string[] {
  return list.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
    ),
  )
}

const inside = (name: string, folder: string) => name.startsWith(`${folder}/`)
const isPackage = (name: string, wanted: string) => name === wanted || inside(name, wanted)
/** What areas rely on, on the floor below them. */
const rooms = [...new Set(below('apps/server/src/foundation').map(({ path }) => ownerOf(path)))]

describe('arrows', () => {
  test('every area is a folder of its name', () => {
    const folders = new Set(below('apps/server/src/areas').map(({ path }) => ownerOf(path)))
    expect([...folders].sort()).toEqual([...areas].sort())
  })

  test('the engine imports nothing', () => {
    const engine = below('packages/engine')
    expect(refused(engine, (name) => inside(name, 'packages/engine/src'))).toEqual([])
  })

  test('the contract imports zod and the engine', () => {
    const allowed = (name: string) =>
      inside(name, 'packages/contract/src') ||
      isPackage(name, 'zod') ||
      isPackage(name, '@mshahara/engine')
    expect(refused(below('packages/contract'), allowed)).toEqual([])
  })

  test('a server area calls areas before it by index.ts and reads tables by tables.ts', () => {
    const allowed = (name: string, { path }: Source) => {
      const from = ownerOf(path)
      const to = ownerOf(name)
      if (to === from || !areas.includes(to)) return true
      if (name.endsWith('/tables.ts')) return true
      return name.endsWith('/index.ts') && areas.indexOf(to) < areas.indexOf(from)
    }
    const inAreas = below('apps/server').filter(({ path }) => areas.includes(ownerOf(path)))
    expect(refused(inAreas, allowed)).toEqual([])
  })

  test('the rooms that areas rely on know no area', () => {
    const isArea = (name: string) => areas.includes(ownerOf(name))
    const inRooms = below('apps/server/src/foundation')
    expect(inRooms.length).toBeGreaterThan(rooms.length)
    expect(refused(inRooms, (name) => !isArea(name))).toEqual([])
  })

  test('core holds what every area uses, and app.ts is a list', () => {
    const linesOf = (list: Source[]) => list.reduce((sum, { lines }) => sum + lines.length, 0)
    expect(linesOf(below('apps/server/src/foundation/core'))).toBeLessThan(1800)
    const app = product.filter(({ path }) => path === 'apps/server/src/app.ts')
    expect(linesOf(app)).toBeGreaterThan(0)
    expect(linesOf(app)).toBeLessThanOrEqual(120)
  })

  test('the simulator knows nothing of ours, and nobody knows it', () => {
    const own = 'apps/simulator/src'
    const itself = below('apps/simulator', code)
    const allowed = (name: string) =>
      inside(name, own) || name.startsWith('node:') || name === 'vitest'
    expect(itself.length).toBeGreaterThan(20)
    expect(refused(itself, allowed)).toEqual([])
    const others = code.filter(({ path }) => !path.startsWith('apps/simulator/'))
    const isKnown = (name: string) => inside(name, own) || isPackage(name, '@mshahara/simulator')
    expect(refused(others, (name) => !isKnown(name))).toEqual([])
  })

  test('server and web meet only in the contract, and tests stay out of the product', () => {
    const strangers = (path: string) =>
      path.startsWith('apps/web/')
        ? 'apps/server'
        : path.startsWith('apps/server/')
          ? 'apps/web'
          : ''
    const allowed = (name: string, { path }: Source) => {
      const stranger = strangers(path)
      if (stranger && (inside(name, stranger) || name === `@mshahara/${stranger.slice(5)}`)) {
        return false
      }
      return path.startsWith('apps/server/src/test/') || !inside(name, 'apps/server/src/test')
    }
    expect(refused(below('apps'), allowed)).toEqual([])
  })
})

describe('circles of imports', () => {
  const arrowsOf = (folder: string) =>
    new Map(below(folder).map((one) => [one.path, importsOf(one)]))

  test.each(['packages', 'apps/web/src', 'apps/server/src', 'apps/simulator/src'])(
    '%s has none',
    (folder) => {
      expect(circlesIn(arrowsOf(folder))).toEqual([])
    },
  )
})

describe('rooms of the web application', () => {
  const web = below('apps/web/src')
  const roomOf = (path: string) => /^apps\/web\/src\/([\w-]+)\//.exec(path)?.[1] ?? ''
  const isShared = (room: string) => room === 'lib' || room === 'ui'
  const isArea = (room: string) => room !== '' && !isShared(room)

  test('the parts every screen uses know no screen', () => {
    const shared = web.filter(({ path }) => isShared(roomOf(path)))
    expect(refused(shared, (name) => !isArea(roomOf(name)))).toEqual([])
  })

  test('an area meets another by its index.ts', () => {
    const allowed = (name: string, { path }: Source) => {
      const room = roomOf(name)
      return !isArea(room) || room === roomOf(path) || name.endsWith(`/${room}/index.ts`)
    }
    const inAreas = web.filter(({ path }) => isArea(roomOf(path)))
    expect(refused(inAreas, allowed)).toEqual([])
  })

  test('numbers are read by ui/money.tsx alone, which knows what a comma means (B27)', () => {
    expect(matches(web, /\bNumberInput\b/)).toEqual([])
  })

  test('no two areas need each other', () => {
    const arrows = new Map<string, Set<string>>()
    for (const source of web.filter(({ path }) => isArea(roomOf(path)))) {
      const from = roomOf(source.path)
      const needed = arrows.get(from) ?? new Set()
      arrows.set(from, needed)
      for (const to of importsOf(source).map(roomOf)) if (isArea(to) && to !== from) needed.add(to)
    }
    expect(arrows.size).toBeGreaterThan(10)
    expect(circlesIn(arrows)).toEqual([])
  })
})

describe('sizes', () => {
  test('no file exceeds 400 lines', () => {
    const long = code.filter(({ lines }) => lines.length > 400)
    expect(long.map(({ path, lines }) => `${path}: ${lines.length} lines`)).toEqual([])
  })

  test('no function exceeds 70 lines', () => {
    const long = product.flatMap((source) =>
      functionsOf(source)
        .filter(({ length }) => length > 70)
        .map(({ name, line, length }) => `${source.path}:${line} ${name}: ${length} lines`),
    )
    expect(long).toEqual([])
  })

  test('no line exceeds 100 columns', () => {
    const long = code.flatMap((source) =>
      longLines(source, 100).map((line) => `${source.path}:${line}`),
    )
    expect(long).toEqual([])
  })
})

test('a fault test says that it is slow', () => {
  const faults = testFiles.filter(({ path }) => path.endsWith('.fault.test.ts'))
  expect(faults.length).toBeGreaterThan(20)
  expect(faults.filter(({ pace }) => pace !== 'slow')).toEqual([])
})

describe('words', () => {
  test('folders are named by subject', () => {
    const kinds =
      /(^|\/)(services|repositories|dtos|dialogs|hooks|utils|helpers|types|common|shared|misc)\//
    expect(written.map(({ path }) => path).filter((path) => kinds.test(path))).toEqual([])
  })

  test('time comes from the clock that was handed over', () => {
    const pure = [...below('packages/engine'), ...below('apps/server')].filter(
      ({ path }) =>
        path !== 'apps/server/src/foundation/core/clock.ts' &&
        !path.startsWith('apps/server/src/test/'),
    )
    expect(matches(pure, /\bDate\.now\(\)|\bnew Date\(\)/)).toEqual([])
  })

  test('nothing is left for later and no test is singled out', () => {
    // Assembled here, so that this file does not match itself.
    const reminders = new RegExp(
      `\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`,
    )
    const singled = new RegExp(
      `\\b(it|test|describe)\\.(${['on' + 'ly', 'sk' + 'ip'].join('|')})\\(`,
    )
    expect(matches(written, reminders)).toEqual([])
    expect(matches(code, singled)).toEqual([])
  })

  test('no path of one machine is written down', () => {
    const homes = new RegExp(
      `(^|[^\\w.])/(${['work', 'root', 'farm', 'home', 'Users'].join('|')})/[a-z.]`,
    )
    expect(matches(written, homes)).toEqual([])
  })

  test('the lock file names no download address', () => {
    const lock = sources(/^package-lock\.json$/).filter(({ path }) => path === 'package-lock.json')
    expect(lock).toHaveLength(1)
    expect(matches(lock, /"resolved": "(https?|git)/)).toEqual([])
  })
})
