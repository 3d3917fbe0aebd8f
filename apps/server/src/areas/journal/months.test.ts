// @tests story
import { randomUUID } from 'node:crypto'
import { correctionPay } from '@mshahara/engine/correction'
import { type EarlierPay, takenNames } from '@mshahara/engine/input'
import { lumpSumTaxKind } from '@mshahara/engine/leaving/lump-sum'
import { type MonthPay, monthPay, type PayPart } from '@mshahara/engine/month-pay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asAdmin } from '../../test/database.ts'
import { openWorld } from '../../test/world.ts'

/** Whatever a payslip has, what it puts into the books comes to nothing, and to its own figures. */

const world = await openWorld()
const months = 300
const month = '2026-03'

const cents = (most: number) => fc.integer({ min: 1, max: most })
const name = fc.constantFrom('House Allowance', 'Bonus', 'Overtime', 'Airtime')
const taken = fc.constantFrom('Union', 'Welfare', 'HELB', 'Staff Pension')
const id = () => randomUUID()

const income = fc
  .record({ name, amount: cents(5_000_000), taxable: fc.boolean(), one_off: fc.boolean() })
  .map((of): PayPart => ({ side: 'income', line: { ...of, id: id(), kind: 'income' } }))
const deduction = fc.record({ name: taken, amount: cents(500_000) }).map((of): PayPart => {
  const kind = of.name === 'Staff Pension' ? 'pension' : 'other'
  return { side: 'deduction', before_tax: kind === 'pension', line: { ...of, id: id(), kind } }
})
const instalment = cents(2_000_000).map((amount): PayPart => {
  return { side: 'instalment', line: { id: id(), name: 'Check-Off Loan', amount, kind: 'loan' } }
})
const overpaid = cents(2_000_000).map((amount): PayPart => {
  return { side: 'instalment', line: { id: id(), name: 'Taken back', amount, kind: 'overpaid' } }
})
const owed = cents(90_000_000).map((amount): PayPart => {
  return { side: 'owed', line: { id: 'property', name: 'Laptop', amount, kind: 'owed' } }
})
const absence = fc.integer({ min: 0, max: 31 }).map((days): PayPart => ({ side: 'absence', days }))
const scheme = fc.integer({ min: 1, max: 2_000 }).map((rate): PayPart => {
  const of = { base: 'basic', cap: null, own: { rate }, employer: { rate } } as const
  return { side: 'pension', id: id(), scheme: id(), name: 'Staff Pension', ...of }
})
const lumpSumTax = cents(900_000).map((amount): PayPart => {
  const line = { id: 'lump', name: 'PAYE on lump sum', kind: lumpSumTaxKind, amount } as const
  return { side: 'deduction', before_tax: false, line }
})
const salary = fc.integer({ min: 0, max: 60_000_000 }).map((amount): PayPart => {
  return { side: 'salary', amount }
})

const some = (...of: fc.Arbitrary<PayPart>[]) => fc.array(fc.oneof(...of), { maxLength: 6 })
const ofMonth = fc
  .tuple(salary, some(income, deduction, instalment, overpaid, absence, scheme))
  .map(([pay, parts]) => monthPay([pay, ...parts], {}, month))
const beside = some(income).map((parts) => monthPay(parts, {}, month))
const final = some(income, owed, lumpSumTax).map((parts) => monthPay(parts, {}, month))
/** Of 200,000 that were paid: more, or less. */
const before = monthPay([{ side: 'salary', amount: 20_000_000 }], {}, month)
const earlier: EarlierPay = {
  ...{ slips: ['x'], runs: ['x'], inputs: [before.input] },
  taken: Object.fromEntries(
    takenNames.map((of) => [of, before.figures[of]]),
  ) as EarlierPay['taken'],
}
const difference = fc
  .tuple(fc.integer({ min: -9_000_000, max: 9_000_000 }), some(income))
  .map(([amount, parts]) => {
    return correctionPay([{ side: 'salary', amount }, ...parts], { earlier }, month)
  })
const run = fc.array(fc.oneof(ofMonth, beside, final, difference), { minLength: 1, maxLength: 4 })

const shillings = (amount: number) => (amount / 100).toFixed(2)
const channels = ['bank', 'mpesa', 'cash'] as const

function slipOf(payroll_id: string, { figures, ...lines }: MonthPay, place: number) {
  const { days: _, days_of: __, ...money } = figures
  const columns = Object.entries(money).map(([key, amount]) => [key, shillings(amount)])
  return {
    ...Object.fromEntries(columns),
    ...{ payroll_id, employee_id: id(), month, id: id(), extra: true, void: false, frozen: false },
    ...{ person: { pay_by: channels[place % 3] }, ...lines },
  }
}

const sum = (pays: readonly MonthPay[], of: (pay: MonthPay) => number) =>
  pays.reduce((all, pay) => all + of(pay), 0)
const kept = (pay: MonthPay) =>
  pay.deductions
    .filter(({ kind, id: of }) => kind === 'owed' && of !== 'owed')
    .reduce((all, { amount, balance = 0 }) => all + amount + balance, 0)
const lumpSumTaxOf = ({ deductions }: MonthPay) =>
  deductions.reduce((all, { kind, amount }) => (kind === lumpSumTaxKind ? all + amount : all), 0)
const added = ({ figures: of, input }: MonthPay) =>
  of.nssf_employer +
  of.housing_employer +
  of.nita +
  (input.pensions ?? []).reduce((all, { employer }) => all + employer, 0)

test(`${months} random months of every kind of run balance to the cent`, async () => {
  const home = await world.addOrganization('Books Ltd')
  const runs = fc.sample(run, months).map((pays) => ({ id: id(), pays }))
  const slips = runs.flatMap((of) => of.pays.map((pay, place) => slipOf(of.id, pay, place)))
  const found = await asAdmin(world.databaseUrl, async (client) => {
    await client.query('begin')
    // Their people and their confirmation are other tests' business.
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into pension_schemes (organization_id, name, kind, base)
       values ($1, 'Staff Pension', 'pension', 'basic')`,
      [home],
    )
    await client.query(
      `insert into payrolls (organization_id, id, code, month, run_by)
       select $1, r::uuid, r, $2, 'x' from unnest($3::text[]) r`,
      [home, month, runs.map((of) => of.id)],
    )
    await client.query(
      `insert into payslips select s.* from jsonb_array_elements($2::jsonb) one
       cross join lateral jsonb_populate_record(null::payslips,
         one || jsonb_build_object('organization_id', $1::text)) s`,
      [home, JSON.stringify(slips)],
    )
    await client.query('set local session_replication_role = origin')
    const { rows } = await client.query(
      `select r as run, l.line, l.nature, sum(l.amount) * 100 as cents from unnest($2::uuid[]) r
       cross join lateral journal_of_slips($1, r) l group by 1, 2, 3`,
      [home, runs.map((of) => of.id)],
    )
    // The entry itself, held to its balance by the database, and its mirror.
    await client.query(
      `select journal_write_run($1, r), journal_mirror($1, 'run', r) from unnest($2::uuid[]) r`,
      [home, runs.map((of) => of.id)],
    )
    const left = await client.query(
      `select l.line from journal_lines l join journal_entries e on e.id = l.entry_id
       where l.organization_id = $1 group by e.source_id, l.line, l.department_id
       having sum(l.debit) <> sum(l.credit)`,
      [home],
    )
    expect(left.rows).toEqual([])
    await client.query('rollback')
    return rows as { run: string; line: string; nature: string; cents: string }[]
  })
  for (const { id: of, pays } of runs) {
    const lines = found.filter((row) => row.run === of)
    const total = (is: (row: (typeof found)[number]) => boolean) =>
      lines.filter(is).reduce((all, row) => all + Number(row.cents), 0)
    expect(total(() => true)).toBe(0)
    expect(lines.map(({ line }) => line)).not.toContain('deduction:other deductions')
    expect(0 - total(({ line }) => line === 'paye')).toBe(
      sum(pays, (pay) => pay.figures.paye + lumpSumTaxOf(pay)),
    )
    expect(0 - total(({ line }) => line === 'health')).toBe(sum(pays, (pay) => pay.figures.health))
    const nssf = sum(pays, ({ figures: { nssf: own, nssf_employer } }) => own + nssf_employer)
    expect(0 - total(({ line }) => line === 'nssf')).toBe(nssf)
    expect(0 - total(({ line }) => line.startsWith('net:'))).toBe(
      sum(pays, ({ figures: { net } }) => net),
    )
    expect(total(({ nature }) => nature === 'cost')).toBe(
      sum(pays, (pay) => pay.figures.gross + added(pay) - kept(pay)),
    )
  }
})
