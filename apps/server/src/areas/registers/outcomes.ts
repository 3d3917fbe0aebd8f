import type { contract } from '@mshahara/contract'
import type {
  RegisterCompared,
  RegisterFigure,
  RegisterOutcome,
} from '@mshahara/contract/registers'
import type { Tx } from '../../foundation/core/db.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { loadRun, ofEmployees } from '../../foundation/pay/runs.ts'

/** That a payroll was compared, and how it came out: the last time counts, of each payroll once. */

type Result = Pick<RegisterCompared, 'equal' | 'people_count' | 'equal_count'>

/** By whom and when, and what the payroll came to, the database says. */
export async function remember(
  tx: Tx,
  payroll_id: string,
  { equal, people_count, equal_count }: Result,
  figures: readonly RegisterFigure[],
) {
  await tx.run`insert into register_outcomes (id, people, equal_people, equal, figures)
    values (${payroll_id}, ${people_count}, ${equal_count}, ${equal}, ${figures})
    on conflict (organization_id, id) do update set people = excluded.people,
      equal_people = excluded.equal_people, equal = excluded.equal, figures = excluded.figures`
}

type OutcomeRow = Omit<RegisterOutcome, 'figures'> & { figures: string[] }

export const outcome: Handler<(typeof contract.registers)['outcome']> = async (
  { tx },
  { params },
) => {
  await loadRun(tx, ofEmployees, params.id)
  const row = await tx.maybe<OutcomeRow>`select o.equal, o.people, o.equal_people, o.figures,
      o.made_by, o.made_at, o.digest = compared_figures(o.organization_id, o.id) as stands
    from register_outcomes o where o.id = ${params.id}`
  return row ? { ...row, figures: row.figures as RegisterFigure[] } : null
}
