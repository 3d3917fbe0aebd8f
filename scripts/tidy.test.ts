import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas as serverAreas } from '../apps/server/src/app.ts'
import { testFiles } from './test-files.ts'
import {
  circlesIn,
  functionsOf,
  importsOf,
  isTest,
  longLines,
  type Source,
  sources,
} from './tidy-sources.ts'

/** In the order of dependency: an area calls only areas before it. */
const areas = serverAreas.map(({ name }) => name)
const code = sources(/\.tsx?$/)
const written = [...code, ...sources(/\.(sql|css|md|json|html|ya?ml)$/)].filter(
  ({ path }) => path !== 'package-lock.json',
)
const product = code.filter((source) => !isTest(source))
const below = (folder: string, list = product) =>
  list.filter(({ path }) => path.startsWith(`${folder}/`))

/** Every import of these files that the rule refuses, as `file → import`. */
function refused(list: Source[], isAllowed: (name: string, source: Source) => boolean): string[] {
  return list.flatMap((source) =>
    importsOf(source)
      .filter((name) => !isAllowed(name, source))
      .map((name) => `${source.path} → ${name}`),
  )
}

function matches(list: Source[], pattern: RegExp): string[] {
  return list.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
    ),
  )
}

const inside = (name: string, folder: string) => name.startsWith(`${folder}/`)
const isPackage = (name: string, wanted: string) => name === wanted || inside(name, wanted)
/** What areas rely on, on the floor below them. */
const rooms = [...new Set(below('apps/server/src/foundation').map(({ path }) => ownerOf(path)))]

/** An area, or a room of the foundation, by the name of its folder. */
function ownerOf(path: string): string {
  return /^apps\/server\/src\/(?:areas|foundation)\/([\w-]+)\//.exec(path)?.[1] ?? ''
}
const fromFloor = (path: string) => path.replace(/^apps\/server\/src\/(areas|foundation)\//, '')

describe('arrows', () => {
  test('every area is a folder of its name', () => {
    const folders = new Set(below('apps/server/src/areas').map(({ path }) => ownerOf(path)))
    expect([...folders].sort()).toEqual([...areas].sort())
  })

  test('the engine imports nothing', () => {
    const engine = below('packages/engine')
    expect(refused(engine, (name) => inside(name, 'packages/engine/src'))).toEqual([])
  })

  test('the contract imports zod and the engine', () => {
    const allowed = (name: string) =>
      inside(name, 'packages/contract/src') ||
      isPackage(name, 'zod') ||
      isPackage(name, '@mshahara/engine')
    expect(refused(below('packages/contract'), allowed)).toEqual([])
  })

  test('a server area calls areas before it by index.ts and reads tables by tables.ts', () => {
    const allowed = (name: string, { path }: Source) => {
      const from = ownerOf(path)
      const to = ownerOf(name)
      if (to === from || !areas.includes(to)) return true
      if (name.endsWith('/tables.ts')) return true
      return name.endsWith('/index.ts') && areas.indexOf(to) < areas.indexOf(from)
    }
    const inAreas = below('apps/server').filter(({ path }) => areas.includes(ownerOf(path)))
    expect(refused(inAreas, allowed)).toEqual([])
  })

  test('the rooms that areas rely on know no area', () => {
    const isArea = (name: string) => areas.includes(ownerOf(name))
    const inRooms = below('apps/server/src/foundation')
    expect(inRooms.length).toBeGreaterThan(rooms.length)
    expect(refused(inRooms, (name) => !isArea(name))).toEqual([])
  })

  test('core holds what every area uses, and app.ts is a list', () => {
    const linesOf = (list: Source[]) => list.reduce((sum, { lines }) => sum + lines.length, 0)
    expect(linesOf(below('apps/server/src/foundation/core'))).toBeLessThan(1800)
    const app = product.filter(({ path }) => path === 'apps/server/src/app.ts')
    expect(linesOf(app)).toBeGreaterThan(0)
    expect(linesOf(app)).toBeLessThanOrEqual(100)
  })

  test('the simulator knows nothing of ours, and nobody knows it', () => {
    const own = 'apps/simulator/src'
    const itself = below('apps/simulator', code)
    const allowed = (name: string) =>
      inside(name, own) || name.startsWith('node:') || name === 'vitest'
    expect(itself.length).toBeGreaterThan(20)
    expect(refused(itself, allowed)).toEqual([])
    const others = code.filter(({ path }) => !path.startsWith('apps/simulator/'))
    const isKnown = (name: string) => inside(name, own) || isPackage(name, '@mshahara/simulator')
    expect(refused(others, (name) => !isKnown(name))).toEqual([])
  })

  test('server and web meet only in the contract, and tests stay out of the product', () => {
    const strangers = (path: string) =>
      path.startsWith('apps/web/')
        ? 'apps/server'
        : path.startsWith('apps/server/')
          ? 'apps/web'
          : ''
    const allowed = (name: string, { path }: Source) => {
      const stranger = strangers(path)
      if (stranger && (inside(name, stranger) || name === `@mshahara/${stranger.slice(5)}`)) {
        return false
      }
      return path.startsWith('apps/server/src/test/') || !inside(name, 'apps/server/src/test')
    }
    expect(refused(below('apps'), allowed)).toEqual([])
  })
})

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
    'maker-checker': 'checker_changes proposals',
    'muster-roll': 'muster_days muster_marks',
    'variable-pay': 'variable_pay',
    leave:
      'leave_approvals leave_approvers leave_balances leave_delegations leave_encashments ' +
      'leave_entries leave_feeds leave_links leave_patterns leave_pay_days leave_person_terms ' +
      'leave_request_days leave_request_files leave_requests leave_type_terms leave_untold',
    loans: 'loan_entries loan_guarantors loan_instalments loans',
    'my-details': 'detail_changes detail_proposals',
    pay: 'payrolls payslips',
    payroll:
      'final_claims off_cycle_amounts off_cycle_items payment_days_removed payments_recorded ' +
      'payroll_exceptions payroll_payments payslip_seals',
    payslips: 'pay_news payslip_mails',
    'casual-payroll': 'cash_payments',
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
    'database/held-back.ts': 'stops payments that a backup says are waiting',
    'mail/restored.ts': 'ends what a backup says is under way, before any area is there',
    'payslips/files.ts':
      'a printed payslip is kept beside the files of the exports, which come later',
  }
  const inServer = below('apps/server/src').map((source) => ({
    ...source,
    owner: ownerOf(source.path),
  }))
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
    'database/held-back.ts integrations': 'stops payments that a backup says are waiting',
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
    'payslips/files.ts byproducts': 'a printed payslip is kept beside the files of the exports',
    'payslips/slips.ts payout_attempts': 'a payslip tells when it was paid',
    'subscriptions/in-force.ts casuals': 'a plan is limited by how many there are',
    'subscriptions/in-force.ts employees': 'a plan is limited by how many there are',
  }

  test('an area or a room reads what comes before it', () => {
    const place = (owner: string) => (rooms.includes(owner) ? -1 : areas.indexOf(owner))
    const isLater = (table: string, reader: string) => {
      const owner = own.get(table)
      return owner !== undefined && owner !== reader && place(owner) > place(reader)
    }
    const readers = inServer.filter(({ path, owner }) => {
      // Forgets what has served its time, whoever kept it.
      return [...areas, ...rooms].includes(owner) && !path.endsWith('jobs/housekeeping.ts')
    })
    const found = readers.flatMap(({ path, owner, text }) =>
      [...new Set([...text.matchAll(/\b(?:from|join) ([a-z_]+)\b/g)].map(([, name = '']) => name))]
        .filter((table) => isLater(table, owner) && !ground.includes(table))
        .map((table) => `${fromFloor(path)} ${table}`),
    )
    expect(found.sort()).toEqual(Object.keys(upward).sort())
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

describe('circles of imports', () => {
  const arrowsOf = (folder: string) =>
    new Map(below(folder).map((one) => [one.path, importsOf(one)]))

  test.each(['packages', 'apps/web/src', 'apps/server/src', 'apps/simulator/src'])(
    '%s has none',
    (folder) => {
      expect(circlesIn(arrowsOf(folder))).toEqual([])
    },
  )
})

describe('rooms of the web application', () => {
  const web = below('apps/web/src')
  const roomOf = (path: string) => /^apps\/web\/src\/([\w-]+)\//.exec(path)?.[1] ?? ''
  const isShared = (room: string) => room === 'lib' || room === 'ui'
  const isArea = (room: string) => room !== '' && !isShared(room)

  test('the parts every screen uses know no screen', () => {
    const shared = web.filter(({ path }) => isShared(roomOf(path)))
    expect(refused(shared, (name) => !isArea(roomOf(name)))).toEqual([])
  })

  test('an area meets another by its index.ts', () => {
    const allowed = (name: string, { path }: Source) => {
      const room = roomOf(name)
      return !isArea(room) || room === roomOf(path) || name.endsWith(`/${room}/index.ts`)
    }
    const inAreas = web.filter(({ path }) => isArea(roomOf(path)))
    expect(refused(inAreas, allowed)).toEqual([])
  })

  test('numbers are read by ui/money.tsx alone, which knows what a comma means (B27)', () => {
    expect(matches(web, /\bNumberInput\b/)).toEqual([])
  })

  test('no two areas need each other', () => {
    const arrows = new Map<string, Set<string>>()
    for (const source of web.filter(({ path }) => isArea(roomOf(path)))) {
      const from = roomOf(source.path)
      const needed = arrows.get(from) ?? new Set()
      arrows.set(from, needed)
      for (const to of importsOf(source).map(roomOf)) if (isArea(to) && to !== from) needed.add(to)
    }
    expect(arrows.size).toBeGreaterThan(10)
    expect(circlesIn(arrows)).toEqual([])
  })
})

describe('sizes', () => {
  test('no file exceeds 400 lines', () => {
    const long = code.filter(({ lines }) => lines.length > 400)
    expect(long.map(({ path, lines }) => `${path}: ${lines.length} lines`)).toEqual([])
  })

  test('no function exceeds 70 lines', () => {
    const long = product.flatMap((source) =>
      functionsOf(source)
        .filter(({ length }) => length > 70)
        .map(({ name, line, length }) => `${source.path}:${line} ${name}: ${length} lines`),
    )
    expect(long).toEqual([])
  })

  test('no line exceeds 100 columns', () => {
    const long = code.flatMap((source) =>
      longLines(source, 100).map((line) => `${source.path}:${line}`),
    )
    expect(long).toEqual([])
  })
})

test('a fault test says that it is slow', () => {
  const faults = testFiles.filter(({ path }) => path.endsWith('.fault.test.ts'))
  expect(faults.length).toBeGreaterThan(20)
  expect(faults.filter(({ pace }) => pace !== 'slow')).toEqual([])
})

describe('words', () => {
  test('folders are named by subject', () => {
    const kinds =
      /(^|\/)(services|repositories|dtos|dialogs|hooks|utils|helpers|types|common|shared|misc)\//
    expect(written.map(({ path }) => path).filter((path) => kinds.test(path))).toEqual([])
  })

  test('time comes from the clock that was handed over', () => {
    const pure = [...below('packages/engine'), ...below('apps/server')].filter(
      ({ path }) =>
        path !== 'apps/server/src/foundation/core/clock.ts' &&
        !path.startsWith('apps/server/src/test/'),
    )
    expect(matches(pure, /\bDate\.now\(\)|\bnew Date\(\)/)).toEqual([])
  })

  test('nothing is left for later and no test is singled out', () => {
    // Assembled here, so that this file does not match itself.
    const reminders = new RegExp(
      `\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`,
    )
    const singled = new RegExp(
      `\\b(it|test|describe)\\.(${['on' + 'ly', 'sk' + 'ip'].join('|')})\\(`,
    )
    expect(matches(written, reminders)).toEqual([])
    expect(matches(code, singled)).toEqual([])
  })

  test('no path of one machine is written down', () => {
    const homes = new RegExp(
      `(^|[^\\w.])/(${['work', 'root', 'farm', 'home', 'Users'].join('|')})/[a-z.]`,
    )
    expect(matches(written, homes)).toEqual([])
  })

  test('the lock file names no download address', () => {
    const lock = sources(/^package-lock\.json$/).filter(({ path }) => path === 'package-lock.json')
    expect(lock).toHaveLength(1)
    expect(matches(lock, /"resolved": "(https?|git)/)).toEqual([])
  })
})
