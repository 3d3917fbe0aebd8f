import { inForce } from '@mshahara/engine/dated'
import { rules } from '@mshahara/engine/statutory/index'
import type { Tx } from '../../foundation/core/db.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import { payMonth, type Scope, within } from '../../foundation/pay/intake.ts'
import { sourcesOf, workOut, writeFigures } from './figures.ts'
import { claimAll, freeAll } from './intakes.ts'
import { seal, unseal } from './seals.ts'
import type { Drafted } from './source.ts'

/** Fills a draft: claim, read, work out, write. The number of queries does not grow with people. */

/** A long run is taken in this many parts at most: memory stays small, and none blocks for long. */
const mostParts = 10
const leastPerPart = 250

/** What the figures rest on, kept with the run. */
export const rulesOf = (month: string) =>
  Object.fromEntries(
    Object.entries(rules).map(([name, versions]) => {
      const { from, source } = inForce(versions as never, month)
      return [name, { from, source }]
    }),
  )

export async function calculate(
  tx: Tx,
  secrets: Secrets,
  run: Drafted,
  scope: Scope,
  progress: (done: number, total: number) => Promise<void> = async () => {},
): Promise<number> {
  // What was due when it was last worked out may be due no longer.
  await freeAll(tx, scope, run.kind)
  await claimAll(tx, payMonth(run.month), scope, run.kind)
  if (!scope.payslip_id) await unseal(tx, scope.payroll_id)
  const slips = await tx.all<{ id: string }>`select p.id from payslips p where ${within(scope)}`
  const perPart = Math.max(leastPerPart, Math.ceil(slips.length / mostParts))
  for (let first = 0; first < slips.length; first += perPart) {
    const part = slips.slice(first, first + perPart).map(({ id }) => id)
    const rows = await workOut(await sourcesOf(tx, run, part), run)
    await seal(tx, secrets, scope.payroll_id, await writeFigures(tx, rows))
    await progress(Math.min(first + perPart, slips.length), slips.length)
  }
  return slips.length
}
