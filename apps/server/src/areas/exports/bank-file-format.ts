import type { contract } from '@mshahara/contract'
import { type BankType, bankTypes } from '@mshahara/contract/bank-layouts'
import type { Extension } from '@mshahara/contract/exports'
import type { Handler } from '../../foundation/http/bind.ts'
import { employerOf } from './employer.ts'

/** Whose layout an organisation needs, by the code of the bank that it pays from. */
const layoutOfBank: Partial<Record<string, BankType>> = {
  '01': 'kcb-bank',
  '07': 'ncba-bank',
  '11': 'co-op-bank',
  '12': 'national-bank',
  '68': 'equity-bank',
}

/** One that was withdrawn counts too: it says nothing against the format. */
export const bankFileFormat: Handler<(typeof contract.exports)['bankFileFormat']> = async ({
  tx,
}) => {
  const last = await tx.maybe<{ type: BankType; extension: Extension }>`
    select type, extension from byproducts where type = any(${[...bankTypes]})
    order by number desc limit 1`
  if (last) return { ...last, used: true }
  const { bank_code } = await employerOf(tx)
  return { type: layoutOfBank[bank_code ?? ''] ?? 'bank', extension: 'csv', used: false }
}
