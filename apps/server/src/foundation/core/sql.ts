import type { QueryResult } from 'pg'
import { found } from './fail.ts'

/** SQL whose values travel beside it: only what `raw` names ever becomes part of the text. */
export class Sql {
  readonly #parts: readonly string[]
  readonly #given: readonly unknown[]

  constructor(parts: readonly string[], given: readonly unknown[]) {
    this.#parts = parts
    this.#given = given
  }

  /** The text with its places numbered after those of the query around it. */
  written(values: unknown[] = []): { text: string; values: unknown[] } {
    let text = this.#parts[0] ?? ''
    this.#given.forEach((value, index) => {
      text += value instanceof Sql ? value.written(values).text : `$${values.push(value)}`
      text += this.#parts[index + 1] ?? ''
    })
    return { text, values }
  }
}

type Tag<T> = (parts: TemplateStringsArray, ...given: unknown[]) => T

/** A fragment, or a whole query to be handed on. */
export const sql: Tag<Sql> = (parts, ...given) => new Sql(parts, given)

/** Names of columns and tables that the program knows. Never what somebody sent. */
export const raw = (text: string) => new Sql([text], [])

/** Fragments one after another: `joined(columns, ', ')`. */
export const joined = (list: readonly Sql[], between: string) =>
  new Sql(['', ...list.slice(1).map(() => between), ''], list)

/** A part of a long list, as people ask for it. */
export interface Slice {
  search?: string | undefined
  offset?: number | undefined
  limit?: number | undefined
}

/** Whether the text contains what somebody looks for, whatever the case; all of it for nothing. */
export function containing(text: Sql, search: string | undefined): Sql {
  const wanted = (search ?? '').trim().toLowerCase()
  if (!wanted) return sql`true`
  return sql`lower(${text}) like ${`%${wanted.replace(/[\\%_]/g, '\\$&')}%`}`
}

/** What a transaction answers: tx.all`select … where id = ${id}`. */
export interface Queries {
  all<Row extends object>(parts: TemplateStringsArray, ...given: unknown[]): Promise<Row[]>
  /** The row, or 404. */
  one<Row extends object>(parts: TemplateStringsArray, ...given: unknown[]): Promise<Row>
  maybe<Row extends object>(
    parts: TemplateStringsArray,
    ...given: unknown[]
  ): Promise<Row | undefined>
  /** How many rows it touched. */
  run: Tag<Promise<number>>
}

interface Client {
  query(query: { text: string; values: unknown[] }): Promise<QueryResult>
}

export function queriesOn(client: Client): Queries {
  const ask = (parts: TemplateStringsArray, given: unknown[]) =>
    client.query(new Sql(parts, given).written())
  return {
    all: async (parts, ...given) => (await ask(parts, given)).rows,
    one: async (parts, ...given) => found((await ask(parts, given)).rows[0]),
    maybe: async (parts, ...given) => (await ask(parts, given)).rows[0],
    run: async (parts, ...given) => (await ask(parts, given)).rowCount ?? 0,
  }
}
