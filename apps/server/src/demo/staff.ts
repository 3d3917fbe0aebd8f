import type { EmployeeFields } from '@mshahara/contract/employee-fields'
import { monthOf } from '@mshahara/engine/calendar'
import { type AddContext, addEmployees } from '../areas/employees/index.ts'
import { banks } from '../areas/organizations/index.ts'
import { monthsLater } from '../foundation/core/clock.ts'
import type { Tx } from '../foundation/core/db.ts'
import { allocateMany } from '../foundation/core/numbers.ts'
import { raw, sql } from '../foundation/core/sql.ts'

/** Believable employees with their pay, the same for the same number; none of them exists. */

interface Place {
  department: string
  designation: string
  /** Shillings a month, from and to. */
  pay: [number, number]
}

const places: Place[] = [
  { department: 'Production', designation: 'Machine Operator', pay: [24_000, 38_000] },
  { department: 'Production', designation: 'Production Supervisor', pay: [62_000, 85_000] },
  { department: 'Sales', designation: 'Sales Representative', pay: [32_000, 52_000] },
  { department: 'Sales', designation: 'Sales Manager', pay: [120_000, 165_000] },
  { department: 'Finance', designation: 'Accountant', pay: [75_000, 110_000] },
  { department: 'Human Resources', designation: 'HR Officer', pay: [60_000, 90_000] },
  { department: 'Logistics', designation: 'Driver', pay: [28_000, 42_000] },
  { department: 'Logistics', designation: 'Store Keeper', pay: [30_000, 45_000] },
  { department: 'Quality', designation: 'Quality Analyst', pay: [58_000, 82_000] },
]
const stations = ['Industrial Area Plant', 'Mombasa Road Depot', 'Kisumu Branch']
const rates = [
  { name: 'Retail sales', display_name: 'Retail Commission', amount: 200_000, rate: 2.5 },
  { name: 'Key accounts', display_name: 'Key Account Commission', amount: 1_000_000, rate: 1.25 },
]

const women = `Wanjiru Achieng Nyambura Chebet Halima Atieno Mwende Naliaka Fatuma Jepkosgei Wambui
  Moraa Kerubo Zawadi Makena Nduta Adhiambo Chepkemoi Rehema Wairimu`.split(/\s+/)
const men = `Kamau Otieno Kiprono Mutua Barasa Juma Mwangi Ochieng Kipchoge Njoroge Wekesa Musyoka
  Hassan Omondi Kariuki Cheruiyot Mutiso Simiyu Onyango Gitau`.split(/\s+/)
const families = `Kariuki Odhiambo Kiptoo Musyoka Wafula Abdi Maina Owino Rotich Nzioka Mutai Njenga
  Okoth Chelimo Makau Wanyama Githinji Ouma Langat Mbugua Nyongesa Kimani Adan Muthoni`.split(/\s+/)

/** A row of numbers that looks random and is the same every time. */
function chances(seed: number) {
  let state = (seed * 2_654_435_761) >>> 0
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  const from = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { next, from, between }
}

type Chances = ReturnType<typeof chances>
type Ids = Map<string, string>

export interface DemoEmployee extends Partial<EmployeeFields> {
  department?: string
  designation?: string
}

const padded = (number: number, width: number) => String(number).padStart(width, '0')

function personOf(index: number, today: string, ids: Ids, given: DemoEmployee): EmployeeFields {
  const chance = chances(index + 1)
  const place =
    places.find(({ designation }) => designation === given.designation) ?? chance.from(places)
  const { department: _, designation: __, ...known } = given
  const woman = chance.next() < 0.48
  const first_name = known.first_name ?? chance.from(woman ? women : men)
  const last_name = known.last_name ?? chance.from(families)
  const consultant = index % 21 === 20
  const started = monthsLater(today, -chance.between(2, 70))
  return {
    employee_no: null,
    agreed_net: null,
    first_name,
    middle_name: index % 4 === 0 ? chance.from(families) : null,
    last_name,
    id_number: String(21_000_000 + index * 7 + chance.between(0, 6)),
    phone: `07${padded(10_000_000 + index * 13 + chance.between(0, 12), 8)}`,
    email: null,
    gender: woman ? 'Female' : 'Male',
    dob: `${chance.between(1968, 2002)}-${padded(chance.between(1, 12), 2)}-${padded(chance.between(1, 28), 2)}`,
    disability: index % 40 === 17,
    address: chance.from(['Nairobi', 'Kiambu', 'Machakos', 'Kisumu', 'Kitengela', 'Thika']),
    kin: {
      name: `${chance.from([...women, ...men])} ${last_name}`,
      relationship: chance.from(['Spouse', 'Parent', 'Sister', 'Brother']),
      phone: `07${padded(chance.between(20_000_000, 29_999_999), 8)}`,
    },
    tos: consultant ? 'Consultant' : index % 6 === 5 ? 'Contract' : 'Permanent',
    salary: Math.round(chance.between(place.pay[0], place.pay[1]) / 500) * 500 * 100,
    employment_date: started < '2018-01-01' ? '2018-01-01' : started,
    termination_date: index % 6 === 5 && !consultant ? monthsLater(today, 11) : null,
    ...switchesOf(!consultant),
    department_id: ids.get(place.department) ?? null,
    designation_id: ids.get(place.designation) ?? null,
    work_station_id: ids.get(stations[index % stations.length] ?? '') ?? null,
    ...numbersOf(index, chance),
    ...known,
  }
}

const switchesOf = (on: boolean) => ({
  paye: on,
  nhif: on,
  nssf: on,
  housing: on,
  nita: on,
  email_payslip: true,
  resident: true,
  primary_employment: true,
  nssf_tier2_contracted_out: false,
  nssf_continues: false,
  vat_registered: false,
  pay_by: 'bank' as const,
})

function numbersOf(index: number, chance: Chances) {
  const bank = chance.from(banks.filter(({ branches }) => branches.length > 3))
  const known = index % 14 !== 13
  return {
    disability_certificate_no: index % 40 === 17 ? `NCPWD/P/${4000 + index}` : null,
    disability_certificate_expiry: index % 40 === 17 ? '2027-12-31' : null,
    pin_no: `A${padded(1_000_000 + index * 11, 9)}${'BCDFGHJKLM'[index % 10]}`,
    nssf_no: known ? String(200_000_000 + index * 17) : null,
    nhif_no: known ? `SHA${padded(3_000_000 + index * 19, 8)}` : null,
    bank_name: bank.name,
    branch_name: chance.from(bank.branches).name,
    // Not ending on 0001 to 0015, to which the simulator lets something happen.
    account_no: String(1_100_000_500 + index * 23 + chance.between(0, 22)),
  }
}

/** Departments and the rest, unless they are there already; ids by name. */
async function structureOf(tx: Tx): Promise<Ids> {
  const ids: Ids = new Map()
  const lists = [
    ['departments', 'department', 'DEP', [...new Set(places.map(({ department }) => department))]],
    ['designations', 'designation', 'DES', places.map(({ designation }) => designation)],
    ['work_stations', 'work-station', 'WS', stations],
  ] as const
  for (const [table, name, prefix, names] of lists) {
    const known = await tx.all<{ name: string }>`select name from ${raw(table)}`
    const missing = names.filter((one) => !known.some((row) => row.name === one))
    const codes = await allocateMany(tx, { name, prefix, width: 3 }, missing.length)
    await tx.run`insert into ${raw(table)} (code, name)
      select * from unnest(${codes}::text[], ${missing}::text[])`
    const rows = await tx.all<{ id: string; name: string }>`select id, name from ${raw(table)}`
    for (const row of rows) ids.set(row.name, row.id)
  }
  return ids
}

interface Options {
  given?: DemoEmployee[]
  /** Where most of them have an email, and so a sign-in. */
  domain?: string
}

const addressOf = ({ first_name, last_name }: EmployeeFields, index: number, domain?: string) =>
  domain && index % 4 !== 3 ? `${first_name}.${last_name}.${index}@${domain}`.toLowerCase() : null

/** Fills the organisation the transaction is bound to; the first ones are as given. */
export async function addStaff(
  tx: Tx,
  adding: AddContext,
  count: number,
  { given = [], domain }: Options = {},
): Promise<string[]> {
  const ids = await structureOf(tx)
  const { there: first } = await tx.one<{ there: number }>`select count(*) as there from employees`
  const people = Array.from({ length: count }, (_, index) =>
    personOf(first + index, adding.today, ids, given[index] ?? {}),
  ).map((person, index) => ({ ...person, email: person.email ?? addressOf(person, index, domain) }))
  const employees = await addEmployees(tx, adding, people)
  await addPay(tx, adding.today, employees)
  return employees
}

/** Ten lines of pay for most, set-wise: what a month's payroll is made of. */
async function addPay(tx: Tx, today: string, employees: string[]) {
  const since = `${monthOf(monthsLater(today, -9))}-01`
  const numbered = sql`unnest(${employees}::uuid[]) with ordinality as e (id, n)`
  await tx.run`insert into allowances (employee_id, name, amount, type)
     select e.id, 'House Allowance', 6000 + e.n % 7 * 1500, 'house' from ${numbered}
     where e.n % 21 <> 0
     union all select e.id, 'Transport Allowance', 2500 + e.n % 5 * 500, 'transport'
     from ${numbered} where e.n % 3 <> 0 and e.n % 21 <> 0
     union all select e.id, 'Airtime', 1000, 'other' from ${numbered} where e.n % 5 = 0`
  await tx.run`insert into recur_incomes
      (employee_id, name, amount, taxable, one_off, "from", "to", description)
     select e.id, 'Performance Bonus', 4000 + e.n % 4 * 1000, true, true, ${today}::date,
       null::date, 'Targets of the quarter met'
     from ${numbered} where e.n % 6 = 1
     union all select e.id, 'Travel Reimbursement', 1800, false, false, ${since}::date, null, null
     from ${numbered} where e.n % 8 = 3`
  await tx.run`insert into recur_deductions
      (employee_id, name, amount, taxable, kind, "from", "to", description)
     select e.id, 'SACCO', 2000 + e.n % 4 * 500, false, 'other', ${since}::date, null::date,
       null::text
     from ${numbered} where e.n % 2 = 0
     union all select e.id, 'HELB', 1500, false, 'other', ${since}::date, null, 'Student loan'
     from ${numbered} where e.n % 5 = 2
     union all select e.id, 'Pension', 3000 + e.n % 3 * 1000, true, 'pension', ${since}::date, null,
       'Staff retirement scheme' from ${numbered} where e.n % 4 = 1
     union all select e.id, 'Life Insurance', 1200, false, 'insurance premium', ${since}::date,
       null, null from ${numbered} where e.n % 9 = 4`
  await addRevenues(tx, today, employees)
}

async function addRevenues(tx: Tx, today: string, employees: string[]) {
  await tx.run`insert into commission_rates (name, display_name, amount, rate)
     select * from json_to_recordset(${JSON.stringify(rates)})
       as r (name text, display_name text, amount numeric, rate numeric)
     on conflict do nothing`
  await tx.run`insert into employee_revenues (employee_id, period, commission_rate_id, name,
       display_name, amount, target, rate)
     select e.id, ${monthOf(today)}, r.id, r.name, r.display_name,
       r.amount + 20000 + (e.id_number::bigint % 9) * 15000, r.amount, r.rate
     from employees e join designations d on d.id = e.designation_id
     join commission_rates r on r.name = ${rates[0]?.name}
     where e.id = any(${employees}) and d.name = 'Sales Representative'`
}
