import { contract } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { dayInWordsSql } from '../../foundation/core/record-names.ts'
import { area } from '../../foundation/http/area.ts'
import { bind } from '../../foundation/http/bind.ts'
import { certificate } from './certificate.ts'
import * as claims from './claims.ts'
import { dues } from './dues.ts'
import { get, record, undo } from './record.ts'
import { run } from './run.ts'
import { changeSettings, settings } from './settings.ts'
import { statement } from './statement.ts'

/** What somebody who leaves is given, and owes. */
export const leaving = area('leaving', {
  records: {
    leavings: { kind: 'leaving', name: dayInWordsSql('last_day'), of: 'employee_id' },
    final_claims: { kind: 'claim', name: 'amount::text', of: 'employee_id' },
  },
  calls: [
    ...bind(contract.leaving, {
      ...{ dues, certificate, get, record, undo, run, statement, settings, changeSettings },
    }),
    ...bind(contract.finalClaims, {
      list: claims.list,
      totals: claims.totals,
      pay: claims.pay,
      giveUp: claims.giveUp,
      takeBack: claims.takeBack,
    }),
  ],
  waiting: claims.waiting,
  refusals: {
    leavings_paid: [null, everywhere.changedMeanwhile],
    leavings_once: [null, everywhere.changedMeanwhile],
    payslips_once_a_leaving: [null, everywhere.changedMeanwhile],
    final_claim_entries_beyond: ['amount', everywhere.changedMeanwhile],
  },
})
