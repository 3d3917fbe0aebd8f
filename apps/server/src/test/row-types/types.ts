import { SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Compiled } from './sources.ts'

/** What a row type claims, property by property. */
export interface Property {
  name: string
  optional: boolean
  /** string, number, boolean, null, undefined, any, object, Date, Buffer, string[], … */
  kinds: string[]
}
export interface RowType {
  properties: Property[]
  /** What an index signature says of all other columns. */
  others: string[] | null
}

const simple: [TypeFlags, string][] = [
  [TypeFlags.Any | TypeFlags.Unknown, 'any'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
]

export function typeReader({ checker }: Pick<Compiled, 'checker'>) {
  const kept = new Map<number, string[]>()

  function kindsOf(type: Type): string[] {
    const known = kept.get(type.id)
    if (known) return known
    const kinds = [...new Set(workOut(type))]
    kept.set(type.id, kinds)
    return kinds
  }

  function workOut(type: Type): string[] {
    const plain = simple.find(([flags]) => type.flags & flags)
    if (plain) return [plain[1]]
    if (type.isUnionType()) return type.getTypes().flatMap(kindsOf)
    if (type.isIntersectionType()) {
      // `number & { unit }` is a number with a unit.
      const kinds = type.getTypes().flatMap(kindsOf)
      const primitive = kinds.filter((kind) => kind !== 'object')
      return primitive.length ? primitive : ['object']
    }
    if (!type.isObjectType()) {
      const bound = checker.getBaseConstraintOfType(type)
      return bound && bound.id !== type.id ? kindsOf(bound) : ['any']
    }
    if (checker.isArrayLikeType(type) && type.isTypeReference()) {
      const inner = checker.getTypeArguments(type).flatMap(kindsOf)
      return [`${[...new Set(inner)].filter((kind) => kind !== 'null').join('|')}[]`]
    }
    const name = type.getSymbol()?.name ?? ''
    if (name === 'Uint8Array') return ['Buffer']
    return ['Buffer', 'Date'].includes(name) ? [name] : ['object']
  }

  /** Of a union, what any of its members claims. */
  function rowOf(type: Type): RowType | null {
    if (type.isUnionType()) {
      const members = type.getTypes().flatMap((member) => rowOf(member) ?? [])
      return members.length ? merged(members) : null
    }
    const bound = type.isObjectType() || type.isIntersectionType() ? type : boundOf(type)
    if (!bound) return null
    if (bound !== type) return rowOf(bound)
    const symbols = checker.getPropertiesOfType(type)
    const types = symbols.length ? checker.getTypeOfSymbol(symbols) : []
    const properties = symbols.map(({ name, flags }, index) => ({
      name,
      optional: (flags & SymbolFlags.Optional) !== 0,
      kinds: types[index] ? kindsOf(types[index]) : ['any'],
    }))
    const indexed = checker.getIndexInfosOfType(type).flatMap((info) => kindsOf(info.valueType))
    return { properties, others: indexed.length ? [...new Set(indexed)] : null }
  }

  function boundOf(type: Type): Type | null {
    const bound = checker.getBaseConstraintOfType(type)
    return bound && bound.id !== type.id ? bound : null
  }

  return { rowOf, kindsOf }
}

function merged(rows: RowType[]): RowType {
  const names = new Set(rows.flatMap(({ properties }) => properties.map(({ name }) => name)))
  const properties = [...names].map((name) => {
    const all = rows.flatMap((row) => row.properties.filter((one) => one.name === name))
    const kinds = [...new Set(all.flatMap((one) => one.kinds))]
    return { name, optional: all.some((one) => one.optional), kinds }
  })
  return { properties, others: rows.find(({ others }) => others)?.others ?? null }
}
