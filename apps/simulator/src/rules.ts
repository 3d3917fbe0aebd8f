import { createHash } from 'node:crypto'
import type { Provider } from './accounts.ts'
import { type Kind, type Moment, type Scenario, scenarios } from './scenarios.ts'

/** What a test or a campaign changes about the usual behaviour: POST /__sim/rules. */

export interface Override {
  provider?: Provider
  kind?: Kind | 'status' | 'balance'
  /** How the number or account ends; without it, every one. */
  suffix?: string
  scenario: string
  /** Holds for so many requests. */
  times?: number
}

export interface Rules {
  /** Milliseconds of the simulator's clock until a step of a scenario is taken. */
  delays: Record<Moment | 'prompt', number>
  /** manual: prompts wait for the virtual phone. */
  phone: 'automatic' | 'manual'
  /** The first that fits wins over the number's ending. */
  overrides: Override[]
  /** Instead of the endings: by weight, the same for the same seed and key. */
  random: { seed: number; weights: Partial<Record<Kind, Record<string, number>>> } | null
  /** Wrong initiator passwords until the operator is locked. */
  lock_after: number
  /** Requests a second until Daraja says that it is busy; 0: as many as come. */
  requests_per_second: number
  /** Same customer and amount paid within so many milliseconds: code 17; 0: never. */
  repeat_window: number
  /** Older builds of KCB nest the status. */
  kcb_nested: boolean
  /** Callback hosts besides this machine. */
  allow_hosts: string[]
}

export const usualRules = (): Rules => ({
  delays: { result: 300, later: 2_000, late: 330_000, prompt: 60_000 },
  phone: 'automatic',
  overrides: [],
  random: null,
  lock_after: 3,
  requests_per_second: 0,
  repeat_window: 0,
  kcb_nested: false,
  allow_hosts: [],
})

/** What is given replaces what was; the rest stays. */
export function changeRules(rules: Rules, given: Partial<Rules>) {
  const unknown = Object.keys(given).filter((name) => !(name in rules))
  if (unknown.length) return `There is no rule called ${unknown.join(', ')}.`
  const { delays, ...rest } = given
  Object.assign(rules.delays, delays)
  Object.assign(rules, rest)
  return undefined
}

export interface IncomingPayment {
  provider: Provider
  kind: NonNullable<Override['kind']>
  /** The number or account that is paid or asked. */
  party: string
  key: string
}

/** The name of what will happen. */
export function scenarioFor(rules: Rules, asked: IncomingPayment): string {
  const override = rules.overrides.find((one) => fits(one, asked))
  if (override) {
    if (override.times !== undefined) override.times -= 1
    return override.scenario
  }
  if (asked.kind === 'status' || asked.kind === 'balance') return 'default'
  const weights = rules.random?.weights[asked.kind]
  if (rules.random && weights) return drawn(weights, `${rules.random.seed}:${asked.key}`)
  const suffix = asked.party.slice(-4)
  return suffix in scenarios[asked.kind] ? suffix : 'default'
}

const fits = (rule: Override, { provider, kind, party }: IncomingPayment) =>
  (rule.provider ?? provider) === provider &&
  (rule.kind ?? kind) === kind &&
  party.endsWith(rule.suffix ?? '') &&
  rule.times !== 0

function drawn(weights: Record<string, number>, from: string): string {
  const entries = Object.entries(weights)
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  let left = (createHash('sha256').update(from).digest().readUInt32BE(0) / 2 ** 32) * total
  for (const [name, weight] of entries) {
    left -= weight
    if (left < 0) return name
  }
  return 'default'
}

export const scenarioNamed = (kind: Kind, name: string): Scenario =>
  scenarios[kind][name] ?? (scenarios[kind].default as Scenario)
