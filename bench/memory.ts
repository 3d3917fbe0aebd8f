import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { exportTypes } from '@mshahara/contract/exports'
import pg from 'pg'
import { fillRun, freeze, openMonth } from '../apps/server/src/areas/payroll/index.ts'
import { dataUrl } from '../apps/server/src/test/spreadsheets.ts'
import { type Acting, type Bench, tokenFor, withServer } from './server.ts'
import { employ } from './staff.ts'
import { staffSheet } from './staff-sheet.ts'

/**
 * The most memory that the server, and any process it starts, is seen with while it makes every
 * file of ten thousand people and the P9 cards of all of them, and takes in ten thousand from
 * spreadsheets; and what stays after doing so again and again. Linux only: the kernel counts.
 */
const people = Number(process.argv[2] ?? 10_000)
const rounds = Number(process.argv[3] ?? 10)
const year = 2025
const secretKey = randomUUID()
const aim = '(aim: under 600)'

await withServer(
  async (bench) => {
    const who = await employ(bench.parts, people)
    const payroll = await confirmYear(bench, who)
    await analyze(bench)
    const server = await startServer(bench)
    try {
      const ask = asker(server.address, await tokenFor(bench.parts, who))
      await files(server, ask, payroll)
      await repeat(bench, server, ask, payroll)
    } finally {
      server.process.kill()
    }
  },
  { secretKey },
)

/** Twelve confirmed payrolls of everybody. */
async function confirmYear({ parts }: Bench, { organization_id }: Acting): Promise<string> {
  let last = ''
  for (let number = 1; number <= 12; number += 1) {
    const month = `${year}-${String(number).padStart(2, '0')}`
    last = await parts.db.inOrg({ organization_id, actor: 'Bench' }, async (tx) => {
      const { id } = await openMonth(tx, month, { id: null, name: 'Bench' })
      await fillRun(tx, parts.secrets, id, month)
      await freeze(tx, parts.secrets, id, 'Bench')
      return id
    })
  }
  return last
}

/** As the database does by itself before long. */
async function analyze({ databaseUrl }: Bench) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('analyze')
  await client.end()
}

interface Server {
  process: ChildProcess
  pid: number
  address: string
}

async function startServer({ databaseUrl, parts }: Bench): Promise<Server> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: parts.config.dataDir,
    BENCH_KEY: secretKey,
  }
  const started = fork(new URL('./memory-server.ts', import.meta.url), { env })
  const [address] = (await once(started, 'message')) as [string]
  return { process: started, pid: started.pid as number, address }
}

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

function asker(address: string, token: string): Ask {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call: Ask = async (method, path, body) => {
    const sent = body ? { body: JSON.stringify(body) } : {}
    const reply = await fetch(`${address}/api/${path}`, { method, headers, ...sent })
    const answer = (await reply.json()) as Record<string, unknown>
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(answer).slice(0, 300)}`)
    return answer
  }
  return async (method, path, body) => {
    const answer = await call(method, path, body)
    for (const id = answer.job_id; id; await pause(100)) {
      const { state, error } = await call('GET', `job/${id}`)
      if (state === 'failed') throw new Error(`${path}: ${error}`)
      if (state === 'done') break
    }
    return answer
  }
}

function make(ask: Ask, payroll: string, type: string, extension: string) {
  return ask('POST', `payroll/export/${payroll}`, { type, extension })
}

async function files(server: Server, ask: Ask, payroll: string) {
  console.log(`at rest: ${figure(server.pid, 'VmRSS')} MB`)
  // Nobody here has a student loan.
  for (const type of exportTypes.filter((one) => one !== 'helb')) {
    for (const extension of ['xlsx', 'csv']) {
      const name = `${type} in ${extension} of ${people}`
      await peak(server, name, () => make(ask, payroll, type, extension))
    }
  }
  const cards = { employee_id: null, year }
  await peak(server, `P9 cards of ${people}`, () => ask('POST', 'payroll/p9', cards))
  const papers = { ...cards, extension: 'pdf' }
  await peak(server, `P9 cards of ${people} as PDF`, () => ask('POST', 'payroll/p9', papers))
  for (const extension of ['pdf', 'zip']) {
    const print = () => ask('POST', `payroll/payslips/${payroll}`, { extension })
    await peak(server, `payslips of ${people} in ${extension}`, print)
  }
  const all = { type: 'all', extension: 'zip' }
  await peak(server, `all returns of ${people}`, () => ask('POST', `returns/${year}-12`, all))
}

/** Each round exports everything and imports ten thousand new people in two sheets. */
async function repeat(bench: Bench, server: Server, ask: Ask, payroll: string) {
  const half = people / 2
  for (let round = 0; round <= rounds; round += 1) {
    const who = await employ(bench.parts, 1, `Import ${round} Ltd`)
    const other = asker(server.address, await tokenFor(bench.parts, who))
    const first = round * people
    for (const from of [first, first + half]) {
      const file = dataUrl(staffSheet(half, from))
      const take = () => other('POST', 'employee/upload', { file })
      await peak(server, `round ${round}: import of ${half}`, take)
    }
    await peak(server, `round ${round}: all in xlsx`, () => make(ask, payroll, 'all', 'xlsx'))
    if (round > 0 && round < rounds) continue
    await pause(15_000)
    console.log(`at rest after ${round + 1}: ${figure(server.pid, 'VmRSS')} MB`)
  }
}

/** In MB, as the kernel counts it: what a process uses, or its peak since `clear_refs`. */
function figure(pid: number | string, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024)
}

async function peak({ pid }: Server, name: string, work: () => Promise<unknown>) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, ...childrenOf(pid))
  }, 25)
  const begun = performance.now()
  await work()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  clearInterval(timer)
  const readers = most > 0 ? `, its largest child ${most} MB` : ''
  console.log(`${name}: ${seconds} s, ${figure(pid, 'VmHWM')} MB ${aim}${readers}`)
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    try {
      const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8')) ?? []
      return Number(parent) === pid ? [figure(entry, 'VmHWM')] : []
    } catch {
      return []
    }
  })
}
