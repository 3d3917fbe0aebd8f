import type { RecordedKind } from '@mshahara/contract/benefit-records'
import type { House } from '@mshahara/engine/quarters'
import type { CarBody, Occupant } from '@mshahara/engine/statutory/benefits'
import { boolean, date, integer, sql, text, uuid } from '../../foundation/core/drizzle.ts'
import { instant, money, orgTable } from '../../foundation/core/org-table.ts'

export const benefits = orgTable('benefits', {
  employee_id: uuid().notNull(),
  kind: text().$type<RecordedKind>().notNull(),
  /** Cost, hire, bills of a month, or the rent of a house. */
  amount: money(),
  market: money(),
  agreed: money(),
  cc: integer(),
  body: text().$type<CarBody>(),
  farm: boolean(),
  occupant: text().$type<Occupant>(),
  house: text().$type<House>(),
  recovered: money(),
  total_income: money(),
  with_gains: boolean(),
  from: date().notNull(),
  to: date(),
  description: text(),
  created_at: instant().notNull().default(sql`app_now()`),
})
