import { Agent, request } from 'node:http'
import { contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import { sharedNumbers } from '../apps/server/src/areas/employees/index.ts'
import { dayOf, monthsLater } from '../apps/server/src/foundation/core/clock.ts'
import { median } from './median.ts'
import { type Bench, tokenFor, withServer } from './server.ts'
import { employ } from './staff.ts'

/**
 * Time to draft for ten thousand employees with about ten lines each, against a single INSERT
 * of the same finished rows through the application's role with the same keys and policies; how it
 * grows from 2,000 to 20,000; memory; what other requests notice meanwhile; what the look before
 * confirming costs, everybody's salary having changed; and how long it takes to confirm.
 */
const agent = new Agent({ keepAlive: true })
/** One in how many is raised this month; RAISED=1 raises everybody, the worst case. */
const raised = Number(process.env.RAISED ?? 20)
const rounds = 3
const sizes = [2_000, 10_000, 20_000]
/** The most memory this process was seen with while a run was drafted. */
let peak = 0
const mega = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)

await withServer(
  async (bench) => {
    const drafts = new Map<number, number>()
    for (const size of sizes) {
      const who = await employ(bench.parts, size, `Bench ${size} Ltd`)
      // The emails of one confirmation must not slow the next one down.
      await bench.parts.db.inOrg({ ...who, actor: 'Bench' }, (tx) =>
        tx.$client.query('update employees set email_payslip = false'),
      )
      await raiseSome(bench, who.organization_id)
      const token = await tokenFor(bench.parts, who)
      const times: number[] = []
      const waits: number[] = []
      const inserts: number[] = []
      const runs: string[] = []
      peak = 0
      for (let round = 0; round <= rounds; round += 1) {
        const run = await draft(bench, token, waits, round)
        runs.push(run.id)
        // The first round warms up.
        if (round > 0) times.push(run.seconds)
        if (size === 10_000 && round === rounds) {
          console.log(`${size} employees, memory while drafting: ${mega(peak)} MB (aim: 600)`)
          for (let again = 0; again < rounds; again += 1) {
            inserts.push(await bareInsert(bench, who.organization_id, run.id))
          }
        }
      }
      drafts.set(size, median(times))
      const sorted = waits.sort((a, b) => a - b)
      const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
      console.log(`${size} employees, time to draft: ${median(times).toFixed(2)} s`)
      console.log(`${size} employees, p95 of other requests: ${p95.toFixed(0)} ms (aim: 300)`)
      if (inserts.length === 0) continue
      const bare = median(inserts)
      console.log(`${size} finished rows, one INSERT: ${bare.toFixed(2)} s`)
      console.log(`ratio draft/insert: ${(median(times) / bare).toFixed(2)} (aim: at most 3)`)
      const newest = runs.shift() as string
      await confirmAll(bench, token, runs)
      const look = (call: string) => medianOf(bench, token, `payroll/${call}/${newest}`)
      const [checks, variance] = [await look('checks'), await look('variance')]
      console.log(`${size} employees, checks: ${checks.toFixed(2)} s`)
      console.log(`${size} employees, variance: ${variance.toFixed(2)} s, whole in one answer`)
      const short = await medianOf(bench, token, `payroll/variance/${newest}?limit=25`)
      console.log(`${size} employees, variance: ${short.toFixed(2)} s, as its screen asks`)
      const own = await timed(() =>
        bench.parts.db.inOrg({ organization_id: who.organization_id }, sharedNumbers),
      )
      console.log(`${size} employees, numbers of somebody else: ${own.toFixed(2)} s, of the checks`)
      const ratio = ((short + own) / median(times)).toFixed(2)
      console.log(`ratio (variance + new checks)/draft: ${ratio} (aim: at most 0.10)`)
      const confirmed = await confirmAll(bench, token, [newest])
      console.log(`${size} employees, time to confirm: ${confirmed.toFixed(2)} s (aim: 2)`)
    }
    const growth = (drafts.get(20_000) ?? 0) / (drafts.get(2_000) ?? 1)
    console.log(`growth from 2,000 to 20,000: ${growth.toFixed(1)} × (aim: at most 12)`)
  },
  { workers: true },
)

/** From the click to figures in every payslip, as a person waits for it; each round a month. */
async function draft(bench: Bench, token: string, waits: number[], round: number) {
  const month = monthAndYear(monthsLater(dayOf(bench.parts.clock.now()), -round).slice(0, 7))
  let done = false
  const others = askMeanwhile(bench, token, waits, () => done)
  const begun = performance.now()
  const { id } = await send(bench, token, 'POST', 'payroll', month)
  for (;;) {
    const runs = await send(bench, token, 'GET', contract.payrolls.list.path)
    if (runs.find((run: { id: string }) => run.id === id)?.calculated) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - begun) / 1000
  done = true
  await others
  return { id, seconds }
}

async function raiseSome({ parts }: Bench, organization_id: string) {
  const month = dayOf(parts.clock.now()).slice(0, 7)
  await parts.db.inOrg({ organization_id, actor: 'Bench' }, (tx) =>
    tx.$client.query(
      `insert into salaries (employee_id, month, amount)
       select distinct on (s.employee_id) s.employee_id, $1, s.amount + 1000
       from salaries s join employees e on e.id = s.employee_id where e.number % $2 = 0
       order by s.employee_id, s.number desc`,
      [month, raised],
    ),
  )
}

function medianOf(bench: Bench, token: string, path: string) {
  return timed(() => send(bench, token, 'GET', path))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    await work()
    times.push((performance.now() - begun) / 1000)
  }
  return median(times)
}

/** The oldest month first, as people do: each is compared with the one before. */
async function confirmAll(bench: Bench, token: string, runs: string[]) {
  const times: number[] = []
  for (const id of runs.reverse()) {
    const begun = performance.now()
    await send(bench, token, 'PATCH', `payroll/status/${id}`)
    times.push((performance.now() - begun) / 1000)
  }
  return median(times)
}

async function askMeanwhile(bench: Bench, token: string, waits: number[], done: () => boolean) {
  while (!done()) {
    const begun = performance.now()
    await send(bench, token, 'GET', 'subscription')
    peak = Math.max(peak, process.memoryUsage.rss())
    waits.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The same rows once more into a month of their own, undone afterwards. */
async function bareInsert({ parts }: Bench, organization_id: string, payroll_id: string) {
  const { rows } = await parts.db.inOrg({ organization_id }, (tx) =>
    tx.$client.query('select * from payslips where payroll_id = $1', [payroll_id]),
  )
  const finished = rows.map(({ organization_id: _, id: __, ...row }) => ({
    ...row,
    month: '2099-01',
  }))
  const columns = Object.keys(rows[0]).filter((name) => !['organization_id', 'id'].includes(name))
  let seconds = 0
  const undo = new Error('undone')
  await parts.db
    .inOrg({ organization_id }, async (tx) => {
      const { rows: runs } = await tx.$client.query(
        `insert into payrolls (kind, month, code, run_by, user_id)
         select kind, '2099-01', 'BENCH', run_by, user_id from payrolls where id = $1 returning id`,
        [payroll_id],
      )
      // Nobody's last day lies before the month, which is nobody's own.
      await tx.$client.query(`update employees set tos = 'Permanent', termination_date = null
        where termination_date is not null`)
      const given = JSON.stringify(finished.map((slip) => ({ ...slip, payroll_id: runs[0].id })))
      const begun = performance.now()
      await tx.$client.query(
        `insert into payslips (${columns.join(', ')})
         select ${columns.join(', ')} from json_populate_recordset(null::payslips, $1)`,
        [given],
      )
      seconds = (performance.now() - begun) / 1000
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return seconds
}

function send(
  { address }: Bench,
  token: string,
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls.
): Promise<any> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const sent = request(`${address}/api/${path}`, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => {
        const status = response.statusCode ?? 0
        if (status >= 300) reject(new Error(`${method} ${path}: ${status} ${text}`))
        else resolve(JSON.parse(text))
      })
    })
    sent.on('error', reject)
    sent.end(body ? JSON.stringify(body) : undefined)
  })
}
