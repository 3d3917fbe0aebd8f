import type { BindingName, CallExpression, Node, SourceFile } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Compiled, within } from './sources.ts'

/** Who declares a name, and who calls a function. */

export interface Declared {
  node: Node
  name: BindingName
  from: Node | undefined
  parameter?: { of: Node; at: number }
}

export const lies = (inner: Node, outer: Node) =>
  inner.getSourceFile() === outer.getSourceFile() &&
  inner.pos >= outer.pos &&
  inner.end <= outer.end

function nameOf(called: Node): string | undefined {
  if (is.isFunctionDeclaration(called)) return called.name?.text
  const { parent } = called
  return is.isVariableDeclaration(parent) && is.isIdentifier(parent.name)
    ? parent.name.text
    : undefined
}

export const waits = (node: Node) =>
  within(node, (inner) => !is.isFunctionLikeDeclaration(inner)).some(is.isAwaitExpression)

/** `b` in `a.b` and `{ b: c }`. */
function isMerePropertyName(node: Node): boolean {
  const { parent } = node
  if (is.isPropertyAccessExpression(parent)) return parent.name === node
  return is.isPropertyAssignment(parent) && parent.name === node
}

export function namesIn(name: BindingName): Node[] {
  if (is.isIdentifier(name)) return [name]
  return name.elements.flatMap((element) =>
    is.isBindingElement(element) && element.name ? namesIn(element.name) : [],
  )
}

/** Where a name is declared inside a function; nothing for what the module declares. */
export function declarationOf(identifier: Node): Declared | undefined {
  if (!is.isIdentifier(identifier) || isMerePropertyName(identifier)) return undefined
  const called = ({ name }: { name?: BindingName | undefined }) =>
    name !== undefined && namesIn(name).some((one) => one.getText() === identifier.text)
  for (let node = identifier.parent; node.parent; node = node.parent) {
    if (is.isFunctionLikeDeclaration(node)) {
      const at = node.parameters.findIndex(called)
      const found = node.parameters[at]
      if (found?.name) {
        return { node: found, name: found.name, from: undefined, parameter: { of: node, at } }
      }
    }
    const lists = is.isBlock(node)
      ? node.statements.flatMap((one) => (is.isVariableStatement(one) ? one.declarationList : []))
      : is.isForOfStatement(node) && is.isVariableDeclarationList(node.initializer)
        ? [node.initializer]
        : []
    const found = lists.flatMap(({ declarations }) => [...declarations]).find(called)
    if (found) return { node: found, name: found.name, from: found.initializer }
    const local = is.isBlock(node) ? node.statements.filter(is.isFunctionDeclaration) : []
    const helper = local.find(({ name }) => name?.text === identifier.text)
    if (helper?.name) return { node: helper, name: helper.name, from: undefined }
  }
  return undefined
}

export function callReader({ files }: Compiled) {
  const known = new Map<SourceFile, CallExpression[]>()

  function callsIn(file: SourceFile): CallExpression[] {
    const calls = known.get(file) ?? within(file).filter(is.isCallExpression)
    known.set(file, calls)
    return calls
  }

  /** Of a function with a name: in its own file first, then in those that import it from there. */
  return (called: Node): CallExpression[] => {
    const name = nameOf(called)
    if (!name) return []
    const own = called.getSourceFile()
    const module = own.fileName.slice(own.fileName.lastIndexOf('/') + 1)
    const imports = new RegExp(`^import [^;']*\\b${name}\\b[^;']*'[^']*/${module}'`, 'm')
    return [own, ...files(imports)]
      .flatMap(callsIn)
      .filter(({ expression }) => is.isIdentifier(expression) && expression.text === name)
  }
}
