/**
 * What a document is put together from. A template arranges these once; html.ts and layout.ts both
 * read the same arrangement, so that page and paper cannot drift apart. Sizes are points.
 */

/** What lies behind: the paper, the organisation's light colour, or its dark one. */
export type Surface = 'paper' | 'tint' | 'band'
/** What a text is for; its colour follows from the surface, so that it can always be read. */
export type Ink = 'plain' | 'quiet' | 'accent'
export type Align = 'left' | 'right' | 'center'

export interface Text {
  kind: 'text'
  text: string
  size: number
  bold?: boolean
  ink?: Ink
  align?: Align
  /** A heading of the document, for screen readers. */
  level?: 1 | 2
}
export interface Stack {
  kind: 'stack'
  gap: number
  children: Block[]
}
export interface RowBlock {
  kind: 'row'
  gap: number
  cells: { share: number; block: Block }[]
  /** Side by side on a phone too. */
  together?: boolean
  /** Reaches down to the end of the page. */
  tall?: boolean
  middle?: boolean
}
export interface Box {
  kind: 'box'
  surface: Surface
  pad: [vertical: number, horizontal: number]
  child: Block
  border?: boolean
  /** A strong edge. */
  edge?: 'left' | 'top' | 'bottom'
  radius?: number
}
export interface TableRow {
  cells: string[]
  bold?: boolean
  /** A line above, and the light colour behind. */
  total?: boolean
  /** A heading within the table. */
  section?: boolean
}
export interface Table {
  kind: 'table'
  caption: string
  columns: { share: number; align: Align }[]
  head?: string[]
  rows: TableRow[]
  look: 'ruled' | 'striped' | 'plain' | 'boxed'
  size: number
  /** Room at both sides of each cell, where there is less than usual. */
  side?: number
  /** The least height of a row that people write into by hand. */
  tall?: number
}
export interface Facts {
  kind: 'facts'
  columns: number
  items: [label: string, value: string][]
  size: number
  /** The label above its value, or in front of it. */
  look: 'above' | 'beside'
}
export interface Rule {
  kind: 'rule'
  weight: number
}
export interface Logo {
  kind: 'logo'
  height: number
  width: number
}
export interface QrCode {
  kind: 'code'
  size: number
}
export type Block = Text | Stack | RowBlock | Box | Table | Facts | Rule | Logo | QrCode

export interface Arrangement {
  margin: number
  root: Block
  /** On a sheet that is wider than high. */
  landscape?: boolean
}

export const text = (words: string, size: number, more: Partial<Text> = {}): Text => ({
  kind: 'text',
  text: words,
  size,
  ...more,
})
export const stack = (gap: number, ...children: (Block | false | null)[]): Stack => ({
  kind: 'stack',
  gap,
  children: children.filter((child): child is Block => Boolean(child)),
})
type Cells = [share: number, block: Block | false | null][]
export const row = (gap: number, cells: Cells, more: Partial<RowBlock> = {}): RowBlock => ({
  kind: 'row',
  gap,
  cells: cells.flatMap(([share, block]) => (block ? [{ share, block }] : [])),
  ...more,
})
export const box = (
  surface: Surface,
  pad: [vertical: number, horizontal: number],
  child: Block,
  more: Partial<Box> = {},
): Box => ({ kind: 'box', surface, pad, child, ...more })
export const rule = (weight: number): Rule => ({ kind: 'rule', weight })
