import type { TemplateId } from '@mshahara/contract/payslips'
import type { Arrangement } from '../../../foundation/paper/blocks.ts'
import type { Content } from '../content.ts'
import { banner } from './banner.ts'
import { cards } from './cards.ts'
import { classic } from './classic.ts'
import { compact } from './compact.ts'
import { ledger } from './ledger.ts'
import { panel } from './panel.ts'

export interface Template {
  description: string
  arrange(content: Content): Arrangement
}

/** A template is one arrangement; adding one is a file here and a line in the contract. */
export const templates: Record<TemplateId, Template> = {
  classic: { description: 'Classic: a quiet letterhead and two columns', arrange: classic },
  banner: { description: 'Banner: a bold band, net pay first', arrange: banner },
  panel: { description: 'Panel: a coloured side panel', arrange: panel },
  ledger: { description: 'Ledger: one table with the year to date', arrange: ledger },
  cards: { description: 'Cards: large figures, rounded cards', arrange: cards },
  compact: { description: 'Compact: half a sheet, saves paper', arrange: compact },
}
