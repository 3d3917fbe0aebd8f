import { dottedTime } from './clock.ts'
import { openPrompts } from './daraja/stk.ts'
import type { Leg, Payment } from './ledger.ts'
import type { Sim } from './sim.ts'

/** What the screens of payers and payees would show. */

export const promptsOf = (payments: Payment[]) =>
  payments.map(({ key, account, legs, prompt_until = 0 }) => ({
    id: key,
    number: legs[0]?.party ?? '',
    amount: legs[0]?.amount ?? 0,
    reference: legs[0]?.reference ?? '',
    business: account,
    until: new Date(prompt_until).toISOString(),
  }))

const enough = 200

/** The newest messages first, of one number or account or of all. */
export function phonesOf(sim: Sim, number: string) {
  const mine = (leg: Leg) => leg.party.includes(number)
  const messages: object[] = []
  const { payments } = sim.books.ledger
  for (let at = payments.length - 1; at >= 0 && messages.length < enough; at -= 1) {
    const payment = payments[at] as Payment
    for (const leg of payment.legs.filter(mine)) {
      const text = textOf(payment, leg)
      if (!text || !leg.settled_at) continue
      const { party, amount } = leg
      messages.push({ number: party, amount, text, at: new Date(leg.settled_at).toISOString() })
    }
  }
  const prompts = openPrompts(sim).filter(({ legs }) => legs.some(mine))
  return { prompts: promptsOf(prompts), messages }
}

const shillings = (amount: number) =>
  (amount / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 })

function textOf(payment: Payment, leg: Leg): string | undefined {
  if (leg.state !== 'paid' && leg.state !== 'reversed') return undefined
  const [day, time] = dottedTime(leg.settled_at ?? 0).split(' ')
  const when = `on ${day?.replaceAll('.', '/')} at ${time?.slice(0, 5)}`
  const sum = `Ksh${shillings(leg.amount)}`
  if (leg.state === 'reversed') return `${leg.receipt} reversed. ${sum} was taken back ${when}.`
  if (payment.kind === 'stk') {
    return `${leg.receipt} Confirmed. ${sum} sent to ${payment.account} for account ${leg.reference} ${when}.`
  }
  const from = payment.kind === 'b2c' ? payment.account : `account ${payment.account}`
  return `${leg.receipt} Confirmed. You have received ${sum} from ${from} ${when}.`
}
