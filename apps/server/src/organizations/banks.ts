import { readFileSync } from 'node:fs'

/**
 * Banks and branches of Kenya with their sort codes; `source` in the file says where they are from.
 */

interface Bank {
  code: string
  name: string
  branches: { code: string; name: string }[]
}

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

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The codes behind the names picked from the list; names typed in have none. */
export function codesOf(bank_name: string | null, branch_name: string | null) {
  const bank = banks.find(({ name }) => bank_name !== null && same(name, bank_name))
  const branch = bank?.branches.find(({ name }) => branch_name !== null && same(name, branch_name))
  return { bank_code: bank?.code ?? null, branch_code: branch?.code ?? null }
}
