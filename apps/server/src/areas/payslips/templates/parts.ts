import {
  type Block,
  box,
  type Facts,
  type Logo,
  row,
  stack,
  type Table,
  type TableRow,
  text,
} from '../../../foundation/paper/blocks.ts'
import type { Content, ContentLine, Fact } from '../content.ts'

/** Pieces that several templates use, each in its own place and size. */

export const facts = (
  items: Fact[],
  columns: number,
  look: Facts['look'] = 'above',
  size = 9,
): Facts => ({ kind: 'facts', items, columns, look, size })

/** On a white plate, so that no colour behind it spoils it. */
export const logo = (content: Content, height: number): Logo | null =>
  content.organization.logo ? { kind: 'logo', height, width: height * 1.8 } : null

const amounts = [
  { share: 60, align: 'left' },
  { share: 40, align: 'right' },
] as const satisfies Table['columns']

const lineRow = ({ label, amount }: ContentLine): TableRow => ({ cells: [label, amount] })

/** A list of amounts under a heading, with its sum below when it has one. */
export function lines(
  title: string,
  rows: ContentLine[],
  total: ContentLine | null,
  { look = 'ruled' as Table['look'], size = 9 } = {},
): Table {
  return {
    kind: 'table',
    caption: title,
    columns: [...amounts],
    head: [title, 'KES'],
    rows: [
      ...rows.map(lineRow),
      ...(total ? [{ cells: [total.label, total.amount], total: true }] : []),
    ],
    look,
    size,
  }
}

export const mark = ({ mark: words }: Content): Block | null =>
  words === null
    ? null
    : box('paper', [5, 10], text(words, 10, { bold: true, align: 'center' }), { border: true })

/** Nothing is shown under a heading that has nothing. */
export const some = (rows: ContentLine[], make: () => Block): Block | null =>
  rows.length > 0 ? make() : null

/** Where anybody can check that the paper is genuine. */
export function proof(content: Content, size = 54): Block {
  const { notes } = content
  const check = proofOnly(content, size)
  if (notes.length === 0) return check
  return stack(8, stack(1, ...notes.map((note) => text(note, 7.5, { ink: 'quiet' }))), check)
}

function proofOnly(content: Content, size: number): Block {
  return row(
    12,
    [
      [size, { kind: 'code', size }],
      [
        (size / 54) * 300,
        stack(
          2,
          text(content.words.genuine, 8.5, { bold: true }),
          text(content.words.scan, 7.5, { ink: 'quiet' }),
          text(content.verify, 7.5),
          text(`${content.code} · ${content.words.currency}`, 7.5, { ink: 'quiet' }),
        ),
      ],
    ],
    { together: true, middle: true },
  )
}

/** What the employer pays for: benefits in kind, and what is paid on top of the pay. */
export function employerLists(
  { words, inKind, employer }: Content,
  look: Parameters<typeof lines>[3],
): Block | null {
  const own = some(inKind, () => lines(words.inKind, inKind, null, look))
  const costs = some(employer, () => lines(words.employer, employer, null, look))
  return own && costs ? stack(8, own, costs) : (own ?? costs)
}

/** The three lists below the pay itself, in as many columns as have something to say. */
export function besides(content: Content, look: Table['look'], size = 8): Block | null {
  const { tax, toDate, words } = content
  const lists: (Block | null)[] = [
    some(tax, () => lines(words.tax, tax, null, { look, size })),
    employerLists(content, { look, size }),
    some(toDate, () => lines(words.toDate(content.year), toDate, null, { look, size })),
  ]
  const shown = lists.filter((list): list is Block => list !== null)
  if (shown.length === 0) return null
  return row(
    14,
    shown.map((list) => [1, list]),
  )
}
