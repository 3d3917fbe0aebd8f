import { employerFigures, employerPension, figures } from '@mshahara/contract/figures'
import { type CostShare, splitCents } from '@mshahara/engine/cost-shares'
import type { MonthPay } from '@mshahara/engine/month-pay'
import { pensionCost } from '@mshahara/engine/pension'
import type { Tx } from '../../foundation/core/db.ts'
import { centsOf } from '../../foundation/core/org-table.ts'
import { sql } from '../../foundation/core/sql.ts'
import { fringeLoans } from '../loans/index.ts'
import { eachRow } from '../payroll/index.ts'

/** What confirmed payslips of some months cost, line by line, each cent with its cost centre. */

/** `leave` is of the gross pay, and `loans` are no cost: both are told beside it. */
export type CostPart = 'gross' | 'employer' | 'leave' | 'loans'

export interface CostLine {
  month: string
  department: string | null
  centre: string | null
  part: CostPart
  component: string
  cents: number
}

/** Names by id, in the order in which they are shown. */
export interface Named {
  departments: Map<string, string>
  centres: Map<string, string>
}

/** Whose it is, for what is paid to one person in a month. */
interface Whose {
  month: string
  department: string | null
  shares: readonly CostShare[]
}

/** Adds up what is alike; a payslip is split line by line. */
class Lines {
  readonly #found = new Map<string, CostLine>()

  add({ month, department, shares }: Whose, part: CostPart, component: string, cents: number) {
    if (cents === 0) return
    const [only] = shares
    if (shares.length < 2) return this.#put(month, department, only?.centre, part, component, cents)
    splitCents(cents, shares).forEach((of, place) => {
      this.#put(month, department, shares[place]?.centre, part, component, of)
    })
  }

  #put(
    month: string,
    department: string | null,
    centre: string | null = null,
    part: CostPart,
    component: string,
    cents: number,
  ) {
    const key = [month, department, centre, part, component.toLowerCase()].join('|')
    const known = this.#found.get(key)
    if (known) known.cents += cents
    else this.#found.set(key, { month, department, centre, part, component, cents })
  }

  all = () => [...this.#found.values()]
}

export const basicPay = 'Basic pay'
const arrears = 'Arrears'
const casualPay = 'Casual pay'
const fringeTax = 'Fringe benefit tax'
const [leavePay, loansTaken] = ['Leave pay', 'Loans']

/** Of both months at once, in cents. */
export async function costLines(tx: Tx, months: readonly string[]): Promise<CostLine[]> {
  const lines = new Lines()
  const whose = await addEmployees(tx, lines, months)
  for (const { month, employee_id, tax } of await fringeLoans(tx, months)) {
    const known = whose.get(`${employee_id} ${month}`)
    lines.add(known ?? { month, department: null, shares: [] }, 'employer', fringeTax, tax)
  }
  await addCasuals(tx, lines, months)
  return lines.all()
}

interface SlipRow extends Pick<MonthPay, 'incomes' | 'deductions'> {
  employee_id: string
  month: string
  department: string | null
  salary: string
  nssf_employer: string
  housing_employer: string
  nita: string
  gross: string
  pensions: MonthPay['input']['pensions'] | null
  shares: CostShare[] | null
}

/** With whose each person is: of their last payslip of the month. */
async function addEmployees(tx: Tx, lines: Lines, months: readonly string[]) {
  const whose = new Map<string, Whose>()
  await eachRow<SlipRow>(
    tx,
    sql`select s.employee_id, s.month, s.department_id as department, s.salary, s.gross, s.incomes,
        s.deductions, s.nssf_employer, s.housing_employer, s.nita,
        s.input -> 'pensions' as pensions, s.input -> 'costShares' as shares
      from paid_slips s where s.employee_id is not null and s.month = any (${months})
      order by s.month, s.confirmed_at, s.run_number`,
    (slip) => {
      const { employee_id, month, department } = slip
      const of = { month, department, shares: slip.shares ?? [] }
      whose.set(`${employee_id} ${month}`, of)
      addSlip(lines, of, slip)
    },
  )
  return whose
}

function addSlip(lines: Lines, of: Whose, slip: SlipRow) {
  const salary = centsOf(slip.salary)
  lines.add(of, 'gross', basicPay, salary)
  let rest = centsOf(slip.gross) - salary
  for (const { kind, type, name, amount } of slip.incomes ?? []) {
    rest -= amount
    lines.add(of, 'gross', kind === 'arrears' ? arrears : name, amount)
    if (type === 'leave') lines.add(of, 'leave', leavePay, amount)
  }
  // Whatever a payslip may come to have besides: the sum is that of the run.
  lines.add(of, 'gross', 'Other pay', rest)
  for (const name of employerFigures) {
    lines.add(of, 'employer', figures[name].label, centsOf(slip[name]))
  }
  const pension = pensionCost({ pensions: slip.pensions ?? [] })
  lines.add(of, 'employer', employerPension.label, pension)
  for (const { kind, amount } of slip.deductions ?? []) {
    if (kind === 'loan') lines.add(of, 'loans', loansTaken, amount)
  }
}

interface CasualRow {
  month: string
  department: string | null
  gross: number
  nssf_employer: number
  housing_employer: number
  nita: number
  shares: CostShare[] | null
}

/** Each payslip by the months of its days; what it keeps of a department is the name. */
async function addCasuals(tx: Tx, lines: Lines, months: readonly string[]) {
  const [first = '', last = ''] = [[...months].sort()[0], [...months].sort().at(-1)]
  const rows = await tx.all<CasualRow>`select m ->> 'month' as month, d.id as department,
      (m ->> 'gross')::float as gross,
      coalesce((m -> 'taken' ->> 'nssf_employer')::float, 0) as nssf_employer,
      coalesce((m -> 'taken' ->> 'housing_employer')::float, 0) as housing_employer,
      coalesce((m -> 'taken' ->> 'nita')::float, 0) as nita, s.lines -> 'costShares' as shares
    from paid_slips s cross join lateral jsonb_array_elements(s.months) m
    left join departments d on d.organization_id = s.organization_id
      and lower(d.name) = lower(s.person ->> 'department')
    where s.casual_id is not null and m ->> 'month' = any (${months})
      and s.during && daterange(${`${first}-01`}::date,
        (${`${last}-01`}::date + interval '1 month')::date)`
  for (const { month, department, shares, gross, ...added } of rows) {
    const of = { month, department, shares: shares ?? [] }
    lines.add(of, 'gross', casualPay, gross)
    for (const name of employerFigures) lines.add(of, 'employer', figures[name].label, added[name])
  }
}
