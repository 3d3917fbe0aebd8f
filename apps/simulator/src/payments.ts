import { deliver, type Letter } from './deliveries.ts'
import type { Leg, Payment } from './ledger.ts'
import { type IncomingPayment, scenarioFor, scenarioNamed } from './rules.ts'
import type { CallbackText, Kind, Step } from './scenarios.ts'
import type { Sim } from './sim.ts'
import { lost, type Reply, unavailable } from './wire.ts'

/** From acceptance to the last callback, the same for every provider. */

/** What a provider's callback says about a payment; nothing where it sends none. */
export type Teller = (sim: Sim, payment: Payment, told: CallbackText) => Letter | undefined
const tellers = new Map<string, Teller>()

export const tellOf = (provider: IncomingPayment['provider'], kind: Kind, teller: Teller) =>
  tellers.set(`${provider}:${kind}`, teller)

export type Draft = Omit<Payment, 'scenario' | 'created_at' | 'due' | 'legs'> & {
  legs: Pick<Leg, 'reference' | 'party' | 'name' | 'amount' | 'receipt' | 'fails'>[]
  /** Decided by a check, whatever the scenario: the code of a failure. */
  verdict?: string | undefined
}

/** How this provider says each of these; what it cannot say is an acceptance. */
export interface Answers {
  accepted: Reply
  locked?: Reply
  fault?: Reply
  refused?: Reply
  'timed out'?: Reply
  'internal error'?: Reply
}

/** Takes a payment that passed the checks, or loses it, and answers. */
export async function take(sim: Sim, draft: Draft, answers: Answers): Promise<Reply> {
  const { verdict, ...given } = draft
  const name = scenarioFor(sim.rules, { ...given, party: given.legs[0]?.party ?? '' })
  const { answer, steps } = scenarioNamed(given.kind, name)
  if (answer === 'lost before') return lost
  if (answer === 'html') return unavailable
  if (answer === 'locked' || answer === 'fault' || answer === 'refused') {
    return answers[answer] ?? answers.accepted
  }
  const payment: Payment = {
    ...given,
    legs: given.legs.map((leg) => ({ ...leg, state: 'pending', code: null, settled_at: null })),
    scenario: name,
    created_at: sim.clock.now(),
    due: [],
  }
  sim.books.accept(payment)
  plan(sim, payment, verdict ? [{ at: 'result', settle: verdict, tell: 'truth' }] : steps)
  if (answer === 'after the callback') await hurry(sim, payment)
  arm(sim, payment)
  sim.changed()
  if (answer === 'lost after') return lost
  if (answer === 'timed out' || answer === 'internal error') {
    return answers[answer] ?? answers.accepted
  }
  return answers.accepted
}

/** With a phone in somebody's hand, only what a person can do is left open. */
function plan(sim: Sim, payment: Payment, steps: Step[]) {
  const { delays, phone } = sim.rules
  if (payment.kind === 'stk') payment.prompt_until = payment.created_at + delays.prompt
  if (payment.kind === 'stk' && payment.scenario === 'default' && phone === 'manual') {
    const due = payment.created_at + delays.prompt
    payment.due = [{ at: 'result', settle: '1037', tell: 'truth', due }]
    return
  }
  payment.due = steps.map((step) => ({ ...step, due: payment.created_at + delays[step.at] }))
}

/** The result comes before the answer to the request. */
async function hurry(sim: Sim, payment: Payment) {
  const first = payment.due.filter(({ at }) => at === 'result')
  await Promise.all(first.map((step) => act(sim, payment, step)))
}

/** Has the rest happen in its time; also after a restart. */
export function arm(sim: Sim, payment: Payment) {
  for (const step of payment.due) {
    sim.clock.at(step.due, () => {
      if (payment.due.includes(step)) void act(sim, payment, step)
    })
  }
}

export async function act(sim: Sim, payment: Payment, step: Payment['due'][number]) {
  payment.due = payment.due.filter((one) => one !== step)
  if (step.settle) sim.books.settle(payment, step.settle, sim.clock.now())
  sim.changed()
  if (!step.tell) return
  const letter = tellers.get(`${payment.provider}:${payment.kind}`)?.(sim, payment, step.tell)
  if (!letter) return
  await Promise.all(Array.from({ length: step.times ?? 1 }, () => deliver(sim.log, letter)))
}
