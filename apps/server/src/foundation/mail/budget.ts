import {
  allow,
  type CountingParts,
  isOwnDevice,
  type Limit,
  spend,
  spendFor,
} from '../core/attempts.ts'
import type { Ctx } from '../core/ctx.ts'
import type { PlatformTx, Tx } from '../core/db.ts'
import { say } from './sentences.ts'

/**
 * How much mail people can cause (A29). Every cause has a budget of its own, so that mail
 * caused by strangers never blocks what the owner asks for or an employer sends. Sign-in codes,
 * which need the password, also have limits of their own.
 */

const hour = 3600
const day = 24 * hour
export const { mailBudgetSpent } = say

const budgetOf = (cause: string): Limit[] => [
  { name: `letters an hour ${cause}`, seconds: hour, account: 12 },
  { name: `letters a day ${cause}`, seconds: day, account: 40 },
]
/** Sign-ups and resets by whoever knows the address. */
const strangers = budgetOf('of strangers')
const owner = budgetOf('of the owner')
/** From all organisations together: anybody can found one. */
const invitations = budgetOf('of invitation')
/** From one organisation to one recipient. */
const payslips = budgetOf('with payslips')
/** To one approver or applicant. */
const leave = budgetOf('about leave')
/** To one employee about their own details. */
const details = budgetOf('about details')
/** To one person about who may pay. */
const payers = budgetOf('about payers')
/** To one person about what waits for them as the second. */
const checkers = budgetOf('about approvals')
const once: Limit[] = [{ name: 'known already', seconds: day, account: 1 }]

/** Enough for a large organisation, not for a flood. */
const byOne: Limit[] = [
  { name: 'letters an hour', seconds: hour, organization: 100 },
  {
    name: 'letters a day',
    seconds: day,
    organization: 500,
    sentence: say.manyInvitations,
  },
]

/**
 * May this email be sent? Counted in the transaction that records it; from a browser that the
 * account knows, in its owner's budget.
 */
export const mayMail = async (tx: PlatformTx, ctx: Ctx, to: string): Promise<boolean> =>
  spend(tx, ctx, (await isOwnDevice(tx, ctx, to)) ? owner : strangers, { account: to })

/** For somebody who has proven otherwise to be the owner. */
export const mayMailOwner = (tx: Tx, by: CountingParts, to: string): Promise<boolean> =>
  spend(tx, by, owner, { account: to })

/** "You already have an account" is sent once a day at most. */
export const mayNotifyKnown = async (tx: PlatformTx, ctx: Ctx, to: string): Promise<boolean> =>
  (await spend(tx, ctx, once, { account: to })) && mayMail(tx, ctx, to)

/** About leave: whoever gets many in an hour reads the rest under the bell. */
export const mayNotifyOfLeave = (tx: Tx, by: CountingParts, to: string): Promise<boolean> =>
  spend(tx, by, leave, { account: to })

export const mayNotifyOfDetails = (tx: Tx, by: CountingParts, to: string): Promise<boolean> =>
  spend(tx, by, details, { account: to })

export const mayNotifyPayers = (tx: Tx, by: CountingParts, to: string): Promise<boolean> =>
  spend(tx, by, payers, { account: to })

export const mayNotifyCheckers = (tx: Tx, by: CountingParts, to: string): Promise<boolean> =>
  spend(tx, by, checkers, { account: to })

export const mayInvite = (tx: Tx, by: CountingParts, to: string): Promise<boolean> =>
  spend(tx, by, invitations, { account: to })

/** The same for many addresses, each once; answers with those that get no more for now. */
export const overInvited = (tx: Tx, by: CountingParts, to: string[]): Promise<Set<string>> =>
  spendFor(tx, by, invitations, to)

/** Payslips come by thousands on purpose: only the recipients' own budgets hold. */
export async function overBudget(tx: Tx, by: CountingParts, organization: string, to: string[]) {
  const accounts = new Map(to.map((each) => [`${organization} ${each}`, each]))
  const over = await spendFor(tx, by, payslips, [...accounts.keys()])
  return new Set([...over].map((account) => accounts.get(account) as string))
}

/** Before an organisation writes to a person: refused attempts count as well. */
export const allowLetter = (ctx: Ctx, organization: string) => allow(ctx, byOne, { organization })

/** The same for an email that is left out, with its record, when there are too many. */
export const mayInviteFor = async (tx: Tx, by: CountingParts, to: string, organization: string) => {
  const within = await spend(tx, by, byOne, { organization })
  return (await mayInvite(tx, by, to)) && within
}
