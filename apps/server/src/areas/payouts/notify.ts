import type { PlatformTx } from '../../foundation/core/db.ts'
import type { Services } from '../../foundation/http/services.ts'
import { notify } from '../notifications/index.ts'
import { kindIn, type Period, payoutsPageOf, titleOf } from './run.ts'
import { payersOf } from './who-may-pay.ts'

/** Whoever may pay hears of failures and of what they must decide, many of them in one sentence. */
export const notifyOfFailures = ({ db }: Services) =>
  db.inPlatform(async (tx) => {
    const runs = await unsentFailures(tx)
    for (const run of runs) {
      const { organization_id, run_id, code, newest } = run
      await notify(tx, organization_id, await payersOf(tx, organization_id), {
        key: `payouts failed ${run_id} ${newest}`,
        title: run.review > 0 ? 'Payouts need your decision' : 'Payouts failed',
        text: `${sentenceOf(run)} in the payroll for ${titleOf(run)} (${code}).`,
        link: payoutsPageOf({ of: kindIn(run), id: run_id }),
      })
    }
  })

interface UnsentFailure extends Period {
  organization_id: string
  run_id: string
  code: string
  failed: number
  review: number
  newest: number
}

const unsentFailures = (tx: PlatformTx) =>
  tx.all<UnsentFailure>`with news as (update payout_attempts set told = true
      where id in (select id from payout_attempts
        where (surely_failed or state = 'review') and not told
        order by number limit 1000 for update skip locked)
      returning organization_id, payout_id, state, number)
    select o.organization_id, o.run_id, p.code, p.month, p."from", p."to",
      max(n.number) as newest,
      count(*) filter (where n.state = 'failed') as failed,
      count(*) filter (where n.state = 'review') as review
    from news n
    join payouts o on o.organization_id = n.organization_id and o.id = n.payout_id
    join payrolls p on p.organization_id = o.organization_id and p.id = o.run_id
    group by o.organization_id, o.run_id, p.code, p.month, p."from", p."to"`

function sentenceOf({ failed, review }: UnsentFailure): string {
  const parts = [
    failed > 0 && `${failed} ${failed === 1 ? 'payout has' : 'payouts have'} failed`,
    review > 0 && `${review} ${review === 1 ? 'payout needs' : 'payouts need'} a decision`,
  ]
  return parts.filter(Boolean).join(', ')
}
