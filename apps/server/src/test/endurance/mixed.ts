import { contract } from '@mshahara/contract'
import { expect } from 'vitest'
import { billing } from '../../areas/billing/index.ts'
import { callbacks } from '../../areas/callbacks/index.ts'
import { payouts } from '../../areas/payouts/index.ts'
import { runScript } from '../commands.ts'
import type { Company, Stage } from '../company.ts'
import { moneyOf } from '../company-books.ts'
import { faultsOf } from '../company-ledgers.ts'
import { settle } from '../company-money.ts'
import { asking, expectNoneTwice, keepWorking, payOffice, peopleOffice } from '../mixed-work.ts'
import { openOffice } from '../office.ts'
import type { Payday } from '../payday.ts'
import { byHand, pollersIn } from '../pollers.ts'
import { reconcile } from '../reconcile.ts'
import { areasOffice, type Desk, lasting, openDesk } from './areas.ts'
import { reportFigures } from './figures.ts'
import type { Installation } from './installation.ts'

/** The work of all areas at once on an installation, and what must be true of it in the end. */

/** Whatever servers there are, on whatever database. */
export type Place = Pick<Installation, 'address' | 'addresses' | 'within' | 'post' | 'rows' | 'env'>

interface Size {
  /** Companies with leave, loans, casual workers, payouts and a subscription. */
  desks: number
  /** How much slower people come, and how long a company waits between two months. */
  slower: number
  rest_ms: number
}

export async function beginWork(installation: Place, size: Size) {
  const { address, addresses, within } = installation
  const faults: string[] = []
  const opened = await within(async (payday) => {
    const offices: Awaited<ReturnType<typeof openOffice>>[] = []
    for (const name of ['People', 'Few', 'Many']) {
      offices.push(await openOffice(payday.parts, `${name} Ltd`))
    }
    const desks: Desk[] = []
    for (let number = 0; number < size.desks; number += 1) {
      const reporting = addresses[number % addresses.length] ?? ''
      desks.push(await openDesk(payday, reporting, number))
    }
    return { offices, desks }
  })
  const asks = opened.offices.map((office) =>
    asking(address, lasting(within, office.organization_id)(office), faults),
  )
  const [forPeople, forFew, forMany] = asks as [Ask, Ask, Ask]
  const { rest_ms } = size
  const people = peopleOffice(forPeople, size.slower)
  const pays = [
    payOffice(forFew, { staff: 40, addresses: 12, domain: 'few.test', rest_ms }),
    payOffice(forMany, { staff: 310, addresses: 12, domain: 'many.test', rest_ms }),
  ]
  for (const office of pays) await office.hire()
  const desks = opened.desks.map((desk) => {
    const session = lasting(within, desk.organization_id)
    return areasOffice(desk, { address, session, faults, rest_ms })
  })
  const all = [people, ...pays, ...desks]
  let done = 0
  const counted = (piece: () => Promise<boolean>) => async () => {
    const goesOn = await piece()
    done += 1
    return goesOn
  }
  const { faults: failures, stop } = keepWorking(all.flatMap(({ work }) => work.map(counted)))
  /** By name, as the report has no more than the sentence. */
  const expectNoFailure = () => {
    if (failures.length > 0) throw new Error(`Work ended: ${failures.map(String).join('; ')}`)
  }
  return { stop, done: () => done, expectNoFailure, people, pays, desks, opened, faults }
}
type Ask = ReturnType<typeof asking>
export type Work = Awaited<ReturnType<typeof beginWork>>

const unended = `select 'job ' || name || ' ' || state as what from jobs
    where state in ('queued', 'running')
  union all select 'letter ' || state from mails where state in ('queued', 'sending')`

/** Answered is kept, once; our books are the providers'; nothing waits; the log is whole. */
export async function expectWhole(installation: Place, work: Work) {
  const { post, address, within } = installation
  await work.stop().catch(() => {})
  work.expectNoFailure()
  const money = await within((payday) => settled(payday, work), true)
  const done: Record<string, number> = { people: await work.people.check(), ...money }
  for (const [at, office] of work.pays.entries()) {
    await office.settled()
    const headers = { authorization: `Bearer ${await tokenOf(installation, work, at + 1)}` }
    const runs = await office.check((path) => fetch(new URL(path, address()), { headers }))
    add(done, runs)
  }
  for (const desk of work.desks) add(done, await desk.check())
  const waiting = async () => (await installation.rows(unended)).map(({ what }) => what)
  await expect.poll(waiting, { timeout: 300_000, interval: 1000 }).toEqual([])
  expectNoneTwice(post, (to) => /@(few|many)\.test$/.test(to))
  expect(work.faults).toEqual([])
  const env = { ...installation.env, DEMO: 'off' }
  const { said } = await runScript('logs-verify.ts', [], env)
  expect(said).toMatch(/ 0 faults found/)
  reportFigures({ ...done, letters: post.received.length })
}

const tokenOf = ({ within }: Place, { opened }: Work, at: number) => {
  const office = opened.offices[at]
  if (!office) throw new Error('There is no such office.')
  const session = lasting(within, office.organization_id)(office)
  return typeof session === 'string' ? session : session.renew()
}

function add(sums: Record<string, number>, more: Record<string, number>) {
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count
}

/** The clock goes on to what is due, and people decide what no question can settle. */
async function settled(payday: Payday, { desks }: Pick<Work, 'desks'>) {
  const address = payday.parts.config.publicUrl
  const pollers = pollersIn(payday.parts, [payouts, billing, callbacks])
  const { caller, setTime: at, pass } = payday
  const stage: Stage = { payday, address, caller, at, pass, work: () => byHand(pollers) }
  const companies = desks.map(({ organization_id }) => ({ organization_id, stage }) as Company)
  // What nobody can tell is asked about once an hour, and for a person to decide after a day.
  for (let turn = 0; turn < 30; turn += 1) {
    await settle(stage, companies)
    await reconcile(payday, await payday.as('super-admin', ''))
    if ((await decideAndRetry(payday, companies)) === 0) break
    if (turn > 1) pass(3600)
  }
  const sums = { payouts: 0, paid_out: 0, received: 0 }
  for (const company of companies) {
    expect(await faultsOf(company)).toEqual([])
    const { out, in: received, twice } = await moneyOf(company)
    expect([out.ours, received.ours, twice]).toEqual([out.theirs, received.theirs, 0])
    sums.payouts += await paidOnce(payday, company.organization_id)
    sums.paid_out += out.ours / 100
    sums.received += received.ours / 100
  }
  return sums
}

/** By the providers' statement; how much is without an end, or was to be decided or sent again. */
async function decideAndRetry(payday: Payday, companies: Company[]): Promise<number> {
  const books = (await payday.simulator.ledger()).movements
  let count = 0
  for (const { organization_id } of companies) {
    const open = await payday.rows(
      `select distinct on (o.id) o.id, o.run_id, a.key, a.state from payouts o
       join payout_attempts a on a.payout_id = o.id where o.organization_id = $1
       order by o.id, a.attempt_no desc`,
      [organization_id],
    )
    count += open.filter(({ state }) => !['paid', 'failed', 'review'].includes(state)).length
    const by = await payday.as('primary', organization_id)
    for (const { id, key } of open.filter(({ state }) => state === 'review')) {
      const theirs = books.find((one) => one.key === key && one.state === 'paid')
      const reference = theirs?.receipt ?? 'Statement'
      const body = { paid: theirs !== undefined, reference, reason: 'As the statement says.' }
      await by.call(contract.payouts.decide, { params: { id }, body })
      count += 1
    }
    const [paused] = await payday.rows(
      `select from payment_lanes where organization_id = $1 and paused_at is not null`,
      [organization_id],
    )
    const held = paused ? open.filter(({ state }) => state === 'created') : []
    for (const id of new Set(held.map(({ run_id }) => run_id))) {
      await by.call(contract.payouts.resume, { params: { id } })
    }
    const failed = open.filter(({ state }) => state === 'failed').map(({ run_id }) => run_id)
    for (const id of new Set(failed)) {
      await by.call(contract.payouts.retryAll, { params: { id } })
      count += 1
    }
  }
  return count
}

/** Whoever was to be paid has been, once. */
async function paidOnce(payday: Payday, organization_id: string): Promise<number> {
  const slips = await payday.rows(
    `select slip_id, count(*) filter (where state = 'paid')::int as times,
       string_agg(state || coalesce(' ' || reason, ''), ', ' order by attempt_no) as states
     from payout_attempts where organization_id = $1 group by slip_id`,
    [organization_id],
  )
  const odd = slips.filter(({ times }) => times !== 1)
  if (odd.length > 0) throw new Error(`Not paid once: ${JSON.stringify(odd)}`)
  return slips.length
}
