import { leaveNight } from '../apps/server/src/areas/leave/year.ts'
import { dayOf, daysLater } from '../apps/server/src/foundation/core/clock.ts'
import type { Tx } from '../apps/server/src/foundation/core/db.ts'
import { median } from './median.ts'
import { tokenFor, withServer } from './server.ts'
import { employ } from './staff.ts'

/**
 * Leave of ten thousand employees: six balances and five requests for each, and how long the lists,
 * the calendar, the analytics and a night of work take.
 */
const employees = Number(process.argv[2] ?? 10_000)
const each = 5
const aim_ms = 300

await withServer(async ({ parts, address }) => {
  const who = await employ(parts, employees)
  const token = await tokenFor(parts, who)
  const job = { ...parts, now: parts.clock.now(), today: dayOf(parts.clock.now()) }
  const begun = performance.now()
  await leaveNight.work(job as never, {} as never)
  console.log(`the first night: ${Math.round(performance.now() - begun)} ms`)
  const again = performance.now()
  await leaveNight.work(job as never, {} as never)
  console.log(`a night with nothing to do: ${Math.round(performance.now() - again)} ms`)
  const year = Number(job.today.slice(0, 4))
  const inOrg = (work: (tx: Tx) => Promise<unknown>) =>
    parts.db.inOrg({ organization_id: who.organization_id, actor: 'Bench' }, work)
  // Three types in two years, as an organisation has them that has begun to use leave.
  await inOrg(
    (tx) => tx.run`insert into leave_balances (employee_id, leave_type_id, year)
    select e.id, t.id, y from employees e
    join leave_types t on t.name in ('Annual Leave', 'Sick Leave', 'Compassionate Leave')
    cross join generate_series(${year}::int, ${year + 1}::int) y on conflict do nothing`,
  )
  for (let n = 1; n <= each; n += 1) {
    await inOrg(
      (tx) => tx.run`insert into leave_requests (employee_id, leave_type_id, start_date, end_date,
        days, status)
      select e.id, t.id, d.day, d.day + 4, 3, ${n % 4 === 0 ? 'pending' : 'approved'}
      from employees e
      cross join lateral (select make_date(${year}, 1, 1)
        + (${(n - 1) * 70}::int + abs(hashtext(e.id::text || ${String(n)})) % 60) as day) d
      join leave_types t on t.name = 'Compassionate Leave'`,
    )
  }
  await inOrg(
    (tx) => tx.run`insert into leave_request_days (request_id, day, covered, counts, why, rule)
      select r.id, d.day, 1, case when d.rests then 0 else 1 end,
        case when d.rests then 'weekend' else 'counts' end, 'mon-fri'
      from leave_requests r cross join lateral (
        select g::date as day, extract(dow from g) in (0, 6) as rests
        from generate_series(r.start_date::timestamp, r.end_date::timestamp, interval '1 day') g) d`,
  )
  await inOrg((tx) => tx.$client.query('select note_growth()'))
  const from = `${job.today.slice(0, 8)}01`
  const paths = {
    'request list': 'leave-requests?limit=10&offset=0',
    'request list, page 4000': 'leave-requests?limit=10&offset=40000',
    'request list, searched': 'leave-requests?limit=10&search=kamau',
    'request list, searched in vain': 'leave-requests?limit=10&search=zzzz',
    'request list, filtered': `leave-requests?limit=10&status=pending&from_date=${from}`,
    balances: 'leave-balances?limit=10',
    'balances, page 900': 'leave-balances?limit=10&offset=9000',
    'balances, searched': 'leave-balances?limit=10&search=annual',
    calendar: `leave-calendar?from=${from}&to=${daysLater(from, 30)}&limit=25`,
    'analytics (the whole year)': 'leave-analytics',
  }
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = []
    for (let round = 0; round < 9; round += 1) {
      const start = performance.now()
      const reply = await fetch(`${address}/api/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await reply.text()
      if (reply.status !== 200) throw new Error(`${name}: ${reply.status}`)
      times.push(performance.now() - start)
    }
    const worst = Math.max(...times.slice(1))
    console.log(
      `${name}: ${median(times).toFixed(0)} ms, at most ${worst.toFixed(0)} (aim: ${aim_ms})`,
    )
  }
})
