import { openDays } from '../apps/server/src/areas/casual-payroll/index.ts'
import type { Tx } from '../apps/server/src/foundation/core/db.ts'
import { median } from './median.ts'
import { type Bench, withServer } from './server.ts'
import { employ } from './staff.ts'

/**
 * Time to draft the pay of five thousand casuals for a fortnight on the muster roll, each with an
 * advance and a deduction, against a single INSERT of the same finished rows through the
 * application's role with the same keys and policies.
 */
const casuals = 5_000
const rounds = 5
const from = '2026-03-02'
const to = '2026-03-15'

await withServer(async (bench) => {
  const { organization_id } = await employ(bench.parts, 1, 'Casual Bench Ltd')
  await hire(bench, organization_id)
  for (const statutory of [false, true]) {
    await inOrg(bench, organization_id, (tx) =>
      tx.$client.query('update casual_settings set statutory = $1', [statutory]),
    )
    const drafts: number[] = []
    const inserts: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const { draft, insert } = await measure(bench, organization_id)
      // The first round warms up.
      if (round > 0) drafts.push(draft)
      if (round > 0) inserts.push(insert)
    }
    const [draft, insert] = [median(drafts), median(inserts)]
    const law = statutory ? 'with' : 'without'
    console.log(
      `${casuals} casuals × 14 days, ${law} the law, time to draft: ${draft.toFixed(2)} s`,
    )
    console.log(`${casuals} finished rows, one INSERT: ${insert.toFixed(2)} s`)
    console.log(`ratio draft/insert: ${(draft / insert).toFixed(2)} (aim: at most 3)`)
  }
})

function inOrg<T>({ parts }: Bench, organization_id: string, work: (tx: Tx) => Promise<T>) {
  return parts.db.inOrg({ organization_id, actor: 'Bench' }, work)
}

/** Everybody on the roll for every day but Sundays, some of them for half a day or longer. */
function hire(bench: Bench, organization_id: string) {
  return inOrg(bench, organization_id, async (tx) => {
    const ask = (text: string) => tx.$client.query(text)
    await ask(`insert into casuals (casual_no, first_name, last_name, id_number, phone, pay,
        employment_date)
      select 'B-' || n, 'Casual', 'Number ' || n, (20000000 + n)::text,
        '07' || lpad((10000000 + n)::text, 8, '0'), 700 + n % 5 * 50.25, '2025-01-01'
      from generate_series(1, ${casuals}) n`)
    await ask('select note_growth()')
    await ask(`insert into casual_advances (casual_id, name, amount)
      select id, 'Lunch', 100 from casuals`)
    await ask(`insert into casual_deductions (casual_id, name, amount, "from", "to")
      select id, 'Boots', 20, '2026-03-05', '2026-03-20' from casuals`)
    await ask(`insert into muster_days (day)
      select d::date from generate_series('${from}'::date, '${to}'::date, '1 day') d`)
    await ask('select note_growth()')
    await ask(`insert into muster_marks (casual_id, day, present, overtime_hours)
      select c.id, d.day, case when c.number % 7 = 0 then 0.5 else 1 end,
        case when c.number % 5 = 0 then 2 else 0 end
      from casuals c, muster_days d where extract(dow from d.day) <> 0`)
  })
}

/** Both are undone: each round begins with the same database. */
async function measure(bench: Bench, organization_id: string) {
  const undo = new Error('undone')
  const found = { draft: 0, insert: 0 }
  const seconds = async (work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    return (performance.now() - begun) / 1000
  }
  const undone = (error: unknown) => {
    if (error !== undo) throw error
  }
  await inOrg(bench, organization_id, async (tx) => {
    let id = ''
    found.draft = await seconds(async () => {
      const made = await openDays(tx, organization_id, { from, to }, { id: null, name: 'Bench' })
      id = made.id
    })
    const { rows } = await tx.$client.query('select * from payslips where payroll_id = $1', [id])
    if (rows.length !== casuals) throw new Error(`${rows.length} payslips were drafted.`)
    await tx.$client.query('delete from payslips where payroll_id = $1', [id])
    const columns = Object.keys(rows[0]).filter((name) => name !== 'organization_id')
    const given = JSON.stringify(rows)
    found.insert = await seconds(() =>
      tx.$client.query(
        `insert into payslips (${columns.join(', ')})
         select ${columns.join(', ')} from json_populate_recordset(null::payslips, $1)`,
        [given],
      ),
    )
    throw undo
  }).catch(undone)
  return found
}
