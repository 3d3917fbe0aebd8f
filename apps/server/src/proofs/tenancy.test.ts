import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { areas } from '../app.ts'
import { openWorld } from '../test/world.ts'

/** Every table is fenced in, or named here. These lists are the documentation. */

/** Rows that belong to no single organisation; the application's role reaches them only as said. */
const global: Record<string, string> = {
  users: "logins: one's own, and those of colleagues",
  organizations: "one's own",
  packages: 'the price list, which everybody may read',
  sessions: 'platform role only',
  codes: 'platform role only',
  attempts: 'platform role only',
  identities: 'platform role only',
  spent_tokens: 'platform role only',
  devices: 'platform role only',
  second_factors: 'platform role only',
  recovery_codes: 'platform role only',
  answers: "the person's own answers to repeated submits",
  mails: 'platform role only',
  jobs: "one's own organisation's, and the operator's own work",
  activity_log: "one's own organisation, read only",
  activity_unsealed: 'platform role only',
  activity_seals: 'platform role only',
  activity_heads: 'platform role only',
  sealer_turn: 'platform role only',
  binding_keys: 'platform role only',
  acts_due: 'platform role only',
  log_anchors: 'platform role only',
  provider_hooks: 'platform role only',
  provider_events: 'platform role only',
  provider_tokens: 'platform role only',
  jobs_by_request: 'platform role only',
  mass_emails: 'platform role only',
  mass_email_recipients: 'platform role only',
  mass_email_files: 'platform role only',
  unsubscribe_links: 'platform role only',
  unsubscribed: 'platform role only',
  phone_numbers: 'platform role only',
  operator_news: 'platform role only',
  push_subscriptions: 'platform role only',
  push_messages: 'platform role only',
  desk_counts: 'platform role only',
  package_changes: 'platform role only',
  receipt_numbers: 'platform role only',
  subscription_reminders: 'platform role only',
  role_grants: 'what the contract grants each role, which everybody may read',
  migrations: 'the owner only',
  functions: 'the owner only',
}
/** Reference data without row policies: no policy is needed to hide what everybody may read. */
const withoutPolicy = ['packages', 'role_grants', 'migrations', 'functions']
/** Not business records: no entry in the activity log. */
const withoutActivity: Record<string, string> = {
  arrears:
    'which months a salary reaches back to: it is logged, and the payslips say what was paid',
  journal_entries: 'written with acts that are logged themselves, and never changed',
  journal_lines: 'the same',
  item_changes: 'what pay items were from which month: they are logged themselves',
  notifications: 'news about records that are logged themselves',
  numbers: 'counters behind logged records',
  opening_pay: 'rows of an upload, which is logged with their sums',
  correction_lines: 'one entry for all that were saved together, and the payslips say them',
  off_cycle_amounts: 'as the lines of a correction',
  off_cycle_items: 'as its amounts',
  payslips: 'a run logs one entry with count, totals and digest (A21)',
  muster_days: 'each save of the sheet logs one entry',
  muster_marks: 'the same',
  payslip_mails: 'the state of sending',
  payslip_seals: 'that payslips are as they were worked out',
  bank_file_claims: 'lines of a file, which is logged',
  pay_news: 'what it follows from is logged: the payout or the day of payment',
  payment_days_removed: 'the removal is logged with the day of payment',
  payments_recorded: 'whom a day of payment speaks of, which is logged',
  card_mails: 'the state of sending',
  loan_instalments: 'the schedule that the logged approval of a loan comes to',
  payouts: 'the order logs one entry with count and total',
  payout_attempts: 'each has a story of its own',
  payout_steps: 'that story',
  payment_quotes: 'a price that was shown; the order is logged',
  payment_pushes: 'each has a story of its own',
  payment_steps: 'that story',
  leave_balances: 'sums of the ledger',
  leave_entries: 'the ledger tells who and why itself',
  leave_links: 'addresses in e-mails; the decision is logged',
  leave_request_days: 'how a logged request was counted',
  leave_type_terms: 'since when a type says so; its changes are logged',
  leave_person_terms: 'since when an employee’s record says so; its changes are logged',
  leave_untold: 'the state of sending',
  leave_feeds: 'addresses for calendar programs',
  remittance_feeds: 'the same',
  address_changes: 'the change is logged with the employee or the member',
  detail_changes: 'the proposal is logged, and what is accepted with the employee',
}
/** Who may act across organisations, and why. */
const platformCallers: Record<string, string> = {
  'auth/failures.ts': 'a failure outlives its refusal',
  'auth/first-time.ts': 'before the session there is no organisation',
  'auth/known-passwords.ts': 'a person has one password, whoever sent them a code',
  'auth/memberships.ts': 'a person chooses among their own organisations',
  'auth/own-sessions.ts': 'a login belongs to the person',
  'auth/password.ts': 'a login belongs to the person',
  'auth/profile.ts': 'a login belongs to the person',
  'auth/ask-second-factor.ts': 'before the session there is no organisation',
  'auth/verify-second-factor.ts': 'before the session there is no organisation',
  'second-factor/again.ts': 'a login belongs to the person',
  'second-factor/own.ts': 'a login belongs to the person',
  'second-factor/prove.ts': 'a login belongs to the person',
  'second-factor/reset.ts': 'a login belongs to the person',
  'second-factor/rule.ts': 'asks who has one, and writes what no right of a member covers',
  'auth/sign-in.ts': 'before the session there is no organisation',
  'auth/sign-in-code.ts': 'before the session there is no organisation',
  'auth/sign-up.ts': 'before the session there is no organisation',
  'auth/sso.ts': 'before the session there is no organisation',
  'http/metrics.ts': 'the metrics are of all organisations together',
  'billing/ask.ts': 'asks after the payments of every organisation',
  'billing/callbacks.ts': 'applies what M-PESA tells',
  'billing/by-hand.ts': 'the platform operator enters money of any organisation',
  'billing/take-back.ts': 'and takes it back',
  'billing/free.ts': 'plans are given by the platform alone',
  'billing/receipt-lookup.ts': 'the platform operator enters numbers of payments',
  'billing/operator.ts': 'the platform operator looks after payments',
  'billing/order.ts': 'prices and orders are written by the platform alone',
  'billing/received.ts': 'the platform operator looks after payments',
  'billing/receipt.ts': 'mails the receipts of every organisation',
  'billing/reminders.ts': 'reminds every organisation',
  'billing/prompt.ts': 'sends for every organisation',
  'clients/add.ts': 'the platform operator adds organisations',
  'clients/files.ts': 'documents that the platform operator keeps',
  'callbacks/receive.ts': 'a callback is known by its address alone',
  'core/attempts.ts': 'counters outlive a refusal',
  'users/one-time-codes.ts': 'counters outlive a refusal',
  'integrations/onboarding.ts': 'tells the simulator what banks are told',
  'integrations/read.ts': 'the platform operator looks after them',
  'integrations/save.ts': 'the platform operator adds them',
  'integrations/try-out.ts': 'the platform operator tests them, an organisation its own',
  'jobs/housekeeping.ts': 'sweeps what has expired',
  'jobs/jobs.ts': 'parks the work of deactivated organisations',
  'jobs/left-files.ts': 'asks which files any record names',
  'jobs/sweep.ts': 'finds jobs that no worker holds',
  'loans/leaving.ts': 'tells the guarantors of every organisation',
  'my-details/codes.ts': 'codes belong to logins',
  'mail/mail.ts': 'lists messages',
  'mail/outbox.ts': 'hands messages over',
  'mass-email/audience.ts': 'the platform operator writes to many organisations',
  'mass-email/letter.ts': 'a test goes to the operator',
  'mass-email/read.ts': 'the platform operator looks at letters sent',
  'mass-email/send.ts': 'the platform operator writes to many organisations',
  'mass-email/sending.ts': 'hands letters to the outbox',
  'mass-email/stop.ts': 'the platform operator stops a letter',
  'mass-email/unsubscribe.ts': 'a recipient is known by the link alone',
  'numbers/incoming-texts.ts': 'a number belongs to its owner, whoever writes to it',
  'numbers/stop-page.ts': 'the same',
  'http/refusals.ts': 'a refusal outlives its transaction',
  'http/sessions-seen.ts': 'sessions belong to no organisation',
  'notifications/devices.ts': 'a device is the person’s, whichever organisation has news',
  'notifications/operators.ts': 'the platform has news for its operator',
  'demo/demo.ts': 'makes organisations',
  'desk/database-size.ts': 'the platform operator sees what takes room',
  'desk/index.ts': 'the platform operator sees what went wrong anywhere',
  'desk/watch.ts': 'tells the platform operator what went wrong anywhere',
  'leave/feed.ts': 'a calendar program is known by its address alone',
  'leave/poller.ts': 'looks for leave to look after anywhere',
  'leave/year.ts': 'looks after every organisation in turn',
  'logs/anchoring.ts': 'how far every chain reaches',
  'logs/seal.ts': 'chains every organisation in turn',
  'logs/verify.ts': 'walks the chain of every organisation',
  'remittances/feed.ts': 'a calendar program is known by its address alone',
  'organizations/all.ts': 'the platform operator lists organisations',
  'organizations/index.ts': 'the platform operator sees every logo',
  'organizations/own.ts': 'the platform operator changes any organisation',
  'organizations/register.ts': 'makes an organisation',
  'payouts/review-desk.ts': 'the platform operator sees what waits for a decision',
  'payouts/ask.ts': 'asks after the payments of every organisation',
  'payouts/callbacks.ts': 'applies what providers tell',
  'payouts/payer-news.ts': 'tells people of every organisation',
  'maker-checker/decide.ts': 'voids what was overtaken, in one organisation, beside a refusal',
  'maker-checker/news.ts': 'tells people of every organisation, and ends what nobody decided',
  'payouts/send.ts': 'sends for every organisation by turns',
  'payouts/notify.ts': 'tells people of every organisation',
  'payslips/paid.ts': 'payouts and days of payment of all organisations become news by the clock',
  'payslips/verify.ts': 'anybody may ask whether a payslip is genuine',
  'providers/shelf.ts': 'a token of a provider serves every server',
  'commands/person-erase.ts': 'goes through the one door past frozen records',
  'commands/person-export.ts': 'gathers what organisation, login and log hold of a person',
  'subscriptions/packages.ts': 'the platform operator sets prices',
  'settings/index.ts': 'the platform operator follows work of the platform',
  'users/invite.ts': 'finds whether a login exists',
  'users/operator.ts': 'makes the first platform operator',
  'users/sign-ins.ts': 'an employee may have a login already',
  'users/people.ts': 'asks whether a login is shared, ends sessions',
}

interface Table {
  name: string
  forced: boolean
  leading: string | null
  app_reads: boolean
  app_writes: boolean
  logged: boolean
}

const world = await openWorld()
const one = await world.addOrganization('One Ltd')
const two = await world.addOrganization('Two Ltd')
const tables = (await world.rows(
  `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
     (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid
        and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary) as leading,
     has_table_privilege('mshahara_app', c.oid, 'select') as app_reads,
     has_table_privilege('mshahara_app', c.oid, 'update')
       or has_table_privilege('mshahara_app', c.oid, 'delete') as app_writes,
     exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where t.tgrelid = c.oid and p.proname = 'activity') as logged
   from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
   order by 1`,
)) as Table[]

const orgTables = () => tables.filter(({ name }) => !(name in global))

describe('every table', () => {
  test('forces row security, or is reference data', () => {
    const open = tables.filter(({ forced }) => !forced).map(({ name }) => name)
    expect(open.sort()).toEqual([...withoutPolicy].sort())
  })
  test('of an organisation has the organisation first in its primary key', () => {
    const loose = orgTables().filter(({ leading }) => leading !== 'organization_id')
    expect(loose.map(({ name }) => name)).toEqual([])
  })
  test('of an organisation is logged, or says why not', () => {
    const silent = orgTables().filter(({ logged }) => !logged)
    expect(silent.map(({ name }) => name).sort()).toEqual(Object.keys(withoutActivity).sort())
  })
  test('that is listed exists', () => {
    const names = tables.map(({ name }) => name)
    expect(Object.keys(global).filter((name) => !names.includes(name))).toEqual([])
  })
  test('of the platform is out of reach of the application', () => {
    const secret = tables.filter(({ name }) => global[name] === 'platform role only')
    expect(secret.filter((table) => table.app_reads || table.app_writes)).toEqual([])
  })
})

test('a key to another table of an organisation carries the organisation', async () => {
  const rows = await world.rows(
    `select con.conrelid::regclass::text as source, con.confrelid::regclass::text as target,
       (select array_agg(a.attname::text order by k.n) from unnest(con.conkey) with ordinality k(num, n)
        join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.num) as columns
     from pg_constraint con where con.contype = 'f'
       and con.connamespace = 'public'::regnamespace`,
  )
  const names = orgTables().map(({ name }) => name)
  const plain = rows.filter(
    ({ target, columns }) => names.includes(target) && columns[0] !== 'organization_id',
  )
  expect(plain).toEqual([])
})

test('the application owns nothing, bypasses nothing and cannot touch the log', async () => {
  const [role] = await world.rows(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcanlogin,
       (select count(*) from pg_class where relowner = r.oid) as owned,
       has_table_privilege(oid, 'activity_log', 'insert, update, delete, truncate') as writes_log,
       has_schema_privilege(oid, 'public', 'create') as creates
     from pg_roles r where rolname = 'mshahara_app'`,
  )
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcanlogin: true,
    owned: 0,
    writes_log: false,
    creates: false,
  })
  const [platform] = await world.rows(
    `select rolsuper or rolbypassrls as beyond,
       has_table_privilege(oid, 'activity_log', 'update, delete, truncate') as changes_log
     from pg_roles where rolname = 'mshahara_platform'`,
  )
  expect(platform).toEqual({ beyond: false, changes_log: false })
})

test('every table shows and takes rows of its own organisation only', async () => {
  const stranger = await world.addPerson({ organization_id: two, role: 'primary' })
  await world.platform((tx) =>
    tx.$client.query(
      `insert into notifications (organization_id, user_id, title, text) values ($1, $2, 'a', 'b')`,
      [two, stranger.id],
    ),
  )
  for (const { name, app_reads } of tables) {
    if (!app_reads || global[name]) continue
    const seen = await world.parts.db.inOrg({ organization_id: one }, async (tx) => {
      const { rows } = await tx.$client.query(
        `select count(*) as n from ${name} where organization_id <> $1`,
        [one],
      )
      return rows[0].n
    })
    expect({ name, seen }).toEqual({ name, seen: 0 })
  }
  const write = world.parts.db.inOrg({ organization_id: one }, (tx) =>
    tx.$client.query(`insert into numbers (organization_id, name, last) values ($1, 'x', 1)`, [
      two,
    ]),
  )
  await expect(write).rejects.toThrow(/row-level security/)
})

test('without an organisation nothing is seen', async () => {
  for (const name of ['organizations', 'memberships', 'users', 'subscriptions', 'activity_log']) {
    const rows = await world.parts.db.inOrg({ organization_id: null }, async (tx) => {
      return (await tx.$client.query(`select 1 from ${name}`)).rows
    })
    expect({ name, rows }).toEqual({ name, rows: [] })
  }
})

test("password hashes cannot be read in an organisation, not even one's own", async () => {
  const person = await world.addPerson({ organization_id: one, role: 'user' })
  const read = world.parts.db.inOrg({ organization_id: one, user_id: person.id }, (tx) =>
    tx.$client.query('select password_hash from users'),
  )
  await expect(read).rejects.toThrow(/permission denied/)
})

test('only the listed files act across organisations', () => {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const doors = ['core/db.ts', 'core/ctx.ts', 'http/visit.ts']
  const door = /\b(inPlatform|apart)\s*(<[^>]*>)?\(/
  const callers = (readdirSync(root, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => door.test(readFileSync(`${root}${path}`, 'utf8')))
    .map((path) => path.replace(/^(areas|foundation)\//, ''))
    .filter((path) => !doors.includes(path) && !path.startsWith('test/'))
  expect(callers.sort()).toEqual(Object.keys(platformCallers).sort())
})

test('every sentence for a constraint belongs to one that the database can raise', async () => {
  const told = areas.flatMap(({ refusals }) => Object.keys(refusals ?? {}))
  const unknown = await world.rows(
    `select name from unnest($1::text[]) name
     where not exists (select from pg_constraint where conname = name)
       and not exists (select from pg_class where relname = name and relkind = 'i')
       and not exists (select from pg_trigger where tgname = name)
       and not exists (select from pg_proc where position(name in prosrc) > 0)`,
    [told],
  )
  expect(unknown).toEqual([])
})
