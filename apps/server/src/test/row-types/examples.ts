import type { Node } from 'typescript/unstable/ast'
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Compiled } from './sources.ts'

/** A value for what only a request knows, written as source: something of its type. */
export function exampleReader({ checker }: Compiled) {
  /** A transaction or a request has no words for a query. */
  function isMachinery(node: Node): boolean {
    const type = checker.getTypeAtLocation(node)
    return !type || ['Ctx', 'Tx', 'PlatformTx'].includes(checker.typeToString(type))
  }

  function madeUp(name: Node): string {
    const type = checker.getTypeAtLocation(name)
    return type ? example(type, 0) : '__anything'
  }

  function example(type: Type, depth: number): string {
    if (type.flags & TypeFlags.Boolean) return 'true'
    if (type.isLiteralType()) return JSON.stringify(type.value)
    if (type.isUnionType()) {
      const absent = TypeFlags.Null | TypeFlags.Undefined
      const [first] = type.getTypes().filter(({ flags }) => !(flags & absent))
      return first ? example(first, depth) : 'null'
    }
    if (type.flags & TypeFlags.Number) return '1'
    if (!type.isObjectType() || depth > 1) return '__anything'
    if (type.getSymbol()?.name === 'Sql') return '__sql'
    if (checker.isArrayLikeType(type) && type.isTypeReference()) {
      const [inner] = checker.getTypeArguments(type)
      return inner ? `[${example(inner, depth)}]` : '[]'
    }
    return exampleObject(type, depth)
  }

  /** Its words and fragments; nothing else of it finds its way into a text. */
  function exampleObject(type: Type, depth: number): string {
    const symbols = checker.getPropertiesOfType(type)
    if (symbols.length === 0 || symbols.length > 60) return '__anything'
    const types = checker.getTypeOfSymbol(symbols)
    const parts = symbols.flatMap(({ name }, index) => {
      const inner = types[index]
      const value = inner ? example(inner, depth + 1) : '__anything'
      return value === '__anything' || !/^\w+$/.test(name) ? [] : `${name}: ${value}`
    })
    return parts.length ? `__some({ ${parts.join(', ')} })` : '__anything'
  }

  return { madeUp, isMachinery }
}
