import type { contract } from '@mshahara/contract'
import type { ItemNames } from '@mshahara/contract/pay-items'
import type { Handler } from '../../foundation/http/bind.ts'

/** Suggestions for the names of pay items and files: what is in use, and what is usual. */

const usual: ItemNames = {
  allowances: [
    'Airtime Allowance',
    'Commuter Allowance',
    'Hardship Allowance',
    'House Allowance',
    'Leave Allowance',
    'Medical Allowance',
    'Meal Allowance',
    'Night Shift Allowance',
    'Overtime',
    'Responsibility Allowance',
    'Transport Allowance',
  ],
  incomes: [
    'Acting Allowance',
    'Arrears',
    'Bonus',
    'Gratuity',
    'Leave Pay',
    'Overtime',
    'Per Diem',
    'Reimbursement',
    'Service Pay',
  ],
  deductions: [
    'HELB',
    'Insurance Premium',
    'Mortgage Interest',
    'Pension',
    'Post-Retirement Medical Fund',
    'SACCO',
    'Salary Advance',
    'Staff Welfare',
    'Union Dues',
  ],
  files: [
    'Academic Certificate',
    'Birth Certificate',
    'Certificate of Good Conduct',
    'Curriculum Vitae',
    'Employment Contract',
    'KRA PIN Certificate',
    'National ID',
    'NSSF Card',
    'Offer Letter',
    'SHA Registration',
  ],
}

const most = 200

/** Spellings that differ in case only are one name; the most used ones are kept. */
const inUse = {
  name: 'item-names',
  text: `with named as (
      select 'allowances' as list, name from allowances
      union all select 'incomes', name from recur_incomes
      union all select 'deductions', name from recur_deductions
      union all select 'files', name from employee_files
    ), ranked as (
      select list, min(name) as name,
        row_number() over (partition by list order by count(*) desc, lower(name)) as place
      from named group by list, lower(name)
    )
    select list, name from ranked where place <= ${most}`,
}

function merged(used: string[], known: string[]): string[] {
  const taken = new Set(used.map((name) => name.toLowerCase()))
  return [...used, ...known.filter((name) => !taken.has(name.toLowerCase()))]
    .slice(0, most)
    .sort((a, b) => a.localeCompare(b, 'en'))
}

export const names: Handler<typeof contract.allowances.names> = async (ctx) => {
  const { rows } = await ctx.tx.$client.query<{ list: keyof ItemNames; name: string }>(inUse)
  const of = (list: keyof ItemNames) =>
    merged(
      rows.filter((row) => row.list === list).map(({ name }) => name),
      usual[list],
    )
  return {
    allowances: of('allowances'),
    incomes: of('incomes'),
    deductions: of('deductions'),
    files: of('files'),
  }
}
