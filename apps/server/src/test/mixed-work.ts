import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, addressOf, type Call, contract, type Endpoint } from '@mshahara/contract'
import { monthNames } from '@mshahara/contract/months'
import { expect } from 'vitest'
import { employeeBody } from './office.ts'
import type { Post } from './smtp.ts'
import { dataUrl, xlsx } from './spreadsheets.ts'

/**
 * Two offices at work over the documented calls, whatever happens to the servers: one adds, edits
 * and imports people, the other runs month after month. Everything that was answered is written
 * down, and compared in the end with what is there.
 */

export type Ask = <E extends Endpoint>(endpoint: E, call?: Call<E>) => Promise<Answer<E>>

/** A session that lives for long enough, or one that is opened anew when it has ended. */
export type Session = string | { token: string; renew: () => Promise<string> }

const patience_ms = 600_000

/** Asks under one key until it is answered, so that an answer that got lost is told again. */
export function asking(address: () => string, session: Session, faults: string[]): Ask {
  const renewable = typeof session === 'string' ? undefined : session
  const send = async (endpoint: Endpoint, call: Call<Endpoint>, key: string) => {
    try {
      const token = typeof session === 'string' ? session : session.token
      const response = await fetch(`${address()}${addressOf(endpoint, call)}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          ...(call.body ? { 'content-type': 'application/json' } : {}),
        },
        ...(call.body ? { body: JSON.stringify(call.body) } : {}),
      })
      return { status: response.status, body: (await response.json()) as { message?: string } }
    } catch {
      return { status: 0, body: {} }
    }
  }
  return async (endpoint, call = {}) => {
    const key = randomUUID()
    const until = performance.now() + patience_ms
    let last = 0
    while (performance.now() < until) {
      const { status, body } = await send(endpoint, call as Call<Endpoint>, key)
      if (status >= 200 && status < 300) return body as never
      last = status
      if (status === 401 && renewable) {
        renewable.token = await renewable.renew()
        continue
      }
      if (![0, 409, 503].includes(status)) {
        const what = `${status} ${endpoint.method} ${endpoint.path} ${body.message}`
        if (status < 500) throw new Error(what)
        faults.push(what)
      }
      await pause(150)
    }
    throw new Error(`${endpoint.method} ${endpoint.path} had no answer; the last was ${last}.`)
  }
}

/** Comes back when the work has ended, well or not. */
export async function jobEnded(ask: Ask, id: string): Promise<'done' | 'failed'> {
  const until = performance.now() + patience_ms
  while (performance.now() < until) {
    const { state } = await ask(contract.settings.job, { params: { id } })
    if (state === 'done' || state === 'failed') return state
    await pause(200)
  }
  throw new Error(`The job ${id} has no end.`)
}

const headings = ['First Name', 'Last Name', 'ID Number', 'Salary', 'Employment Date', 'Email']
const sheetOf = (ids: number[], email: (index: number) => string = () => '') =>
  dataUrl(
    xlsx([
      headings,
      ...ids.map((id, index) => ['Amani', 'Njoroge', id, 50_000, '2020-01-06', email(index)]),
    ]),
  )
const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)
const lastDigits = (phone: string | null | undefined) => (phone ?? '').replace(/\D/g, '').slice(-8)

/**
 * Adds and edits people one by one, and imports sheets, small ones at once and large as a job; so
 * many times slower where it goes on for hours.
 */
export function peopleOffice(ask: Ask, slower = 1) {
  /** ID number, and the end of the telephone number last answered. */
  const expected = new Map<string, string>()
  let nextId = 10_000_000
  let nextPhone = 10_000_000
  const phone = () => `07${(nextPhone++).toString().slice(-8)}`

  async function addAndEdit() {
    const id_number = String(nextId++)
    const first = phone()
    const { id } = await ask(contract.employees.create, {
      body: employeeBody({ id_number, phone: first }),
    })
    expected.set(id_number, lastDigits(first))
    const second = phone()
    await ask(contract.employees.update, { params: { id }, body: { phone: second } as never })
    expected.set(id_number, lastDigits(second))
  }

  async function importSheet(count: number) {
    const ids = from(nextId, count)
    nextId += count
    const { job_id } = await ask(contract.employees.upload, { body: { file: sheetOf(ids) } })
    const state = job_id ? await jobEnded(ask, job_id) : 'done'
    if (state === 'done') for (const id of ids) expected.set(String(id), '')
  }

  async function check() {
    const listed = await ask(contract.employees.list)
    const found = listed.map((one) => [one.id_number, lastDigits(one.phone)] as const)
    expect(found.length).toBe(expected.size)
    expect(new Map(found)).toEqual(expected)
    expect(new Set(listed.map((one) => one.employee_no)).size).toBe(listed.length)
    return listed.length
  }
  let sheets = 0
  return {
    work: [
      async () => {
        await addAndEdit()
        await pause(50 * slower)
        return true
      },
      async () => {
        sheets += 1
        await importSheet(sheets % 3 === 0 ? 230 : 20)
        await pause(400 * slower)
        return true
      },
    ],
    check,
  }
}

const months = [2022, 2023, 2024, 2025].flatMap((year) =>
  monthNames.map((month) => ({ month, year })),
)

interface Staff {
  staff: number
  /** How many of them get their payslip by email. */
  addresses: number
  domain: string
  /** Between two months, where they have to last for long. */
  rest_ms?: number
}

/** Runs month after month: a few people at once, many as jobs. */
export function payOffice(ask: Ask, { staff, addresses, domain, rest_ms = 0 }: Staff) {
  const confirmed: string[] = []
  const made: Made[] = []
  const waiting = [...months]

  async function hire() {
    const file = sheetOf(from(70_000_000, staff), (index) =>
      index < addresses ? `person-${index}@${domain}` : '',
    )
    const { job_id } = await ask(contract.employees.upload, { body: { file } })
    expect(job_id ? await jobEnded(ask, job_id) : 'done').toBe('done')
  }

  /** A calculation that was given up is asked for again, as the screen offers. */
  async function workedOut(id: string) {
    const until = performance.now() + patience_ms
    while (performance.now() < until) {
      const run = await ask(contract.payrolls.get, { params: { id }, query: { limit: 1 } })
      if (run.calculated) return
      const job = run.job_id && (await ask(contract.settings.job, { params: { id: run.job_id } }))
      if (job && job.state === 'failed')
        await ask(contract.payrolls.recalculate, { params: { id } })
      await pause(200)
    }
    throw new Error(`The payroll ${id} was never worked out.`)
  }

  async function runMonth(body: (typeof months)[number]) {
    const { id } = await ask(contract.payrolls.create, { body })
    await workedOut(id)
    await ask(contract.payrolls.recalculate, { params: { id } })
    await workedOut(id)
    await ask(contract.payrolls.confirm, { params: { id } })
    confirmed.push(id)
    for (const extension of ['csv', 'xlsx'] as const) await exportRun(id, extension)
  }

  async function exportRun(id: string, extension: 'csv' | 'xlsx') {
    const body = { type: 'all', extension } as never
    const { file, job_id } = await ask(contract.exports.make, { params: { id }, body })
    if (job_id && (await jobEnded(ask, job_id)) === 'failed') return
    const listed = await ask(contract.exports.byproducts, { params: { id } })
    const kept = file ?? listed.find((one) => one.extension === extension)
    if (!kept) throw new Error(`The ${extension} file of ${id} is not listed.`)
    made.push({ address: kept.address, sha256: kept.sha256 })
  }

  const work = async () => {
    const next = waiting.shift()
    if (next) await runMonth(next)
    await pause(rest_ms)
    return waiting.length > 0
  }
  return {
    hire,
    work: [work],
    settled: () => lettersEnded(ask, confirmed),
    check: (fetchFile: FetchFile) => checkRuns(ask, { staff, confirmed, made }, fetchFile),
  }
}

type FetchFile = (address: string) => Promise<Response>
interface Made {
  address: string
  sha256: string
}

async function lettersEnded(ask: Ask, confirmed: string[]) {
  const until = performance.now() + patience_ms
  for (const id of confirmed) {
    for (;;) {
      const mails = await ask(contract.payslips.mails, { params: { id } })
      if (!mails.settling && mails.queued === 0) break
      if (performance.now() > until) throw new Error(`Letters of ${id} never end.`)
      await pause(300)
    }
  }
}

async function checkRuns(
  ask: Ask,
  { staff, confirmed, made }: { staff: number; confirmed: string[]; made: Made[] },
  fetchFile: FetchFile,
) {
  const runs = await ask(contract.payrolls.list)
  const done = runs.filter(({ status }) => status === 'confirmed').map(({ id }) => id)
  expect(done.sort()).toEqual([...confirmed].sort())
  expect(new Set(runs.map(({ code }) => code)).size).toBe(runs.length)
  for (const id of confirmed) {
    const { payslips, totals, count } = await ask(contract.payrolls.get, { params: { id } })
    expect(count).toBe(staff)
    expect(new Set(payslips.map(({ employee }) => employee.id)).size).toBe(staff)
    for (const figure of ['net', 'gross', 'income_tax', 'total_deductions'] as const) {
      const sum = payslips.reduce((all, slip) => all + Math.round(slip[figure] * 100), 0)
      expect(sum, figure).toBe(Math.round(totals[figure] * 100))
    }
  }
  for (const { address, sha256 } of made) {
    const response = await fetchFile(address)
    expect(response.status).toBe(200)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
  return { months: confirmed.length, files: made.length }
}

/** Each kind of work again and again, one after the other, until told to stop. */
export function keepWorking(kinds: (() => Promise<boolean>)[]) {
  let stopped = false
  const faults: unknown[] = []
  const loops = kinds.map(async (work) => {
    while (!stopped && (await work())) await pause(10)
  })
  for (const loop of loops) loop.catch((error) => faults.push(error))
  return {
    faults,
    async stop() {
      stopped = true
      await Promise.all(loops)
    },
  }
}

/** Nobody got the same letter twice; those who get many alike can be left to their numbers. */
export function expectNoneTwice(post: Post, isOneOfAKind = (_to: string) => true) {
  const ids = post.received.map(({ text }) => /^message-id: (.*)$/im.exec(text)?.[1])
  expect(new Set(ids).size).toBe(ids.length)
  const letters = post.received
    .filter(({ to }) => isOneOfAKind(to))
    .map(({ to, text }) => `${to} ${/^subject: (.*)$/im.exec(text)?.[1]}`)
  const seen = new Set<string>()
  expect(letters.filter((letter) => seen.size === seen.add(letter).size)).toEqual([])
}
