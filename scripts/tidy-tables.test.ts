import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas as serverAreas } from '../apps/server/src/app.ts'
import { fromFloor, isTest, ownerOf, type Source, sources } from './tidy-sources.ts'

/** Who writes which tables, and who reads them. */

/** In the order of dependency. */
const areas = serverAreas.map(({ name }) => name)
const inServer = sources(/\.tsx?$/, 'apps/server/src')
  .filter((source) => !isTest(source))
  .map((source) => ({ ...source, owner: ownerOf(source.path) }))
const rooms = [
  ...new Set(
    inServer.filter(({ path }) => path.includes('/foundation/')).map(({ owner }) => owner),
  ),
]

describe('tables', () => {
  /** Those without a TypeScript side; every other is named in its owner's tables.ts. */
  const sqlOnly: Record<string, string> = {
    core: 'attempts devices numbers',
    users: 'address_changes codes',
    database: 'functions migrations role_grants',
    http: 'answers sessions',
    jobs: 'jobs jobs_by_request pgboss.job pgboss.queue pgboss.version',
    mail: 'mails phone_numbers',
    auth: 'identities spent_tokens',
    'second-factor': 'recovery_codes second_factor_settings second_factors',
    logs: 'activity_heads activity_log activity_seals activity_unsealed log_anchors sealer_turn',
    notifications: 'notifications operator_news push_messages push_subscriptions',
    desk: 'desk_counts',
    subscriptions: 'package_changes packages subscriptions',
    billing:
      'payment_credits payment_decisions payment_orders payment_pushes payment_quotes ' +
      'payment_receipts payment_steps receipt_numbers subscription_reminders',
    'maker-checker': 'acts_due checker_changes proposals',
    'muster-roll': 'muster_days muster_marks',
    'pay-items': 'item_changes',
    'variable-pay': 'variable_pay',
    opening: 'opening_batches opening_pay',
    registers: 'register_outcomes',
    leave:
      'leave_approvals leave_approvers leave_balances leave_delegations leave_encashments ' +
      'leave_entries leave_feeds leave_links leave_patterns leave_pay_days leave_person_terms ' +
      'leave_request_days leave_request_files leave_requests leave_type_terms leave_untold',
    loans: 'loan_entries loan_guarantors loan_instalments loans',
    'my-details': 'detail_changes detail_proposals',
    pay: 'payrolls payslips',
    payroll:
      'correction_lines final_claims off_cycle_amounts off_cycle_items payment_days_removed payments_recorded ' +
      'payroll_exceptions payroll_payments payslip_seals',
    payslips: 'pay_news payslip_mails',
    'casual-payroll': 'cash_payments',
    remittances: 'remittance_feeds remittance_payments remittances_kept',
    journal: 'journal_entries journal_lines',
    leaving: 'final_claim_entries leaving_lines leavings',
    exports: 'bank_file_claims byproducts card_mails export_settings',
    callbacks: 'provider_events provider_hooks',
    'mass-email':
      'mass_email_files mass_email_recipients mass_emails unsubscribe_links unsubscribed',
    providers: 'provider_tokens',
    payouts:
      'payer_changes payment_lanes payout_attempts payout_decisions payout_requests payout_settings ' +
      'payout_steps payouts',
  }
  /** Who writes another's tables, and why. */
  const allowed: Record<string, string> = {
    'core/job.ts': 'keeps the result of a job in the transaction of its work',
    'jobs/housekeeping.ts': 'forgets what has served its time, whoever kept it',
    'database/restored-payouts.ts': 'stops payments that a backup says are waiting',
    'mail/restored.ts': 'ends what a backup says is under way, before any area is there',
    'payslips/files.ts':
      'a printed payslip is kept beside the files of the exports, which come later',
  }
  const own = new Map<string, string>(
    Object.entries(sqlOnly).flatMap(([owner, names]) => names.split(' ').map((n) => [n, owner])),
  )
  const tableOf = new Map<string, string>()
  for (const { path, owner, text } of inServer) {
    if (!path.endsWith('/tables.ts')) continue
    for (const [, name = '', table = ''] of text.matchAll(
      /export const (\w+) = \w+\(\s*'(\w+)'/g,
    )) {
      own.set(table, owner)
      tableOf.set(`${path} ${name}`, table)
    }
  }

  const bySql = (text: string) =>
    [
      ...text.matchAll(/\b(?:insert into|delete from) ([a-z_.]+)/g),
      ...text.matchAll(/\bupdate ([a-z_.]+)(?: [a-z]+)?\s+set\b/g),
      // Written by the room for whoever names it.
      ...text.matchAll(/\b(?:claims|claimsInTurn|giveWay)\((?:tx, )?'([a-z_.]+)'/g),
    ].map(([, table = '']) => table)

  /** By the builder, under whatever name the table was imported. */
  function byBuilder({ path, text }: Source): string[] {
    const imports = /import (?:type )?\{([^}]*)\} from '([^']*\/tables\.ts)'/g
    return [...text.matchAll(imports)].flatMap(([, names = '', from = '']) => {
      const file = join(dirname(path), from)
      return names.split(',').flatMap((each) => {
        const [name = '', alias = name] = each.trim().split(' as ')
        const writes = new RegExp(`\\.(insert|update|delete)\\(${alias}\\)`).test(text)
        return writes ? [tableOf.get(`${file} ${name}`) ?? name] : []
      })
    })
  }

  test('an area or a room writes only its own', () => {
    const writers = inServer.filter(({ owner }) => [...areas, ...rooms].includes(owner))
    const foreign = writers.flatMap((source) =>
      [...bySql(source.text), ...byBuilder(source)]
        .filter((table) => own.get(table) !== source.owner)
        .map((table) => [fromFloor(source.path), table] as const),
    )
    expect(foreign.filter(([path]) => !(path in allowed))).toEqual([])
    expect(Object.keys(allowed).filter((path) => !foreign.some(([at]) => at === path))).toEqual([])
  })

  /** Who is asking, and for which organisation: everybody may look. */
  const ground = ['users', 'organizations', 'memberships']
  /** Who reads the tables of an area that comes later, and why. */
  const upward: Record<string, string> = {
    'auth/known-passwords.ts employees': 'a first password must not be a number on the record',
    'callbacks/receive.ts integrations': 'finds whose address a provider has called',
    'database/restored-payouts.ts integrations': 'stops payments that a backup says are waiting',
    'employees/pay-terms.ts payroll_settings': 'how the gross of an agreed net is rounded',
    'employees/files.ts detail_changes': 'a picture that is only proposed has an owner, too',
    'employees/files.ts detail_proposals': 'a picture that is only proposed has an owner, too',
    'loans/remittances.ts byproducts': 'compares what was deducted with the file for the lender',
    'mail/restored.ts employees': 'ends what a backup says is under way, before any area is there',
    'notifications/texts.ts employees': 'whom a text message reaches, and at which number',
    'notifications/texts.ts payroll_settings': 'whether the organisation pays for texts',
    'organizations/own.ts payslip_settings': 'the look of payslips is on the organisation’s page',
    'pay/places.ts activity_log': 'who wrote down where somebody is paid',
    'pay/runs.ts payout_requests': 'a run tells whether it was paid out, and when',
    'pay/runs.ts payroll_payments': 'a run tells its day of payment',
    'leave/final-dues.ts leavings': 'how many days of leave the final dues of a leaving pay',
    'payroll/final-dues.ts leavings': 'whoever has to agree to a run sees who leaves',
    'payroll/final-dues.ts leaving_lines': 'and why a line was changed',
    'payroll/last-month.ts leavings': 'the last day, which the month may have been paid beyond',
    'payslips/files.ts byproducts': 'a printed payslip is kept beside the files of the exports',
    'payslips/slips.ts payout_attempts': 'a payslip tells when it was paid',
    'subscriptions/in-force.ts casuals': 'a plan is limited by how many there are',
    'subscriptions/in-force.ts employees': 'a plan is limited by how many there are',
  }

  /** What an area or a room reads of others, each once. */
  function readsOfOthers(): { path: string; reader: string; table: string }[] {
    const readers = inServer.filter(({ path, owner }) => {
      // Forgets what has served its time, whoever kept it.
      return [...areas, ...rooms].includes(owner) && !path.endsWith('jobs/housekeeping.ts')
    })
    return readers.flatMap(({ path, owner: reader, text }) =>
      [...new Set([...text.matchAll(/\b(?:from|join) ([a-z_]+)\b/g)].map(([, name = '']) => name))]
        .filter((table) => own.has(table) && own.get(table) !== reader && !ground.includes(table))
        .map((table) => ({ path: fromFloor(path), reader, table })),
    )
  }
  const place = (owner: string) => (rooms.includes(owner) ? -1 : areas.indexOf(owner))
  const isLater = (table: string, reader: string) => place(own.get(table) ?? '') > place(reader)

  test('an area or a room reads what comes before it', () => {
    const found = readsOfOthers()
      .filter(({ reader, table }) => isLater(table, reader))
      .map(({ path, table }) => `${path} ${table}`)
    expect(found.sort()).toEqual(Object.keys(upward).sort())
  })

  /** What every area that comes later may read: people, what they are listed by, and their runs. */
  const published =
    'employees casuals departments designations work_stations payrolls payslips jobs'.split(' ')
  /** Who else reads the tables of an area that comes before, and why not by asking its index.ts. */
  const downward: Record<string, string> = {
    'analytics cost_centres': 'what a budget and a report call them, in one query',
    'auth codes': 'a first password must not be a code that was mailed',
    'billing packages': 'reminders to all organisations in one query',
    'billing subscriptions': 'reminders to all organisations in one query',
    'casual-payroll casual_advances': 'the one source query of a run',
    'casual-payroll casual_deductions': 'the one source query of a run',
    'casual-payroll casual_settings': 'the one source query of a run',
    'casual-payroll muster_days': 'whether days of the run are still open',
    'casual-payroll muster_marks': 'the one source query of a run',
    'casual-payroll payroll_settings': 'the one source query of a run',
    'dashboard allowances': 'what somebody who moves in has brought along, in one query',
    'dashboard leave_balances': 'what somebody who moves in has brought along, in one query',
    'dashboard loans': 'what somebody who moves in has brought along, in one query',
    'dashboard opening_pay': 'what somebody who moves in has brought along, in one query',
    'dashboard recur_deductions': 'what somebody who moves in has brought along, in one query',
    'dashboard recur_incomes': 'what somebody who moves in has brought along, in one query',
    'dashboard register_outcomes': 'what somebody who moves in has brought along, in one query',
    'exports loans': 'the statement is of all loans of a lender',
    'exports payment_days_removed': 'who may be paid again, in one query over all roads',
    'exports payments_recorded': 'who may be paid again, in one query over all roads',
    'exports payroll_payments': 'who may be paid again, in one query over all roads',
    'journal cost_centres': 'whose cost a line is, by name',
    'leave notifications': 'tells nobody the same twice',
    'leave salaries': 'the price of a day, for many people at once',
    'leaving final_claims': 'what leavers still owe, with what they have paid of it',
    'loans leave_pay_days': 'days without pay, in what is earned so far',
    'loans leave_requests': 'days without pay, in what is earned so far',
    'logs role_grants': 'compares rights with what they should be',
    'maker-checker notifications': 'tells nobody the same twice',
    'off-cycle off_cycle_amounts': 'the grid of a run; payroll takes them in',
    'off-cycle off_cycle_items': 'the grid of a run; payroll takes them in',
    'off-cycle salaries': 'a share of the salary, for many people at once',
    'pay-items commission_rates': 'commission of many people at once',
    'pay-items employee_files': 'names that are in use are offered, those of files too',
    'payouts bank_file_claims': 'what a bank file has taken, with the people who can be paid',
    'payouts byproducts': 'what a bank file has taken, with the people who can be paid',
    'payouts cash_payments': 'who signs for cash is not paid otherwise',
    'payouts integrations': 'clocks over all organisations ask who can pay',
    'payroll arrears': 'whom a run leaves with arrears',
    'payroll employee_revenues': 'what of earlier months was never paid, in one query',
    'payroll leave_settings': 'by what the month of a leaver is divided',
    'payroll opening_pay': 'what a leaver was paid in former years, in one query',
    'payroll recur_incomes': 'what of earlier months was never paid, in one query',
    'payroll salaries': 'what the service of a leaver is paid by',
    'payroll variable_pay': 'what of earlier months was never paid, in one query',
    'payslips notifications': 'takes back what it told when a run is reversed',
    'payslips payroll_payments': 'a payslip tells its day of payment',
    'payslips payroll_settings': 'what stands on paper, in one query',
    'remittances pension_schemes': 'what belongs to a scheme is kept by no employer',
    'remittances recur_deductions': 'the same of deductions that are pensions',
    'users activity_log': 'an address that was changed can be given back',
    'users sessions': 'whether the session of a call is still open',
    'variable-pay commission_rates': 'the month of many people, in one query',
    'variable-pay employee_revenues': 'the month of many people, in one query',
  }

  test('an area reads of those before it what is published, or says why', () => {
    const found = readsOfOthers()
      .filter(({ reader, table }) => !isLater(table, reader) && !published.includes(table))
      .map(({ reader, table }) => `${reader} ${table}`)
    expect([...new Set(found)].sort()).toEqual(Object.keys(downward).sort())
  })

  test('every table has an owner', () => {
    const migrations = sources(/\.sql$/).filter(({ path }) => path.includes('/migrations/'))
    const named = (words: RegExp) =>
      migrations.flatMap(({ text }) => [...text.matchAll(words)].map(([, name = '']) => name))
    const dropped = named(/^drop table (\w+)/gm)
    const made = named(/^create table (\w+)/gm).filter((name) => !dropped.includes(name))
    expect(made.filter((name) => !own.has(name))).toEqual(['binding_keys'])
  })
})
