import type { Column } from './columns.ts'
import type { Property, RowType } from './types.ts'

/** What a row type claims against what PostgreSQL and the driver give. */

export const fits = (claimed: readonly string[], given: string): boolean => {
  if (given === 'json' || claimed.includes('any') || claimed.includes(given)) return true
  return given.endsWith('[]') && claimed.some((kind) => kind === 'any[]' || given === 'json[]')
}

/** With `*`, and not by its name: such a row may have more than anybody asks for. */
const isBrought = ({ name, isBare }: Column, text: string) =>
  isBare &&
  /\.\*|\b(?:select|returning) \*/.test(text) &&
  !new RegExp(`\\bas "?${name}\\b`).test(text)

interface Compared {
  text: string
  row: RowType
  columns: readonly Column[]
  kindOf(oid: number): string
}

export function complaints({ text, row, columns, kindOf }: Compared): string[] {
  const names = new Set(columns.map(({ name }) => name))
  const missing = row.properties.filter(({ name, optional }) => !optional && !names.has(name))
  return [
    ...missing.map(({ name }) => `${name} is no column`),
    ...columns.flatMap((column) => {
      const property = row.properties.find(({ name }) => name === column.name)
      const claimed = property?.kinds ?? row.others
      if (!claimed) return isBrought(column, text) ? [] : `${column.name} has no property`
      return complaintsOf(column, claimed, kindOf(column.oid))
    }),
  ]
}

function complaintsOf(column: Column, claimed: Property['kinds'], given: string): string[] {
  const said = `${column.name} is ${claimed.join(' | ')}`
  const isNull = column.nullable && !claimed.includes('null') && !claimed.includes('any')
  return [
    ...(fits(claimed, given) ? [] : [`${said}, and comes as ${given}`]),
    ...(isNull ? [`${said}, and can be null (${column.nullable})`] : []),
  ]
}
