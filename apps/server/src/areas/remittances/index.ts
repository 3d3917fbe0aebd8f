import { contract } from '@mshahara/contract'
import { monthInWordsSql } from '../../foundation/core/record-names.ts'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { byOwnName } from '../../foundation/http/storage.ts'
import { feedCalls, feedPage } from './feed.ts'
import { list, sheet, year } from './read.ts'
import { folder, mayReadReceipt, pay, takeBack } from './record.ts'
import { sayToStaff } from './sentences.ts'
import { waiting } from './waiting.ts'

/** What each month owes to others, until it is paid over. */
export const remittances = area('remittances', {
  log: 'Remittances',
  records: {
    remittance_payments: {
      kind: 'remittance',
      name: `authority_name || ' for ' || ${monthInWordsSql('month')}`,
    },
  },
  calls: bind(contract.remittances, { list, year, sheet, pay, takeBack, ...feedCalls }),
  waiting,
  files: { [folder]: { find: byOwnName(mayReadReceipt), papers: true } },
  pages: feedPage,
  refusals: {
    remittance_payments_meanwhile: [null, sayToStaff.meanwhile],
    remittance_payments_twice: ['reference', sayToStaff.twice],
    remittance_payments_day: ['paid_on', sayToStaff.wrongDay],
    remittance_payments_back_once: [null, sayToStaff.takenBack],
    remittance_payments_fit: [null, sayToStaff.takenBack],
    remittance_payments_kept: [null, sayToStaff.kept],
  },
})
