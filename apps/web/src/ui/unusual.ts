import { farFrom, type Usual, usualItem, usualSalary } from '@mshahara/contract/amounts'
import { allowances, type ItemList } from '@mshahara/contract/pay-items'
import { read } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import type { Question } from './confirm-modal.tsx'

/** Asks once about an amount far from the usual: a zero or a comma slips easily. */

interface TypedAmount {
  amount: unknown
  /** What it was until now. */
  before?: number
  item?: { list: ItemList; name: string }
  /** Of the person, where an item is given. */
  salary?: number
}

export async function askIfUnusual(given: TypedAmount): Promise<Question | undefined> {
  const { amount, before, item } = given
  if (typeof amount !== 'number' || amount === before) return undefined
  // Without what is usual only the amount itself is known, and nothing is asked.
  const usual = await read(allowances.usual, { query: item ?? {} }).catch(() => null)
  const far = farFrom(amount, before, measures(given, usual))
  return (
    far && {
      title: 'Is this amount right?',
      text: `${ksh(amount)} is far from ${ksh(far.amount)}, ${far.words}.`,
      action: 'Yes, save',
    }
  )
}

type Known = { salary: number | null; item: number | null } | null

function measures({ amount, item, salary = 0 }: TypedAmount, usual: Known): Usual[] {
  if (!item) return usualSalary(usual?.salary ?? 0)
  return usualItem(item.name, Number(amount), usual?.item ?? 0, salary)
}
