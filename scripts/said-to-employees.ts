import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { isTest, sources } from './tidy-sources.ts'

/**
 * Sentences in the code of a call: what its handler, its schema and everything that those use can
 * say. It is read from the sources, so that a refusal nobody has run into is found too.
 */

const root = fileURLToPath(new URL('..', import.meta.url))

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
interface Module {
  path: string
  text: string
  /** What is declared at the top, by name. */
  declared: Map<string, Node>
  /** What comes from elsewhere, by its name here. */
  brought: Map<string, { path: string; name: string }>
  /** `export * from`. */
  whole: string[]
}
export interface Sentence {
  /** With `{}` where a value stands. */
  text: string
  path: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const listOf = (node: Node, key: string) => (node[key] as Node[] | undefined) ?? []
const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: string; value?: string }
  return name ?? String(value ?? '')
}

/** Our own file that an import names; packages are nobody's concern here. */
function pathOf(from: string, name: string): string | null {
  const found = /^@mshahara\/(contract|engine)(?:\/(.+))?$/.exec(name)
  if (found) return `packages/${found[1]}/src/${found[2] ?? 'index'}.ts`
  return name.startsWith('.') ? join(dirname(from), name).replaceAll('\\', '/') : null
}

const modules = new Map<string, Module | null>()

function moduleAt(path: string): Module | null {
  const known = modules.get(path)
  if (known !== undefined) return known
  const made = existsSync(join(root, path)) ? readModule(path) : null
  modules.set(path, made)
  return made
}

function readModule(path: string): Module {
  const text = readFileSync(join(root, path), 'utf8')
  const program = parseAst(text, { lang: 'ts' }) as unknown as Node
  const module: Module = { path, text, declared: new Map(), brought: new Map(), whole: [] }
  for (const statement of listOf(program, 'body')) readStatement(module, statement)
  return module
}

function readStatement(module: Module, statement: Node) {
  const source = nameOf(statement.source)
  const from = source && pathOf(module.path, source)
  if (statement.type === 'ExportAllDeclaration') {
    if (from) module.whole.push(from)
    return
  }
  for (const one of source ? listOf(statement, 'specifiers') : []) {
    const name = nameOf(one.imported ?? one.local)
    const here = nameOf(statement.type === 'ImportDeclaration' ? one.local : one.exported)
    if (from) module.brought.set(here, { path: from, name })
  }
  if (source) return
  const declaration = (statement.declaration ?? statement) as Node
  if (declaration.id) module.declared.set(nameOf(declaration.id), declaration)
  for (const one of listOf(declaration, 'declarations')) module.declared.set(nameOf(one.id), one)
}

interface Place {
  module: Module
  node: Node
}

/** Where a name is declared, through as many imports as it takes. */
function find(module: Module | null, name: string): Place | null {
  if (!module) return null
  const node = module.declared.get(name)
  if (node) return { module, node }
  const brought = module.brought.get(name)
  if (brought) return find(moduleAt(brought.path), brought.name)
  for (const path of module.whole) {
    const found = find(moduleAt(path), name)
    if (found) return found
  }
  return null
}

/** Said in both languages already, or never shown in a refusal. */
const noRefusals = new Set(['en', 'sw', 'summary', 'response'])
const skipped = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType'])

function partsOf(node: Node): Node[] {
  if (node.type === 'TaggedTemplateExpression') {
    return listOf(node.quasi as Node, 'expressions')
  }
  // Sentences of the contract have a typed twin in Swahili.
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'wordingOf') return []
  if (node.type === 'Property' && noRefusals.has(nameOf(node.key))) return []
  const without = (key: string) =>
    skipped.has(key) ||
    (key === 'property' && node.type === 'MemberExpression' && !node.computed) ||
    (key === 'key' && node.type === 'Property' && !node.shorthand)
  return Object.entries(node).flatMap(([key, value]) =>
    without(key) ? [] : [value].flat().filter(isNode),
  )
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return null
  return listOf(node, 'quasis')
    .map(({ value }) => (value as { cooked: string }).cooked)
    .join('{}')
}

/** Sentences that begin in one string and end in the next, `'a ' + 'b'`, are one. */
function joined(node: Node): string | null {
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return textOf(node)
  const [left, right] = [joined(node.left as Node), joined(node.right as Node)]
  if (left === null && right === null) return null
  return `${left ?? '{}'}${right ?? '{}'}`
}

/** Of what is reached from these places; `leaves` says where not to go. */
export function sentencesFrom(starts: Place[], leaves: (path: string) => boolean): Sentence[] {
  const seen = new Set<Node>()
  const said = new Map<string, Sentence>()
  const waiting = [...starts]
  const visit = (module: Module, node: Node) => {
    if (seen.has(node)) return
    seen.add(node)
    const text = joined(node)
    if (text !== null && isSentence(text)) said.set(text, { text, path: module.path })
    if (node.type === 'Identifier') {
      const found = find(module, nameOf(node))
      if (found && !leaves(found.module.path)) waiting.push(found)
    }
    if (text !== null && node.type === 'BinaryExpression') return
    for (const part of partsOf(node)) visit(module, part)
  }
  for (let next = waiting.pop(); next; next = waiting.pop()) visit(next.module, next.node)
  return [...said.values()]
}

/** Begins with a capital or a value, and has three words: less is a label. */
const isSentence = (text: string) => /^(?:[A-Z]|\{\}).*\S \S+ \S/.test(text) && !/[\n]/.test(text)

// ---------------------------------------------------------------- where a call begins

/** Handlers are typed by their call, alone or in an object of all of an area's. */
const alone = /\b(?:Handler|Staged)<(?:typeof contract\.)?(\w+)\['(\w+)'\]/
const together = /\b(?:Handlers)<(?:typeof contract\.)?(\w+)>/

/** `loans.create` → the handler and the call's own entry in the contract. */
export function placesOfCalls(): Map<string, Place[]> {
  const places = new Map<string, Place[]>()
  const add = (call: string, place: Place) => places.set(call, [...(places.get(call) ?? []), place])
  for (const source of sources(/\.ts$/, 'apps/server/src')) {
    if (isTest(source) || source.path.includes('/test/')) continue
    const module = moduleAt(source.path)
    if (module) addHandlers(module, add)
  }
  const index = moduleAt('packages/contract/src/index.ts')
  const contract = find(index, 'contract')
  for (const group of propertiesOf(contract)) {
    const calls = find(contract?.module ?? null, nameOf(group.value ?? group.key))
    for (const one of propertiesOf(calls)) {
      if (calls) add(`${nameOf(group.key)}.${nameOf(one.key)}`, { module: calls.module, node: one })
    }
  }
  return places
}

function addHandlers(module: Module, add: (call: string, place: Place) => void) {
  const groupOf = (alias: string) =>
    new RegExp(`type ${alias} = typeof contract\\.(\\w+)`).exec(module.text)?.[1] ?? alias
  for (const node of module.declared.values()) {
    const { start = 0, end = 0 } = ((node.id as Node | undefined)?.typeAnnotation ?? {}) as {
      start?: number
      end?: number
    }
    const type = module.text.slice(start, end)
    const one = alone.exec(type)
    if (one) add(`${groupOf(one[1] ?? '')}.${one[2]}`, { module, node })
    const all = together.exec(type)
    for (const property of all ? propertiesOf({ module, node }) : []) {
      add(`${groupOf(all?.[1] ?? '')}.${nameOf(property.key)}`, { module, node: property })
    }
  }
}

/** The entries of an object, however it is wrapped. */
function propertiesOf(place: Place | null): Node[] {
  if (!place) return []
  const { node } = place
  if (node.type === 'ObjectExpression') {
    return listOf(node, 'properties').filter(({ type }) => type === 'Property')
  }
  return childrenOf(node).flatMap((child) =>
    ['ObjectExpression', 'TSSatisfiesExpression', 'TSAsExpression'].includes(child.type)
      ? propertiesOf({ ...place, node: child })
      : [],
  )
}

/** Sentences for constraints, of the areas that employees write in. */
export function placesOfConstraints(area: string): Place[] {
  const module = moduleAt(`apps/server/src/${area}/index.ts`)
  const within = (node: Node): Node[] =>
    node.type === 'Property' && nameOf(node.key) === 'refusals'
      ? [node.value as Node]
      : childrenOf(node).flatMap(within)
  return [...(module?.declared.values() ?? [])]
    .flatMap(within)
    .flatMap((node) => (module ? [{ module, node }] : []))
}

/** A file as a whole, for what every call can run into. */
export function placesIn(path: string): Place[] {
  const module = moduleAt(path)
  return module ? [...module.declared.values()].map((node) => ({ module, node })) : []
}
