import { createHash } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import { type Ctx, me, seatOf } from '../../foundation/core/ctx.ts'
import { fail } from '../../foundation/core/fail.ts'
import { fileName } from '../../foundation/core/file-name.ts'
import type { Staged } from '../../foundation/http/bind.ts'
import { printOne } from '../../foundation/paper/printer.ts'
import { paperOn } from './paper.ts'
import { loadConfirmed } from './read.ts'
import type { SlipOfRun } from './slips.ts'
import { type Letterhead, letterheadOf, stationeryOf } from './stationery.ts'

/** The PDF of a payslip: made when it is asked for, kept, found by its names. */

export const folder = 'payslips'

interface Task {
  slip: SlipOfRun
  head: Letterhead
  /** As it was last printed. */
  last: { file: string; sha256: string } | undefined
}
interface Print {
  slip: SlipOfRun
  file: string
  sha256: string
  bytes: number
  isNew: boolean
}

export const generate: Staged<(typeof contract.payslips)['generate'], Task, Print> = {
  async look(ctx, { params }) {
    const slip = await loadConfirmed(ctx, params.id)
    const last = await ctx.tx.maybe<{ file: string; sha256: string }>`select file, sha256
      from byproducts where payslip_id = ${slip.id} order by number desc limit 1`
    return { slip, head: await letterheadOf(ctx.tx), last }
  },
  async make(outside, _, { slip, head, last }) {
    const stationery = await stationeryOf(outside.files, head)
    const paper = paperOn(stationery, slip, outside.config.publicUrl)
    const whose = { organization_id: seatOf(outside) }
    const pdf = await printOne(stationery, paper, whose)
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    // What has not changed since it was last printed is not stored again.
    const isNew = last?.sha256 !== sha256
    const file = isNew ? await outside.files.put(folder, pdf, 'pdf') : last.file
    return { slip, file, sha256, bytes: pdf.length, isNew }
  },
  async keep(ctx, _, printed) {
    if (printed.isNew) await record(ctx, printed)
    return { available: 'true', file: `storage/${folder}/${printed.file}` }
  },
  async undo(outside, { file, isNew }) {
    if (isNew) await outside.files.remove(folder, file)
  },
}

/** As the specified address has it. */
const knownAs = ({ id, month, person }: SlipOfRun) =>
  `${person.first_name}-Payroll-${monthAndYear(month).month}-${id}.pdf`

/** `Payslip-Kiprop-October-2026.pdf`; among others of a run, with the employee's number. */
export function payslipName({ month: of, person }: SlipOfRun, number?: string) {
  const { month, year } = monthAndYear(of)
  return fileName(['Payslip', person.last_name, number, month, year], 'pdf')
}

async function record(ctx: Ctx, { slip, file, sha256, bytes }: Print) {
  const { id, name } = me(ctx)
  await ctx.tx.run`insert into byproducts (payslip_id, employee_id, type, extension, name, known_as,
      file, bytes, sha256, made_by, user_id)
    values (${slip.id}, ${slip.employee_id}, 'payslip', 'pdf', ${payslipName(slip)},
      ${knownAs(slip)}, ${file}, ${bytes}, ${sha256}, ${name}, ${id})`
}

/**
 * By its unguessable name, or by the one people know: then the newest of that payslip. For whoever
 * may see payrolls, and for the person, also after leaving, while the payslip is valid.
 */
export async function payslipFileCalled(
  { tx, user }: Pick<Ctx, 'tx' | 'user'>,
  asked: string,
): Promise<{ file: string; name: string } | undefined> {
  const row = await tx.maybe<FileRow>`select b.file, b.name, s.employee_id, r.status
    from byproducts b join payslips s on s.id = b.payslip_id join payrolls r on r.id = s.payroll_id
    where (b.file = ${asked} or b.known_as = ${asked}) and b.type = 'payslip'
    order by b.number desc limit 1`
  if (!row || !user) return undefined
  const staff = user.permissions.has('view payrolls')
  if (!staff && row.employee_id !== user.employee_id) fail(403)
  return staff || row.status === 'confirmed' ? row : undefined
}
interface FileRow {
  file: string
  name: string
  employee_id: string
  status: string
}
