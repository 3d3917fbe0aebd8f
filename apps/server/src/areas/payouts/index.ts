import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { approve, decline } from './approve.ts'
import { asker } from './ask.ts'
import { callbackPoller } from './callbacks.ts'
import { decide } from './decide.ts'
import { make, makeCasuals } from './orders.ts'
import { agreeToChange, counting, objectToChange, payerChanges } from './payer-changes.ts'
import { payerNews } from './payer-news.ts'
import { preview } from './preview.ts'
import { list, listCasuals, sheet, story, summary } from './read.ts'
import { resume, retries, retry, retryAll, withdraw } from './retry.ts'
import { desk, review } from './review-desk.ts'
import { sender } from './send.ts'
import { say } from './sentences.ts'
import { changeSettings, settings } from './settings.ts'
import { waiting } from './waiting.ts'

/** Money that may have left is not taken back (B13, C23). */
const paidOut = [null, say.paidOut] as const

export const payouts = area('payouts', {
  log: 'Payouts',
  records: {
    payout_requests: {
      kind: 'payments',
      name: "'to ' || count || case count when 1 then ' person' else ' people' end",
      of: 'run_id',
    },
    payer_changes: {
      kind: 'change',
      name: "'of who may pay'",
    },
    // A lane has the id of its integration, and with it the name.
    payout_decisions: {
      kind: 'decision',
      name: "'that a payout was ' || case when paid then 'paid' else 'not paid' end || ': ' || reference",
    },
  },
  calls: bind(contract.payouts, {
    preview,
    make: counting(make),
    makeCasuals: counting(makeCasuals),
    approve: counting(approve),
    decline,
    list,
    listCasuals,
    summary,
    story,
    retries,
    retry: counting(retry),
    retryAll: counting(retryAll),
    withdraw,
    resume: counting(resume),
    decide: counting(decide),
    sheet,
    review: crossing(review),
    settings,
    changeSettings,
    payerChanges,
    agreeToChange,
    objectToChange,
  }),
  pollers: (services) => [
    sender(services),
    callbackPoller(services),
    asker(services),
    payerNews(services),
  ],
  waiting,
  desk,
  refusals: {
    payrolls_paid_out: paidOut,
    payouts_of_slip: [null, say.ofPayslip],
    // Somebody's record changed between the look and the order.
    payouts_guarded: [null, say.changedMeanwhile],
    payout_attempts_once: [null, say.paidAlready],
    payrolls_in_bank_file: [null, say.atTheBank],
    bank_file_claims_once: [null, say.paidByNow],
    bank_file_claims_moved: [null, say.accountMoved],
    payroll_payments_in_doubt: ['paid_on', say.inDoubt],
    payout_settings_guarded: [null, say.notAnyMore],
    payer_changes_settled: [null, say.settled],
    payer_changes_own: [null, say.payersAgree],
    payer_changes_uncounted: [null, say.notCounted],
    payout_requests_waiting: [null, say.askedAlready],
  },
})
