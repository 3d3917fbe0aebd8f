import type { PlatformTx } from '../../foundation/core/db.ts'
import { nameOf } from './seal.ts'

/** Holds what is in the tables against what the log tells of it. */
export const recordFaults = async (tx: PlatformTx): Promise<string[]> => [
  ...(await missingEntries(tx)),
  ...(await runFaults(tx)),
  ...(await changedFaults(tx)),
]

/** Whatever is there was once created, and the database logs that by itself. */
async function missingEntries(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.all<{
    of_table: string
    lacking: number
  }>`select * from creations_lacking()`
  return rows.map(
    ({ of_table, lacking }) =>
      `The log lacks the creation of ${lacking} of the records in ${of_table}.`,
  )
}

const wordsOf = {
  changed: (run: string) => `${run} has payslips that are not as they were confirmed.`,
  untold: (run: string) => `${run} is confirmed, and the log does not say so.`,
  gone: (run: string) => `${run} was confirmed, as the log says, and is no longer there.`,
}

/** The entry of a confirmation holds a digest of all its payslips. */
async function runFaults(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.all<{
    organization_id: string
    run: string
    fault: keyof typeof wordsOf
  }>`select * from runs_unlike_their_log()`
  return rows.map(({ organization_id, run, fault }) =>
    wordsOf[fault](`Run ${run} of ${nameOf(organization_id)}`),
  )
}

const most = 100

/** Changed or removed past the triggers, of the columns that `columns_compared` names. */
async function changedFaults(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.all<{
    of_table: string
    organization_id: string | null
    subject: string
    what: string
  }>`select * from records_unlike_their_log() limit ${most}`
  return rows.map(({ of_table, organization_id, subject, what }) => {
    const where = organization_id ? ` of ${nameOf(organization_id)}` : ''
    const record = `Record ${subject} in ${of_table}${where}`
    return what === 'gone'
      ? `${record} was created, as the log says, and is gone without an entry.`
      : `${record} is not as the log says: ${what}.`
  })
}
