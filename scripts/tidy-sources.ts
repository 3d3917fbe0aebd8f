import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Source {
  /** From the root of the repository, with forward slashes. */
  path: string
  text: string
  lines: string[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const left = ['node_modules', 'dist', 'data', '.git', 'test-results', 'playwright-report']

/** Every file whose name matches, in the folders that people write. */
export function sources(endings: RegExp, folder = ''): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return left.includes(entry.name) ? [] : sources(endings, path)
    if (!entry.isFile() || !endings.test(entry.name)) return []
    const text = readFileSync(join(root, path), 'utf8')
    return [{ path, text, lines: text.replace(/\n$/, '').split('\n') }]
  })
}

/** An area, or a room of the foundation, by the name of its folder. */
export const ownerOf = (path: string): string =>
  /^apps\/server\/src\/(?:areas|foundation)\/([\w-]+)\//.exec(path)?.[1] ?? ''

export const fromFloor = (path: string) =>
  path.replace(/^apps\/server\/src\/(areas|foundation)\//, '')

export const isTest = ({ path }: Source) => /\.(test|spec)\.tsx?$/.test(path)

/** What a file imports: packages by name, our own files by their path from the root. */
export function importsOf({ path, text }: Source): string[] {
  const forms =
    /^(?:import|export)\b[^'"`;]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm
  return [...text.matchAll(forms)].map((found) => {
    const name = found[1] ?? found[2] ?? found[3] ?? ''
    return name.startsWith('.') ? join(dirname(path), name).replaceAll('\\', '/') : name
  })
}

/** Every circle among these arrows, with its members in alphabetical order. */
export function circlesIn(arrows: Map<string, Iterable<string>>): string[] {
  const reached = new Map([...arrows.keys()].map((from) => [from, reachedFrom(from, arrows)]))
  const circles = [...reached].flatMap(([from, far]) => {
    const members = [...far].filter((other) => reached.get(other)?.has(from))
    return far.has(from) ? [members.sort().join(' ')] : []
  })
  return [...new Set(circles)].sort()
}

function reachedFrom(from: string, arrows: Map<string, Iterable<string>>): Set<string> {
  const reached = new Set(arrows.get(from))
  // What is added on the way is visited too.
  for (const step of reached) for (const next of arrows.get(step) ?? []) reached.add(next)
  return reached
}

interface Stretch {
  name: string
  line: number
  length: number
}

/** Named functions; the formatter closes each at the indentation it was opened with. */
export function functionsOf({ lines }: Source): Stretch[] {
  const start =
    /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:[(<].*[{(]|\()$)/
  return lines.flatMap((line, index) => {
    const found = start.exec(line)
    if (!found) return []
    const indent = found[1] ?? ''
    const end = lines.findIndex((later, at) => at > index && closes(later, indent))
    const length = (end < 0 ? lines.length : end) - index + 1
    return [{ name: found[2] ?? found[3] ?? '', line: index + 1, length }]
  })
}

/** `}: Props) {` closes a list of parameters, not the function. */
function closes(line: string, indent: string): boolean {
  return line.startsWith(`${indent}}`) && !/[{(]$/.test(line)
}

/** Lines over the limit once long strings and addresses, which cannot be broken, are set aside. */
export function longLines({ lines }: Source, limit: number): number[] {
  let inTemplate = false
  return lines.flatMap((line, index) => {
    const began = inTemplate
    if ((line.match(/(?<!\\)`/g)?.length ?? 0) % 2 === 1) inTemplate = !inTemplate
    if (line.length <= limit || began || inTemplate) return []
    const unbroken =
      /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|(?<=[=(,:]\s*)\/(?:[^/\\]|\\.)+\/|https?:\S+/g
    return line.replace(unbroken, '').length > limit ? [index + 1] : []
  })
}
