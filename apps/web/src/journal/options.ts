import type { JournalAccount } from '@mshahara/contract/journal'

export const asOptions = (accounts: readonly JournalAccount[]) =>
  accounts.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))
