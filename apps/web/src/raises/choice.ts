import type {
  RaiseRow,
  RaiseRuleInput,
  RaisesAsked,
  raiseRoundings,
} from '@mshahara/contract/raises'
import { thisMonth } from '../lib/months.ts'

/** Whom a raise is for, and by what rule: as the fields have it, and as it is asked. Pure. */

export interface Choice {
  from: string
  department: string | null
  designation: string | null
  terms: string | null
  people: string[]
  what: RaiseRuleInput['by']['what']
  percent: number | string
  amount: number | string
  rounding: (typeof raiseRoundings)[number]
  least: number | string
  floor: number | string
}

export const everybody = (): Choice => ({
  ...{ from: thisMonth(), department: null, designation: null, terms: null, people: [] },
  ...{ what: 'percent', percent: '', amount: '', rounding: 'cent', least: '', floor: '' },
})

const given = (amount: number | string) => (amount === '' ? null : amount)

export function askedBy(choice: Choice): RaisesAsked {
  const { from, department, designation, terms, people, what, rounding } = choice
  const by =
    what === 'percent' ? { what, percent: choice.percent } : { what, amount: choice.amount }
  return {
    from,
    whom: {
      ...(department && { departments: [department] }),
      ...(designation && { designations: [designation] }),
      ...(terms && { terms: [terms as 'Permanent'] }),
      ...(people.length > 0 && { employees: people }),
    },
    rule: { by, rounding, least: given(choice.least), floor: given(choice.floor) },
  }
}

/**
 * For those who are still in it: by the same rule on what is on record by now, and by hand what was
 * typed, now or before. Of a sheet all amounts are.
 */
export function askedAgain(
  asked: RaisesAsked,
  rows: readonly RaiseRow[],
  typed: ReadonlyMap<string, number>,
): RaisesAsked {
  const { rule = null } = asked
  const before = new Map(
    (asked.own ?? []).map((one) => [one.employee_id, one.agreed_net ?? one.amount ?? undefined]),
  )
  const own = rows.flatMap(({ employee_id, from, after, net_after }) => {
    const otherwise = rule ? undefined : (net_after ?? after)
    const amount = typed.get(employee_id) ?? before.get(employee_id) ?? otherwise
    if (amount === undefined) return []
    return [{ employee_id, from, ...(net_after === null ? { amount } : { agreed_net: amount }) }]
  })
  const employees = rows.map(({ employee_id }) => employee_id)
  return { from: asked.from, rule, own, ...(rule && { whom: { employees } }) }
}
