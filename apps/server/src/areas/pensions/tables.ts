import type { schemeBases, schemeKinds } from '@mshahara/contract/pensions'
import { boolean, numeric, sql, text, uuid } from '../../foundation/core/drizzle.ts'
import { instant, money, orgTable } from '../../foundation/core/org-table.ts'

const percent = () => numeric({ precision: 5, scale: 2, mode: 'number' })
const created_at = () => instant().notNull().default(sql`app_now()`)
const parts = () => ({
  own_percent: percent(),
  own_amount: money(),
  employer_percent: percent(),
  employer_amount: money(),
})

export const pension_schemes = orgTable('pension_schemes', {
  name: text().notNull(),
  number: text(),
  kind: text().$type<(typeof schemeKinds)[number]>().notNull(),
  base: text().$type<(typeof schemeBases)[number]>().notNull(),
  cap: money(),
  ...parts(),
  contracts_out: boolean().notNull().default(false),
  created_at: created_at(),
})

export const pension_members = orgTable('pension_members', {
  scheme_id: uuid().notNull(),
  employee_id: uuid().notNull(),
  member_no: text(),
  /** Months, such as '2026-02'; `to` is the last. */
  from: text().notNull(),
  to: text(),
  ...parts(),
  created_at: created_at(),
})
