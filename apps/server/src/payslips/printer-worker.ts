import { paletteOf } from './colors.ts'
import type { Content } from './content.ts'
import { latin } from './fonts.ts'
import { pagesOf } from './layout.ts'
import { pdfOf } from './pdf.ts'
import type { Order } from './printer.ts'
import { templates } from './templates/index.ts'

/** Prints a portion of payslips: content in, files out; knows nothing of the server. */
export default async function print(order: Order): Promise<Uint8Array[]> {
  const palette = paletteOf(order.colors)
  const { arrange } = templates[order.template]
  const pdfs: Uint8Array[] = []
  for (const { content, made, password, ownerPassword } of order.sheets) {
    const pages = pagesOf(arrange(named(content)), palette)
    pdfs.push(
      await pdfOf(pages, {
        title: `Payslip ${content.period}: ${content.person.name}`,
        author: content.organization.name,
        made: new Date(made),
        logo: order.logo,
        verify: content.verify,
        password,
        ownerPassword,
      }),
    )
  }
  return pdfs
}

/** Somebody whose name has no letters at all is known by the number. */
function named(content: Content): Content {
  const { name, employee_no } = content.person
  const person = { ...content.person, name: `Employee ${employee_no}` }
  return latin(name).trim() ? content : { ...content, person }
}
