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

const senders = { daraja: 'M-PESA', kcb: 'KCB', coop: 'Co-op Bank' }

/** All prompts, and the newest messages first, of one number or account or of all. */
export function phonesOf(sim: Sim, number: string) {
  const mine = (leg: Leg) => leg.party.includes(number)
  const received = sim.books.newest().flatMap(({ payment, leg }) => {
    const text = mine(leg) && textOf(payment, leg)
    if (!text || !leg.settled_at) return []
    const { party, name, amount, receipt, state } = leg
    const at = new Date(leg.settled_at).toISOString()
    const from = senders[payment.provider]
    return [{ key: `${receipt} ${state}`, from, number: party, name, amount, text, at }]
  })
  const messages = [...textsTo(sim, number), ...received].sort((a, b) => b.at.localeCompare(a.at))
  const now = new Date(sim.clock.now()).toISOString()
  return { now, prompts: promptsOf(openPrompts(sim)), messages: messages.slice(0, enough) }
}

/** What is written to a phone, without money. */
const textsTo = ({ texts }: Sim, wanted: string) =>
  texts
    .filter(({ number }) => number.includes(wanted))
    .map(({ id, from, number, text, at }) => ({
      key: id,
      from,
      number,
      name: '',
      amount: 0,
      text,
      at: new Date(at).toISOString(),
    }))

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
