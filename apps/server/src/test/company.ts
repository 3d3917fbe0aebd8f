import { contract } from '@mshahara/contract'
import { workFromServices } from '../areas/leave/work.ts'
import { overNight } from '../areas/leave/year.ts'
import { settleCheckers } from '../areas/maker-checker/index.ts'
import { asEmployee } from './office.ts'
import { openPayer, type Payday } from './payday.ts'
import { sessionOf } from './session.ts'
import type { Caller } from './world.ts'

/** A company of a history: whatever a name of the story stands for here, and who acts. */

export interface Stage {
  payday: Payday
  /** Of the server that acts and hears what providers report. */
  address: string
  caller(token: string): Caller
  /** To this moment, everywhere. */
  at(iso: string): void
  pass(seconds: number): void
  /** The rounds that nobody waits for here: how many had something to do. */
  work(): Promise<number>
}

export type Company = Awaited<ReturnType<typeof openCompany>>

/** Comes between asking a second person and their word; in the end the same is asked for. */
export type Detour =
  | { way: 'sent back' }
  | { way: 'withdrawn' }
  /** Something else is done meanwhile, which may be what it was made from. */
  | { way: 'changed'; change: () => Promise<unknown> }

interface Kind {
  bank: 'kcb' | 'coop'
  /** Whatever can ask for a second person does. */
  asksSecond: boolean
}

export async function openCompany(stage: Stage, { bank, asksSecond }: Kind) {
  const { payday } = stage
  const { organization_id, primary, finance } = await openPayer(payday, bank, stage.address)
  await payday.rows('update leave_settings set pay_leavers = true where organization_id = $1', [
    organization_id,
  ])
  const second = await payday.as('primary', organization_id)
  if (asksSecond) {
    await payday.platform((tx) => settleCheckers(tx, organization_id))
    const acts = { confirming: true, reversal: true, salary: true, payee: true }
    const body = { ...acts, items_above: 20_000 }
    await primary.call(contract.makerChecker.changeSettings, { body })
  }
  const ids = new Map<string, string>()
  const users = new Map([
    ['primary', primary.id],
    ['finance', finance.id],
    ['second', second.id],
  ])
  const sessions = new Map<string, { since: number; caller: Caller }>()
  const id = (name: string) => {
    const known = ids.get(name)
    if (!known) throw new Error(`There is no ${name}.`)
    return known
  }
  return {
    stage,
    bank,
    asksSecond,
    /** Of the next act that waits for somebody else. */
    detour: undefined as Detour | undefined,
    organization_id,
    ids,
    id,
    one: (name: string) => ({ params: { id: id(name) } }),
    /** A session lives for eight hours, and a history for months. */
    async by(name: string): Promise<Caller> {
      const now = payday.parts.clock.now().getTime()
      const open = sessions.get(name)
      if (open && Math.abs(now - open.since) < 7 * 3_600_000) return open.caller
      const token = await sessionOf(payday.parts, users.get(name) ?? '', organization_id)
      const caller = stage.caller(token)
      sessions.set(name, { since: now, caller })
      return caller
    },
    /** An employee who signs in. */
    async gives(name: string) {
      users.set(name, (await asEmployee(payday, organization_id, id(name))).id)
    },
    night: () =>
      payday.parts.db.inOrg({ organization_id, actor: 'System' }, (tx) =>
        overNight(workFromServices(payday.parts, tx, organization_id)),
      ),
  }
}
