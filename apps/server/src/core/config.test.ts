import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  SECRET_KEY: 'x'.repeat(32),
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

test('production has neither demo nor outbox', () => {
  expect(readConfig(production)).toMatchObject({ demo: false, devMail: false, production: true })
})

describe('each fault gets its sentence', () => {
  test.each([
    [{ PORT: 'abc' }, /PORT must be a number/],
    [{ PORT: '70000' }, /PORT must be a number from 0 to 65535/],
    [{ PUBLIC_URL: 'pay.example.co.ke' }, /PUBLIC_URL must look like https/],
    [{ TRUST_PROXY: 'yes' }, /TRUST_PROXY must say how many/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must look like postgresql/],
    [{ SMTP_URL: 'mail.example' }, /SMTP_URL must look like smtp/],
    [{ SECRET_KEY: 'short' }, /SECRET_KEY must have at least 32/],
    [{ DEMO: 'maybe' }, /DEMO must be on or off/],
    [{ STORAGE_URL: 's3://bucket' }, /STORAGE_URL must look like s3/],
    [{ PAYMENTS_MODE: 'real' }, /PAYMENTS_MODE must be/],
    [{ HOST: '0.0.0.0' }, /outside production the server listens on this machine only/],
    [{ ...production, SECRET_KEY: '' }, /SECRET_KEY is required in production/],
    [{ ...production, PUBLIC_URL: '' }, /PUBLIC_URL is required in production/],
    [{ ...production, SMTP_URL: '' }, /SMTP_URL is required in production/],
    [{ ...production, DEMO: 'on' }, /DEMO cannot be on in production/],
  ])('%j', (env, sentence) => {
    expect(() => readConfig(env as Record<string, string>)).toThrow(sentence)
  })
  test('and several faults are told at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'y' })).toThrow(/PORT[\s\S]*DEMO/)
  })
})
