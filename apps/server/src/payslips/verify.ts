import type { contract } from '@mshahara/contract'
import { allow } from '../core/attempts.ts'
import { inPlatform } from '../core/ctx.ts'
import type { Handler } from '../http/bind.ts'
import { nameOf, type Person } from '../payroll/index.ts'

const questions = [{ name: 'verify payslip', place: 20, seconds: 60 }]

/** Anybody who holds a payslip may ask whether it is genuine (A16): 20 times a minute. */
export const verify: Handler<(typeof contract.payslips)['verify']> = async (ctx, { params }) => {
  await allow(ctx, questions)
  const { person } = await inPlatform(
    ctx,
    (tx) => tx.one<{ person: Person }>`select s.person from payslips s
      join payrolls r on r.organization_id = s.organization_id and r.id = s.payroll_id
      where s.id = ${params.id} and s.frozen and not s.void and r.status = 'confirmed'`,
  )
  return { name: nameOf(person), id_number: masked(person.id_number) }
}

/** The last three digits; how long the number is does not show. */
const masked = (id_number: string) => `*****${id_number.length > 3 ? id_number.slice(-3) : ''}`
