import { type TemplateId, templateIds } from '@mshahara/contract/payslips'
import sharp from 'sharp'
import type { Tx } from '../core/db.ts'
import { found } from '../core/fail.ts'
import type { Files } from '../core/files.ts'
import type { Colors } from './colors.ts'
import type { Issuer } from './slips.ts'

/** What an organisation's payslips are written on: letterhead, template, colours. */

export interface Stationery {
  issuer: Issuer
  template: TemplateId
  colors: Colors
  logo: Uint8Array | null
  pdf_password: boolean
}

interface Row extends Issuer, Colors {
  logo: string | null
  template_id: string
  pdf_password: boolean
}

/** What the organisation chose; the logo is still a name. */
export interface Letterhead extends Omit<Stationery, 'logo'> {
  logo: string | null
}

export async function letterheadOf(tx: Tx): Promise<Letterhead> {
  const { rows } = await tx.$client.query<Row>(
    `select name, address, phone, email, pin_no, logo, template_id, light_color, dark_color,
       pdf_password
     from organizations o join payslip_settings l on l.organization_id = o.id
     join payroll_settings p on p.organization_id = o.id where o.id = app_org()`,
  )
  const row = found(rows[0])
  const { light_color, dark_color, pdf_password } = row
  return {
    issuer: row,
    template: templateIds.find((id) => id === row.template_id) ?? 'classic',
    colors: { light_color, dark_color },
    logo: row.logo,
    pdf_password,
  }
}

/** Reads the logo, so no transaction is open meanwhile. */
export const stationeryOf = async (files: Files, head: Letterhead): Promise<Stationery> => ({
  ...head,
  logo: head.logo ? await logoOf(files, head.logo) : null,
})

const printed = new Map<string, Uint8Array>()
const mostLogos = 20

/** On white and in the one form that PDFs take as it is; a stored logo never changes. */
async function logoOf(files: Files, name: string): Promise<Uint8Array | null> {
  const known = printed.get(name)
  if (known) return known
  const bytes = await files.get('organization', name)
  const jpeg = bytes && (await onWhite(bytes))
  if (!jpeg) return null
  if (printed.size >= mostLogos) printed.clear()
  printed.set(name, jpeg)
  return jpeg
}

/** A picture that cannot be read costs the logo, never the payslip. */
async function onWhite(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes).resize(360, 200, { fit: 'inside', withoutEnlargement: true })
    return new Uint8Array(await image.flatten({ background: '#fff' }).jpeg().toBuffer())
  } catch {
    return null
  }
}
