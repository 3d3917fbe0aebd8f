import { expect, test } from 'vitest'
import { asEmployee, employ } from '../test/office.ts'
import { statementsIn } from '../test/statements.ts'
import { openWorld } from '../test/world.ts'

/**
 * Every table that a request can write at all, for a plain employee who got statements of their own
 * into one. Whatever is not refused for want of a right is named here, with the reason: a new table
 * gets a guard (`guard_rights`) or a line. That rows are looked at is tried in
 * `least-right-rows.test.ts`.
 */

const world = await openWorld()
const organization_id = await world.addOrganization()
const primary = await world.as('primary', organization_id)
const { id } = await employ(primary)
await employ(primary)
const employee = await asEmployee(world, organization_id, id)
const { refused } = statementsIn(world, employee)
await world.rows(
  `insert into notifications (organization_id, user_id, title, text)
   select organization_id, user_id, 'x', 'x' from memberships where organization_id = $1`,
  [organization_id],
)

const rowByRow = 'each row is looked at by a trigger of its own'
const open: Record<string, string> = {
  'insert answers': 'row security: everybody has their own answers',
  'update answers': 'row security: everybody has their own answers',
  'insert notifications': 'whoever asks for something has others told of it',
  'update jobs': rowByRow,
  'update byproducts': rowByRow,
  'update payroll_payments': rowByRow,
  'delete payroll_payments': rowByRow,
  'update cash_payments': rowByRow,
  'delete cash_payments': rowByRow,
  'delete final_claims': rowByRow,
  'update payslip_mails': rowByRow,
  'update proposals': rowByRow,
  'update detail_proposals': rowByRow,
  'update detail_changes': rowByRow,
  'delete detail_changes': rowByRow,
  'update leave_approvals': rowByRow,
  'delete leave_delegations': rowByRow,
  'insert leave_entries': rowByRow,
  'update leave_feeds': rowByRow,
  'delete leave_feeds': rowByRow,
  'update leave_links': rowByRow,
  'update remittance_feeds': rowByRow,
  'delete remittance_feeds': rowByRow,
  'insert leave_pay_days': 'what leave costs adds up at the end of the transaction',
  'delete leave_pay_days': 'what leave costs adds up at the end of the transaction',
  'update leave_request_days': rowByRow,
  'delete leave_request_days': rowByRow,
  'update leave_requests': rowByRow,
  'insert leave_untold': 'whoever asks for leave has others told of it, beyond the budget too',
  'delete loans': 'no loan is ever deleted',
  'update loan_guarantors': rowByRow,
  'update loan_entries': 'no entry is ever changed',
  'delete loan_entries': 'no entry is ever deleted',
  'delete loan_instalments': rowByRow,
  'update payout_requests': rowByRow,
  'update payout_attempts': 'the rows that have changed are looked at together',
  'insert payout_attempts': 'the rows that were added are looked at together',
  'insert payouts': 'the rows that were added are looked at together',
  'update payouts': 'the rows that have changed are looked at together',
  'update payout_decisions': rowByRow,
}

interface Table {
  name: string
  acts: string[]
  columns: string[]
}
const tables: Table[] = (
  await world.byHand(`select c.relname as name,
      array(select 'insert' where has_any_column_privilege('mshahara_app', c.oid, 'INSERT')
        union all select 'delete' where has_table_privilege('mshahara_app', c.oid, 'DELETE')) as acts,
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.attidentity = ''
          and has_column_privilege('mshahara_app', c.oid, a.attnum, 'UPDATE')) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by 1`)
).map(({ name, acts, columns }) => ({ name, acts, columns }))

const statementsOf = ({ name, acts, columns }: Table) => [
  ...(acts.includes('insert') ? [['insert', `insert into ${name} default values`] as const] : []),
  ...(columns.length > 0
    ? [['update', `update ${name} set ${columns.map((one) => `${one} = ${one}`)}`] as const]
    : []),
  ...(acts.includes('delete') ? [['delete', `delete from ${name}`] as const] : []),
]

test('what an employee’s request can write is refused, or named with the reason', async () => {
  const allowed: string[] = []
  for (const table of tables) {
    for (const [act, statement] of statementsOf(table)) {
      const outcome = await refused(statement)
      if (!('code' in outcome && outcome.code === '42501')) allowed.push(`${act} ${table.name}`)
    }
  }
  const unnamed = allowed.filter((one) => !open[one])
  expect(unnamed).toEqual([])
  expect(Object.keys(open).filter((one) => !allowed.includes(one))).toEqual([])
})

const another = `(select id from employees where id <> '${id}' limit 1)`
const bank = `'bank', '{}', '{"account_no": "1"}'`
const proposed = (whose: string, columns: string, values: string) => `with p as (
    insert into detail_proposals (employee_id, ${columns}) values (${whose}, ${values})
    returning organization_id, id)
  insert into detail_changes (proposal_id, subject, before, after) select id, ${bank} from p`

test.each([
  `update export_settings set bank_layouts = '{}'`,
  `update organizations set account_no = '1'`,
  `insert into commission_rates (name, display_name, amount, rate) values ('x', 'x', 0, 100)`,
  `insert into jobs (user_id, name) values ('${primary.id}', 'payslips.send')`,
  `insert into jobs (user_id, name, state) values ('${employee.id}', 'x', 'failed')`,
  'update numbers set last = 0',
  'update numbers set last = 2147483647',
  `update notifications set link = 'x'`,
  `update notifications set read_at = now() where user_id = '${primary.id}'`,
  proposed(another, 'needs_old, needs_new', 'false, false'),
  proposed(
    `'${id}'`,
    'needs_old, needs_new, old_confirmed_at, old_by',
    `true, false, now(), 'text'`,
  ),
])('%s', async (statement) => {
  expect(await refused(statement)).toEqual({ code: '42501' })
})

test('what moves pay is not proposed without a code, nor changed after it was typed', async () => {
  const { inside } = statementsIn(world, employee)
  expect(await refused(proposed(`'${id}'`, 'needs_old, needs_new', 'true, false'))).toEqual({
    rows: [],
  })
  await inside(
    (client) => client.query(proposed(`'${id}'`, 'needs_old, needs_new', 'true, false')),
    'commit',
  )
  const typed = `update detail_proposals set old_confirmed_at = now(), old_by = 'text'`
  expect(await refused(typed)).toEqual({ code: '42501' })
  await world.rows(typed)
  expect(await refused(`update detail_changes set after = '{"account_no": "2"}'`)).toEqual({
    code: '42501',
  })
  expect(await refused('delete from detail_changes')).toEqual({ code: '42501' })
  expect(await refused('update detail_changes set accepted = true')).toEqual({ code: '42501' })
  expect(await refused(`update detail_proposals set status = 'withdrawn'`)).toEqual({ rows: [] })
})

test('that a payee was changed is not taken back', async () => {
  const admin = await world.as('admin', organization_id)
  const { inside } = statementsIn(world, admin)
  const changed = await inside(async (client) => {
    await client.query(`update employees set pay_by = 'mpesa', phone = '0799000001'`)
    await client.query('update employees set payee_changed_at = null')
    return client.query('select from employees where payee_changed_at is null')
  })
  expect(changed.rowCount).toBe(0)
})
