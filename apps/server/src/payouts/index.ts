import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind, crossing } from '../http/bind.ts'
import { desk, review } from './across.ts'
import { asker } from './ask.ts'
import { decide } from './decide.ts'
import { listener } from './heard.ts'
import { approve, decline, make, makeCasuals } from './orders.ts'
import { preview } from './preview.ts'
import { list, listCasuals, sheet, story, summary } from './read.ts'
import { resume, retry, retryAll, withdraw } from './retry.ts'
import { sender } from './send.ts'
import { changeSettings, settings } from './settings.ts'
import { waiting } from './waiting.ts'

export const payouts = area('payouts', {
  log: 'Payouts',
  records: {
    payout_requests: {
      kind: 'payments',
      name: "'to ' || count || case count when 1 then ' person' else ' people' end",
      of: 'run_id',
    },
    // A lane has the id of its integration, and with it the name.
    payout_decisions: {
      kind: 'decision',
      name: "'that a payout was ' || case when paid then 'paid' else 'not paid' end || ': ' || reference",
    },
  },
  calls: bind(contract.payouts, {
    preview,
    make,
    makeCasuals,
    approve,
    decline,
    list,
    listCasuals,
    summary,
    story,
    retry,
    retryAll,
    withdraw,
    resume,
    decide,
    sheet,
    review: crossing(review),
    settings,
    changeSettings,
  }),
  rounds: (house) => [sender(house), listener(house), asker(house)],
  waiting,
  desk,
  refusals: {
    payrolls_paid_out: [null, 'Payouts have been made for this payroll: it cannot be reversed.'],
    payouts_of_slip: [null, 'Only what a confirmed payslip says can be paid.'],
    payout_attempts_once: [null, 'This payslip is paid or being paid already.'],
    payout_requests_waiting: [null, 'Somebody has asked for these payments already.'],
  },
})
