import { createHash } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import { type Ctx, me, seatOf } from '../core/ctx.ts'
import { fail } from '../core/fail.ts'
import type { Staged } from '../http/bind.ts'
import { printOne } from './printer.ts'
import { loadConfirmed } from './read.ts'
import { contentOf, type Slip } from './slips.ts'
import { type Letterhead, letterheadOf, stationeryOf } from './stationery.ts'

/** The PDF of a payslip: made when it is asked for, kept, found by its names. */

export const folder = 'payslips'

interface Asked {
  slip: Slip
  head: Letterhead
  /** As it was last printed. */
  last: { file: string; sha256: string } | undefined
}
interface Printed {
  slip: Slip
  file: string
  sha256: string
  bytes: number
  isNew: boolean
}

export const generate: Staged<(typeof contract.payslips)['generate'], Asked, Printed> = {
  async look(ctx, { params }) {
    const slip = await loadConfirmed(ctx, params.id)
    const { rows } = await ctx.tx.$client.query<{ file: string; sha256: string }>(
      'select file, sha256 from byproducts where payslip_id = $1 order by number desc limit 1',
      [slip.id],
    )
    return { slip, head: await letterheadOf(ctx.tx), last: rows[0] }
  },
  async make(outside, _, { slip, head, last }) {
    const { issuer, template, colors, logo } = await stationeryOf(outside.files, head)
    const content = contentOf(slip, issuer, logo !== null, outside.config.publicUrl)
    const sheet = { content, made: slip.confirmed_at ?? '' }
    const whose = { organization_id: seatOf(outside) }
    const pdf = await printOne({ template, colors, logo }, sheet, whose)
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

/** The name people know. */
export const fileNameOf = ({ id, month, person }: Slip) =>
  `${person.first_name}-Payroll-${monthAndYear(month).month}-${id}.pdf`

async function record(ctx: Ctx, { slip, file, sha256, bytes }: Printed) {
  const { id, name } = me(ctx)
  await ctx.tx.$client.query(
    `insert into byproducts (payslip_id, employee_id, type, extension, name, file, bytes, sha256,
       made_by, user_id) values ($1, $2, 'payslip', 'pdf', $3, $4, $5, $6, $7, $8)`,
    [slip.id, slip.employee_id, fileNameOf(slip), file, bytes, sha256, name, id],
  )
}

/**
 * By its unguessable name, or by the one people know: then the newest of that payslip. For whoever
 * may see payrolls, and for the person, also after leaving, while the payslip is valid.
 */
export async function payslipFileCalled(
  { tx, user }: Pick<Ctx, 'tx' | 'user'>,
  asked: string,
): Promise<{ file: string; name: string } | undefined> {
  const { rows } = await tx.$client.query<Found>(
    `select b.file, b.name, s.employee_id, r.status
     from byproducts b join payslips s on s.id = b.payslip_id join payrolls r on r.id = s.payroll_id
     where (b.file = $1 or b.name = $1) and b.type = 'payslip' order by b.number desc limit 1`,
    [asked],
  )
  const [row] = rows
  if (!row || !user) return undefined
  const staff = user.permissions.has('view payrolls')
  if (!staff && row.employee_id !== user.employee_id) fail(403)
  return staff || row.status === 'confirmed' ? row : undefined
}
interface Found {
  file: string
  name: string
  employee_id: string
  status: string
}
