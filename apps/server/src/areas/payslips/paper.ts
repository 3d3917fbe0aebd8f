import { randomBytes } from 'node:crypto'
import type { TemplateId } from '@mshahara/contract/payslips'
import { latin } from '../../foundation/paper/fonts.ts'
import type { Printable } from '../../foundation/paper/printer.ts'
import type { Content } from './content.ts'
import { contentOf, type SlipOfRun } from './slips.ts'
import type { Stationery } from './stationery.ts'
import { templates } from './templates/index.ts'

/** A payslip ready to be printed. `made` is when its payroll was confirmed. */
export const paperOf = (template: TemplateId, content: Content, made: string): Printable => ({
  arrangement: templates[template].arrange(withPrintableName(content)),
  title: `${content.words.payslip} ${content.period}: ${content.person.name}`,
  language: content.words.language,
  author: content.organization.name,
  made,
  verify: content.verify,
})

/** On the organisation's own stationery. */
export function paperOn(head: Stationery, slip: SlipOfRun, publicUrl: string): Printable {
  const content = contentOf(slip, head.issuer, head.logo !== null, publicUrl)
  return paperOf(head.template, content, slip.confirmed_at ?? '')
}

/** As it leaves by email: where the organisation asks for it, it opens with the ID number. */
export const locked = (
  paper: Printable,
  { pdf_password }: Pick<Stationery, 'pdf_password'>,
  id_number: string,
): Printable =>
  pdf_password
    ? { ...paper, password: id_number, ownerPassword: randomBytes(24).toString('base64url') }
    : paper

/** Somebody whose name has no letters at all is known by the number. */
function withPrintableName(content: Content): Content {
  const { name, employee_no } = content.person
  const person = { ...content.person, name: `Employee ${employee_no}` }
  return latin(name).trim() ? content : { ...content, person }
}
