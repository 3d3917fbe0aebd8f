import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { readSites, type Site } from './sites.ts'
import { compile, pathOf } from './sources.ts'

/** Run by itself: prints every query of the server that says what its rows are, with its text. */

export interface Query extends Pick<Site, 'at' | 'row' | 'ours'> {
  /** As it goes to PostgreSQL, or nothing where it could not be put together. */
  text: string
}

const compiled = compile()
const { sites, fragments } = readSites(compiled)
const additions = fragments.additions()
compiled.close()

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const more = url.startsWith('file:') ? additions[pathOf(url)] : undefined
    return more ? { ...loaded, source: `${loaded.source}\n${more}` } : loaded
  },
})
const { Sql, sql } = await import('../../foundation/core/sql.ts')

/** Stands for what only a request knows. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, key) => {
    if (key === Symbol.toPrimitive) return () => 'x'
    if (key === Symbol.iterator) return [][Symbol.iterator]
    return anything
  },
  apply: () => anything,
})
const known: Record<string, () => unknown> = {}
const asking = new Set<string>()
/** A function that calls itself is given what it was given. */
function ask(key: string): unknown {
  if (asking.has(key)) return anything
  asking.add(key)
  try {
    return known[key]?.() ?? anything
  } finally {
    asking.delete(key)
  }
}
Object.assign(globalThis, {
  __known: known,
  __ask: ask,
  __anything: anything,
  // A condition that nobody in the product gives.
  __sql: sql`true`,
  __some: (given: Record<string, unknown>) =>
    new Proxy(given, { get: (_, key) => (key in given ? given[String(key)] : anything) }),
  __try: (work: () => unknown) => {
    try {
      return work()
    } catch {
      return anything
    }
  },
})
for (const path of Object.keys(additions)) await import(pathToFileURL(path).href)

function textOf({ parts, between, whole }: Site): string {
  try {
    if (!whole) {
      const given = between.map((key) => (key === null ? 0 : ask(key)))
      return new Sql(parts, given).written().text
    }
    const asked = ask(whole) as { text?: string } | string
    if (asked instanceof Sql) return asked.written().text
    return typeof asked === 'string' ? asked : String(asked.text)
  } catch {
    return ''
  }
}

const queries: Query[] = sites.map((site) => {
  const { at, row, ours } = site
  return { at, row, ours, text: textOf(site) }
})
// Some modules hold timers and pools; nothing of them is needed any more.
process.stdout.write(JSON.stringify(queries), () => process.exit())
