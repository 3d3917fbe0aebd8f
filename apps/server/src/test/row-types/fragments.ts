import type { Node, ParameterDeclaration } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { callReader, type Declared, declarationOf, lies, namesIn, waits } from './declarations.ts'
import { exampleReader } from './examples.ts'
import { type Compiled, within } from './sources.ts'

/**
 * Parts of a query that are put together at run time. Each is written as a function that is added
 * to the end of its own module and run there: module constants and helpers are the real ones, what
 * is declared in the function around it is declared again, and a parameter is what a caller gives
 * for it, or else something of its type.
 */
export interface Fragments {
  /** The name under which the value of an expression can be asked for. */
  ask(expression: Node): string
  /** What is to be added to each module. */
  additions(): Record<string, string>
}

export function fragmentReader(compiled: Compiled): Fragments {
  const { madeUp, isMachinery } = exampleReader(compiled)
  const callsOf = callReader(compiled)
  const functions = new Map<string, { path: string; text: string }>()

  function ask(expression: Node): string {
    const path = expression.getSourceFile().fileName
    const key = `${path}:${expression.getStart()}-${expression.getEnd()}`
    if (functions.has(key)) return key
    functions.set(key, { path, text: waits(expression) ? `() => ${madeUp(expression)}` : '' })
    if (waits(expression)) return key
    const lines: string[] = []
    declare(expression, expression, lines, new Set(), new Set())
    const text = `() => {\n${lines.join('\n')}\nreturn (${expression.getText()}\n) }`
    functions.set(key, { path, text })
    return key
  }

  /** Declares what a piece of source takes from the functions around it. */
  function declare(piece: Node, whole: Node, lines: string[], done: Set<Node>, names: Set<string>) {
    for (const node of within(piece)) {
      const declared = declarationOf(node)
      if (!declared || done.has(declared.node) || lies(declared.node, whole)) continue
      done.add(declared.node)
      const bound = namesIn(declared.name).map((name) => name.getText())
      // An outer one of the same name.
      if (bound.some((name) => names.has(name))) continue
      for (const name of bound) names.add(name)
      if (is.isFunctionDeclaration(declared.node)) {
        declare(declared.node, declared.node, lines, done, names)
        lines.push(declared.node.getText())
        continue
      }
      const value = declared.parameter ? given(declared) : declared.from
      if (typeof value === 'string') {
        lines.push(`const ${declared.name.getText()} = ${value}`)
      } else if (value && !waits(value)) {
        declare(value, whole, lines, done, names)
        lines.push(`const ${declared.name.getText()} = __try(() => (${value.getText()}\n))`)
      } else {
        const names = namesIn(declared.name)
        lines.push(...names.map((name) => `const ${name.getText()} = ${madeUp(name)}`))
      }
    }
  }

  /** What the first caller gives, or the default. */
  function given({ node, parameter }: Declared): string | Node | undefined {
    const { initializer } = node as ParameterDeclaration
    if (initializer) return initializer
    if (!parameter || isMachinery(node)) return undefined
    const argument = callsOf(parameter.of).find(({ arguments: all }) => all.length > parameter.at)
    if (argument) return `__ask(${JSON.stringify(ask(argument.arguments[parameter.at] as Node))})`
    return undefined
  }

  function additions() {
    const texts: Record<string, string> = {}
    for (const [key, { path, text }] of functions) {
      texts[path] = `${texts[path] ?? ''}\n__known[${JSON.stringify(key)}] = ${text};`
    }
    return texts
  }

  return { ask, additions }
}
