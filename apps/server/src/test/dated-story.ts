import { contract } from '@mshahara/contract'
import { buildApp } from '../app.ts'
import { startTrial } from '../areas/subscriptions/index.ts'
import { readConfig } from '../foundation/config/config.ts'
import { dayOf, monthsLater } from '../foundation/core/clock.ts'
import { openOffice } from './office.ts'
import { sessionOf } from './session.ts'

/** What the server says about days at awkward moments, printed for time-zones.fault.test.ts. */

const moments = [
  '2026-02-28T20:59:59Z',
  '2026-02-28T21:00:00Z',
  '2026-03-31T20:59:59Z',
  '2027-12-31T20:59:59Z',
  '2027-12-31T21:00:00Z',
  '2028-02-28T21:00:00Z',
  '2028-02-29T20:59:59Z',
]
const joined = ['2026-02-16', '2026-02-28', '2026-03-31', '2026-01-01']
const time = { now: new Date(moments[0] as string) }

const { app, parts } = await buildApp({
  config: readConfig({ ...process.env, LOG_LEVEL: 'silent', DEMO: 'off' }),
  databaseUrl: process.env.DATABASE_URL ?? '',
  secretKey: process.env.SECRET_KEY ?? '',
  clock: { now: () => time.now, set: true },
  workers: false,
})
const { organization_id, user_id } = await openOffice(parts, 'Dated Ltd')

async function callAt(moment: string) {
  time.now = new Date(moment)
  const token = await sessionOf(parts, user_id, organization_id)
  return async (method: string, path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const options = { method: method as 'GET', url: `/api/${path}`, headers }
    const reply = await app.inject(payload ? { ...options, payload } : options)
    if (reply.statusCode >= 300) throw new Error(`${method} ${path} ${reply.body}`)
    return reply.json()
  }
}

/** Days as they come back after the database has had them. */
async function subscription() {
  const today = dayOf(time.now)
  await parts.db.inPlatform(async (tx) => {
    await tx.$client.query('delete from subscriptions where organization_id = $1', [
      organization_id,
    ])
    await startTrial(tx, organization_id, today, 1)
  })
  return { today, later: [1, 2, 12].map((count) => monthsLater(today, count)) }
}

const said: unknown[] = []
const first = await callAt('2026-03-01T09:00:00Z')
for (const [index, employment_date] of joined.entries()) {
  await first('POST', contract.employees.create.path, {
    first_name: `Person ${'ABCD'[index]}`,
    last_name: 'Mwangi',
    id_number: String(23_456_780 + index),
    salary: 56_000,
    employment_date,
  })
}
for (const moment of moments) {
  const call = await callAt(moment)
  const days = await subscription()
  const { from, to } = await call('GET', contract.subscriptions.current.path)
  const years = await call('GET', contract.exports.years.path)
  const month = new Date(`${days.today.slice(0, 7)}-15T12:00:00Z`)
  const name = month.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  const listed = await call('GET', 'payrolls')
  const known = listed.find(
    (run: { month: string; year: string }) =>
      run.month === name && run.year === days.today.slice(0, 4),
  )
  const year = Number(days.today.slice(0, 4))
  const run = known ?? (await call('POST', 'payroll', { month: name, year }))
  const { payslips, totals, created_at } = await call('GET', `payroll/${run.id}`)
  const slips = payslips.map((slip: { days: string; gross: number; employee: object }) => [
    (slip.employee as { first_name: string }).first_name,
    slip.days,
    slip.gross,
  ])
  const people = await call('GET', contract.employees.list.path)
  const since = people.map((one: Record<string, unknown>) => [one.first_name, one.employment_date])
  const { net } = totals
  said.push({ moment, ...days, from, to, years, run: run.month, created_at, slips, net, since })
}
await app.close()
console.log(JSON.stringify(said))
