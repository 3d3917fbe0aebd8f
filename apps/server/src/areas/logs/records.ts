import type { PlatformTx } from '../../foundation/core/db.ts'
import { nameOf, platformChain } from './seal.ts'

/**
 * Holds what is in the tables against what the log tells of it. Organisations whose chain is broken
 * are left out: a chain started afresh lacks what is still there.
 */
export async function recordFaults(tx: PlatformTx, broken: Set<string>): Promise<string[]> {
  const isTold = ({ organization_id }: { organization_id: string | null }) =>
    !broken.has(organization_id ?? platformChain)
  return [
    ...(await missingEntries(tx, isTold)),
    ...(await sharedIds(tx, isTold)),
    ...(await runFaults(tx, isTold)),
    ...(await changedFaults(tx, isTold)),
  ]
}

type IsTold = (row: { organization_id: string | null }) => boolean
const ofOrganization = (id: string | null) => (id ? ` of ${nameOf(id)}` : '')

/** Whatever is there was once created, and the database logs that by itself. */
async function missingEntries(tx: PlatformTx, isTold: IsTold): Promise<string[]> {
  const rows = await tx.all<{
    of_table: string
    organization_id: string | null
    lacking: number
  }>`select * from creations_lacking()`
  return rows
    .filter(isTold)
    .map(
      ({ of_table, organization_id, lacking }) =>
        `The log lacks the creation of ${lacking} of the records in ${of_table}` +
        `${ofOrganization(organization_id)}.`,
    )
}

/** Of two records with one id, one stands behind the entry of the other. */
async function sharedIds(tx: PlatformTx, isTold: IsTold): Promise<string[]> {
  const rows = await tx.all<{
    of_tables: string
    organization_id: string | null
    subject: string
  }>`select * from ids_shared()`
  return rows
    .filter(isTold)
    .map(
      ({ of_tables, organization_id, subject }) =>
        `The id ${subject}${ofOrganization(organization_id)} is used twice: in ${of_tables}.`,
    )
}

const wordsOf = {
  changed: (run: string) => `${run} has payslips that are not as they were confirmed.`,
  untold: (run: string) => `${run} is confirmed, and the log does not say so.`,
  gone: (run: string) => `${run} was confirmed, as the log says, and is no longer there.`,
}

/** The entry of a confirmation holds a digest of all its payslips. */
async function runFaults(tx: PlatformTx, isTold: IsTold): Promise<string[]> {
  const rows = await tx.all<{
    organization_id: string
    run: string
    fault: keyof typeof wordsOf
  }>`select * from runs_unlike_their_log()`
  return rows
    .filter(isTold)
    .map(({ organization_id, run, fault }) =>
      wordsOf[fault](`Run ${run} of ${nameOf(organization_id)}`),
    )
}

const most = 100

/** Changed or removed past the triggers, of the columns that `columns_compared` names. */
async function changedFaults(tx: PlatformTx, isTold: IsTold): Promise<string[]> {
  const rows = await tx.all<{
    of_table: string
    organization_id: string | null
    subject: string
    what: string
  }>`select * from records_unlike_their_log()`
  return rows
    .filter(isTold)
    .slice(0, most)
    .map(({ of_table, organization_id, subject, what }) => {
      const record = `Record ${subject} in ${of_table}${ofOrganization(organization_id)}`
      return what === 'gone'
        ? `${record} was created, as the log says, and is gone without an entry.`
        : `${record} is not as the log says: ${what}.`
    })
}
