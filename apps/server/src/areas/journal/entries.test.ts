// @tests story
import { contract } from '@mshahara/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { employ, runMonth } from '../../test/office.ts'
import { type Caller, openWorld } from '../../test/world.ts'

/** The books follow every act of itself, and always balance. */

const { payrolls } = contract
const world = await openWorld()
let home: string
let primary: Caller

beforeEach(async () => {
  home = await world.addOrganization('Books Ltd')
  primary = await world.as('primary', home)
})

interface Line {
  number: number
  kind: string
  mirrors: string | null
  line: string
  debit: string
  credit: string
}
const lines = async () =>
  (await world.rows(
    `select e.number, e.kind, e.mirrors, l.line, l.debit::text, l.credit::text
     from journal_entries e
     join journal_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
     where e.organization_id = $1 order by e.number, l.line, l.debit`,
    [home],
  )) as unknown as Line[]

const signed = ({ debit, credit }: Line) => Math.round((Number(debit) - Number(credit)) * 100)
const sum = (list: Line[]) => list.reduce((all, one) => all + signed(one), 0)

describe('a payroll', () => {
  test('is one entry that balances, and its reversal the exact mirror', async () => {
    await employ(primary, { salary: 50_000 })
    await employ(primary, { salary: 120_000.55, pay_by: 'mpesa', phone: '0712345678' })
    const { id } = await runMonth(primary, 'March', 2026)
    const made = await lines()
    expect(sum(made)).toBe(0)
    expect(made.map(({ line, debit, credit }) => `${line} ${debit} ${credit}`)).toMatchSnapshot()
    const { status } = await primary.call(payrolls.reverse, {
      params: { id },
      body: { reason: 'Wrong month' },
    })
    expect(status).toBe(200)
    const all = await lines()
    expect(new Set(all.map(({ number }) => number))).toEqual(new Set([1, 2]))
    const left = new Map<string, number>()
    for (const one of all) left.set(one.line, (left.get(one.line) ?? 0) + signed(one))
    expect([...left.values()].every((rest) => rest === 0)).toBe(true)
  })
})
