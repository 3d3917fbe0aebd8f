import { fillRun, freeze, openMonth } from '../apps/server/src/areas/payroll/index.ts'
import { dayOf, monthsLater } from '../apps/server/src/foundation/core/clock.ts'
import type { Tx } from '../apps/server/src/foundation/core/db.ts'
import { median } from './median.ts'
import { type Bench, withServer } from './server.ts'
import { employ } from './staff.ts'

/**
 * What loans add to a run: five thousand employees with a loan each, drafted and confirmed, against
 * the same people without any; and how many statements it takes, which must not grow with them.
 */
const size = Number(process.argv[2] ?? 5_000)
const rounds = Number(process.argv[3] ?? 3)

interface Run {
  draft: number
  confirm: number
  statements: number
}

await withServer(async (bench) => {
  const plain = await employ(bench.parts, size, 'Without Loans Ltd')
  const owing = await employ(bench.parts, size, 'With Loans Ltd')
  await lendToAll(bench, owing.organization_id)
  const without: Run[] = []
  const withLoans: Run[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const runs = [
      await measure(bench, plain.organization_id, 0),
      await measure(bench, owing.organization_id, size),
    ] as const
    // The first round warms up.
    if (round > 0) without.push(runs[0])
    if (round > 0) withLoans.push(runs[1])
  }
  tell(without, withLoans)
})

function tell(without: Run[], withLoans: Run[]) {
  for (const [act, aim] of [
    ['draft', 1.5],
    ['confirm', 3],
  ] as const) {
    const [bare, lent] = [without, withLoans].map((runs) => median(runs.map((run) => run[act])))
    const ratio = ((lent ?? 0) / (bare ?? 1)).toFixed(2)
    console.log(
      `${size} employees, ${act}: ${bare?.toFixed(2)} s without loans, ${lent?.toFixed(2)} s with ` +
        `one each, ratio ${ratio} (aim: at most ${aim})`,
    )
  }
  const [bare, lent] = [without[0]?.statements, withLoans[0]?.statements]
  console.log(`${size} employees, statements: ${bare} without loans, ${lent} with one each`)
}

function inOrg<T>({ parts }: Bench, organization_id: string, work: (tx: Tx) => Promise<T>) {
  return parts.db.inOrg({ organization_id, actor: 'Bench' }, work)
}

/** Half a year of 30,000 each, paid out two months ago; nothing was taken yet. */
function lendToAll(bench: Bench, organization_id: string) {
  const paidOut = monthsLater(dayOf(bench.parts.clock.now()), -2)
  return inOrg(bench, organization_id, async (tx) => {
    await tx.$client.query(
      `insert into loans (employee_id, product_id, code, product, owed_to, guarantors_needed, amount,
         term_months, rate, processing_fee, insurance_fee, interest, total, monthly, max_amount,
         max_working, purpose, terms, status, approved_at, disbursed_on, first_month)
       select id, 1, 'COL', 'Check-Off Loan', 'lender', 2, 30000, 6, 6.6, 1500, 600, 11880, 43980,
         7330, 99000, '', 'Medical', 'As agreed', 'approved', app_now(), $1::text::date, left($1::text, 7)
       from employees`,
      [paidOut],
    )
    await tx.$client.query(
      `insert into loan_instalments (loan_id, number, month, amount)
       select l.id, n, to_char(l.disbursed_on + (n - 1) * interval '1 month', 'YYYY-MM'), 7330
       from loans l cross join generate_series(1, 6) n`,
    )
    await tx.$client.query('select note_growth()')
  })
}

/** Undone afterwards: each round begins with the same database. */
async function measure(bench: Bench, organization_id: string, expected: number): Promise<Run> {
  const undo = new Error('undone')
  const found: Run = { draft: 0, confirm: 0, statements: 0 }
  const month = dayOf(bench.parts.clock.now()).slice(0, 7)
  await inOrg(bench, organization_id, async (tx) => {
    const counted = countedOn(tx)
    const begun = performance.now()
    const { id } = await openMonth(tx, month, { id: null, name: 'Bench' })
    await fillRun(tx, bench.parts.secrets, id, month)
    const drafted = performance.now()
    await freeze(tx, bench.parts.secrets, id, 'Bench')
    // What is checked at commit.
    await tx.$client.query('set constraints all immediate')
    found.draft = (drafted - begun) / 1000
    found.confirm = (performance.now() - drafted) / 1000
    found.statements = counted.stop()
    const { rows } = await tx.$client.query('select count(*)::int as taken from loan_entries')
    if (rows[0].taken !== expected) throw new Error(`${rows[0].taken} instalments were taken.`)
    throw undo
  }).catch((error) => {
    if (error !== undo) throw error
  })
  return found
}

/** Statements that go over the connection of a transaction. */
function countedOn(tx: Tx) {
  const client = tx.$client as unknown as { query: (...given: unknown[]) => unknown }
  const query = client.query
  let count = 0
  client.query = function counting(...given) {
    count += 1
    return query.apply(this, given)
  }
  return {
    stop() {
      client.query = query
      return count
    },
  }
}
