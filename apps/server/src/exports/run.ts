import type { BankType } from '@mshahara/contract/bank-layouts'
import { bankTypes } from '@mshahara/contract/bank-layouts'
import type { ExportInput, ExportType } from '@mshahara/contract/exports'
import type { Tx } from '../core/db.ts'
import { fail, found } from '../core/fail.ts'
import {
  columnsOf,
  loadPayroll,
  type PayrollRow,
  refuseImpossible,
  refuseUnfinished,
} from '../payroll/index.ts'
import { bankFile } from './bank-files.ts'
import { layoutsOf } from './bank-layouts.ts'
import { everything } from './everything.ts'
import { p10 } from './p10.ts'
import { type Laid, layOut, type Plan } from './plan.ts'
import { health, helb, housingLevy, nita, nssf } from './returns.ts'
import { chosen, eachSlip, valuesOf } from './slips.ts'

/** From a run to the cells of the file that was asked for. */

export interface Organization {
  name: string
  pin_no: string | null
  nhif_no: string | null
  account_no: string | null
  bank_code: string | null
  branch_code: string | null
}

export interface Run {
  id: string
  code: string
  month: string
  organization: Organization
}

export async function organizationOf(tx: Tx): Promise<Organization & { bank_layouts: unknown }> {
  const { rows } = await tx.$client.query(
    `select name, pin_no, nhif_no, account_no, bank_code, branch_code, bank_layouts
     from organizations o join export_settings e on e.organization_id = o.id
     where o.id = app_org()`,
  )
  return found(rows[0])
}

/** A run whose figures are there. One that was reversed must not be declared or paid any more. */
export async function loadExportable(tx: Tx, id: string): Promise<PayrollRow> {
  const payroll = await loadPayroll(tx, id)
  refuseUnfinished(payroll)
  await refuseImpossible(tx, id)
  return payroll
}

export function refuseReversed({ status }: PayrollRow, type: ExportType) {
  if (status === 'reversed' && type !== 'all') {
    fail(422, 'This payroll was reversed: it can neither be declared nor paid.')
  }
}

const isBank = (type: ExportType): type is BankType =>
  (bankTypes as readonly ExportType[]).includes(type)

/** The run is held while it is read, so that no figure changes between two rows. */
export async function layOutRun(
  tx: Tx,
  id: string,
  asked: ExportInput,
  step?: (done: number) => Promise<void>,
): Promise<Laid> {
  await tx.$client.query('select id from payrolls where id = $1 for share', [id])
  const payroll = await loadExportable(tx, id)
  const { bank_layouts, ...organization } = await organizationOf(tx)
  const values = valuesOf(id, asked.filter)
  const run: Run = { id, code: payroll.code, month: payroll.month, organization }
  const { type } = asked
  const plan: Plan = isBank(type)
    ? bankFile(run, layoutsOf(bank_layouts)[type])
    : type === 'all'
      ? everything(run, await columnsOf(tx, payroll, values))
      : returnOf(run, asked)
  const laying = layOut(plan)
  await eachSlip(tx, { needs: plan.needs, where: chosen, values }, laying.take, step)
  const laid = laying.finish()
  if (laid.rows === 0) fail(422, plan.nobody)
  return laid
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
