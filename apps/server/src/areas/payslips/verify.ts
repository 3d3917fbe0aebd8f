import type { contract } from '@mshahara/contract'
import { monthInWords } from '@mshahara/contract/months'
import { allow, forgive } from '../../foundation/core/attempts.ts'
import { inPlatform } from '../../foundation/core/ctx.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { nameOf, type Person } from '../payroll/index.ts'
import { amount } from './content.ts'

const questions = [{ name: 'verify payslip', place: 20, seconds: 60 }]

/** Anybody who holds a payslip may ask whether it is genuine (A16): 20 times a minute. */
export const verify: Handler<(typeof contract.payslips)['verify']> = async (ctx, { params }) => {
  await allow(ctx, questions)
  const { person } = await inPlatform(
    ctx,
    (tx) => tx.one<{ person: Person }>`select s.person from paid_slips s
      where s.id = ${params.id} and s.employee_id is not null`,
  )
  return { name: nameOf(person), id_number: masked(person.id_number) }
}

/** The last three digits; how long the number is does not show. */
const masked = (id_number: string) => `*****${id_number.length > 3 ? id_number.slice(-3) : ''}`

/**
 * An amount is not found out by trying, and a stranger's tries do not shut out the owner's bank:
 * few for one payslip from one address, more for an office with many, a bound for all together.
 */
const guesses = [{ name: 'verify net pay', here: 8, place: 60, account: 100, seconds: 3600 }]

interface Found {
  month: string
  net: string
  employer: string
}

/**
 * A genuine payslip whose amount was changed is told apart by its net pay (A16). Month and employer
 * are for whoever knows it already.
 */
export const verifyNet: Handler<(typeof contract.payslips)['verifyNet']> = async (ctx, input) => {
  const { id } = input.params
  await allow(ctx, guesses, { account: id })
  const { month, net, employer } = await inPlatform(
    ctx,
    (tx) => tx.one<Found>`select s.month, s.net, o.name as employer
      from paid_slips s join organizations o on o.id = s.organization_id
      where s.id = ${id} and s.employee_id is not null`,
  )
  if (centsOf(net) !== input.body().net) {
    return { matches: false, month: null, employer: null, net: null }
  }
  // Whoever holds the paper is not guessing.
  await ctx.apart((tx) => forgive(tx, ctx, guesses, { account: id }))
  const magnitude = amount(centsOf(net)).replace(/\d/g, '*')
  return { matches: true, month: monthInWords(month), employer, net: magnitude }
}
