// @tests long
import { expect, test } from 'vitest'
import { addEmployee, asEmployee } from '../test/office.ts'
import { oneOfEach } from '../test/one-of-each.ts'
import { statementsIn } from '../test/statements.ts'

/**
 * The rows that are looked at one by one (`least-right-tables.test.ts`): where there are rows of
 * others, a plain employee's statement changes no column of them, takes none away and adds none
 * like them. Column by column, because a guard that compares some says nothing of the rest.
 */

const { world, home, primary } = await oneOfEach()
const employee = await asEmployee(world, home, await addEmployee(world, home))

/** What the demo has none of. */
const request = `(select id from leave_requests where organization_id = '${home}' limit 1)`
const run = `(select id from payrolls where organization_id = '${home}' and status = 'confirmed' limit 1)`
const slip = `(select id from payslips where organization_id = '${home}' and frozen limit 1)`
const other = `(select user_id from memberships where organization_id = '${home}'
  and status = 'active' and user_id not in ('${primary.id}', '${employee.id}') limit 1)`
const added = [
  `leave_delegations (organization_id, user_id, delegate_id, "from", "to")
   values ('${home}', '${primary.id}', ${other}, '2026-01-01', '2026-12-31')`,
  `leave_feeds (organization_id, user_id, token_hash) values ('${home}', '${primary.id}', '\\x00')`,
  `remittance_feeds (organization_id, user_id, token_hash)
   values ('${home}', '${primary.id}', '\\x00')`,
  `leave_request_files (organization_id, request_id, file) values ('${home}', ${request}, 'x.pdf')`,
  `leave_untold (organization_id, user_id, line, link)
   values ('${home}', '${primary.id}', 'x', '/my-leaves')`,
  `payslip_mails (organization_id, payslip_id, recipient) values ('${home}', ${slip}, 'x')`,
  `payroll_payments (organization_id, id, paid_on) values ('${home}', ${run}, '2026-03-01')`,
  `cash_payments (organization_id, id, paid_on, marked_by)
   select organization_id, id, '2026-03-01', 'x' from payslips where organization_id = '${home}'
     and frozen and not void and casual_id is not null and paid_in_cash(person) and net > 0 limit 1`,
  `byproducts (organization_id, payroll_id, type, extension, name, file, bytes, sha256, made_by,
     known_as)
   values ('${home}', ${run}, 'bank', 'csv', 'x', 'x', 1, 'x', 'x', 'x')`,
]
for (const one of added) await world.rows(`insert into ${one}`)

/** Own rows by row security; and those of payouts, which `least-right-payouts.test.ts` has. */
const elsewhere = new Set(
  'answers payout_attempts payout_decisions payout_requests payouts'.split(' '),
)

/** What an employee writes about others, with the reason. */
const open: Record<string, string> = {
  'insert notifications': 'whoever asks for something has others told of it',
  'insert leave_untold': 'the same by e-mail, beyond the budget',
}

interface Column {
  name: string
  type: string
}
interface Table {
  name: string
  deletes: boolean
  changes: Column[]
  adds: Column[]
}
const columns = (act: string) => `(select coalesce(json_agg(json_build_object(
    'name', quote_ident(a.attname), 'type', format_type(a.atttypid, null))), '[]')
  from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attidentity = ''
    and has_column_privilege('mshahara_app', c.oid, a.attnum, '${act}'))`
const tables = (await world.byHand(`select c.relname as name, ${columns('UPDATE')} as changes,
    ${columns('INSERT')} as adds, has_table_privilege('mshahara_app', c.oid, 'DELETE') as deletes
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by 1`)) as Table[]

/** Another value of the type. */
function another({ name, type }: Column): string {
  if (type === 'text') return `coalesce(${name}, '') || 'x'`
  if (/^(integer|bigint|smallint|numeric)$/.test(type)) return `coalesce(${name}, 0) + 1`
  if (type === 'boolean') return `${name} is not true`
  if (type === 'date') return `coalesce(${name}, '2026-01-01') + 1`
  if (type.startsWith('timestamp')) return `coalesce(${name}, now()) + interval '1 hour'`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'bytea') return `'\\x01'`
  return type.endsWith('[]') ? `array_append(${name}, null)` : `'{}'`
}

const statementsOf = ({ name, deletes, changes, adds }: Table) => {
  const own = new Set(['id', 'token_hash', 'key', 'day'])
  const like = adds.map((one) => (own.has(one.name) ? another(one) : one.name))
  return [
    ...changes.map((one): [string, string] => [
      `update ${name}.${one.name}`,
      `update ${name} set ${one.name} = ${another(one)}`,
    ]),
    ...(deletes ? [[`delete ${name}`, `delete from ${name}`] as const] : []),
    ...(adds.length > 0
      ? [
          [
            `insert ${name}`,
            `insert into ${name} (${adds.map((one) => one.name)}) select ${like} from ${name} limit 1`,
          ] as const,
        ]
      : []),
  ]
}

test('a row of somebody else is neither changed, taken away nor added', async () => {
  const { inside } = statementsIn(world, employee)
  const attempt = (statement: string) =>
    inside(async (client) => {
      const { rowCount } = await client.query(statement)
      await client.query('set constraints all immediate')
      return `${rowCount} rows`
    }).catch(({ code, constraint }) =>
      code === '42501' || constraint?.endsWith('_kept') ? 'refused' : `${code} ${constraint}`,
    )
  const done: Record<string, string> = {}
  for (const table of tables.filter(({ name }) => !elsewhere.has(name))) {
    for (const [act, statement] of statementsOf(table)) {
      const outcome = await attempt(statement)
      if (outcome !== 'refused' && !open[act]) done[act] = outcome
    }
  }
  expect(done).toEqual({})
})
