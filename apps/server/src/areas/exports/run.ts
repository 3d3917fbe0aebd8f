import { isBankType } from '@mshahara/contract/bank-layouts'
import { actOf, type ExportInput } from '@mshahara/contract/exports'
import type { RunAct } from '@mshahara/contract/run-states'
import type { Tx } from '../../foundation/core/db.ts'
import { fail } from '../../foundation/core/fail.ts'
import type { Sql } from '../../foundation/core/sql.ts'
import { knownPlaces } from '../../foundation/pay/places.ts'
import { type EmployeeRun, loadRun, ofEmployees, refuseAct } from '../../foundation/pay/runs.ts'
import {
  chosenOf,
  columnsOf,
  eachSlip,
  type LawfulSlip,
  pensionSum,
  refuseImpossible,
} from '../payroll/index.ts'
import { bankFile, lackingOfEmployer } from './bank-files.ts'
import { employerOf } from './employer.ts'
import { everything } from './everything.ts'
import { nameOfFile } from './names.ts'
import { layoutsIn } from './own-layouts.ts'
import { p10 } from './p10.ts'
import { type FileContent, layOut, type Period, type Plan, type Run } from './plan.ts'
import { alsoPaying, freedOf } from './released-for-payment.ts'
import { health, helb, housingLevy, nita, nssf } from './returns.ts'
import { sayToStaff } from './sentences.ts'
import { standing } from './standing.ts'
import type { Draught } from './write.ts'

/** From a run to the cells of the file that was asked for. */

/** A run whose figures are all there. */
export async function loadExportable(tx: Tx, id: string, act: RunAct): Promise<EmployeeRun> {
  const payroll = await loadRun(tx, ofEmployees, id)
  refuseAct(payroll, act)
  await refuseImpossible(tx, id)
  return payroll
}

/** Beside an extra run a return is of the month: what one of them took is none (B26). */
async function refuseOfOneRun(tx: Tx, { month }: EmployeeRun, { type }: ExportInput) {
  const { refused } = await tx.one<{ refused: boolean }>`
    select is_return(${type}) and has_extra_run(app_org(), ${month}) as refused`
  if (refused) fail(422, sayToStaff.ofTheMonth)
}

/** The run is held while it is read, so that no figure changes between two rows. */
export async function draughtOf(
  tx: Tx,
  id: string,
  asked: ExportInput,
  step?: (done: number) => Promise<void>,
): Promise<Draught & { content: FileContent }> {
  const seen = await standing(tx, { payroll_id: id, period: null })
  const payroll = await loadExportable(tx, id, actOf(asked.type))
  await refuseOfOneRun(tx, payroll, asked)
  const { code, month, title, status } = payroll
  const paidOut = await paidFrom(tx, id)
  const organization = await employerOf(tx)
  const run: Run = { id, code, month, title, status, paidOut, organization }
  const chosen = chosenOf(id, asked.filter)
  const content = await read(tx, await planOf(tx, run, asked, chosen), chosen, { step })
  const slips = (content.claims ?? []).map(({ slip_id }) => slip_id)
  const warnings = [
    ...(await alsoPaying(tx, slips)),
    ...(await freedOf(tx, 'employees', slips)),
    ...(isBankType(asked.type) ? lackingOfEmployer(run, (await layoutsIn(tx))[asked.type]) : []),
  ]
  return { content: { ...content, warnings }, seen, about: await aboutOf(tx, payroll, asked) }
}

/** Whoever is in a bank file as well would be paid twice (C19): what stands in the way of each. */
async function paidFrom(tx: Tx, payroll_id: string): Promise<Run['paidOut']> {
  const rows = await tx.all<{ id: string; blocked_by: string }>`
    select * from (
      select s.id, payment_blocked_by(s.organization_id, s.id, e.pay_by = 'bank') as blocked_by
      from payslips s join employees e on e.id = s.employee_id
      where s.payroll_id = ${payroll_id}) h
    where blocked_by <> 'in a bank file'`
  return new Map(rows.map(({ id, blocked_by }) => [id, blocked_by]))
}

export async function read(
  tx: Tx,
  plan: Plan,
  where: Sql,
  {
    step,
    together = false,
    more = [],
  }: {
    step?: ((done: number) => Promise<void>) | undefined
    /** Of a whole month: one row for each person. */
    together?: boolean
    /** Those who are in no payroll of employees. */
    more?: readonly LawfulSlip[]
  } = {},
): Promise<FileContent> {
  const laying = layOut(plan)
  await eachSlip(tx, { needs: plan.needs, where, together }, laying.take, step)
  for (const slip of more) laying.take(slip)
  const content = laying.finish()
  if (content.rows === 0) fail(422, plan.nobody({}))
  return content
}

async function aboutOf(tx: Tx, payroll: EmployeeRun, { type, extension }: ExportInput) {
  const { id, code, month, status } = payroll
  const several = await tx.maybe`select from payrolls
    where month = ${month} and status = 'confirmed' and id <> ${id} limit 1`
  return {
    employee_id: null,
    type,
    extension,
    name: nameOfFile({ type, extension, month, status, code: several && code }),
    known_as: `${type}-${id}.${extension}`,
  }
}

export async function countOf(tx: Tx, id: string, { filter }: ExportInput): Promise<number> {
  const { count } = await tx.one<{ count: number }>`
    select count(*) as count from payslips s where ${chosenOf(id, filter)}`
  return count
}

async function planOf(tx: Tx, run: Run, asked: ExportInput, chosen: Sql): Promise<Plan> {
  const { type } = asked
  if (isBankType(type)) {
    return bankFile(run, (await layoutsIn(tx))[type], await knownPlaces(tx, run.id))
  }
  if (type === 'all') {
    return everything(run, await columnsOf(tx, run.month, chosen), await hasPensions(tx, chosen))
  }
  return returnOf(run, asked)
}

/** Whether the employer adds anything for pension schemes. */
async function hasPensions(tx: Tx, chosen: Sql): Promise<boolean> {
  const { pension } = await tx.one<{ pension: string }>`
    select ${pensionSum('s')} from payslips s where ${chosen}`
  return Number(pension) !== 0
}

export function returnOf(
  run: Period,
  { type, extension }: Pick<ExportInput, 'type' | 'extension'>,
): Plan {
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
