import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isGuessable, readConfig } from './config.ts'

const remote = 'postgresql://me:secret@db.example.co.ke:5432/pay'
const verified = `${remote}?sslmode=verify-full`
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://mshahara@database/mshahara',
  SECRET_KEY: 'kV3pZ8tQmW1yR6bN4cX9sD2fG7hJ5lAe',
  PUBLIC_URL: 'https://pay.example.co.ke',
  SMTP_URL: 'smtp://mail:25',
}

test('with nothing set: this machine only, own database, demo and outbox', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    demo: true,
    devMail: true,
    paymentsMode: 'simulator',
  })
})

test('a database of one’s own has no demo unless asked', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://a@b/c' }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://a@b/c', DEMO: 'on' }).demo).toBe(true)
})

test('what is unsafe in production has to be asked for by name', () => {
  const http = { PUBLIC_URL: 'http://pay.example.co.ke', ALLOW_INSECURE_HTTP: 'on' }
  expect(readConfig({ ...production, ...http }).publicUrl).toBe(http.PUBLIC_URL)
  expect(readConfig(production).smtpTls).toBe(true)
  expect(readConfig({ ...production, ALLOW_INSECURE_SMTP: 'on' }).smtpTls).toBe(false)
  expect(readConfig({ SMTP_URL: 'smtp://127.0.0.1:25' }).smtpTls).toBe(false)
})

test('keys made at random are taken', () => {
  for (let n = 0; n < 2000; n += 1) {
    expect(isGuessable(randomBytes(33).toString('base64'))).toBe(false)
    expect(isGuessable(randomBytes(32).toString('hex'))).toBe(false)
  }
})

test('this machine may go by any of its names', () => {
  for (const PUBLIC_URL of ['http://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:80']) {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
  }
})

test('production has neither demo nor outbox', () => {
  expect(readConfig(production)).toMatchObject({ demo: false, devMail: false, production: true })
})

describe('the payment providers', () => {
  const none = { daraja: '', kcb: '', kcb_token: '', coop: '' }
  test('are simulated on this machine, once a simulator runs there', () => {
    expect(readConfig({}).providers).toEqual(none)
    expect(readConfig(production).providers).toEqual(none)
    const { providers, simulatorUrl } = readConfig({ SIMULATOR_URL: 'http://127.0.0.1:4600' })
    expect(simulatorUrl).toBe('http://127.0.0.1:4600')
    expect(providers).toEqual({
      daraja: 'http://127.0.0.1:4600/daraja',
      kcb: 'http://127.0.0.1:4600/kcb',
      kcb_token: 'http://127.0.0.1:4600/kcb/token',
      coop: 'http://127.0.0.1:4600/coop',
    })
  })
  test('have published addresses in the sandbox, and banks none in production', () => {
    expect(readConfig({ PAYMENTS_MODE: 'sandbox' }).providers).toEqual({
      daraja: 'https://sandbox.safaricom.co.ke',
      kcb: 'https://uat.buni.kcbgroup.com',
      kcb_token: 'https://uat.buni.kcbgroup.com/token',
      coop: 'https://openapi-sandbox.co-opbank.co.ke',
    })
    const real = { PAYMENTS_MODE: 'production' }
    expect(readConfig(real).providers).toEqual({ ...none, daraja: 'https://api.safaricom.co.ke' })
    const told = { KCB_URL: 'https://kcb.example', KCB_TOKEN_URL: 'https://accounts.example/token' }
    expect(readConfig({ ...real, ...told }).providers).toMatchObject({
      kcb: 'https://kcb.example',
      kcb_token: 'https://accounts.example/token',
    })
  })
})

describe('each fault gets its sentence', () => {
  test.each([
    [{ PORT: 'abc' }, /PORT must be a number/],
    [{ PORT: '70000' }, /PORT must be a number from 0 to 65535/],
    [{ PUBLIC_URL: 'pay.example.co.ke' }, /PUBLIC_URL must look like https/],
    [{ TRUST_PROXY: 'yes' }, /TRUST_PROXY must say how many/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must look like postgresql/],
    [{ SMTP_URL: 'mail.example' }, /SMTP_URL must look like smtp/],
    [{ SMTP_URL: 'smtp://me:pa/ss@mail.example:587' }, /^SMTP_URL is not an address\..*%2F/],
    [{ SMTP_URL: 'smtp://me:12/ss@mail.example:587' }, /^SMTP_URL is not an address/],
    [{ SMTP_URL: 'smtp://me:pa#ss@mail.example:587' }, /^SMTP_URL is not an address/],
    [{ SMTP_URL: 'smtp://me:secret@mail.example:abc' }, /^SMTP_URL is not an address/],
    [{ DATABASE_URL: 'postgres://bob:pa/ss@host/db' }, /^DATABASE_URL is not an address/],
    [{ SECRET_KEY: 'short' }, /SECRET_KEY must have at least 32/],
    [{ DEMO: 'maybe' }, /DEMO must be on or off/],
    [{ STORAGE_URL: 's3://bucket' }, /STORAGE_URL must look like s3/],
    [{ PAYMENTS_MODE: 'real' }, /PAYMENTS_MODE must be/],
    [{ SIMULATOR_URL: 'https://sim.example.co.ke' }, /SIMULATOR_URL .* stays on this machine/],
    [{ DARAJA_URL: 'https://api.safaricom.co.ke' }, /DARAJA_URL .* stays on this machine/],
    [{ KCB_URL: 'kcb' }, /KCB_URL must look like https/],
    [{ COOP_URL: 'http://127.0.0.1:4600/coop/' }, /COOP_URL must look like https/],
    [{ PAYMENTS_MODE: 'sandbox', KCB_URL: 'http://localhost:1/kcb' }, /this machine, but PAYMENTS/],
    [
      { PAYMENTS_MODE: 'production', COOP_URL: 'https://[::1]:1' },
      /this machine, but PAYMENTS_MODE/,
    ],
    [{ PAYMENTS_MODE: 'production', DARAJA_URL: 'http://daraja.co.ke' }, /must begin with https/],
    [{ PAYMENTS_MODE: 'production', SIMULATOR_URL: 'http://127.0.0.1:1' }, /SIMULATOR_URL is set/],
    [{ HOST: '0.0.0.0' }, /outside production the server listens on this machine only/],
    [{ PUBLIC_URL: 'https://pay.example.co.ke' }, /outside production only this machine/],
    [{ PUBLIC_URL: 'http://127.0.0.1.evil.example' }, /outside production only this machine/],
    [{ TRUST_PROXY: '1' }, /outside production no proxy/],
    [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN must have at least 16/],
    [{ ANCHOR_MAIL: 'nobody' }, /ANCHOR_MAIL must be an email address/],
    [{ ...production, PUBLIC_URL: 'http://pay.example.co.ke' }, /ALLOW_INSECURE_HTTP=on/],
    [{ ...production, SMTP_URL: 'smtp://mail:25?ignoreTLS=true' }, /ALLOW_INSECURE_SMTP=on/],
    [{ ...production, SMTP_URL: 'smtps://mail?tls.rejectUnauthorized=false' }, /ALLOW_INSECURE/],
    [{ REQUIRE_TLS: 'on', DATABASE_URL: remote }, /DATABASE_URL must end in sslmode=verify-full/],
    [{ REQUIRE_TLS: 'on', DATABASE_URL: `${remote}?sslmode=require` }, /sslmode=verify-full/],
    [
      { REQUIRE_TLS: 'on', DATABASE_URL: verified, DATABASE_DIRECT_URL: remote },
      /DATABASE_DIRECT_URL must end in sslmode/,
    ],
    [{ REQUIRE_TLS: 'on', STORAGE_URL: 's3://k:s@store.co.ke/b?tls=off' }, /STORAGE_URL says tls/],
    [{ ...production, SECRET_KEY: 'x'.repeat(40) }, /SECRET_KEY is easy to guess/],
    [{ ...production, SECRET_KEY: 'a1b2c3d4e5f6'.repeat(3) }, /SECRET_KEY is easy to guess/],
    [{ ...production, SECRET_KEY: `my-Secret-key-${'kV3pZ8tQmW1yR6bN4cX9'}` }, /easy to guess/],
    [{ ...production, SECRET_KEY: 'please-changeme-before-you-go-live' }, /easy to guess/],
    [{ ...production, SECRET_KEY: '' }, /SECRET_KEY is required in production/],
    [{ ...production, DATABASE_URL: '' }, /DATABASE_URL is required in production/],
    [{ ...production, PUBLIC_URL: '' }, /PUBLIC_URL is required in production/],
    [{ ...production, SMTP_URL: '' }, /SMTP_URL is required in production/],
    [{ ...production, ACCOUNTS_URL: 'http://accounts.test' }, /ACCOUNTS_URL must begin with https/],
    [{ ...production, ACCOUNTS_JWKS: 'http://a.test/keys' }, /ACCOUNTS_JWKS must begin with https/],
    [{ ...production, DEMO: 'on' }, /DEMO cannot be on in production/],
  ])('%j', (env, sentence) => {
    expect(() => readConfig(env as Record<string, string>)).toThrow(sentence)
  })
  test('and several faults are told at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'y' })).toThrow(/PORT[\s\S]*DEMO/)
  })
})

test('where TLS is required, what stays on this machine and what is verified is taken', () => {
  const socket = 'postgresql://me@localhost/pay?host=%2Fvar%2Frun%2Fpostgresql'
  for (const DATABASE_URL of [verified, socket, 'postgresql://me@127.0.0.1:5432/pay']) {
    expect(readConfig({ REQUIRE_TLS: 'on', DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  }
  const STORAGE_URL = 's3://k:s@store.co.ke/bucket'
  expect(readConfig({ REQUIRE_TLS: 'on', STORAGE_URL }).storageUrl).toBe(STORAGE_URL)
})

test('an operator who is registered for VAT says since when, and has a PIN', () => {
  const OPERATOR_PIN = 'P051234567X'
  const since = (OPERATOR_VAT_SINCE: string) => readConfig({ OPERATOR_PIN, OPERATOR_VAT_SINCE })
  expect(since('2026-01-31').letterhead.vat_since).toBe('2026-01-31')
  expect(since('').letterhead.vat_since).toBeUndefined()
  expect(() => since('yes')).toThrow('must be a day')
  expect(() => readConfig({ OPERATOR_VAT_SINCE: '2026-01-31' })).toThrow('needs OPERATOR_PIN')
})

test('the operator’s own paybill is all there or not at all', () => {
  expect(readConfig({}).till).toMatchObject({ short_code: '600100' })
  expect(readConfig({ ...production, PAYMENTS_MODE: 'production' }).till).toBeUndefined()
  const keys = { STK_CONSUMER_KEY: 'k', STK_CONSUMER_SECRET: 's', STK_PASSKEY: 'p' }
  expect(() => readConfig(keys)).toThrow('STK_SHORT_CODE must be set too')
  const paybill = { ...keys, STK_SHORT_CODE: '600200' }
  expect(readConfig(paybill).till).toMatchObject({ short_code: '600200', receiver: '600200' })
  const till = { ...paybill, STK_TYPE: 'till', STK_TILL_NUMBER: '5123456' }
  expect(readConfig(till).till).toMatchObject({
    short_code: '600200',
    receiver: '5123456',
    type: 'CustomerBuyGoodsOnline',
  })
  expect(() => readConfig({ ...till, STK_TILL_NUMBER: '' })).toThrow('STK_TILL_NUMBER goes with')
  expect(() => readConfig({ ...till, STK_TYPE: 'paybill' })).toThrow('STK_TILL_NUMBER goes with')
  expect(() => readConfig({ ...till, STK_TILL_NUMBER: '12x' })).toThrow('5 to 7 digits')
  expect(() => readConfig({ ...keys, STK_SHORT_CODE: 'x' })).toThrow('5 to 7 digits')
  expect(() => readConfig({ CARD_PUBLIC_KEY: 'pk' })).toThrow('belong together')
  expect(readConfig({ OPERATOR_NAME: 'Lipa Ltd' }).letterhead.name).toBe('Lipa Ltd')
})
