import { owedKind, owedLine } from '@mshahara/engine/correction'
import { lumpSumTaxKind } from '@mshahara/engine/leaving/lump-sum'
import type { Tx } from '../../foundation/core/db.ts'
import { casualDeductionNames, casualDeductions } from '../casual-payroll/index.ts'
import { anyScheme } from '../pensions/index.ts'

/** What is deducted for others than the law, from employees and from casuals, by its name. */

export interface Line {
  month: string
  name: string
  /** A pension scheme may be named like HELB; of other names the kind makes no difference. */
  kind: string
  people: number
  total: string
  employer: string
}

/** What is no remittance: the law's has items of its own, and the employer takes the rest back. */
const ownMoney = ['statutory', lumpSumTaxKind, owedLine, owedKind, 'owed']

/** Of these payrolls of employees, and of the casuals of these months. */
export const linesOf = (tx: Tx, ids: string[], months: string[]) =>
  tx.all<Line>`select month, min(name) as name, kind, count(distinct who) as people,
      sum(amount) / 100 as total, sum(employer) / 100 as employer
    from (select s.month, s.employee_id as who, l ->> 'name' as name,
        (l ->> 'amount')::numeric as amount,
        case when l ->> 'kind' = 'pension' and l ->> 'name' ~* '\\yhelb\\y' then 'pension'
          else 'other' end as kind, 0 as employer
      from payslips s, jsonb_array_elements(s.deductions) l
      where s.payroll_id = any(${ids}) and (s.other_deductions <> 0 or s.extra)
        and l ->> 'kind' <> all (${ownMoney})
      union all
      select s.month, s.employee_id, p ->> 'name', 0,
        case when p ->> 'name' ~* '\\yhelb\\y' then 'pension' else 'other' end,
        (p ->> 'employer')::numeric
      from payslips s, jsonb_array_elements(s.input -> 'pensions') p
      where s.payroll_id = any(${ids}) and ${anyScheme} and s.input ? 'pensions'
      union all
      select month, casual_id, name, amount, 'other', 0 from (${casualDeductions(months)}) c) paid
    group by month, lower(name), kind order by month, lower(name)`

/** Casuals who have any. */
export const casualsIn = (tx: Tx, months: string[]) =>
  tx.all<{ casual_id: string; month: string }>`select distinct casual_id, month
    from (${casualDeductions(months)}) c`

/** Whether anybody ever had a deduction of this name, which is in lower case. */
export const wasDeducted = async (tx: Tx, name: string): Promise<boolean> =>
  (await tx.maybe`select from paid_slips s, jsonb_array_elements(s.deductions) l
      where s.employee_id is not null and lower(l ->> 'name') = ${name}
        and l ->> 'kind' <> all (${ownMoney})
    union all select from (${casualDeductionNames}) c where lower(name) = ${name}
    limit 1`) !== undefined
