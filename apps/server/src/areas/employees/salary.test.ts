import { contract } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { inForceFirst, type SalaryEntry, salaryIn, stateOf } from './salary.ts'

const { employees } = contract

const entry = (number: number, month: string, amount: number): SalaryEntry => ({
  id: String(number),
  number,
  month,
  amount,
  agreed_net: null,
  by: 'Somebody',
  created_at: '2026-01-01T00:00:00.000Z',
})
/** Hired in January at 100; a raise for June; in March corrected from February on. */
const history = [
  entry(3, '2026-02', 110),
  entry(2, '2026-06', 120),
  entry(1, '2026-01', 100),
  entry(4, '2026-09', 130),
]
const months = ['2025-12', '2026-01', '2026-02', '2026-05', '2026-06', '2026-08', '2026-09']
const amounts = [100, 100, 110, 110, 110, 110, 130]

describe('the salary of a month', () => {
  test('is what was recorded last of what has begun', () => {
    expect(months.map((month) => salaryIn(history, month)?.amount)).toEqual(amounts)
    expect(salaryIn([], '2026-01')).toBeUndefined()
  })
  test('each entry says whether it counts', () => {
    expect(history.map((one) => stateOf(one, history, '2026-03'))).toEqual([
      'current',
      'replaced',
      'past',
      'coming',
    ])
  })
})

const world = await openWorld()
const primary = await world.as('primary', await world.addOrganization())

describe('on the real database', () => {
  const change = (id: string, body: object) =>
    primary.call(employees.update, { params: { id }, body })

  test('SQL follows the same rule as TypeScript', async () => {
    const { id } = await employ(primary, { salary: 100, employment_date: '2026-01-05' })
    for (const { number, month, amount } of [...history].sort((a, b) => a.number - b.number)) {
      if (number === 1) continue
      const reply = await change(id, { salary: amount, salary_from: month })
      expect(reply.status).toBe(200)
    }
    for (const [index, month] of months.entries()) {
      const [row] = await world.rows(
        `select s.amount from salaries s where s.employee_id = $1
         order by ${inForceFirst('$2')} limit 1`,
        [id, month],
      )
      expect({ month, amount: Number(row.amount) }).toEqual({ month, amount: amounts[index] })
    }
  })

  test('a change asks from which month, and is listed with who made it', async () => {
    const person = await employ(primary, { salary: 40_000, employment_date: '2026-01-01' })
    expect(person.next_salary_month).toBe('2026-01')
    const { body } = await change(person.id, { salary: 45_000, salary_from: '2026-03' })
    expect(body.salary).toBe(45_000)
    expect(body.salaries).toMatchObject([
      { month: '2026-03', amount: 45_000, state: 'current', by: 'Amani Njoroge' },
      { month: '2026-01', amount: 40_000, state: 'past' },
    ])
    const coming = await change(person.id, { salary: 50_000, salary_from: '2026-07' })
    expect(coming.body.salary).toBe(45_000)
    expect(coming.body.salaries[0]).toMatchObject({ amount: 50_000, state: 'coming' })
  })

  test('the same salary again is no change, and a change without a month takes the first', async () => {
    const { id } = await employ(primary, { salary: 40_000, employment_date: '2026-01-01' })
    expect((await change(id, { salary: 40_000 })).body.salaries).toHaveLength(1)
    const { body } = await change(id, { salary: 42_000 })
    expect(body.salaries).toMatchObject([
      { month: '2026-01', amount: 42_000, state: 'current' },
      { month: '2026-01', amount: 40_000, state: 'replaced' },
    ])
  })

  test('months out of reach are refused at the field', async () => {
    const { id } = await employ(primary, { employment_date: '2026-01-20' })
    for (const salary_from of ['2025-12', '2028-04', '2026-13', 'soon']) {
      const reply = await change(id, { salary: 1, salary_from })
      expect(reply.status).toBe(422)
      expect(reply.body.errors).toHaveProperty('salary_from')
    }
  })

  test('the history cannot be changed or deleted by anybody', async () => {
    for (const statement of ['update salaries set amount = 1', 'delete from salaries']) {
      await expect(world.rows(statement)).rejects.toThrow(/permission denied/)
    }
  })
})
