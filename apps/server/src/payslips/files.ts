import { createHash } from 'node:crypto'
import type { contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import type { Handler } from '../core/bind.ts'
import { type Ctx, me, myOrganization } from '../core/ctx.ts'
import { fail } from '../core/fail.ts'
import { printOne } from './printer.ts'
import { loadConfirmed } from './read.ts'
import { contentOf, type Slip } from './slips.ts'
import { stationeryOf } from './stationery.ts'

/** The PDF of a payslip: made when it is asked for, kept, found by its names. */

export const folder = 'payslips'

export const generate: Handler<(typeof contract.payslips)['generate']> = async (
  ctx,
  { params },
) => {
  const slip = await loadConfirmed(ctx, params.id)
  const { issuer, template, colors, logo } = await stationeryOf(ctx.tx, ctx.files)
  const content = contentOf(slip, issuer, logo !== null, ctx.config.publicUrl)
  const sheet = { content, made: slip.confirmed_at ?? '' }
  const whose = { organization_id: myOrganization(ctx) }
  const pdf = await printOne({ template, colors, logo }, sheet, whose)
  return { available: 'true', file: `storage/${folder}/${await keep(ctx, slip, pdf)}` }
}

/** The name people know. */
export const fileNameOf = ({ id, month, person }: Slip) =>
  `${person.first_name}-Payroll-${monthAndYear(month).month}-${id}.pdf`

/** What has not changed since it was last printed is not stored again. */
async function keep(ctx: Ctx, slip: Slip, pdf: Uint8Array): Promise<string> {
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const { rows } = await ctx.tx.$client.query<{ file: string; sha256: string }>(
    'select file, sha256 from byproducts where payslip_id = $1 order by number desc limit 1',
    [slip.id],
  )
  if (rows[0]?.sha256 === sha256) return rows[0].file
  const file = await ctx.files.put(folder, pdf, 'pdf')
  await ctx.tx.$client.query(
    `insert into byproducts (payslip_id, employee_id, type, extension, name, file, bytes, sha256,
       made_by, user_id) values ($1, $2, 'payslip', 'pdf', $3, $4, $5, $6, $7, $8)`,
    [
      slip.id,
      slip.employee_id,
      fileNameOf(slip),
      file,
      pdf.length,
      sha256,
      me(ctx).name,
      me(ctx).id,
    ],
  )
  return file
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
