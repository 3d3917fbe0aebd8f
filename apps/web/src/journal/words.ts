import type { Nature } from '@mshahara/contract/journal'
import { amount } from '../lib/format.ts'

export const natureWords: Record<Nature, string> = {
  cost: 'Cost',
  income: 'Income',
  payable: 'Owed to others',
  receivable: 'Owed to us',
  money: 'Money',
}

/** A column has either side of it. */
export const side = (shillings: number) => (shillings === 0 ? '' : amount(shillings))
