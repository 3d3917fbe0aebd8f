import { describe, expect, test } from 'vitest'
import { statementsIn } from '../../test/statements.ts'
import { openWorld } from '../../test/world.ts'

/** What the database holds of payments, whichever road they come by. */

const world = await openWorld()
const home = await world.addOrganization('Home Ltd')
const primary = await world.as('primary', home)
const user = await world.as('user', home)
const { inside, refused } = statementsIn(world, primary)

const given = {
  month: '2026-01',
  authority: 'nssf',
  authority_name: 'NSSF',
  amount: 8640,
  paid_on: '2026-02-06',
  reference: 'FT26037',
  note: null as string | null,
  takes_back: null as string | null,
  paid_before: 0,
}
type Given = typeof given
const insert = `insert into remittance_payments (month, authority, authority_name, amount, paid_on,
    reference, note, takes_back, paid_before)
  select * from json_to_record($1::json) as r (month text, authority text, authority_name text,
    amount numeric, paid_on date, reference text, note text, takes_back uuid, paid_before numeric)
  returning id`
const asJson = (changed: Partial<Given>) => [JSON.stringify({ ...given, ...changed })]
const record = (changed: Partial<Given> = {}): Promise<string> =>
  inside((client) => client.query<{ id: string }>(insert, asJson(changed)), 'commit').then(
    ({ rows }) => rows[0]?.id as string,
    ({ constraint, code }) => `${constraint ?? code}`,
  )

describe('a payment', () => {
  test('is recorded once, by whoever signed in, and never on what somebody else has paid', async () => {
    const both = await Promise.all([record(), record({ reference: 'FT26038' })])
    expect(both.filter((one) => one === 'remittance_payments_meanwhile')).toHaveLength(1)
    const rows = await world.rows('select amount::float, paid_by from remittance_payments')
    expect(rows).toEqual([{ amount: 8640, paid_by: expect.stringMatching(/\S/) }])
    const more = { paid_before: 8640, amount: 10 }
    const [{ reference }] = await world.rows('select reference from remittance_payments')
    expect(await record({ ...more, reference: reference.toLowerCase() })).toBe(
      'remittance_payments_twice',
    )
    expect(await record({ ...more, reference: 'FT26040' })).toMatch(/^[\da-f-]{36}$/)
    // Another recipient, or another month, has the same receipt.
    expect(await record({ authority: 'SEC_B', reference })).toMatch(/^[\da-f-]{36}$/)
  })

  test('is of a day in the month or since, and of an amount', async () => {
    const other = { authority: 'nita' }
    for (const paid_on of ['2025-12-31', '2026-03-11']) {
      expect(await record({ ...other, paid_on })).toBe('remittance_payments_day')
    }
    for (const amount of [0, -5]) {
      expect(await record({ ...other, amount })).toBe('remittance_payments_sign')
    }
  })

  test('is never changed, only taken back: whole, once and with a reason', async () => {
    const of = { authority: 'ahl', authority_name: 'Housing Levy' }
    const id = await record(of)
    expect(await refused('update remittance_payments set amount = 1')).toEqual({ code: '42501' })
    expect(await refused('delete from remittance_payments')).toEqual({ code: '42501' })
    const byPlatform = world.rows('update remittance_payments set amount = 1')
    await expect(byPlatform).rejects.toThrow('only added to')
    const back = { ...of, takes_back: id, amount: -8640, paid_before: 8640, note: 'Typed twice' }
    expect(await record({ ...back, note: null })).toBe('remittance_payments_reason')
    expect(await record({ ...back, amount: -8000 })).toBe('remittance_payments_fit')
    expect(await record({ ...back, month: '2026-02', paid_before: 0 })).toBe(
      'remittance_payments_fit',
    )
    const taken = await record(back)
    expect(await record({ ...back, paid_before: 0 })).toBe('remittance_payments_back_once')
    expect(await record({ ...back, takes_back: taken, amount: 8640, paid_before: 0 })).toBe(
      'remittance_payments_fit',
    )
    // Its receipt may be recorded again.
    expect(await record(of)).toMatch(/^[\da-f-]{36}$/)
  })

  test('is recorded by those who may, in their own organisation', async () => {
    const values = asJson({ authority: 'helb' })
    expect(await refused(insert, values, user)).toEqual({ code: '42501' })
    const stranger = await world.as('primary', await world.addOrganization('Other Ltd'))
    const theirs = await refused('select id from remittance_payments', [], stranger)
    expect(theirs).toEqual({ rows: [] })
    const [{ id }] = await world.rows('select id from remittance_payments limit 1')
    const back = { takes_back: id, amount: -8640, note: 'Not theirs' }
    expect(await refused(insert, asJson(back), stranger)).toEqual({ code: '23514' })
  })
})
