import type { contract } from '@mshahara/contract'
import { type EmployeeFields, salaryWords, switchesGiven } from '@mshahara/contract/employee-fields'
import { monthOf } from '@mshahara/engine/calendar'
import { firstMonth, LawError } from '@mshahara/engine/dated'
import type { PayOptions } from '@mshahara/engine/input'
import { optionsOf } from '@mshahara/engine/month-pay'
import { agreedNet, netOfSalary } from '@mshahara/engine/net-agreed'
import type { Tx } from '../../foundation/core/db.ts'
import { type Sql, sql } from '../../foundation/core/sql.ts'
import type { Handler } from '../../foundation/http/bind.ts'
import { cents } from '../../foundation/pay/intake.ts'

/**
 * How a salary is agreed: as a gross amount, or as what the person is to have in hand of it. A net
 * stays, and its gross is that of each month's law; the amount beside it is the gross of the month
 * from which it counts, as it was worked out when it was recorded.
 */
export interface Agreed {
  amount: number
  agreed_net: number | null
}

/** What of a person decides what the law takes; the form has it as the record does. */
export type Taxed = Pick<
  EmployeeFields,
  | 'dob'
  | 'resident'
  | 'primary_employment'
  | 'disability'
  | 'disability_certificate_expiry'
  | 'nssf_tier2_contracted_out'
  | 'nssf_continues'
> &
  Switches
type Switches = Record<'paye' | 'nhif' | 'nssf' | 'housing' | 'nita', boolean>

interface Rounding {
  shif_rounding: 'cent' | 'shilling'
  paye_rounding: 'cent' | 'shilling'
}
/** What the organisation deducts at all, and how it rounds. */
export type House = Switches & Rounding

export const houseOf = (tx: Tx) =>
  tx.one<House>`select o.paye, o.nhif, o.nssf, o.housing, o.nita, p.shif_rounding, p.paye_rounding
    from organizations o join payroll_settings p on p.organization_id = o.id
    where o.id = app_org()`

type Known = Omit<Taxed, keyof Switches | 'dob' | 'nssf_continues'>

/** How somebody is taxed in a month. */
export const payOptions = (
  person: Known,
  switches: Switches,
  settings: Rounding,
  month: string,
): Partial<PayOptions> => {
  const expiry = person.disability_certificate_expiry
  return {
    resident: person.resident,
    employeeType: person.primary_employment ? 'primary' : 'secondary',
    // An expired certificate gives no exemption (B21).
    disability: person.disability && (expiry === null || expiry >= `${month}-01`),
    paye: switches.paye,
    nssf: switches.nssf,
    nssfTier2: !person.nssf_tier2_contracted_out,
    health: switches.nhif,
    ahl: switches.housing,
    nita: switches.nita,
    shifRounding: settings.shif_rounding,
    payeRounding: settings.paye_rounding,
  }
}

/** Gross and net of a salary by itself, of one person in one month. */
export interface Converted {
  gross(net: number): number
  net(gross: number): number
}

/** Of a month from before the law that is known here, by that of today. */
export function converting(
  person: Taxed,
  house: House,
  { month, today }: { month: string; today: string },
): Converted {
  const by = month < firstMonth ? monthOf(today) : month
  const both = Object.fromEntries(
    (['paye', 'nhif', 'nssf', 'housing', 'nita'] as const).map((name) => {
      return [name, person[name] && house[name]]
    }),
  ) as Switches
  const { dob, nssf_continues } = person
  const options = optionsOf(
    { born: dob, nssf_continues, options: payOptions(person, both, house, by) },
    by,
  )
  return {
    gross: (net) => agreedNet(net, options, by).gross,
    net: (gross) => netOfSalary(gross, options, by),
  }
}

/** The salaries that new people begin with, in their order. */
export async function firstSalaries(
  tx: Tx,
  rows: readonly EmployeeFields[],
  today: string,
): Promise<(Agreed & { month: string })[]> {
  const house = rows.some(({ agreed_net }) => agreed_net !== null) ? await houseOf(tx) : null
  return rows.map((row) => {
    const { salary, agreed_net } = row
    const month = monthOf(row.employment_date)
    if (agreed_net === null || !house) return { amount: salary, agreed_net: null, month }
    return { amount: converting(row, house, { month, today }).gross(agreed_net), agreed_net, month }
  })
}

export const gross: Handler<(typeof contract.employees)['gross']> = async (ctx, { body }) => {
  const { agreed_net, month, ...person } = body
  const house = await houseOf(ctx.tx)
  const taxed = { ...person, ...switchesGiven(person) }
  const by = converting(taxed, house, { month, today: ctx.today })
  const amount = by.gross(agreed_net)
  return { gross: amount, net: by.net(amount) }
}

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
const shillings = (amount: number) => money.format(amount / 100)

/** As a second person sees it: "80,000.00 net (gross 112,506.29)". */
export const agreedInWords = ({ amount, agreed_net }: Agreed) =>
  agreed_net === null
    ? shillings(amount)
    : `${shillings(agreed_net)} net (gross ${shillings(amount)})`

// ---------------------------------------------------------------- of a month that was paid

/** As the database writes it, in shillings. */
export interface KeptTerms {
  amount: number | null
  net: number | null
}

export const keptTerms = (amount: Sql, net: Sql): Sql =>
  sql`json_build_object('amount', ${amount}, 'net', ${net})`

/** The salary of such a month, by its law and by how the person was taxed in it. */
export function salaryOfMonth(
  kept: KeptTerms | null,
  { month, options, isFee }: { month: string; options?: Partial<PayOptions>; isFee: boolean },
): number {
  if (typeof kept?.net !== 'number') return cents(kept?.amount ?? null)
  if (isFee) throw new LawError(salaryWords.netFee)
  return agreedNet(cents(kept.net), options, month).gross
}
