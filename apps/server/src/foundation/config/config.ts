import { resolve } from 'node:path'
import { z } from 'zod'
import { blank } from './blank.ts'
import {
  cardOf,
  collectionEnvironment,
  collectionFaults,
  letterheadOf,
  type OperatorLetterhead,
  type TillSettings,
  tillOf,
} from './collection.ts'
import { isLoopbackName } from './loopback.ts'
import { type PaymentsMode, type Providers, providerFaults, providersOf } from './providers.ts'
import { type TextingSettings, textingEnvironment, textingFaults, textingOf } from './texting.ts'
import { tlsFaults } from './tls.ts'

/**
 * Settings come from the environment, are checked once at start, and are documented in
 * .env.example.
 */

const url = (name: string, form: Pick<RegExp, 'test'>, example: string) =>
  blank(
    z
      .string()
      .refine((text) => form.test(text), `${name} must look like ${example}.`)
      .refine(
        isAddress,
        `${name} is not an address. In a password, write / as %2F, # as %23, ? as %3F and @ as %40.`,
      )
      .optional(),
  )
/** A password with a slash in it would end up as part of the path, and in messages. */
const isAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { hash, pathname } = new URL(text)
  return hash === '' && !pathname.includes('@')
}
const onOff = (name: string) =>
  blank(
    z
      .enum(['1', '0', 'true', 'false', 'on', 'off'], `${name} must be on or off.`)
      .transform((value) => ['1', 'true', 'on'].includes(value))
      .optional(),
  )

const webAddress = {
  test: (text: string) => /^https?:\/\/[^/\s]+$/.test(text) && URL.canParse(text),
}

/** May go on with a path, and does not end with a slash. */
const baseAddress = {
  test: (text: string) => /^https?:\/\/[^\s?#]+[^/\s?#]$/.test(text) && URL.canParse(text),
}

const environment = z.object({
  NODE_ENV: blank(z.string().default('development')),
  PORT: blank(
    z.coerce
      .number('PORT must be a number from 0 to 65535.')
      .int('PORT must be a whole number.')
      .min(0, 'PORT must be a number from 0 to 65535.')
      .max(65535, 'PORT must be a number from 0 to 65535.')
      .default(3000),
  ),
  HOST: blank(z.string().default('127.0.0.1')),
  PUBLIC_URL: url('PUBLIC_URL', webAddress, 'https://pay.example.co.ke'),
  TRUST_PROXY: blank(
    z.coerce
      .number('TRUST_PROXY must say how many proxies stand in front: 0, 1, 2 …')
      .int('TRUST_PROXY must be a whole number.')
      .min(0, 'TRUST_PROXY cannot be negative.')
      .max(10, 'TRUST_PROXY can be at most 10.')
      .default(0),
  ),
  DATA_DIR: blank(z.string().default('./data')),
  DATABASE_URL: url(
    'DATABASE_URL',
    /^postgres(ql)?:\/\/\S+$/,
    'postgresql://user:password@host:5432/database',
  ),
  DATABASE_DIRECT_URL: url(
    'DATABASE_DIRECT_URL',
    /^postgres(ql)?:\/\/\S+$/,
    'postgresql://user:password@host:5432/database',
  ),
  SMTP_URL: url('SMTP_URL', /^smtps?:\/\/\S+$/, 'smtp://user:password@host:587'),
  MAIL_FROM: blank(z.string().default('Mshahara <no-reply@mshahara.test>')),
  ACCOUNTS_URL: url('ACCOUNTS_URL', /^https?:\/\/[^\s]+[^/\s]$/, 'https://accounts.example.co.ke'),
  ACCOUNTS_ISSUER: blank(z.string().optional()),
  ACCOUNTS_AUDIENCE: blank(z.string().default('mshahara')),
  ACCOUNTS_JWKS: url(
    'ACCOUNTS_JWKS',
    /^https?:\/\/\S+$/,
    'https://accounts.example.co.ke/.well-known/jwks.json',
  ),
  SECRET_KEY: blank(z.string().min(32, 'SECRET_KEY must have at least 32 characters.').optional()),
  ALLOW_INSECURE_HTTP: onOff('ALLOW_INSECURE_HTTP'),
  ALLOW_INSECURE_SMTP: onOff('ALLOW_INSECURE_SMTP'),
  REQUIRE_TLS: onOff('REQUIRE_TLS'),
  METRICS_TOKEN: blank(
    z
      .string()
      .regex(/^\S{16,}$/, 'METRICS_TOKEN must have at least 16 characters and no spaces.')
      .optional(),
  ),
  OPERATOR_SECOND_FACTOR: blank(
    z
      .enum(['required', 'optional'], 'OPERATOR_SECOND_FACTOR must be required or optional.')
      .optional(),
  ),
  LOG_ANCHOR_DIR: blank(z.string().optional()),
  BACKUP_DIR: blank(z.string().optional()),
  ANCHOR_MAIL: blank(z.email('ANCHOR_MAIL must be an email address.').optional()),
  DEMO: onOff('DEMO'),
  STORAGE_URL: url(
    'STORAGE_URL',
    /^s3:\/\/[^:\s]+:[^@\s]+@[^/\s]+\/[^/\s?]+(\?\S*)?$/,
    's3://KEY:SECRET@host:9000/bucket?region=auto&tls=off',
  ),
  PAYMENTS_MODE: blank(
    z
      .enum(
        ['simulator', 'sandbox', 'production'],
        'PAYMENTS_MODE must be simulator, sandbox or production.',
      )
      .default('simulator'),
  ),
  SIMULATOR_URL: url('SIMULATOR_URL', webAddress, 'http://127.0.0.1:4600'),
  DARAJA_URL: url('DARAJA_URL', baseAddress, 'https://api.safaricom.co.ke'),
  KCB_URL: url('KCB_URL', baseAddress, 'https://uat.buni.kcbgroup.com'),
  KCB_TOKEN_URL: url('KCB_TOKEN_URL', baseAddress, 'https://uat.buni.kcbgroup.com/token'),
  COOP_URL: url('COOP_URL', baseAddress, 'https://openapi-sandbox.co-opbank.co.ke'),
  MPESA_CERT: blank(z.string().optional()),
  HOOK_ADDRESSES: blank(
    z
      .string()
      .regex(
        /^[\da-f.:]+(\s*,\s*[\da-f.:]+)*$/i,
        'HOOK_ADDRESSES must be IP addresses with commas between them.',
      )
      .optional(),
  ),
  ...collectionEnvironment,
  ...textingEnvironment,
  LOG_LEVEL: blank(
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
        'LOG_LEVEL must be silent, fatal, error, warn, info or debug.',
      )
      .optional(),
  ),
})

export interface Config {
  production: boolean
  port: number
  host: string
  publicUrl: string
  trustProxy: number
  dataDir: string
  databaseUrl: string | undefined
  /** The way to the database itself where a pooler stands before it. */
  databaseDirectUrl: string | undefined
  smtpUrl: string | undefined
  /** Mail is handed over encrypted or not at all. */
  smtpTls: boolean
  mailFrom: string
  accounts: { url: string; issuer: string; audience: string; jwks: string } | undefined
  secretKey: string | undefined
  demo: boolean
  devMail: boolean
  storageUrl: string | undefined
  /** Opens /metrics and /api/docs in production. */
  metricsToken: string | undefined
  /** How long what /metrics told is told again. */
  metricsKept_ms: number
  /** Whoever runs the platform signs in with a second factor. */
  operatorsNeedFactor: boolean
  /** A folder for the log's anchors of the operator's own choosing. */
  anchorDir: string | undefined
  /** Where backups are kept, for those who look after them. */
  backupDir: string | undefined
  /** Who is sent the newest anchor every day. */
  anchorMail: string | undefined
  paymentsMode: PaymentsMode
  providers: Providers
  /** The simulator that plays the providers; none in production unless it is named. */
  simulatorUrl: string | undefined
  /** Callbacks from anywhere else are not taken; undefined takes them from everywhere. */
  hookAddresses: string[] | undefined
  /** The file with M-PESA's certificate. */
  mpesaCert: string | undefined
  /** The operator's own paybill, to which subscriptions are paid. */
  till: TillSettings | undefined
  card: { public_key: string; url: string } | undefined
  letterhead: OperatorLetterhead
  /** The gateway for text messages. */
  texting: TextingSettings | undefined
  logLevel: string
}

export class ConfigError extends Error {}

export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => issue.message).join('\n'))
  }
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  const faults = faultsIn(e, production)
  if (faults.length) throw new ConfigError(faults.join('\n'))
  const host = e.HOST.includes(':') ? `[${e.HOST}]` : e.HOST
  return {
    production,
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL ?? `http://${host}:${e.PORT}`,
    trustProxy: e.TRUST_PROXY,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    smtpUrl: e.SMTP_URL,
    smtpTls: production && !e.ALLOW_INSECURE_SMTP,
    mailFrom: e.MAIL_FROM,
    accounts: e.ACCOUNTS_URL
      ? {
          url: e.ACCOUNTS_URL,
          issuer: e.ACCOUNTS_ISSUER ?? e.ACCOUNTS_URL,
          audience: e.ACCOUNTS_AUDIENCE,
          jwks: e.ACCOUNTS_JWKS ?? `${e.ACCOUNTS_URL}/.well-known/jwks.json`,
        }
      : undefined,
    secretKey: e.SECRET_KEY,
    demo: e.DEMO ?? (!production && !e.DATABASE_URL),
    devMail: !production && !e.SMTP_URL,
    storageUrl: e.STORAGE_URL,
    metricsToken: e.METRICS_TOKEN,
    metricsKept_ms: 5000,
    operatorsNeedFactor:
      (e.OPERATOR_SECOND_FACTOR ?? (production ? 'required' : '')) === 'required',
    anchorDir: e.LOG_ANCHOR_DIR && resolve(e.LOG_ANCHOR_DIR),
    backupDir: e.BACKUP_DIR && resolve(e.BACKUP_DIR),
    anchorMail: e.ANCHOR_MAIL,
    paymentsMode: e.PAYMENTS_MODE,
    providers: providersOf(e),
    simulatorUrl: e.SIMULATOR_URL,
    hookAddresses: e.HOOK_ADDRESSES?.split(',').map((address) => address.trim()),
    mpesaCert: e.MPESA_CERT && resolve(e.MPESA_CERT),
    till: tillOf(e),
    card: cardOf(e),
    letterhead: letterheadOf(e),
    texting: textingOf(e),
    // A newcomer's terminal shows the address and the sign-ins, not a line per request.
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

type Environment = z.output<typeof environment>

const faultsIn = (e: Environment, production: boolean) => [
  ...(production ? faultsInProduction(e) : faultsElsewhere(e)),
  ...(e.DATABASE_DIRECT_URL && !e.DATABASE_URL
    ? ['DATABASE_DIRECT_URL is set, but DATABASE_URL, the way through the pooler, is not.']
    : []),
  ...providerFaults(e),
  ...collectionFaults(e),
  ...textingFaults(e),
  ...tlsFaults(e),
]

function faultsInProduction(e: Environment): string[] {
  const faults: string[] = []
  if (!e.SECRET_KEY) faults.push('SECRET_KEY is required in production: 32 characters or more.')
  else if (isGuessable(e.SECRET_KEY)) {
    faults.push(
      'SECRET_KEY is easy to guess. Make one at random, for example with: openssl rand -base64 33',
    )
  }
  if (!e.DATABASE_URL) {
    faults.push(
      'DATABASE_URL is required in production; the database that comes along is for a first look.',
    )
  }
  if (!e.PUBLIC_URL) faults.push('PUBLIC_URL is required in production: the address people use.')
  else if (!e.PUBLIC_URL.startsWith('https:') && !e.ALLOW_INSECURE_HTTP) {
    faults.push(
      'PUBLIC_URL must begin with https:// in production: passwords and pay would travel in the ' +
        'open. To do so anyway, set ALLOW_INSECURE_HTTP=on.',
    )
  }
  if (!e.SMTP_URL)
    faults.push('SMTP_URL is required in production: nobody can sign in without mail.')
  else if (isUnencrypted(e.SMTP_URL) && !e.ALLOW_INSECURE_SMTP) {
    faults.push(
      'SMTP_URL switches encryption or its check off: codes would travel in the open. To do so ' +
        'anyway, set ALLOW_INSECURE_SMTP=on.',
    )
  }
  for (const name of ['ACCOUNTS_URL', 'ACCOUNTS_JWKS'] as const) {
    if (!e[name]?.startsWith('http:')) continue
    faults.push(`${name} must begin with https:// in production: it says who may sign in.`)
  }
  if (e.DEMO) faults.push('DEMO cannot be on in production.')
  return faults
}

/** The demo passwords are public and mail is there to be read: nobody else may reach it. */
function faultsElsewhere(e: Environment): string[] {
  const faults: string[] = []
  const say = (what: string) =>
    faults.push(`${what} Set NODE_ENV=production to serve others: the demo passwords are public.`)
  if (!isLoopbackName(e.HOST)) {
    say(`HOST is ${e.HOST}, but outside production the server listens on this machine only.`)
  }
  if (e.PUBLIC_URL && !isLoopbackName(new URL(e.PUBLIC_URL).hostname)) {
    say(`PUBLIC_URL is ${e.PUBLIC_URL}, but outside production only this machine is served.`)
  }
  if (e.TRUST_PROXY) {
    say(`TRUST_PROXY is ${e.TRUST_PROXY}, but outside production no proxy stands in front.`)
  }
  return faults
}

const words =
  /secret|change.?me|password|example|default|qwerty|letmein|mshahara|abcdefgh|12345678|00000000/i

/** Words and patterns; nothing made at random looks like this. */
export const isGuessable = (key: string) =>
  new Set(key).size < 10 || words.test(key) || /^(.{1,16})\1+.{0,15}$/.test(key)

/** A plain smtp:// address is fine: the connection must then become encrypted by STARTTLS. */
const isUnencrypted = (url: string) =>
  /[?&](ignoretls=(true|1)|requiretls=(false|0)|[\w.[\]]*rejectunauthorized\]?=(false|0))/i.test(
    url,
  )
