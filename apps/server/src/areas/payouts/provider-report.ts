import type { AttemptEvent } from '@mshahara/contract/payout-states'
import { formatShillings } from '@mshahara/engine/money'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Paid, ParsedCallback, PaymentReport } from '../../foundation/providers/provider.ts'
import type { Attempt, News } from './attempt.ts'
import { notFound } from './schedule.ts'

/** What a provider says about a payment, compared with what was sent: pure. */

interface Saying {
  by: 'result' | 'question'
  /** What was reported came to an address that others could know: it decides nothing (C19). */
  hint?: boolean
  what: string
  now: Date
  data?: unknown
}

const endings = {
  question: { paid: 'paid', failed: 'failed' },
  result: { paid: 'reported_paid', failed: 'reported_failed' },
  hint: { paid: 'hinted_paid', failed: 'hinted_failed' },
} as const

/** The last digits are enough: providers write numbers in several ways, or mask them. */
const tail = (account: string) => account.replace(/\D/g, '').slice(-4)

/** Why what the provider says cannot be about this payment; nothing when it can. */
function contradiction(attempt: Attempt, { amount, account, receipt }: Paid): string | null {
  if (amount !== null && amount !== centsOf(attempt.amount)) {
    return `The provider reports ${formatShillings(amount)}, not ${formatShillings(centsOf(attempt.amount))}.`
  }
  if (account !== null && tail(account) !== tail(attempt.account)) {
    return 'The provider reports another account.'
  }
  return receipt ? null : 'The provider gives no receipt.'
}

export function saidOf(attempt: Attempt, said: PaymentReport, saying: Saying): News {
  const { by, what, now, data } = saying
  const ending = endings[saying.hint ? 'hint' : by]
  const news = (event: AttemptEvent, text: string, more: Partial<News> = {}): News => ({
    attempt_id: attempt.id,
    event,
    by,
    what,
    text,
    data: data ?? { said: { ...said, account: undefined, name: undefined } },
    ...more,
  })
  switch (said.outcome) {
    case 'paid': {
      const wrong = contradiction(attempt, said)
      if (wrong) return news('mismatch', wrong)
      return news(ending.paid, `Paid, reference ${said.receipt}.`, { receipt: said.receipt })
    }
    case 'failed':
      return news(ending.failed, said.reason, {
        code: said.code,
        reason: said.reason,
        stops_run: said.stops_run && !saying.hint,
      })
    case 'pending':
      return news('pending', 'The provider is still processing it, or will answer later.')
    case 'not_found':
      return news(
        notFound(attempt, said.certain, now),
        'The provider has no record of this payment.',
        {
          not_found: true,
          reason: 'The provider has no record of this payment: it never arrived there.',
        },
      )
    case 'unknown':
      return news('silent', `No certain answer: ${said.reason}`)
  }
}

/** The ids of a callback must be those of the payment whose address it came to. */
export function isAnother(attempt: Attempt, { key, provider_ref }: ParsedCallback): boolean {
  if (key !== null && key !== attempt.key) return true
  return (
    provider_ref !== null && attempt.provider_ref !== null && provider_ref !== attempt.provider_ref
  )
}
