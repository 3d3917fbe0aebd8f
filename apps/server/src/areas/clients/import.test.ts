// @tests story
import { contract, limits } from '@mshahara/contract'
import { expect, test, vi } from 'vitest'
import { queriesOf } from '../../test/queries.ts'
import { dataUrl, rowsOf, xls, xlsx } from '../../test/spreadsheets.ts'
import { openWorld } from '../../test/world.ts'

/** "Upload Organization File", by an operator who has no organisation open. */

const { upload, faults, template } = contract.clients

const world = await openWorld({ workers: true })
const home = await world.addOrganization('Home Ltd')
const person = await world.addPerson()
await world.rows('update users set super_admin = true where id = $1', [person.id])
const operator = await world.signIn(person.email)

const headings = [
  ...['Organization Name', 'Address', 'Phone', 'Email', 'KRA PIN', 'Trial Period'],
  ...['Primary First Name', 'Primary Last Name', 'Primary Email', 'Primary Phone', 'Deduct NITA'],
]
const row = (n: number, more: Record<number, unknown> = {}) => {
  const cells: unknown[] = [
    ...[`Client ${n} Ltd`, 'Nakuru', '0202345678', `office${n}@many.test`, `P05${1000000 + n}A`, 2],
    ...['Amina', 'Juma', `amina${n}@many.test`, '0712345678', 'No'],
  ]
  for (const [at, value] of Object.entries(more)) cells[Number(at)] = value
  return cells
}
const send = (bytes: Uint8Array, dry = false) =>
  operator.call(upload, {
    ...(dry ? { query: { dry: '1' } } : {}),
    body: { file: dataUrl(bytes) },
  })
const count = async () => (await world.rows('select count(*) as n from organizations'))[0].n

test('the template is the one that is taken back', async () => {
  const { body } = await operator.call(template)
  expect(body.name).toBe('organizations-template.xlsx')
  expect(rowsOf(body.file, 'Organizations')[0]).toEqual(
    expect.arrayContaining(['Name', 'PIN No', 'Trial Period', 'Primary Email']),
  )
})

test('a dry run says what would happen; the file is taken whole, and twice changes nothing', async () => {
  const before = await count()
  const bytes = xlsx([headings, row(1), row(2)])
  const dry = await send(bytes, true)
  expect(dry.body).toMatchObject({ rows: 2, created: 2, faults: [] })
  expect(dry.body.message).toContain('2 organizations will be added')
  expect(await count()).toBe(before)
  const done = await send(bytes)
  expect(done.body).toMatchObject({ message: 'Organization file added successfully', created: 2 })
  const [added] = await world.rows(
    `select o.nita, o.paye, s."to"::text, m.role, m.status from organizations o
     join subscriptions s on s.organization_id = o.id
     join memberships m on m.organization_id = o.id where o.name = 'Client 1 Ltd'`,
  )
  const offered = { role: 'primary', status: 'invited' }
  expect(added).toEqual({ nita: false, paye: true, to: '2026-05-10', ...offered })
  expect(await world.mails('amina1@many.test')).toHaveLength(1)
  const again = await send(xls([headings, row(1), row(2)]))
  expect(again.body).toMatchObject({ created: 0, unchanged: 2 })
  expect(again.body.message).toContain('Nothing changed')
  expect(await count()).toBe(before + 2)
  expect(await world.mails('amina1@many.test')).toHaveLength(1)
})

test('what is wrong is told by row and column, and nothing of the file is taken', async () => {
  const before = await count()
  const bytes = xlsx([
    headings,
    row(11),
    row(12, { 4: 'not a pin' }),
    row(11, { 0: 'Twin Ltd' }),
    row(1, { 0: 'Somebody Else Ltd' }),
    row(14, { 8: person.email }),
    row(15, { 5: 99 }),
  ])
  const { body } = await send(bytes, true)
  const told = body.faults.map(({ row: at, column, reason }) => `${at} ${column}: ${reason}`)
  expect(told).toEqual([
    expect.stringContaining('3 PIN No: A KRA PIN is'),
    '4 PIN No: Row 2 has the same PIN No.',
    '4 Email: Row 2 has the same Email.',
    '5 PIN No: An organization with this PIN already exists: Client 1 Ltd.',
    expect.stringContaining('6 Primary Email: This is the address of a platform operator.'),
    '7 Trial Period: Trial Period is 1 to 24 months.',
  ])
  const refused = await send(bytes)
  expect(refused.status).toBe(422)
  expect(await count()).toBe(before)
  const sheet = await operator.call(faults, { body: { file: dataUrl(bytes) } })
  expect(rowsOf(sheet.body.file, 'Organizations')[1]?.join(' ')).toContain('A KRA PIN is')
})

test('many ask as little of the database as few', async () => {
  const counts: number[] = []
  for (const [first, many] of [
    [3000, 2],
    [3100, 80],
  ] as const) {
    const bytes = xlsx([headings, ...Array.from({ length: many }, (_, n) => row(first + n))])
    counts.push(
      await queriesOf(world, async () => expect((await send(bytes)).body.created).toBe(many)),
    )
  }
  // A few, which the request itself may ask more or less of; one for each row would be 78.
  const [few = 0, many = 0] = counts
  expect(many - few).toBeLessThan(10)
})

test('one person is the primary user of several, and is written to by each', async () => {
  const same = { 8: 'Both@many.test', 6: 'Wote' }
  const done = await send(xlsx([headings, row(4001, same), row(4002), row(4003, same)]))
  expect(done.body).toMatchObject({ created: 3 })
  const rows = await world.rows(
    `select o.name, m.role, m.status, m.invited_as ->> 'first_name' as name_given
     from memberships m join users u on u.id = m.user_id
     join organizations o on o.id = m.organization_id where u.email = 'both@many.test'
     order by o.name`,
  )
  expect(rows).toMatchObject([
    { name: 'Client 4001 Ltd', role: 'primary', status: 'invited', name_given: 'Wote' },
    { name: 'Client 4003 Ltd', role: 'primary', status: 'invited' },
  ])
  const letters = await world.mails('both@many.test')
  expect(letters.map(({ subject }) => subject).sort()).toEqual([
    expect.stringMatching(/^Client 4001 Ltd invites you to Mshahara/),
    expect.stringMatching(/^Client 4003 Ltd invites you to Mshahara/),
  ])
  // The password in each letter is the one of its organisation.
  const codes = await world.rows(
    `select count(*) as n from codes where email = 'both@many.test' and purpose = 'activation'`,
  )
  expect(codes[0].n).toBe(2)
})

test('many are taken in the background, once, in the name of the operator', async () => {
  const many = limits.importAtOnce + 1
  const rows = Array.from({ length: many }, (_, index) => row(5000 + index))
  const reply = await send(xlsx([headings, ...rows]))
  expect(reply.body).toMatchObject({ message: 'The import has started.', created: many })
  const params = { id: reply.body.job_id as string }
  const job = async () => (await operator.call(contract.settings.job, { params })).body
  await vi.waitFor(async () => expect((await job()).state).toBe('done'), 60_000)
  expect(await job()).toMatchObject({ done: many, total: many, result: { created: many } })
  const [{ n, names }] = await world.rows(
    `select count(*) as n, array_agg(distinct description) as names from activity_log
     where log_name = 'organizations' and event = 'created' and organization_id in
       (select id from organizations where email like 'office5%@many.test')`,
  )
  const { body: bell } = await operator.call(contract.notifications.operators)
  expect(bell.data[0]).toMatchObject({ title: 'Import finished', link: '/organizations' })
  const me = (await operator.call(contract.auth.profile)).body
  expect([n, names]).toEqual([many, [`${me.first_name} ${me.last_name}`]])
  const owner = await world.as('primary', home)
  expect((await owner.call(contract.settings.job, { params })).status).toBe(404)
}, 90_000)
