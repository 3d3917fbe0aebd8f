import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Call, Endpoint, Permission, Refusal, Role } from '@mshahara/contract'
import { addressOf, contract, limits } from '@mshahara/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { type AppOptions, buildApp } from '../app.ts'
import { setCheckedActs } from '../areas/maker-checker/index.ts'
import { addMembership } from '../areas/organizations/index.ts'
import { organizations } from '../areas/organizations/tables.ts'
import { startTrial } from '../areas/subscriptions/index.ts'
import { addLogin } from '../areas/users/index.ts'
import { type Config, readConfig } from '../foundation/config/config.ts'
import type { Clock } from '../foundation/core/clock.ts'
import type { PlatformTx } from '../foundation/core/db.ts'
import type { JobActor, JobCtx, JobDefinition } from '../foundation/core/job.ts'
import { hashPassword } from '../foundation/core/secrets.ts'
import type { Services } from '../foundation/http/services.ts'
import { ctxOf } from '../foundation/jobs/jobs.ts'
import { asAdmin, cloneDatabase, type TestDatabase, testKey } from './database.ts'
import { sessionOf } from './session.ts'

/**
 * The real server on a database of its own, a clock that is set by hand, and people to act with.
 */

export const password = 'correct-horse-7'
let passwordHash: Promise<string> | undefined

export interface Reply<T> {
  status: number
  body: T & Refusal
  headers: Record<string, string | string[] | number | undefined>
}

export interface Caller {
  token: string | undefined
  call<E extends Endpoint>(
    endpoint: E,
    call?: Call<E>,
    headers?: Headers,
  ): Promise<Reply<Answer<E>>>
}
type Headers = Record<string, string>

export type World = Awaited<ReturnType<typeof makeWorld>>

export interface WorldOptions {
  env?: Record<string, string>
  /** What no environment could set outside production, such as an https address. */
  settings?: Partial<Config>
  workers?: boolean
  /** Instead of one that is set by hand. */
  clock?: Clock
  extraJobs?: AppOptions['extraJobs']
  log?: AppOptions['log']
  /** Another than a clone of the test run's own. */
  database?: TestDatabase
  /** The way through a pooler to it. */
  pooledUrl?: string
}

/** For all the tests of a file: there before the first, gone after the last. */
export async function openWorld(options?: WorldOptions): Promise<World> {
  const world = await makeWorld(options)
  afterAll(world.close)
  return world
}

export async function makeWorld(options: WorldOptions = {}) {
  const database = options.database ?? (await cloneDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'mshahara-world-'))
  const time = { now: new Date('2026-03-10T09:00:00Z') }
  const clock: Clock = options.clock ?? { now: () => time.now, set: true }
  // For servers that a story starts beside.
  process.env.STORY_TIME = time.now.toISOString()
  const config = {
    ...readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...options.env }),
    metricsKept_ms: 0,
    ...options.settings,
  }
  const { app, parts } = await buildApp({
    config,
    clock,
    databaseUrl: database.url,
    pooledUrl: options.pooledUrl,
    secretKey: testKey,
    workers: options.workers ?? false,
    guarded: true,
    ...(options.extraJobs ? { extraJobs: options.extraJobs } : {}),
    ...(options.log ? { log: options.log } : {}),
  })
  let meddled = false
  const world = {
    ...peopleOf(parts, app),
    app,
    parts,
    databaseUrl: database.url,
    /** As somebody with the database in hand would do it: as its owner, past every guard. */
    byHand: (text: string, values: unknown[] = []) => {
      meddled ||= /activity|truncate|trigger|replica/i.test(text)
      return asAdmin(database.url, async (client) => (await client.query(text, values)).rows)
    },
    /** Does the work of a job here and now, in the name of an organisation or of nobody. */
    work(job: JobDefinition, data: object = {}, acting: Partial<JobActor> = {}) {
      return job.work(jobCtx(parts, acting), data as never)
    },
    giveUp(job: JobDefinition, data: object, acting: Partial<JobActor> = {}) {
      return job.givenUp?.(jobCtx(parts, acting), data as never, 'It was tried too often.')
    },
    /** Moves the clock. */
    pass: (seconds: number) => {
      time.now = new Date(time.now.getTime() + seconds * 1000)
    },
    setTime: (iso: string) => {
      time.now = new Date(iso)
      process.env.STORY_TIME = iso
    },
    async close() {
      await app.close()
      if (!meddled) await expectWholeLog(database.url)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return world
}

/** Whatever a story did, the log has the creation of all that is there, and all confirmed pay. */
async function expectWholeLog(url: string) {
  const [lacking, shared, unlike, changed] = await asAdmin(url, async (client) => {
    await client.query('set role mshahara_platform')
    const lacking = (await client.query('select * from creations_lacking()')).rows
    const shared = (await client.query('select * from ids_shared()')).rows
    const unlike = (await client.query('select * from runs_unlike_their_log()')).rows
    const changed = (await client.query('select * from records_unlike_their_log()')).rows
    return [lacking, shared, unlike, changed]
  })
  if (lacking?.length) throw new Error(`The log lacks creations: ${JSON.stringify(lacking)}`)
  if (shared?.length) throw new Error(`Ids are used twice: ${JSON.stringify(shared)}`)
  if (unlike?.length) throw new Error(`Runs are not as confirmed: ${JSON.stringify(unlike)}`)
  if (changed?.length) throw new Error(`The log tells otherwise: ${JSON.stringify(changed)}`)
}

function jobCtx(parts: Services, acting: Partial<JobActor>): JobCtx {
  const who = { organization_id: null, user_id: null, actor: 'System', ...acting }
  return { ...ctxOf(parts, who, null), retry: 0, progress: async () => {} }
}

/** Ways to look in, to add people and to act as them. */
function peopleOf(parts: Services, app: FastifyInstance) {
  const platform: Platform = (work) => parts.db.inPlatform(work)
  const mails = (to: string) => parts.mail.kept(to)
  const codeFor = async (to: string) => {
    const [mail] = await mails(to)
    const code = mail && /^ {4}(\S+)$/m.exec(mail.text)?.[1]
    if (!code) throw new Error(`No code was mailed to ${to}.`)
    return code
  }
  const caller = (token?: string, address?: string): Caller => callerOf(app, token, address)
  /** Signs in the long way: password, mailed code, session. */
  const signIn = async (email: string, secret = password, address?: string): Promise<Caller> => {
    const nobody = caller(undefined, address)
    const begun = await nobody.call(contract.auth.login, { body: { email, password: secret } })
    if (begun.status !== 200) throw new Error(`${begun.status} ${begun.body.message}`)
    const otp = await codeFor(email)
    const done = await nobody.call(contract.auth.verifyOtp, { body: { email, otp } })
    if (done.status !== 200) throw new Error(`${done.status} ${done.body.message}`)
    return caller(done.body.access_token, address)
  }
  return {
    platform,
    mails,
    codeFor,
    caller,
    signIn,
    /** Rows of any query, across organisations. */
    rows: async (text: string, values: unknown[] = []) =>
      platform(async (tx) => (await tx.$client.query(text, values)).rows),
    /** One that has been there for a while, unless it is told when it began. */
    addOrganization: (name?: string, created_at?: string) =>
      addOrganization(platform, name, created_at),
    /** What a story has changed about who may pay counts as if a day had passed. */
    settlePayers: () => platform((tx) => agePayerChanges(tx, null)),
    /** A person with a password, and a place in the organisation when one is given. */
    addPerson: (given: Partial<NewPerson> = {}) => addPerson(platform, given),
    /** A person of this role with a session; `signIn` goes the long way. */
    async as(role: Role, organization_id: string, extra: Permission[] = []) {
      const person = await addPerson(platform, { role, organization_id, extra })
      const home = role === 'super-admin' ? null : organization_id
      return { ...person, ...caller(await sessionOf(parts, person.id, home)) }
    },
  }
}

/**
 * Stories have several people who may confirm, and mostly one who does. Those about the second
 * person ask for it.
 */
const confirmingAlone = { confirming: false }

const addOrganization = (
  platform: Platform,
  name = `Company ${randomUUID().slice(0, 6)}`,
  created_at = '2026-03-01T06:00:00Z',
) =>
  platform(async (tx) => {
    const [row] = await tx
      .insert(organizations)
      .values({ name, employee_prefix: 'TC', account_no: '0011223344', created_at })
      .returning()
    const { id } = row as { id: string }
    await setCheckedActs(tx, id, confirmingAlone)
    await startTrial(tx, id, '2026-03-01', limits.trialMonthsSelf)
    return id
  })

interface NewPerson {
  email: string
  first_name: string
  last_name: string
  phone: string
  role: Role
  organization_id: string
  extra: Permission[]
  status: 'active' | 'inactive' | 'invited'
}

type Platform = <T>(work: (tx: PlatformTx) => Promise<T>) => Promise<T>

async function addPerson(platform: Platform, given: Partial<NewPerson>) {
  passwordHash ??= hashPassword(password)
  const hash = await passwordHash
  const email = given.email ?? `person-${randomUUID().slice(0, 8)}@example.test`
  return platform(async (tx) => {
    const { id } = await addLogin(tx, {
      email,
      first_name: given.first_name ?? 'Amani',
      last_name: given.last_name ?? 'Njoroge',
      phone: given.phone ?? '0712345678',
      password_hash: hash,
      super_admin: given.role === 'super-admin',
      activated_at: '2026-01-05T06:00:00Z',
      email_verified_at: '2026-01-05T06:00:00Z',
    })
    if (given.organization_id && given.role !== 'super-admin') {
      await addMembership(tx, {
        organization_id: given.organization_id,
        user_id: id,
        role: given.role ?? 'user',
        permissions: given.extra ?? [],
        status: given.status ?? 'active',
      })
      await agePayerChanges(tx, id)
    }
    return { id, email }
  })
}

/** Whoever the kit adds has been there for a day, and everybody has heard of them (C20). */
const agePayerChanges = (tx: PlatformTx, whose: string | null) =>
  tx.run`with checkers as (
      update checker_changes set made_at = made_at - interval '1 day', told_at = app_now()
      where made_at > app_now() - interval '1 day'
        and (user_id = ${whose} or ${whose}::uuid is null))
    update payer_changes set made_at = made_at - interval '1 day', told_at = app_now()
    where made_at > app_now() - interval '1 day' and (user_id = ${whose} or ${whose}::uuid is null)`

export function callerOf(app: FastifyInstance, token?: string, address = '10.0.0.1'): Caller {
  return {
    token,
    async call(endpoint, call = {}, headers = {}) {
      const response = await app.inject({
        method: endpoint.method as 'GET',
        url: addressOf(endpoint, call),
        remoteAddress: address,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(call.body === undefined ? {} : { payload: call.body as InjectOptions['payload'] }),
      } as InjectOptions)
      const isJson = String(response.headers['content-type']).includes('json')
      const body = isJson && response.body ? response.json() : {}
      return { status: response.statusCode, body, headers: response.headers }
    },
  }
}
