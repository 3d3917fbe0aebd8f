import type { TemplateId } from '@mshahara/contract/payslips'
import { latin } from '../paper/fonts.ts'
import type { Printable } from '../paper/printer.ts'
import type { Content } from './content.ts'
import { templates } from './templates/index.ts'

/** A payslip ready to be printed. `made` is when its payroll was confirmed. */
export const paperOf = (template: TemplateId, content: Content, made: string): Printable => ({
  arrangement: templates[template].arrange(withPrintableName(content)),
  title: `Payslip ${content.period}: ${content.person.name}`,
  author: content.organization.name,
  made,
  verify: content.verify,
})

/** Somebody whose name has no letters at all is known by the number. */
function withPrintableName(content: Content): Content {
  const { name, employee_no } = content.person
  const person = { ...content.person, name: `Employee ${employee_no}` }
  return latin(name).trim() ? content : { ...content, person }
}
