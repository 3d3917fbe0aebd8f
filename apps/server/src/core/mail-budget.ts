import { allow, type Counting, type Limit, spend, spendFor } from './attempts.ts'
import type { Ctx } from './ctx.ts'
import type { Tx } from './db.ts'

/**
 * How much mail people can cause (A29): to one recipient, whoever causes it, and by one
 * organisation. What a person asks for with the right password has limits of its own, so that
 * letters of strangers never keep a sign-in code away.
 */

const hour = 3600
const sentence =
  'Many messages have gone to this address lately. Please wait a day before sending more.'

const toOne: Limit[] = [
  { name: 'letters an hour', seconds: hour, account: 12 },
  { name: 'letters a day', seconds: 24 * hour, account: 40 },
]
/** Enough for a large organisation, not for a flood. */
const byOne: Limit[] = [
  { name: 'letters an hour', seconds: hour, organization: 100 },
  {
    name: 'letters a day',
    seconds: 24 * hour,
    organization: 500,
    sentence: 'Your organization has sent very many invitations. Please go on later.',
  },
]
export const mailBudgetSpent = sentence

/** May this letter go? Counted with the letter, in the transaction that records it. */
export const mayMail = (tx: Tx, by: Counting, to: string): Promise<boolean> =>
  spend(tx, by, toOne, { account: to })

/** Payslips come by thousands on purpose: only the recipients' own budgets hold. */
export const overBudget = (tx: Tx, by: Counting, to: string[]): Promise<Set<string>> =>
  spendFor(tx, by, toOne, to)

/** Before an organisation writes to a person: refused attempts count as well. */
export const allowLetter = (ctx: Ctx, organization: string) => allow(ctx, byOne, { organization })

/** The same for a letter that is left out when there are too many, together with its record. */
export const mayMailFor = async (tx: Tx, by: Counting, to: string, organization: string) => {
  const within = await spend(tx, by, byOne, { organization })
  return (await mayMail(tx, by, to)) && within
}
