import type { Permission } from '@mshahara/contract'
import { counted } from '@mshahara/contract/counted'
import { type MoveInStep, moveInSteps, type StepTaken } from '@mshahara/contract/dashboard'
import { dayInWords, monthInWords } from '@mshahara/contract/months'
import { dayOf } from '../../foundation/core/clock.ts'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'
import { gapsTold } from '../opening/index.ts'

/** The way from another system to the first payroll that is confirmed here: seven steps (B34). */

const needed: Record<MoveInStep, Permission> = {
  organization: 'edit organization',
  structure: 'create departments',
  people: 'create employees',
  items: 'edit employees',
  opening: 'edit employees',
  payroll: 'create payrolls',
  compare: 'view payrolls',
}

/** Read from the records: nothing has to be ticked, and nothing is kept of it. */
export async function stepsOf(ctx: Ctx): Promise<StepTaken[] | null> {
  const own = moveInSteps.filter((step) => holds(ctx, needed[step]))
  // Who can do none but look at payrolls does not move anybody in.
  if (!own.some((step) => step !== 'compare')) return null
  if (await hasMovedIn(ctx)) return null
  const found = await recorded(ctx)
  const gaps = await gapsTold(ctx.tx, found.first_month ?? ctx.today.slice(0, 7))
  const state = { ...found, gaps }
  return own.map((step) => ({ step, ...told[step](state, ctx.today) }))
}

interface Recorded extends Found {
  /** Which months before that one are neither paid here nor opened, of how many people. */
  gaps: string[]
}

interface Found {
  pin: boolean
  address: boolean
  departments: number
  designations: number
  people: number
  lacking: number
  allowances: number
  deductions: number
  leave: number
  loans: number
  opened: number
  opened_year: number | null
  /** The first month that is paid here, if only by a draft. */
  first_month: string | null
  draft: { id: string; code: string; month: string; people: number } | null
  compared: {
    equal: boolean
    people: number
    equal_people: number
    at: string
    /** To what people are paid, which all else leads to. */
    net: boolean
  } | null
  stands: boolean | null
}

/** Whoever pays here has moved in, and most have; a payroll that was reversed pays nobody. */
async function hasMovedIn({ tx }: Ctx): Promise<boolean> {
  const { settled } = await tx.one<{ settled: boolean }>`select exists (select from payrolls
    where kind = 'monthly' and status = 'confirmed') as settled`
  return settled
}

const recorded = ({ tx }: Ctx) => tx.one<Found>`
  select o.pin_no is not null as pin, o.address is not null as address,
    (select count(*) from departments) as departments,
    (select count(*) from designations) as designations, e.people, e.lacking,
    (select count(*) from allowances) + (select count(*) from recur_incomes) as allowances,
    (select count(*) from recur_deductions) as deductions,
    (select count(distinct b.employee_id) from leave_balances b) as leave,
    (select count(*) from loans) as loans, y.opened, y.year as opened_year,
    r.first_month, d.draft, c.compared, c.stands
  from organizations o
  cross join (select count(*) as people, count(*) filter (where tos <> 'Consultant'
      and pin_no is null) as lacking from employees where status = 'active') e
  cross join (select count(distinct p.employee_id) as opened, max(p.year) as year
    from opening_pay p) y
  cross join (select min(month) as first_month from payrolls where kind = 'monthly') r
  left join lateral (select p.id, json_build_object('id', p.id, 'code', p.code, 'month', p.month,
        'people', (select count(*) from payslips s where s.payroll_id = p.id)) as draft
      from payrolls p where p.kind = 'monthly' order by p.month, p.number limit 1) d on true
  left join lateral (select json_build_object('equal', c.equal, 'people', c.people,
        'equal_people', c.equal_people, 'net', 'net' = any (c.figures), 'at', to_char(c.made_at at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as compared,
      c.digest = compared_figures(c.organization_id, c.id) as stands
    from register_outcomes c where c.id = d.id) c on true
  where o.id = app_org()`

type Told = Omit<StepTaken, 'step'>

const step = (
  link: string,
  done: boolean,
  there: readonly (string | false)[],
  missing: readonly (string | false)[],
): Told => ({ link, done, there: joined(there), missing: joined(missing) })

const joined = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(', ') || null

/** "12 loans", or nothing to say. */
const some = (count: number, one: string, many?: string) => count > 0 && counted(count, one, many)

const addPayroll = '/payrolls/employees?add=true'

const told: Record<MoveInStep, (of: Recorded, today: string) => Told> = {
  organization: ({ pin, address }) =>
    step(
      '/organization',
      pin && address,
      [pin && 'KRA PIN', address && 'address'],
      [!pin && 'KRA PIN', !address && 'address'],
    ),
  structure: ({ departments, designations }) =>
    step(
      departments > 0 && designations === 0 ? '/designations' : '/departments',
      departments > 0 && designations > 0,
      [some(departments, 'department'), some(designations, 'designation')],
      [departments === 0 && 'departments', designations === 0 && 'designations'],
    ),
  people: ({ people, lacking }) =>
    step(
      people > 0 && lacking > 0 ? '/employees?lacking=numbers' : '/employees',
      people > 0,
      [some(people, 'person', 'people')],
      [people === 0 && 'people', lacking > 0 && `KRA PIN of ${lacking}`],
    ),
  items: ({ allowances, deductions, leave, loans }) =>
    step(
      leave === 0 ? '/leave-balances' : loans === 0 ? '/loans' : '/employees',
      allowances + deductions + leave + loans > 0,
      [
        some(allowances, 'allowance or income', 'allowances and incomes'),
        some(deductions, 'deduction'),
        leave > 0 && `leave of ${leave}`,
        some(loans, 'loan'),
      ],
      [
        allowances === 0 && 'allowances',
        deductions === 0 && 'deductions',
        leave === 0 && 'leave balances',
        loans === 0 && 'loans',
      ],
    ),
  opening: openingTold,
  payroll: ({ draft }) =>
    step(
      draft ? `/payroll/${draft.id}` : addPayroll,
      draft !== null,
      [draft !== null && `${monthInWords(draft.month)}, ${counted(draft.people, 'payslip')}`],
      [draft === null && 'a draft'],
    ),
  compare: compareTold,
}

/** Of a year that is paid here from January on there is nothing to bring along. */
function openingTold(of: Recorded, today: string): Told {
  const { people, opened, opened_year, first_month, gaps } = of
  const first = first_month ?? today.slice(0, 7)
  const year = first.slice(0, 4)
  if (first.endsWith('-01') && opened === 0) {
    return step('/openingBalances', true, [`${year} is paid here from January on`], [])
  }
  const isThere = opened > 0 && String(opened_year) === year
  const missing = people === 0 && !isThere ? [`before ${monthInWords(first)}`] : gaps
  return step(
    '/openingBalances',
    missing.length === 0,
    [
      opened > 0 && `${opened_year}, ${counted(opened, 'person', 'people')}`,
      opened === 0 && missing.length === 0 && `nobody was employed before ${monthInWords(first)}`,
    ],
    [missing.length > 0 && `pay of ${year}: ${missing.join('; ')}`],
  )
}

function compareTold({ draft, compared, stands }: Recorded): Told {
  const link = draft ? `/payrollRegister/${draft.id}` : addPayroll
  if (!compared) return step(link, false, [], ['a comparison with the old register'])
  const { equal, people, equal_people, at, net } = compared
  const when = dayInWords(dayOf(new Date(at)))
  const found = equal
    ? `equal, ${counted(people, 'person', 'people')}, ${when}`
    : `${equal_people} of ${counted(people, 'person', 'people')} equal, ${when}`
  const others = !equal && 'the others'
  return step(
    link,
    equal && net && stands === true,
    [found],
    [
      stands === false ? 'a new comparison: the payroll has changed since' : others,
      !net && 'net pay: the register had no such column',
    ],
  )
}
