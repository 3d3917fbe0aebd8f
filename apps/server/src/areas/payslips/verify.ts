import type { contract } from '@mshahara/contract'
import { monthInWords } from '@mshahara/contract/months'
import { allow, forgive } from '../../foundation/core/attempts.ts'
import { inPlatform } from '../../foundation/core/ctx.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { nameOf, type Person } from '../payroll/index.ts'
import { amount } from './content.ts'

const questions = [{ name: 'verify payslip', place: 20, seconds: 60 }]

interface Genuine {
  person: Person
  corrects: string | null
  corrected_by: string[]
}

/** Anybody who holds a payslip may ask whether it is genuine (A16): 20 times a minute. */
export const verify: Handler<(typeof contract.payslips)['verify']> = async (ctx, { params }) => {
  await allow(ctx, questions)
  const { person, ...corrections } = await inPlatform(
    ctx,
    (tx) => tx.one<Genuine>`select s.person,
        (select p.code from payslips o join payrolls p on (p.organization_id, p.id)
            = (o.organization_id, o.payroll_id)
          where (o.organization_id, o.id) = (t.organization_id, t.corrects)) as corrects,
        array(select o.code from paid_slips o join payslips c on (c.organization_id, c.id)
            = (o.organization_id, o.id)
          where (c.organization_id, c.corrects) = (s.organization_id, s.id)
          order by o.confirmed_at, o.run_number) as corrected_by
      from paid_slips s join payslips t on (t.organization_id, t.id) = (s.organization_id, s.id)
      where s.id = ${params.id} and s.employee_id is not null`,
  )
  return { name: nameOf(person), id_number: masked(person.id_number), ...corrections }
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
