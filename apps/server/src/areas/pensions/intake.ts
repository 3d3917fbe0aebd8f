import type { PensionPart } from '@mshahara/engine/pension'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import { cents, type Intake } from '../../foundation/pay/intake.ts'

/** Percent and shillings, as JSON has them; one of them or none. */
type Given = [percent: number | null, amount: number | null]

interface Membership {
  id: string
  scheme: string
  name: string
  base: PensionPart['base']
  cap: number | null
  own: Given
  employer: Given
}

/** Whoever is in a scheme in a month; consultants are in none. */
const inMonth = (month: string): Sql => sql`pension_members m
  join pension_schemes s on s.organization_id = m.organization_id and s.id = m.scheme_id
  where m.organization_id = e.organization_id and m.employee_id = e.id
    and m."from" <= ${month} and (m."to" is null or m."to" >= ${month})
    and e.tos <> 'Consultant'`

/** One that was paid into is not deleted. */
export const anyScheme: Sql = sql`exists (select from pension_schemes)`

/** Whether tier II of NSSF of the employee `e` goes to a scheme. */
export const contractedOut = (month: string): Sql =>
  sql`exists (select from ${inMonth(month)} and s.contracts_out)`

/**
 * Of the month's own payroll: an extra one takes nothing for a scheme. A membership that is changed
 * after a draft was worked out shows as a change of the draft.
 */
export const pensionsIntake: Intake<Membership[] | null> = {
  name: 'pensions',
  sparse: 'unsaid',
  source: ({ month }) => sql`select json_agg(json_build_object('id', m.id, 'scheme', s.id,
      'name', s.name, 'base', s.base, 'cap', s.cap,
      'own', case when num_nonnulls(m.own_percent, m.own_amount) > 0
        then json_build_array(m.own_percent, m.own_amount)
        else json_build_array(s.own_percent, s.own_amount) end,
      'employer', case when num_nonnulls(m.employer_percent, m.employer_amount) > 0
        then json_build_array(m.employer_percent, m.employer_amount)
        else json_build_array(s.employer_percent, s.employer_amount) end)
      order by s.name, s.id) as value
    from ${inMonth(month)}`,
  parts: (list) =>
    (list ?? []).map(({ cap, own, employer, ...rest }) => ({
      side: 'pension',
      ...rest,
      cap: cap === null ? null : cents(cap),
      own: contribution(own),
      employer: contribution(employer),
    })),
}

const contribution = ([percent, amount]: Given) =>
  percent === null ? { amount: cents(amount) } : { rate: Math.round(percent * 100) }
