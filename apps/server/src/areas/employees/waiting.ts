import type { WaitingLine } from '@mshahara/contract/dashboard'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'
import { raw } from '../../foundation/core/sql.ts'

/** What a return or a payment will ask for, and whose record lacks it. */
const lacks = {
  'KRA PIN': `tos <> 'Consultant' and pin_no is null`,
  // Not after the month of the 60th birthday, unless they continue (B24).
  'NSSF number': `nssf and nssf_no is null and (dob is null or nssf_continues
    or date_trunc('month', dob + interval '60 years') >= date_trunc('month', app_now()))`,
  'SHIF number': 'nhif and nhif_no is null',
  'bank account': `pay_by = 'bank' and (account_no is null or bank_name is null)`,
}

/** People in pay who lack a number or an account. */
export const lacksNumbers = raw(
  `status = 'active' and (${Object.values(lacks)
    .map((one) => `(${one})`)
    .join(' or ')})`,
)

const counts = raw(
  Object.entries(lacks)
    .map(([name, one]) => `count(*) filter (where ${one}) as "${name}"`)
    .join(', '),
)

export async function waiting(ctx: Ctx): Promise<WaitingLine[]> {
  if (!holds(ctx, 'edit employees')) return []
  const { people, ...missing } = await ctx.tx.one<{ people: number } & Record<string, number>>`
    select count(*) as people, ${counts} from employees where ${lacksNumbers}`
  if (people === 0) return []
  const parts = Object.entries(missing).flatMap(([name, count]) =>
    count === 0 ? [] : [`${count} without ${name}`],
  )
  return [
    {
      key: 'lacking',
      title: people === 1 ? '1 person lacks a number' : `${people} people lack a number`,
      text: `${parts.join(', ')}.`,
      link: '/employees?lacking=numbers',
      urgency: 'open',
      due: null,
    },
  ]
}
