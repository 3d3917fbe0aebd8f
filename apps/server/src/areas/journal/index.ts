import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { balance } from './balance.ts'
import { booked } from './booked.ts'
import { chart } from './chart.ts'
import { entry, month, slips } from './entries.ts'
import { file } from './files.ts'
import { accountsOf, lines, map } from './lines.ts'
import { say } from './sentences.ts'

export const journal = area('journal', {
  log: 'Accounting',
  records: {
    journal_accounts: { kind: 'account', name: 'name' },
    journal_mapping: { kind: 'account of a line', name: 'line' },
  },
  calls: [
    ...bind(contract.journalAccounts, accountsOf(contract.journalAccounts)),
    ...bind(contract.journal, { lines, map, chart, month, entry, slips, balance, file, booked }),
  ],
  refusals: {
    journal_accounts_code: ['code', say.codeTaken],
    journal_accounts_name: ['name', say.nameTaken],
    journal_mapping_account: ['account_id', say.accountNotFound],
    journal_mapping_department: ['department_id', say.departmentNotFound],
  },
})
