import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileOnce } from './scripts/compile-cache.ts'

const everyTest = [
  'packages/**/*.test.ts',
  'apps/server/**/*.test.ts',
  'apps/web/**/*.test.ts',
  'apps/simulator/**/*.test.ts',
  'scripts/*.test.ts',
]
/** Files of about two seconds or more: `npm run verify` leaves them to `npm test`. */
const storyTests = [
  '**/{casual-person,person-log}.test.ts',
  '**/analytics/analytics.test.ts',
  '**/auth/{acceptance,codes,email,failures,first-time,flood,reset,second-factor,sessions,sign-in,sign-up,sso}.test.ts',
  '**/billing/{billing,by-hand,operator,take-back}.test.ts',
  '**/casual-payroll/{casual-payroll,histories}.test.ts',
  '**/clients/import.test.ts',
  '**/core/errors-told.test.ts',
  '**/daraja/b2c.test.ts',
  '**/database/{backup,migrate,releases}.test.ts',
  '**/dashboard/dashboard.test.ts',
  '**/employees/{access,files,import-job,import-look}.test.ts',
  '**/exports/{large,layouts,p9,packs,returns,states}.test.ts',
  '**/http/bodies.test.ts',
  '**/integrations/integrations.test.ts',
  '**/jobs/{by-turns,jobs}.test.ts',
  '**/leave/{ahead,around,beyond,expiry,histories,leavers,levels,opening,pay}.test.ts',
  '**/leave/{recount,requests,year,year-over}.test.ts',
  '**/loans/{histories,instalments,papers,repayments,second-thoughts}.test.ts',
  '**/mail/{budget,smtp,tls}.test.ts',
  '**/muster-roll/muster-roll.test.ts',
  '**/my-details/my-details.test.ts',
  '**/organizations/deactivated-work.test.ts',
  '**/pay-items/{import,items}.test.ts',
  '**/payroll/{impossible,variance}.test.ts',
  '**/payslips/{mails,news,payslips,scripts,sending}.test.ts',
  '**/scenarios/a-year-of-payroll.test.ts',
  '**/users/{invite,takeover}.test.ts',
  '**/variable-pay/variable-pay.test.ts',
]
/** What takes longest of the rest fills the gaps in which slow ones wait. */
const longTests = [
  '**/second-factor/second-factor.test.ts',
  '**/sheets/read.test.ts',
  '**/logs/{seal,anchors}.test.ts',
  '**/{rotate-key,nonsense,person}.test.ts',
  '**/{employees,variable-pay}/import.test.ts',
  '**/auth/ceilings.test.ts',
  '**/database/restore.test.ts',
  '**/mail/mail.test.ts',
  '**/mass-email/mass-email.test.ts',
  '**/callbacks/callbacks.test.ts',
  '**/payouts/{asked-first,bank-file-claims,casuals,changed-payees,freed,leavers}.test.ts',
  '**/payouts/{payouts,recorded-as-paid,retry,scenarios,shown,tokens}.test.ts',
  '**/providers/simulator.test.ts',
  '**/billing/scenarios.test.ts',
]
/** Hours of trouble, never part of `npm test`: `npm run endurance`. */
const enduranceTests = ['apps/server/src/test/endurance/*.endurance.ts']
const slowTests = ['**/*.fault.test.ts', '**/*.size.test.ts', '**/embedded-postgres.test.ts']
/** These begin first: one of them alone at the end would leave a core idle for a minute. */
const longest = [
  'kills.fault',
  'campaign.fault',
  'given-up.fault',
  'backup.fault',
  'embedded-postgres',
  'outbox.fault',
]
const patient = { testTimeout: 600_000, hookTimeout: 300_000 }

/**
 * Each file has a world of its own; loading the server for each would cost minutes. So would two
 * such projects at the same time: a worker that changes between them loads it again.
 */
const shared = { isolate: false, maxWorkers: 2, sequence: { groupOrder: 0 } }
/** Part of their time is waiting, so that a third finds room. */
const beside = { maxWorkers: 3, sequence: { groupOrder: 1 }, ...patient }

const hours = { testTimeout: 36_000_000, hookTimeout: 600_000, fileParallelism: false }

const project = (name: string, include: string[], but: string[], options: object) => ({
  extends: true as const,
  test: { ...options, name, include, exclude: ['**/node_modules/**', '**/dist/**', ...but] },
})

compileOnce()

/** By itself a first run begins with the largest file, which need not take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      longest.findIndex((name) => moduleId.includes(`/${name}.`)) + 1 || longest.length + 1
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // A busy machine is no fault of what is tested.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: 'apps/server/src/test/database.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      project('quick', everyTest, [...slowTests, ...longTests, ...storyTests], shared),
      project('most', everyTest, [...slowTests, ...longTests], { ...shared, ...patient }),
      project('slow', slowTests, [], beside),
      project('endurance', enduranceTests, [], hours),
      project('long', longTests, slowTests, { ...beside, isolate: false }),
    ],
  },
})
