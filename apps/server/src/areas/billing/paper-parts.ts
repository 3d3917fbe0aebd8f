import { dayInWords } from '@mshahara/contract/months'
import { formatShillings } from '@mshahara/engine/money'
import type { OperatorLetterhead } from '../../foundation/config/collection.ts'
import {
  type Arrangement,
  type Block,
  box,
  row,
  rule,
  stack,
  text,
} from '../../foundation/paper/blocks.ts'
import { paletteOf } from '../../foundation/paper/colors.ts'
import { htmlOf } from '../../foundation/paper/html.ts'
import { logoInFile } from '../../foundation/paper/logo.ts'
import { type Printable, printOne } from '../../foundation/paper/printer.ts'

/** What receipt, invoice and statement share: the operator's letterhead, and whose they are. */

const colors = { light_color: '#eef6f3', dark_color: '#0b6b50' }

export const amountOf = (cents: number) =>
  `${cents < 0 ? '− ' : ''}Ksh ${formatShillings(Math.abs(cents))}${cents % 100 === 0 ? '.00' : ''}`

/** One document, on whatever it is shown. */
export interface BillingPaper {
  /** "Payment Receipt", and which one. */
  title: string
  number: string
  /** A day, or when it was made. */
  day: string
  made: string
  body: (Block | false | null)[]
}

function arrange(paper: BillingPaper, head: OperatorLetterhead, logo: boolean): Arrangement {
  return { margin: 46, root: stack(20, headOf(paper, head, logo), rule(1.2), ...paper.body) }
}

function headOf({ title, number, day }: BillingPaper, head: OperatorLetterhead, logo: boolean) {
  const { name, address, phone, email, website, pin_no } = head
  const contact = [phone, email, website].filter(Boolean).join(' · ')
  const pin = pin_no && `PIN ${pin_no}`
  const from = [address, contact, pin].filter((line): line is string => Boolean(line))
  return row(
    16,
    [
      [84, logo && { kind: 'logo', height: 46, width: 84 }],
      [
        320,
        stack(
          2,
          text(name, 17, { bold: true }),
          ...from.map((line) => text(line, 9, { ink: 'quiet' })),
        ),
      ],
      [
        150,
        stack(
          1,
          text(title, 15, { bold: true, align: 'right', ink: 'accent', level: 1 }),
          text(number, 11, { align: 'right' }),
          text(dayInWords(day), 9, { align: 'right', ink: 'quiet' }),
        ),
      ],
    ],
    { middle: true },
  )
}

export interface Customer {
  organization: string
  address: string | null
  pin_no: string | null
}

export const customerBox = (
  what: string,
  { organization, address, pin_no }: Customer,
  ordered_by?: string,
) =>
  box(
    'tint',
    [12, 16],
    stack(
      2,
      text(what, 9, { ink: 'quiet' }),
      text(organization, 13, { bold: true, level: 2 }),
      address !== null && text(address, 9, { ink: 'quiet' }),
      pin_no !== null && text(`PIN ${pin_no}`, 9, { ink: 'quiet' }),
      ordered_by !== undefined && text(`Ordered by ${ordered_by}`, 9, { ink: 'quiet' }),
    ),
    { radius: 6 },
  )

export async function pageOf(paper: BillingPaper, head: OperatorLetterhead): Promise<string> {
  const logo = await logoInFile(head.logo)
  return htmlOf(arrange(paper, head, logo !== null), {
    title: `${paper.title} ${paper.number}`,
    palette: paletteOf(colors),
    logo: logo && { type: 'image/jpeg', bytes: logo },
    verify: '',
  })
}

export async function pdfOf(
  paper: BillingPaper,
  head: OperatorLetterhead,
  whose: Parameters<typeof printOne>[2],
) {
  const logo = await logoInFile(head.logo)
  const printable: Printable = {
    arrangement: arrange(paper, head, logo !== null),
    title: `${paper.title} ${paper.number}`,
    author: head.name,
    made: paper.made,
    verify: '',
  }
  return printOne({ colors, logo }, printable, whose)
}

/** As a call answers with it. */
export const fileOf = (name: string, pdf: Uint8Array) => ({
  name,
  file: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`,
})
