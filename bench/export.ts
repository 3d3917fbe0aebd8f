import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { ExportType, Extension } from '@mshahara/contract/exports'
import { monthAndYear } from '@mshahara/contract/months'
import { stringify } from 'csv-stringify/sync'
import writeExcel from 'write-excel-file/node'
import { draughtOf } from '../apps/server/src/areas/exports/run.ts'
import { freeze, slipColumns } from '../apps/server/src/areas/payroll/index.ts'
import { dayOf } from '../apps/server/src/foundation/core/clock.ts'
import type { Book } from '../apps/server/src/foundation/sheets/worksheet.ts'
import { median } from './median.ts'
import { type Acting, type Bench, tokenFor, withServer } from './server.ts'
import { employ } from './staff.ts'

/**
 * From the click to the stored file for ten thousand people, against the bare writer: the same rows
 * by one query, and the library on the same cells. And what other requests notice meanwhile.
 */
const people = Number(process.argv[2] ?? 10_000)
const rounds = 3
const everybody = { department_id: null, designation_id: null, work_station_id: null }
const wanted = process.argv[3]
const every: [ExportType, Extension][] = [
  ['all', 'xlsx'],
  ['all', 'csv'],
  ['SEC_B', 'csv'],
  ['bank', 'xlsx'],
]
const kinds = every.filter(([, extension]) => !wanted || extension === wanted)

await withServer(
  async (bench) => {
    const who = await employ(bench.parts, people)
    const ask = asker(bench, await tokenFor(bench.parts, who))
    const id = await run(bench, ask, who)
    await beside(bench, who, 'nothing else', () => pause(3000))
    for (const [type, extension] of kinds) {
      const book = await cells(bench, who, id, type, extension)
      const times: number[] = []
      const bare: number[] = []
      // The first round warms up and shows how other requests fare; then they alternate.
      await beside(bench, who, `${type} in ${extension}`, () => exportRun(ask, id, type, extension))
      for (let round = 0; round < rounds; round += 1) {
        times.push(await secondsFor(() => exportRun(ask, id, type, extension)))
        bare.push(await secondsFor(() => writeBare(bench, who, id, book, extension)))
      }
      const [full, plain] = [median(times), median(bare)]
      console.log(
        `${type} in ${extension}: ${full.toFixed(2)} s, bare writer ${plain.toFixed(2)} s`,
      )
      console.log(`ratio ${type} ${extension}/bare: ${(full / plain).toFixed(2)} (aim: at most 2)`)
    }
  },
  { workers: true },
)

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

function asker({ address }: Bench, token: string): Ask {
  return async (method, path, body) => {
    const reply = await fetch(`${address}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await reply.json()) as Record<string, unknown>
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(answer).slice(0, 300)}`)
    return answer
  }
}

async function waitFor(ask: Ask, job: unknown) {
  for (;;) {
    const { state, error } = await ask('GET', `job/${job}`)
    if (state === 'failed') throw new Error(String(error))
    if (state === 'done') return
    await pause(50)
  }
}

async function run({ parts }: Bench, ask: Ask, who: Acting): Promise<string> {
  const month = monthAndYear(dayOf(parts.clock.now()).slice(0, 7))
  const { id, job_id } = await ask('POST', 'payroll', month)
  if (job_id) await waitFor(ask, job_id)
  await parts.db.inOrg(who, (tx) => freeze(tx, parts.secrets, String(id), 'Bench'))
  return String(id)
}

async function exportRun(ask: Ask, id: string, type: ExportType, extension: Extension) {
  const { job_id } = await ask('POST', `payroll/export/${id}`, { type, extension })
  if (job_id) await waitFor(ask, job_id)
}

async function secondsFor(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

function cells({ parts }: Bench, who: Acting, id: string, type: ExportType, extension: Extension) {
  const body = { filter: everybody, type, extension }
  return parts.db.inOrg(who, async (tx) => (await draughtOf(tx, id, body)).content.book)
}

/** The same rows by one query, and the library on the same cells: no layout, thread or record. */
async function writeBare(bench: Bench, who: Acting, id: string, book: Book, extension: Extension) {
  await bench.parts.db.inOrg(
    who,
    (tx) => tx.all`select ${slipColumns(['incomes', 'deductions'])} from payslips s
      join employees e on e.id = s.employee_id where s.payroll_id = ${id} order by e.number`,
  )
  const [sheet] = book.sheets
  const rows = [...(sheet?.headings ?? []), ...(sheet?.rows ?? []), ...(sheet?.bottom ?? [])]
  if (extension === 'csv') {
    return stringify(
      rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell / 100 : cell))),
    )
  }
  const data = rows.map((row) =>
    row.map((cell) =>
      typeof cell === 'number'
        ? { value: cell / 100, type: Number, format: '#,##0.00' }
        : cell && { value: cell, type: String, format: '@' },
    ),
  )
  return writeExcel([{ sheet: 'Sheet', data }]).toBuffer()
}

/** How other requests fare meanwhile, measured by another process. */
async function beside(
  { parts, address }: Bench,
  who: Acting,
  name: string,
  work: () => Promise<unknown>,
) {
  const token = await tokenFor(parts, who)
  const program = new URL('./others.ts', import.meta.url)
  const others = fork(program, [`${address}/api/organization`, token])
  await pause(500)
  await work()
  others.send('stop')
  const [times] = (await once(others, 'message')) as [number[]]
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0)
  console.log(`${name}: others' median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.9999)} ms`)
}
