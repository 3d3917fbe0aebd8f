import { createRequire } from 'node:module'

/**
 * The query builder, in the form that loads quickly. Node reads the package's own list of files,
 * 180 kB of JSON, again for each of its two hundred ES modules: a quarter of the server's start.
 * Its CommonJS files say by their names what they are.
 */
const load = createRequire(import.meta.url)
const orm = load('drizzle-orm') as typeof import('drizzle-orm')
const columns = load('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core')
const driver = load('drizzle-orm/node-postgres') as typeof import('drizzle-orm/node-postgres')

export const { and, asc, desc, eq, getTableName, inArray, ne, sql } = orm
export const { bigint, boolean, customType, date, integer, jsonb, numeric, pgTable, text, uuid } =
  columns
export const { drizzle } = driver

export type { SQL } from 'drizzle-orm'
export type { NodePgDatabase } from 'drizzle-orm/node-postgres'
export type { PgColumn, PgColumnBuilderBase, PgTable } from 'drizzle-orm/pg-core'
