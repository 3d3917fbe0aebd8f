import { type BankType, bankTypes } from '@mshahara/contract/bank-layouts'
import type { ExportInput, ExportType } from '@mshahara/contract/exports'
import type { RunAct } from '@mshahara/contract/run-states'
import type { Tx } from '../core/db.ts'
import { fail } from '../core/fail.ts'
import type { Sql } from '../core/sql.ts'
import {
  chosenOf,
  columnsOf,
  eachSlip,
  loadPayroll,
  type PayrollRow,
  refuse,
  refuseImpossible,
} from '../payroll/index.ts'
import { bankFile } from './bank-files.ts'
import { layoutsIn } from './bank-layouts.ts'
import { employerOf } from './employer.ts'
import { everything } from './everything.ts'
import { p10 } from './p10.ts'
import { type FileContent, layOut, type Plan, type Run } from './plan.ts'
import { health, helb, housingLevy, nita, nssf } from './returns.ts'

/** From a run to the cells of the file that was asked for. */

/** Files for an authority or a bank must not be made from a reversed run. */
export const actOf = (type: ExportType) => (type === 'all' ? 'export' : 'declare')

/** A run whose figures are all there. */
export async function loadExportable(tx: Tx, id: string, act: RunAct): Promise<PayrollRow> {
  const payroll = await loadPayroll(tx, id)
  refuse(payroll, act)
  await refuseImpossible(tx, id)
  return payroll
}

const isBank = (type: ExportType): type is BankType =>
  (bankTypes as readonly ExportType[]).includes(type)

/** The run is held while it is read, so that no figure changes between two rows. */
export async function contentOf(
  tx: Tx,
  id: string,
  asked: ExportInput,
  step?: (done: number) => Promise<void>,
): Promise<FileContent> {
  await tx.run`select id from payrolls where id = ${id} for share`
  const { code, month } = await loadExportable(tx, id, 'export')
  const run: Run = { id, code, month, organization: await employerOf(tx) }
  const chosen = chosenOf(id, asked.filter)
  const plan = await planOf(tx, run, asked, chosen)
  const laying = layOut(plan)
  await eachSlip(tx, { needs: plan.needs, where: chosen }, laying.take, step)
  const content = laying.finish()
  if (content.rows === 0) fail(422, plan.nobody)
  return content
}

export async function countOf(tx: Tx, id: string, { filter }: ExportInput): Promise<number> {
  const { count } = await tx.one<{ count: number }>`
    select count(*) as count from payslips s where ${chosenOf(id, filter)}`
  return count
}

async function planOf(tx: Tx, run: Run, asked: ExportInput, chosen: Sql): Promise<Plan> {
  const { type } = asked
  if (isBank(type)) return bankFile(run, (await layoutsIn(tx))[type])
  if (type === 'all') return everything(run, await columnsOf(tx, run.month, chosen))
  return returnOf(run, asked)
}

function returnOf(run: Run, { type, extension }: ExportInput): Plan {
  switch (type) {
    case 'nhif':
      return health(run)
    case 'nssf':
      return nssf()
    case 'SEC_B':
      return p10(run, extension)
    case 'ahl':
      return housingLevy(extension)
    case 'nita':
      return nita()
    default:
      return helb()
  }
}
