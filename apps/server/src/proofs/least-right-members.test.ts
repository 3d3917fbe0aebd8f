import { contract, grants } from '@mshahara/contract'
import { describe, expect, test } from 'vitest'
import { statementsIn } from '../test/statements.ts'
import { openWorld } from '../test/world.ts'

/** What a statement of the application's own role cannot do to who may do what (A4, C20). */

const world = await openWorld()
const mine = await world.addOrganization('Mine Ltd')
const theirs = await world.addOrganization('Theirs Ltd')
const me = await world.as('primary', mine)
const them = await world.as('primary', theirs)
const { inside, refused, unbound } = statementsIn(world, me)

describe('the place of a member', () => {
  const refusal = { code: '42501' }
  const change = (what: string) => `update memberships set ${what} where user_id = $1 returning 1`
  const done = { rows: [{ '?column?': 1 }] }

  test('is neither made nor moved to somebody else', async () => {
    const { id } = await world.addPerson()
    const add = `insert into memberships (user_id, role) values ($1, 'finance')`
    expect(await refused(add, [id])).toEqual(refusal)
    const clerk = await world.as('user', mine)
    for (const what of ['employee_id = null', 'granted_by = null', `user_id = '${id}'`]) {
      expect(await refused(change(what), [clerk.id])).toEqual(refusal)
    }
  })
  test('is not one’s own to change, also not for a primary user', async () => {
    const clerk = await world.as('admin', mine, ['create users', 'pay payrolls'])
    for (const who of [me, clerk]) {
      for (const what of [`role = 'primary'`, `permissions = '{}'`, `status = 'inactive'`]) {
        expect(await refused(change(what), [who.id], who)).toEqual(refusal)
      }
      expect(await refused('delete from memberships where user_id = $1', [who.id], who)).toEqual(
        refusal,
      )
    }
  })
  test('is changed by who may, who gives nothing they lack to nobody who holds more', async () => {
    const [clerk, admin] = [await world.as('user', mine), await world.as('admin', mine)]
    const finance = await world.as('finance', mine)
    expect(await refused(change(`role = 'admin'`), [clerk.id])).toEqual(done)
    expect(await refused(change(`role = 'admin'`), [clerk.id], finance)).toEqual(refusal)
    expect(await refused(change(`role = 'admin'`), [clerk.id], admin)).toEqual(done)
    for (const what of [
      `role = 'primary'`,
      `role = 'finance'`,
      `permissions = '{"pay payrolls"}'`,
      `permissions = '{"edit organization"}'`,
    ]) {
      expect(await refused(change(what), [clerk.id], admin)).toEqual(refusal)
    }
    for (const { id } of [me, finance]) {
      expect(await refused(change(`status = 'inactive'`), [id], admin)).toEqual(refusal)
    }
    // Everything but the role of a primary user is still less than that.
    const nearly = await world.as('admin', mine)
    await world.rows(
      `update memberships set permissions = (select array_agg(permission) from role_grants
       where role = 'primary') where user_id = $1`,
      [nearly.id],
    )
    expect(await refused(change(`role = 'finance'`), [clerk.id], nearly)).toEqual(done)
    expect(await refused(change(`role = 'primary'`), [clerk.id], nearly)).toEqual(refusal)
  })
  test('is that of the organisation that is bound', async () => {
    expect(await refused(change(`role = 'user'`), [them.id])).toEqual({ rows: [] })
    expect(await refused('select counting_payers($1)', [theirs])).toEqual(refusal)
    expect(await refused(`select may_in($1, $2, 'pay payrolls')`, [theirs, them.id])).toEqual(
      refusal,
    )
    expect(await unbound('select counting_payers($1)', [mine])).toEqual(refusal)
    expect(await unbound(`select bound_may('pay payrolls') as may`)).toEqual(refusal)
  })
  test('grants what the contract says, to which nobody adds', async () => {
    for (const role of ['primary', 'admin', 'finance', 'user', 'employee'] as const) {
      const rows = await world.rows('select permission from role_grants where role = $1', [role])
      expect(new Set(rows.map(({ permission }) => permission))).toEqual(grants[role])
    }
    const add = `insert into role_grants values ('user', 'pay payrolls')`
    expect(await refused(add)).toEqual(refusal)
    expect(await refused('delete from role_grants')).toEqual(refusal)
    await expect(world.rows(add)).rejects.toThrow('permission denied')
  })
})

describe('the second person', () => {
  test('is a rule that only who may edit the organisation changes, and nobody from outside', async () => {
    const set = 'update payout_settings set second_person = false returning 1'
    expect(await refused(set)).toMatchObject({ rows: [{}] })
    expect(await refused(set, [], await world.as('finance', mine))).toEqual({ code: '42501' })
    expect(await refused('delete from payout_settings')).toEqual({ code: '42501' })
    const operator = await world.as('super-admin', mine)
    const { body } = await operator.call(contract.auth.switch, { params: { id: mine } })
    expect(await refused(set, [], { ...operator, ...world.caller(body.token) })).toEqual({
      code: '42501',
    })
  })
  test('is weakened by no statement: neither the changes nor the clock are theirs', async () => {
    await world.as('finance', mine)
    const outcome = (...statements: string[]) =>
      inside(async (client) => {
        await client.query('update payout_settings set second_person = false')
        for (const statement of statements) await client.query(statement)
        const { rows } = await client.query('select second_person_needed($1) as needed', [mine])
        return rows[0].needed
      }).catch((error) => error.code)
    expect(await outcome()).toBe(true)
    const later = `'2031-01-01T00:00:00Z'`
    for (const statement of [
      `insert into payer_changes (kind) values ('rule_off')`,
      `update payer_changes set agreed_at = made_at`,
      `update payer_changes set made_at = '2020-01-01'`,
      'delete from payer_changes',
      `select set_config('app.now', ${later}, true)`,
      `select note_payer_change('${mine}', 'rule_off', null, null, null)`,
      `select withdraw_payer_changes('${mine}', 'payer_left', '${me.id}')`,
    ]) {
      expect([statement, await outcome(statement)]).toEqual([statement, '42501'])
    }
    const own = 'select agree_to_payer_change(id) from payer_changes where withdrawn_at is null'
    expect(await outcome(own)).toBe('23514')
  })
})
