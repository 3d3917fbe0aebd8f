import { boolean } from '../../foundation/core/drizzle.ts'
import { money, settingsTable } from '../../foundation/core/org-table.ts'

/** Which acts need a second person (B29). */
export const makerCheckerSettings = settingsTable('maker_checker_settings', {
  /** Null: as soon as two people may approve payrolls. */
  confirming: boolean(),
  reversal: boolean().notNull(),
  salary: boolean().notNull(),
  payee: boolean().notNull(),
  joining: boolean().notNull(),
  /** Null: pay items need nobody else. */
  items_above: money(),
})
