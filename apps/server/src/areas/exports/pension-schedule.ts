import type { PensionPaid } from '@mshahara/engine/pension'
import type { Tx } from '../../foundation/core/db.ts'
import { type LawfulSlip, nameOf } from '../payroll/index.ts'
import type { Period, Plan } from './plan.ts'
import { remittanceKey, titled } from './remittances.ts'
import { isHelb } from './returns.ts'
import { sayToStaff } from './sentences.ts'

/** What a month pays into a pension scheme, by member: the scheme's schedule (B4). */

/** By what the payslips kept: a scheme may have another name by now, or none of its members. */
export const isScheme = async (tx: Tx, runs: string[], name: string): Promise<boolean> =>
  (await tx.maybe<{ id: string }>`select s.id from payslips s
    where s.payroll_id = any(${runs}) and s.input ? 'pensions'
      and exists (select from jsonb_array_elements(s.input -> 'pensions') p
        where lower(p ->> 'name') = ${remittanceKey(name)}) limit 1`) !== undefined

export function pensionSchedule(
  period: Period,
  name: string,
  numbers: ReadonlyMap<string, string>,
): Plan {
  const key = remittanceKey(name)
  const kept = ({ input: { pensions = [] } }: LawfulSlip) =>
    pensions.filter((one) => remittanceKey(one.name) === key)
  const sumOf = (slip: LawfulSlip, what: 'base' | 'employer') =>
    kept(slip).reduce((sum, one: PensionPaid) => sum + one[what], 0)
  // With what corrections and pay items of the same name took.
  const own = ({ deductions }: LawfulSlip) =>
    deductions
      .filter((line) => line.kind !== 'statutory' && !isHelb(line))
      .filter((line) => remittanceKey(line.name) === key)
      .reduce((sum, { amount }) => sum + amount, 0)
  const memberOf = (slip: LawfulSlip) =>
    kept(slip)
      .flatMap(({ id }) => numbers.get(id) ?? [])
      .at(-1) ?? ''
  const amount = (slip: LawfulSlip) => own(slip) + sumOf(slip, 'employer')
  return {
    needs: ['deductions', 'input'],
    amount,
    nobody: (at) => sayToStaff.nobodyDeducted({ name, ...at }),
    lacks: (slip) =>
      kept(slip).some(({ id }) => !numbers.has(id))
        ? 'No member number: the scheme may not know whose it is.'
        : undefined,
    parts: [
      {
        sheet: name.replace(/[[\]:*?/\\']/g, '-').slice(0, 31),
        top: titled(period, `${name}, contributions`),
        headings: [
          ...['MEMBER NUMBER', 'FULL NAME', 'STAFF NUMBER', 'ID NUMBER', 'KRA PIN'],
          ...['PENSIONABLE PAY', 'EMPLOYEE', 'EMPLOYER', 'TOTAL'],
        ],
        lists: (slip) => amount(slip) !== 0,
        row: (slip) => [
          memberOf(slip),
          nameOf(slip.person),
          slip.person.employee_no,
          slip.person.id_number,
          slip.person.pin_no,
          sumOf(slip, 'base'),
          own(slip),
          sumOf(slip, 'employer'),
          amount(slip),
        ],
        total: { word: 'TOTAL', at: 0 },
      },
    ],
  }
}
