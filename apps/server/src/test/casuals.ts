import { randomInt } from 'node:crypto'
import { type Call, contract } from '@mshahara/contract'
import type { Caller, World } from './world.ts'

/** Casual workers, their roll and their payrolls, made by calls as the application makes them. */

type CasualBody = NonNullable<Call<typeof contract.casuals.create>['body']>

export const casualBody = (given: Partial<CasualBody> = {}): CasualBody => ({
  first_name: 'Baraka',
  last_name: 'Mutua',
  id_number: String(randomInt(10_000_000, 99_999_999)),
  phone: `07${randomInt(10_000_000, 99_999_999)}`,
  pay: 850,
  employment_date: '2025-01-01',
  ...given,
})

export async function addCasual(by: Caller, given: Partial<CasualBody> = {}) {
  const reply = await by.call(contract.casuals.create, { body: casualBody(given) })
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.data
}

/** So many as rows, for stories about many. */
export const addManyCasuals = (world: World, organization_id: string, count: number) =>
  world.rows(
    `insert into casuals (organization_id, casual_no, first_name, last_name, id_number, phone, pay,
       employment_date)
     select $1, 'X-' || n, 'Casual', 'Number ' || n, (20000000 + n)::text,
       '07' || lpad((10000000 + n)::text, 8, '0'), 700 + n % 5 * 50, '2025-01-01'
     from generate_series(1, $2::int) n returning id`,
    [organization_id, count],
  )

/** From the first day on, a letter for each day: F, H, A, or a space for nothing. */
export function rolled(by: Caller, from: string, rows: Record<string, string>) {
  const marks = Object.entries(rows).flatMap(([casual_id, letters]) =>
    [...letters].flatMap((letter, index) => {
      const present = ({ F: 1, H: 0.5, A: 0 } as Record<string, 0 | 0.5 | 1>)[letter]
      const day = new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10)
      return present === undefined ? [] : [{ casual_id, day, present }]
    }),
  )
  const days = Math.max(...Object.values(rows).map(({ length }) => length)) > 7 ? 14 : 7
  return by.call(contract.musterRolls.save, { body: { from, days, marks } })
}

export async function draftCasuals(by: Caller, from: string, to: string) {
  const reply = await by.call(contract.casualPayrolls.create, { body: { from, to } })
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

export const casualRun = async (by: Caller, id: string) =>
  (await by.call(contract.casualPayrolls.get, { params: { id } })).body

/** With the days that are ticked: those without a roll, or still to come. */
export async function confirmCasuals(by: Caller, from: string, to: string, days: string[] = []) {
  const { id } = await draftCasuals(by, from, to)
  const reply = await by.call(contract.casualPayrolls.confirm, { params: { id }, body: { days } })
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return casualRun(by, id)
}
