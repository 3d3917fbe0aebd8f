import type { Cents, ShillingsText } from '@mshahara/engine/units'
import { customType, type PgColumnBuilderBase, pgTable, sql, uuid } from './drizzle.ts'

/** An instant as ISO text, however it leaves the database. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz',
  fromDriver: (text) => new Date(text).toISOString(),
})

export const centsOf = (numeric: ShillingsText): Cents => Math.round(Number(numeric) * 100)

/** Shillings in the database, whole cents in TypeScript. */
export const money = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(14, 2)',
  fromDriver: centsOf,
  toDriver: (cents) => (cents / 100).toFixed(2),
})

export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (data) => Buffer.from(data),
})

/**
 * An area's choices, one row for each organisation. The migration says
 * `call settings_table('name', 'module')`, which also makes the rows.
 */
export const settingsTable = <N extends string, C extends Record<string, PgColumnBuilderBase>>(
  name: N,
  columns: C,
) => pgTable(name, { organization_id: uuid().primaryKey(), ...columns })

/**
 * A table that belongs to an organisation. The migration says `call org_table('name', 'module')`,
 * which adds row policy and activity trigger; here no query ever names the organisation.
 */
export function orgTable<N extends string, C extends Record<string, PgColumnBuilderBase>>(
  name: N,
  columns: C,
) {
  return pgTable(name, {
    organization_id: uuid().notNull().default(sql`app_org()`),
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    ...columns,
  })
}
