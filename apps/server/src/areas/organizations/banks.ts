import { readFileSync } from 'node:fs'
import { type Bank, bankCalled, branchCalled } from '@mshahara/contract/banks'

/**
 * Banks and branches of Kenya with their sort codes; `source` in the file says where they are from.
 */

const file = new URL('./banks.json', import.meta.url)
export const banks: Bank[] = JSON.parse(readFileSync(file, 'utf8')).banks

export const bankNames = {
  banks: banks.map((bank) => bank.name).sort((a, b) => a.localeCompare(b)),
  branches: Object.fromEntries(
    banks.map((bank) => [
      bank.name,
      [...new Set(bank.branches.map((branch) => branch.name))].sort((a, b) => a.localeCompare(b)),
    ]),
  ),
}

/** Known names as the list has them, with their codes; other names stay as given, without codes. */
export function placeOf(bank_name: string | null, branch_name: string | null) {
  const bank = bankCalled(banks, bank_name)
  const branch = branchCalled(bank, branch_name)
  return {
    bank_name: bank?.name ?? bank_name,
    branch_name: branch?.name ?? branch_name,
    bank_code: bank?.code ?? null,
    branch_code: branch?.code ?? null,
  }
}
