import { sql } from '../../foundation/core/sql.ts'
import { type Had, partOf } from '../../foundation/pay/had.ts'
import type { Intake } from '../../foundation/pay/intake.ts'

/** What the monthly run takes in of what somebody has besides money (B33). */

/** The days are those within the month: what ends it later changes no draft of this one. */
export const benefitsIntake: Intake<Had[] | null> = {
  name: 'benefits',
  sparse: 'unsaid',
  source: ({ month }) => sql`select value
    from benefits_in(e.organization_id, e.id, ${month}) value where value is not null`,
  parts: (list) => (list ?? []).map(partOf),
}
