import { type TemplateId, templateIds } from '@mshahara/contract/payslips'
import type { Tx } from '../../foundation/core/db.ts'
import type { Files } from '../../foundation/core/files.ts'
import type { Colors } from '../../foundation/paper/colors.ts'
import { logoOf } from '../../foundation/paper/logo.ts'
import type { Issuer } from './slips.ts'

/** What an organisation's payslips are written on: letterhead, template, colours. */

export interface Stationery {
  issuer: Issuer
  template: TemplateId
  colors: Colors
  logo: Uint8Array | null
  pdf_password: boolean
}

interface StationeryRow extends Issuer, Colors {
  logo: string | null
  template_id: string
  pdf_password: boolean
}

/** What the organisation chose; the logo is still a name. */
export interface Letterhead extends Omit<Stationery, 'logo'> {
  logo: string | null
}

export async function letterheadOf(tx: Tx): Promise<Letterhead> {
  const row =
    await tx.one<StationeryRow>`select name, address, phone, email, pin_no, logo, template_id,
      light_color, dark_color, pdf_password
    from organizations o join payslip_settings l on l.organization_id = o.id
    join payroll_settings p on p.organization_id = o.id where o.id = app_org()`
  const { light_color, dark_color, pdf_password } = row
  return {
    issuer: row,
    template: templateIds.find((id) => id === row.template_id) ?? 'classic',
    colors: { light_color, dark_color },
    logo: row.logo,
    pdf_password,
  }
}

/** Reads the logo, so no transaction is open at the time. */
export const stationeryOf = async (files: Files, head: Letterhead): Promise<Stationery> => ({
  ...head,
  logo: head.logo ? await logoOf(files, head.logo) : null,
})
