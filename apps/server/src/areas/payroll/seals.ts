import type { Tx } from '../../foundation/core/db.ts'
import type { Secrets } from '../../foundation/core/secrets.ts'
import type { SlipDigest } from '../../foundation/pay/drafting.ts'
import { sourcesOf, unchanged, workOut } from './figures.ts'
import type { Drafted, SourceRow } from './source.ts'

/**
 * The figures of a draft are those that the server worked out, whoever could write into its
 * payslips: those that were worked out together have a seal that only the server can make.
 */

const sealOf = (secrets: Secrets, digests: string[]) =>
  secrets.digest('payslips', digests.join()).toString('base64url')

export const seal = (
  tx: Tx,
  secrets: Secrets,
  payroll_id: string,
  slips: readonly SlipDigest[],
) => tx.run`insert into payslip_seals (payroll_id, slips, seal) values (${payroll_id},
    ${slips.map(({ id }) => id)}::uuid[],
    ${sealOf(
      secrets,
      slips.map(({ digest }) => digest),
    )})`

/** All of a run is worked out anew. */
export const unseal = (tx: Tx, payroll_id: string) =>
  tx.run`delete from payslip_seals where payroll_id = ${payroll_id}`

/** The payslips of seals that hold. */
async function sealed(
  tx: Tx,
  secrets: Secrets,
  payroll_id: string,
  slips: readonly SlipDigest[],
): Promise<Set<string>> {
  const digests = new Map(slips.map(({ id, digest }) => [id, digest]))
  const seals = await tx.all<{ slips: string[]; seal: string }>`
    select to_json(slips) as slips, seal from payslip_seals where payroll_id = ${payroll_id}`
  const holding = seals.filter(
    (one) =>
      one.seal ===
      sealOf(
        secrets,
        one.slips.map((id) => digests.get(id) ?? ''),
      ),
  )
  return new Set(holding.flatMap((one) => one.slips))
}

/** Whatever is due is held by the payslip, as after every calculation. */
const hasAll = ({ waiting }: SourceRow) => !waiting

/** So many are worked out at a time: memory stays small. */
const atOnce = 1000

/**
 * Which payslips of a run are not as they were worked out. Those without a seal that holds are
 * worked out again: one of them was taken out or changed, or the seal is missing or of another key.
 */
export async function rewritten(
  tx: Tx,
  secrets: Secrets,
  payroll_id: string,
  slips: readonly SlipDigest[],
): Promise<string[]> {
  const known = await sealed(tx, secrets, payroll_id, slips)
  const doubtful = slips.map(({ id }) => id).filter((id) => !known.has(id))
  if (doubtful.length === 0) return []
  const run = await tx.one<Drafted>`select kind, month from payrolls where id = ${payroll_id}`
  const found: string[] = []
  for (let first = 0; first < doubtful.length; first += atOnce) {
    const part = doubtful.slice(first, first + atOnce)
    const sources = (await sourcesOf(tx, run, part)).filter(hasAll)
    const same = await unchanged(tx, await workOut(sources, run))
    found.push(...part.filter((id) => !same.has(id)))
  }
  return found
}
