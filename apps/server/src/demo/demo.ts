import type { Permission, Role } from '@mshahara/contract'
import { passwordDays } from '@mshahara/contract/integrations'
import { monthOf } from '@mshahara/engine/calendar'
import { recordSalaries } from '../areas/employees/index.ts'
import { addIntegration } from '../areas/integrations/index.ts'
import { setCheckedActs, settleCheckers } from '../areas/maker-checker/index.ts'
import { addMembership, placeOf, prefixFor } from '../areas/organizations/index.ts'
import { organizations } from '../areas/organizations/tables.ts'
import { fillRun, freeze, openMonth } from '../areas/payroll/index.ts'
import { addLogin } from '../areas/users/index.ts'
import { dayOf, daysLater, monthsLater } from '../foundation/core/clock.ts'
import type { PlatformTx, Tx } from '../foundation/core/db.ts'
import { eq } from '../foundation/core/drizzle.ts'
import { hashPassword, type Secrets } from '../foundation/core/secrets.ts'
import type { Services } from '../foundation/http/services.ts'
import { addPaidPlans, type Bought } from './billing.ts'
import { addDemoCasuals } from './casuals.ts'
import { addProposals } from './details.ts'
import { seedLeave } from './leave.ts'
import { addLoans } from './loans.ts'
import { addStaff, type DemoEmployee } from './staff.ts'

/** Believable Kenyan data for a first look. Outside production only; seeded once. */

export const demoPassword = 'karibu-2026'

interface Person {
  email: string
  name: [first: string, last: string]
  phone: string
  role: Exclude<Role, 'super-admin'>
  extra?: Permission[]
  /** Has never signed in; this ID number fetches the first password. */
  idNumber?: string
}

interface Company {
  organization: typeof organizations.$inferInsert
  people: Person[]
  plan: { package_id: string; fromMonths: number; toMonths?: number } | Bought[]
}

const baraka: Company = {
  organization: {
    name: 'Baraka Foods Ltd',
    address: 'Enterprise Road, Industrial Area, Nairobi',
    phone: '0202345678',
    email: 'office@baraka.test',
    website: 'https://baraka.test',
    employee_prefix: 'BF',
    pin_no: 'P051234567B',
    nhif_no: 'SHA-4410-7782',
    nssf_no: '0123456',
    bank_name: 'KCB Bank Kenya',
    branch_name: 'Eastleigh',
    account_no: '1102938475',
    work_saturday: true,
  },
  people: [
    person('primary@baraka.test', 'Wanjiku Kamau', '0722104501', 'primary'),
    person('admin@baraka.test', 'Otieno Ochieng', '0733204502', 'admin'),
    person('finance@baraka.test', 'Achieng Odhiambo', '0711304503', 'finance'),
    person('user@baraka.test', 'Mutua Musyoka', '0724404504', 'user'),
    person('employee@baraka.test', 'Chebet Kiprono', '0715504505', 'employee'),
    { ...person('new@baraka.test', 'Halima Abdi', '0790604506', 'employee'), idNumber: '31245678' },
  ],
  plan: [
    { package_id: 'basic', type: 'upgrade', duration: 1, ended: { months: -5 } },
    { package_id: 'basic', type: 'renew', duration: 1, ended: { months: -4 } },
    { package_id: 'standard', type: 'upgrade', duration: 12, ended: { months: 8 } },
  ],
}

const tumaini: Company = {
  organization: {
    name: 'Tumaini Hardware Ltd',
    address: 'Oginga Odinga Street, Kisumu',
    phone: '0572024411',
    email: 'office@tumaini.test',
    employee_prefix: 'TH',
    pin_no: 'P052345678T',
    bank_name: 'Co-operative Bank of Kenya',
    account_no: '0114829900',
  },
  people: [person('primary@tumaini.test', 'Akinyi Owino', '0720705601', 'primary')],
  plan: [
    { package_id: 'basic', type: 'upgrade', duration: 3, ended: { months: -3, days: 2 } },
    { package_id: 'basic', type: 'renew', duration: 3, ended: { months: 0, days: 2 } },
  ],
}

const neema: Company = {
  organization: {
    name: 'Neema Catering',
    address: 'Moi Avenue, Mombasa',
    phone: '0412223344',
    email: 'hello@neema.test',
    employee_prefix: 'NC',
    pin_no: 'A003456789N',
  },
  people: [],
  plan: { package_id: 'free', fromMonths: -6, toMonths: 120 },
}

/** Without people of their own, so that the operator's lists have something to show. */
const others: Company[] = [
  other('Mwanga Solar Ltd', 'Thika Road, Nairobi', 'P053456701M', {
    plan: { package_id: 'trial', fromMonths: 0, toMonths: 1 },
  }),
  other('Ushindi Academy', 'Kenyatta Street, Eldoret', 'P053456702U', {
    plan: [{ package_id: 'basic', type: 'upgrade', duration: 3, ended: { months: 0, days: 11 } }],
  }),
  other('Pwani Logistics Ltd', 'Mbaraki Road, Mombasa', 'P053456703P', {
    plan: [{ package_id: 'standard', type: 'upgrade', duration: 6, ended: { months: -1 } }],
  }),
  other('Zawadi Tea Estates', 'Kericho', 'P053456704Z', {
    plan: { package_id: 'enterprise', fromMonths: -5, toMonths: 7 },
    status: 'deactivated',
  }),
]

function other(
  name: string,
  address: string,
  pin_no: string,
  { plan, status = 'active' }: Pick<Company, 'plan'> & { status?: 'active' | 'deactivated' },
): Company {
  const [short = ''] = name.toLowerCase().split(' ')
  const email = `office@${short}.test`
  const organization = { name, address, pin_no, status, email, phone: '0202447711' }
  return {
    organization: { ...organization, employee_prefix: prefixFor(name) },
    people: [person(`primary@${short}.test`, 'Naliaka Wafula', '0722334455', 'primary')],
    plan,
  }
}

function person(email: string, name: string, phone: string, role: Person['role']): Person {
  const [first = '', last = ''] = name.split(' ')
  return { email, name: [first, last], phone, role }
}

/** The sign-ins to print, after seeding what is not there yet. */
export async function seedDemo(parts: Services): Promise<string[]> {
  await parts.db.inPlatform(async (tx) => {
    if (await tx.run`select from users limit 1`) return
    await tx.run`select set_config('app.actor', 'Demo data', true)`
    const password_hash = await hashPassword(demoPassword)
    await addOperator(tx, parts, password_hash)
    const ids = new Map<string, string>()
    for (const company of [baraka, tumaini, neema, ...others]) {
      await addCompany(tx, parts, company, password_hash, ids)
    }
  })
  await seedStaff(parts)
  if (parts.config.paymentsMode === 'simulator') await seedIntegrations(parts)
  parts.sealSoon()
  const mail = parts.config.devMail
    ? `codes at ${parts.config.publicUrl}/dev/mail`
    : 'codes by mail'
  return [
    `Demo sign-ins (password ${demoPassword}, ${mail}):`,
    '  operator@mshahara.test                        platform operator',
    '  primary@ admin@ finance@ user@ employee@      baraka.test',
    '  primary@tumaini.test                          another organisation',
    `  new@baraka.test                               first-time login, ID number ${newHire}`,
  ]
}

/** Baraka's own people first, who sign in, then the others. */
const colleagues: DemoEmployee[] = [
  { ...colleague('primary@baraka.test'), designation: 'Sales Manager', gender: 'Female' },
  { ...colleague('admin@baraka.test'), designation: 'HR Officer', gender: 'Male' },
  { ...colleague('finance@baraka.test'), designation: 'Accountant', gender: 'Female' },
  { ...colleague('user@baraka.test'), designation: 'Store Keeper', gender: 'Male' },
  { ...colleague('employee@baraka.test'), designation: 'Sales Representative', gender: 'Female' },
  { ...colleague('new@baraka.test'), designation: 'Quality Analyst', gender: 'Female' },
]

function colleague(email: string): DemoEmployee {
  const found = baraka.people.find((member) => member.email === email) as Person
  const [first_name, last_name] = found.name
  const { phone, idNumber } = found
  return { email, first_name, last_name, phone, ...(idNumber ? { id_number: idNumber } : {}) }
}

async function seedStaff(parts: Services) {
  const [row] = await parts.db.inPlatform((tx) =>
    tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.email, 'office@baraka.test')),
  )
  if (!row) return
  const adding = {
    organization_id: row.id,
    today: dayOf(parts.clock.now()),
    secrets: parts.secrets,
  }
  await parts.db.inOrg({ organization_id: row.id, actor: 'Demo data' }, async (tx) => {
    if (await tx.run`select from employees limit 1`) return
    const ids = await addStaff(tx, adding, 42, { given: colleagues, domain: 'baraka.test' })
    await vary(tx, ids, adding.today)
    await seedLeave({ ...parts, ...adding, tx, now: parts.clock.now() })
    await addLoans(tx, ids, adding.today)
    await addProposals(tx, ids)
    await payMonths(tx, parts.secrets, adding.today)
    await addDemoCasuals(tx, adding)
  })
}

/** What the simulator takes from anybody; apps/simulator/src/accounts.ts has the same. */
const simulated = {
  'office@baraka.test': [
    {
      type: 'bank' as const,
      sealed: { consumer_key: 'sim-kcb-key', consumer_secret: 'sim-kcb-secret' },
      meta: { company_code: 'KE0010001' },
    },
    {
      type: 'mpesa' as const,
      sealed: {
        consumer_key: 'sim-daraja-key',
        consumer_secret: 'sim-daraja-secret',
        initiator_password: 'Simulator#2026',
      },
      meta: { initiator_name: 'payrollapi', short_code: '600997' },
    },
  ],
  'office@tumaini.test': [
    {
      type: 'bank' as const,
      sealed: { consumer_key: 'sim-coop-key', consumer_secret: 'sim-coop-secret' },
      meta: {},
    },
  ],
}

/** So that payments can be tried out at once: by KCB and M-PESA, and elsewhere by Co-op. */
const seedIntegrations = (parts: Services) =>
  parts.db.inPlatform(async (tx) => {
    if (await tx.run`select from integrations limit 1`) return
    await tx.run`select set_config('app.actor', 'Demo data', true)`
    for (const [email, list] of Object.entries(simulated)) {
      const found = await tx.maybe<{ id: string; bank_code: string | null }>`
        select id, bank_code from organizations where email = ${email}`
      if (!found) continue
      for (const { type, ...given } of list) {
        const bank_code = type === 'bank' ? found.bank_code : null
        const ends = daysLater(dayOf(parts.clock.now()), passwordDays)
        const meta = type === 'mpesa' ? { ...given.meta, password_expires_on: ends } : given.meta
        const adding = { organization_id: found.id, type, bank_code, sealed: given.sealed, meta }
        await addIntegration(tx, parts, adding)
      }
    }
  })

/** Half a year of confirmed payrolls, and the month that is being worked on. */
async function payMonths(tx: Tx, secrets: Secrets, today: string) {
  const by = { id: null, name: 'Achieng Odhiambo' }
  for (let back = 6; back >= 0; back -= 1) {
    const month = monthOf(monthsLater(today, -back))
    const { id } = await openMonth(tx, month, by)
    await fillRun(tx, secrets, id, month)
    if (back > 0) await freeze(tx, secrets, id, 'Wanjiku Kamau')
  }
}

/** A list without anybody on the way out would look made up. */
async function vary(tx: Tx, ids: string[], today: string) {
  const set = (index: number, status: string, day: string | null) =>
    tx.run`update employees set status = ${status}, termination_date = ${day}
      where id = ${ids[index]}`
  await set(37, 'suspended', null)
  await set(38, 'inactive', null)
  await set(39, 'terminated', monthsLater(today, -1))
  await recordSalaries(tx, [
    { employee_id: ids[4] as string, month: monthOf(monthsLater(today, -3)), amount: 4_800_000 },
    { employee_id: ids[8] as string, month: monthOf(monthsLater(today, 2)), amount: 9_150_000 },
  ])
}

const newHire = baraka.people.find((member) => member.idNumber)?.idNumber

/** An organisation for trying things at size, with room for anybody, and who signs in to it. */
export async function seedOrganization(parts: Services, name: string) {
  const email = `primary@${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.test`
  const password_hash = await hashPassword(demoPassword)
  return parts.db.inPlatform(async (tx) => {
    const known = await tx.maybe<{ id: string }>`
      select id from organizations where name = ${name} limit 1`
    if (known) return { organization_id: known.id, email }
    await tx.run`select set_config('app.actor', 'Demo data', true)`
    const company: Company = {
      organization: { name, employee_prefix: 'KK', email: `office@${email.split('@')[1]}` },
      people: [person(email, 'Zawadi Makau', '0720118822', 'primary')],
      plan: { package_id: 'enterprise', fromMonths: -12, toMonths: 120 },
    }
    const organization_id = await addCompany(tx, parts, company, password_hash, new Map())
    return { organization_id, email }
  })
}

async function addOperator(tx: PlatformTx, parts: Services, password_hash: string) {
  const at = parts.clock.now().toISOString()
  await addLogin(tx, {
    email: 'operator@mshahara.test',
    first_name: 'Njeri',
    last_name: 'Mwangi',
    phone: '0700800900',
    password_hash,
    super_admin: true,
    activated_at: at,
    email_verified_at: at,
  })
}

async function addCompany(
  tx: PlatformTx,
  parts: Services,
  { organization, people, plan }: Company,
  password_hash: string,
  ids: Map<string, string>,
) {
  const { bank_name = null, branch_name = null } = organization
  const [row] = await tx
    .insert(organizations)
    .values({ ...organization, ...placeOf(bank_name, branch_name) })
    .returning()
  const { id: organization_id } = row as { id: string }
  // Whoever tries it out confirms at once; the others show the rule as a new organisation has it.
  if (organization.email === baraka.organization.email) {
    await setCheckedActs(tx, organization_id, { confirming: false })
  }
  // Those who have never signed in are offered a sign-in later, with the employee's record.
  for (const member of people.filter(({ idNumber }) => !idNumber)) {
    const user_id = await addPerson(tx, parts, member, password_hash)
    ids.set(member.email, user_id)
    const { role, extra: permissions = [] } = member
    await addMembership(tx, { organization_id, user_id, role, permissions })
  }
  // They have been there for longer than a day (C20).
  await tx.run`update payer_changes set made_at = made_at - interval '1 day', told_at = app_now()
    where organization_id = ${organization_id}`
  await settleCheckers(tx, organization_id)
  const owner = ids.get('primary@baraka.test')
  if (people.length === 0 && owner) {
    await addMembership(tx, { organization_id, user_id: owner, role: 'primary' })
  }
  const today = dayOf(parts.clock.now())
  if (Array.isArray(plan)) {
    const payer = people[0]
    const by = { name: payer?.name.join(' ') ?? '', email: payer?.email ?? '', phone: payer?.phone }
    await addPaidPlans(tx, { organization_id, today, by }, plan)
  } else await addPlan(tx, today, organization_id, plan)
  return organization_id
}

async function addPerson(tx: PlatformTx, parts: Services, member: Person, password_hash: string) {
  const at = parts.clock.now().toISOString()
  const { id } = await addLogin(tx, {
    email: member.email,
    first_name: member.name[0],
    last_name: member.name[1],
    phone: member.phone,
    password_hash,
    activated_at: at,
    email_verified_at: at,
  })
  return id
}

async function addPlan(
  tx: PlatformTx,
  today: string,
  organization_id: string,
  { package_id, fromMonths, toMonths = 1 }: Exclude<Company['plan'], Bought[]>,
) {
  await tx.run`insert into subscriptions
      (organization_id, package_id, price, employees, casuals, "from", "to")
    select ${organization_id}, id, price, employees, casuals, ${monthsLater(today, fromMonths)},
      ${monthsLater(today, toMonths)}
    from packages where id = ${package_id}`
}
