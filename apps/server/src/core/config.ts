import { resolve } from 'node:path'
import { z } from 'zod'

/**
 * Settings come from the environment, are checked once at start, and are documented in
 * .env.example.
 */

const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)
const url = (name: string, form: RegExp, example: string) =>
  blank(z.string().regex(form, `${name} must look like ${example}.`).optional())
const onOff = (name: string) =>
  blank(
    z
      .enum(['1', '0', 'true', 'false', 'on', 'off'], `${name} must be on or off.`)
      .transform((value) => ['1', 'true', 'on'].includes(value))
      .optional(),
  )

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
  PUBLIC_URL: url('PUBLIC_URL', /^https?:\/\/[^/\s]+$/, 'https://pay.example.co.ke'),
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
  smtpUrl: string | undefined
  mailFrom: string
  accounts: { url: string; issuer: string; audience: string; jwks: string } | undefined
  secretKey: string | undefined
  demo: boolean
  devMail: boolean
  storageUrl: string | undefined
  paymentsMode: 'simulator' | 'sandbox' | 'production'
  logLevel: string
}

export class ConfigError extends Error {}

const loopback = ['127.0.0.1', '::1', 'localhost']

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
    smtpUrl: e.SMTP_URL,
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
    paymentsMode: e.PAYMENTS_MODE,
    // A newcomer's terminal shows the address and the sign-ins, not a line per request.
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

function faultsIn(e: z.output<typeof environment>, production: boolean): string[] {
  const faults: string[] = []
  if (production) {
    if (!e.SECRET_KEY) faults.push('SECRET_KEY is required in production: 32 characters or more.')
    if (!e.PUBLIC_URL) faults.push('PUBLIC_URL is required in production: the address people use.')
    if (!e.SMTP_URL)
      faults.push('SMTP_URL is required in production: nobody signs in without mail.')
    if (e.DEMO) faults.push('DEMO cannot be on in production.')
  } else if (!loopback.includes(e.HOST)) {
    faults.push(
      `HOST is ${e.HOST}, but outside production the server listens on this machine only ` +
        '(127.0.0.1): the demo passwords are public. Set NODE_ENV=production to serve others.',
    )
  }
  return faults
}
