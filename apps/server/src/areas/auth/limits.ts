import { limits } from '@mshahara/contract'
import { everywhere } from '@mshahara/contract/everywhere'
import { allow, type Limit } from '../../foundation/core/attempts.ts'
import type { Ctx } from '../../foundation/core/ctx.ts'
import type { Purpose } from '../users/index.ts'

/** How often things may be tried, requested and sent around sign-in (A6, A7, A29). */

const quarter = 15 * 60
const hour = 60 * 60

/** In addition to each account's counter: one address cannot try a password on everybody. */
export const calls: Limit[] = [{ name: 'sign-in calls', seconds: quarter, place: 300 }]
export const limitAddress = (ctx: Ctx) => allow(ctx, calls)

/** Passwords: from one place, and on one account from all places together. */
export const guesses: Limit[] = [
  { name: 'guess', seconds: quarter, here: 10 },
  { name: 'guesses', seconds: hour, account: 40 },
]

/** ID numbers at a first sign-in: five wrong ones lock it for an hour. */
export const idNumbers: Limit[] = [
  { name: 'id number', seconds: hour, here: limits.codeTries, account: 20 },
]

export const failures = (reason: string): Limit => ({ name: `failed ${reason}`, seconds: hour })
const notedSingly = 5

/** Whether the nth failure in an hour is logged: after the first few, only when they double. */
export function repeatToLog(times: number): { times?: number } | undefined {
  if (times <= notedSingly) return {}
  return Number.isInteger(Math.log2(times / notedSingly)) ? { times } : undefined
}

export const resetTries: Limit[] = [{ name: 'reset try', seconds: hour, here: 20, account: 60 }]

export const codesFor = (purpose: Purpose): Limit[] => [
  {
    name: `codes ${purpose}`,
    seconds: hour,
    here: limits.codesPerHour,
    account: 2 * limits.codesPerHour,
    sentence: everywhere.tooManyCodes,
  },
]

/** Requested again from the same place within a minute: answered, but not sent again. */
export const onceAMinute = (purpose: Purpose): Limit[] => [
  { name: `letter ${purpose}`, seconds: limits.otpCooldown_s, here: 1 },
]
