import { type Accounts, defaultAccounts, keepAccount, type Provider } from './accounts.ts'
import { openPrompts } from './daraja/stk.ts'
import { emptyLedger, movementsOf, openBooks } from './ledger.ts'
import { act } from './payments.ts'
import { phonesOf, promptsOf } from './phones.ts'
import { changeRules, type Rules, usualRules } from './rules.ts'
import type { Sim } from './sim.ts'
import { type Call, ok, type Reply } from './wire.ts'

/** /__sim: what tests, campaigns and the virtual phone ask for; no provider has it. */

type Control = (sim: Sim, call: Call) => Reply | Promise<Reply>

const bad = (message: string): Reply => ({ status: 400, body: { message } })

const answers: Record<string, string> = { pin: 'paid', wrong_pin: '2001', cancel: '1032' }

const controls: Record<string, Control> = {
  'GET log': (sim, { query }) => ok(sim.log.since(Number(query.get('since') ?? 0))),
  'POST reset': (sim) => {
    reset(sim)
    return ok({})
  },
  'GET rules': (sim) => ok(sim.rules),
  'POST rules': (sim, { body }) => {
    const wrong = changeRules(sim.rules, (body ?? {}) as Partial<Rules>)
    return wrong ? bad(wrong) : ok(sim.rules)
  },
  'GET ledger': (sim) => ok(ledgerOf(sim)),
  'POST balances': (sim, { body = {} }) => {
    const { provider, account, amount } = body
    if (!isProvider(provider) || typeof account !== 'string' || !Number.isInteger(amount)) {
      return bad('A balance needs provider, account and amount in cents.')
    }
    sim.books.ledger.balances[`${provider}:${account}`] = amount as number
    sim.changed()
    return ok({})
  },
  'GET accounts': (sim) => ok(sim.accounts),
  'POST accounts': (sim, { body = {} }) => {
    const { provider, ...given } = body
    if (!isProvider(provider) || typeof given.consumer_key !== 'string') {
      return bad('An account needs provider (daraja, kcb or coop) and consumer_key.')
    }
    const kept = keepAccount(sim.accounts, provider, given as Partial<Accounts[Provider][number]>)
    sim.wrong[kept.consumer_key] = 0
    sim.changed()
    return ok(kept)
  },
  // As when somebody else asks Daraja for a token with the same key.
  'POST revoke': (sim) => {
    sim.tokens.clear()
    return ok({})
  },
  'GET prompts': (sim) => ok(promptsOf(openPrompts(sim))),
  'GET phones': (sim, { query }) => ok(phonesOf(sim, query.get('number') ?? '')),
  'POST clock': (sim, { body = {} }) => {
    const { advance } = body
    if (typeof advance !== 'number' || !(advance >= 0)) {
      return bad('advance says by how many milliseconds the clock is moved forward.')
    }
    sim.clock.advance(advance)
    return ok({ now: new Date(sim.clock.now()).toISOString() })
  },
  'GET clock': (sim) => ok({ now: new Date(sim.clock.now()).toISOString() }),
  // Callbacks on their way, or to be sent soon: whoever waits for them need not guess how long.
  'GET ahead': (sim, { query }) =>
    ok({ count: sim.log.onTheirWay() + sim.clock.dueWithin(Number(query.get('within') ?? 0)) }),
  'GET cert.pem': async (sim) => ({
    status: 200,
    type: 'application/x-pem-file',
    body: (await sim.keys).certificate,
  }),
}

export function control(sim: Sim, call: Call): Reply | Promise<Reply> {
  const name = call.path.slice('/__sim/'.length)
  const prompt = /^stk\/([^/]+)\/answer$/.exec(name)?.[1]
  if (prompt && call.method === 'POST') return answerPrompt(sim, prompt, call.body?.answer)
  const found = controls[`${call.method} ${name}`]
  return found ? found(sim, call) : { status: 404, body: { message: 'There is no such control.' } }
}

/** What a person does with the phone in their hand. */
function answerPrompt(sim: Sim, id: string, answer: unknown): Reply {
  const settle = typeof answer === 'string' ? answers[answer] : undefined
  if (!settle) return bad('answer must be pin, wrong_pin or cancel.')
  const payment = openPrompts(sim).find(({ key }) => key === id)
  if (!payment) return { status: 404, body: { message: 'This prompt is not open.' } }
  const step = { at: 'result' as const, settle, tell: 'truth' as const, due: sim.clock.now() }
  payment.due = []
  void act(sim, payment, step)
  return ok({})
}

const isProvider = (name: unknown): name is Provider =>
  name === 'daraja' || name === 'kcb' || name === 'coop'

/** As after the first start; the key pair and the clock stay. */
function reset(sim: Sim) {
  sim.clock.clear()
  sim.log.clear()
  sim.tokens.clear()
  sim.rules = { ...usualRules(), ...structuredClone(sim.startedWith) }
  sim.accounts = defaultAccounts()
  sim.books = openBooks(emptyLedger())
  sim.wrong = {}
  sim.texts = []
  sim.changed()
}

function ledgerOf({ books, accounts }: Sim) {
  const movements = movementsOf(books.ledger)
  const shortcodes = accounts.daraja.flatMap(({ b2c, paybill }) => [
    b2c.shortcode,
    paybill.shortcode,
  ])
  for (const number of shortcodes) books.balance('daraja', number)
  return { movements, balances: books.ledger.balances }
}
