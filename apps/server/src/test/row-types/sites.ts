import type { Node, SourceFile, TemplateLiteral, TypeNode } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { Type } from 'typescript/unstable/sync'
import { type Fragments, fragmentReader } from './fragments.ts'
import { type Compiled, root, within } from './sources.ts'
import { type RowType, typeReader } from './types.ts'

/** Where the server asks for rows and says what they are. */

interface Claim {
  /** `apps/server/src/areas/users/people.ts:59` */
  at: string
  /** Null where a type parameter stands for it: the callers say it. */
  row: RowType | null
  /** Read by the server's own connections, whose days and numbers are theirs. */
  ours: boolean
}
export interface Site extends Claim {
  /** Text and, between, the names of fragments; null for a value. */
  parts: string[]
  between: (string | null)[]
  /** The name of the text itself, where it is no template. */
  whole?: string
}

const asks = /\.(?:all|one|maybe)[<`]|query<|eachRow</
const tags = ['all', 'one', 'maybe']
/** Functions that take SQL and say by a type argument what its rows are: where the SQL stands. */
const calls: Record<string, number> = { query: 0, eachRow: 1 }

export function readSites(compiled: Compiled): { sites: Site[]; fragments: Fragments } {
  const fragments = fragmentReader(compiled)
  const ask = asker(compiled, fragments)
  const sites = compiled.files(asks).flatMap((file) =>
    within(file).flatMap((node) => {
      const site = ask(node)
      return site && claimsSomething(site.row) ? [{ ...site, at: placeOf(node, file) }] : []
    }),
  )
  return { sites, fragments }
}

/** Any object at all, or a record of whatever: nothing that could be wrong. */
const claimsSomething = (row: RowType | null) =>
  !row || row.properties.length > 0 || (row.others !== null && !row.others.includes('any'))

function placeOf(node: Node, file: SourceFile): string {
  const line = file.text.slice(0, node.getStart()).split('\n').length
  return `${file.fileName.slice(root.length)}:${line}`
}

function asker({ checker }: Compiled, fragments: Fragments) {
  const { rowOf } = typeReader({ checker })

  function ask(node: Node): Omit<Site, 'at'> | null {
    if (is.isTaggedTemplateExpression(node) && is.isPropertyAccessExpression(node.tag)) {
      if (!tags.includes(node.tag.name.text)) return null
      const [claimed] = node.typeArguments ?? []
      const type = claimed ? checker.getTypeFromTypeNode(claimed) : inferred(node)
      const row = type ? rowOf(type) : null
      // Nobody says anything of its rows.
      if (!claimed && !row) return null
      return { row, ours: true, ...partsOf(node.template) }
    }
    if (!is.isCallExpression(node)) return null
    const { expression, typeArguments } = node
    const called = is.isPropertyAccessExpression(expression) ? expression.name : expression
    const text = node.arguments[calls[called.getText()] ?? -1]
    const claimed: TypeNode | undefined = typeArguments?.[0]
    if (!text || !claimed) return null
    const type = checker.getTypeFromTypeNode(claimed)
    return {
      row: type ? rowOf(type) : null,
      ours: !is.isPropertyAccessExpression(expression) || isPooled(expression.expression),
      parts: [],
      between: [],
      whole: fragments.ask(text),
    }
  }

  /** Other connections have the driver's own days and numbers. */
  function isPooled(client: Node): boolean {
    const type = checker.getTypeAtLocation(client)
    return type ? checker.typeToString(type) === 'PoolClient' : false
  }

  /** Of `return tx.all…`: Promise<Row[]>, where what is returned says it. */
  function inferred(node: Node): Type | undefined {
    const promise = checker.getTypeAtLocation(node)
    const [rows] = promise?.isTypeReference() ? checker.getTypeArguments(promise) : []
    if (!rows?.isTypeReference() || !checker.isArrayType(rows)) return rows
    return checker.getTypeArguments(rows)[0]
  }

  function partsOf(template: TemplateLiteral) {
    if (is.isNoSubstitutionTemplateLiteral(template)) return { parts: [template.text], between: [] }
    const spans = [...template.templateSpans]
    const types = checker.getTypeAtLocation(spans.map(({ expression }) => expression))
    return {
      parts: [template.head.text, ...spans.map(({ literal }) => literal.text)],
      between: spans.map(({ expression }, index) =>
        types[index] && isSql(types[index]) ? fragments.ask(expression) : null,
      ),
    }
  }

  return ask
}

const isSql = (type: Type): boolean =>
  type.isUnionType() ? type.getTypes().some(isSql) : type.getSymbol()?.name === 'Sql'
