import { readFileSync } from 'node:fs'
import type { Called } from '../foundation/providers/tokens.ts'

/** What a provider may answer: the bodies it publishes, and everything else. */

export const fixture = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../foundation/providers/fixtures/${name}.json`, import.meta.url), 'utf8'),
  )
export const said = (status: number, body?: unknown, strange = false): Called => ({
  outcome: 'answered',
  status,
  body,
  strange,
})
export const fault = (status: number, errorCode: string, errorMessage = '') =>
  said(status, { requestId: '1', errorCode, errorMessage })
export const html = (status: number) => said(status, undefined, true)
export const lost: Called = { outcome: 'lost', reason: 'The connection broke off.' }
export const unsent = {
  outcome: 'not_sent' as const,
  reason: 'The provider could not be reached.',
}
export const noKey: Called = { outcome: 'refused', code: '400', reason: 'No.', stops_run: true }
