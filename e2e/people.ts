import { randomBytes, randomInt } from 'node:crypto'
import { contract } from '@mshahara/contract'
import { type APIRequestContext, expect } from '@playwright/test'
import { call } from './calls.ts'
import { inDatabase } from './database.ts'

/** People, organisations and their mail, made by API so that no test depends on another. */

export interface Person {
  first_name: string
  last_name: string
  email: string
  phone: string
  password: string
}
export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  created_at: string
}
export type StaffRole = 'primary' | 'admin' | 'finance' | 'user'

const { auth } = contract

const demoPassword = 'karibu-2026'
/** Each signs in from one file only: two sign-ins at once would void each other's code. */
export const demo = (email: string) => ({ email, password: demoPassword })

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

export function newPerson(first_name = 'Zawadi', last_name = 'Njoroge'): Person {
  return {
    first_name,
    last_name,
    email: `${first_name}.${randomBytes(5).toString('hex')}@people.test`.toLowerCase(),
    phone: `07${digits(8)}`,
    password: `sawa-sawa-${digits(6)}`,
  }
}

export const newOrganization = (name = 'Umoja Traders Ltd') => ({
  name,
  address: 'Kenyatta Avenue, Nakuru',
  phone: `07${digits(8)}`,
  email: 'office@umoja.test',
  pin_no: `P${digits(9)}K`,
})

// ---------------------------------------------------------------- mail

async function outbox(request: APIRequestContext, to: string): Promise<Mail[]> {
  const answer = await request.get('/dev/mail.json', { params: { to } })
  return answer.json()
}

interface Wanted {
  subject?: string
  /** Not this one, which has been read already. */
  after?: Mail
  /** One with a code or password in it: payslips may have come since. */
  coded?: boolean
}

/** The newest message to an address. */
export async function mailTo(
  request: APIRequestContext,
  email: string,
  { subject, after, coded }: Wanted = {},
): Promise<Mail> {
  let found: Mail | undefined
  await expect(async () => {
    found = (await outbox(request, email)).find(
      (mail) => (!subject || mail.subject === subject) && (!coded || codeLine.test(mail.text)),
    )
    expect(found, `a message to ${email}`).toBeDefined()
    expect(found?.id, 'a newer message').not.toBe(after?.id)
  }).toPass({ timeout: 60_000 })
  return found as Mail
}

const codeLine = /^ {4}(\S+)$/m

/** The code or password of a message, which stands on a line of its own. */
export function codeIn({ text }: Mail): string {
  const code = codeLine.exec(text)?.[1]
  if (!code) throw new Error(`There is no code in this message:\n${text}`)
  return code
}

// ---------------------------------------------------------------- sign-in

/** Email and password, then the mailed code; the cookie stays with whoever signed in. */
export async function signIn(
  request: APIRequestContext,
  { email, password }: Pick<Person, 'email' | 'password'>,
) {
  await call(request, auth.login, { body: { email, password } })
  await enterCode(request, email)
}

async function enterCode(request: APIRequestContext, email: string) {
  const otp = codeIn(await mailTo(request, email, { coded: true }))
  await call(request, auth.verifyOtp, { body: { email, otp } })
}

/** Somebody with an account and no organisation, signed in. */
export async function signUp(request: APIRequestContext, person = newPerson()): Promise<Person> {
  await call(request, auth.signup, { body: person })
  await enterCode(request, person.email)
  return person
}

export async function register(request: APIRequestContext, name?: string) {
  const body = newOrganization(name)
  const { id } = await call(request, contract.organizations.register, { body })
  return { id, ...body }
}

/**
 * The primary user of a new organisation, signed in. Whoever may confirm does it alone: a story
 * about the second person asks for one.
 */
export async function found(request: APIRequestContext, name?: string, person?: Person) {
  const founder = await signUp(request, person)
  const organization = await register(request, name)
  await call(request, contract.makerChecker.changeSettings, { body: { confirming: false } })
  return { person: founder, organization }
}

/** An operator of their own, signed in: the demo's one would void the code of another file. */
export async function signUpOperator(request: APIRequestContext) {
  const { email } = await signUp(request)
  await inDatabase(async (client) => {
    await client.query('update users set super_admin = true where email = $1', [email])
  })
}

/** Invites somebody; they have not signed in yet. */
export async function invite(
  owner: APIRequestContext,
  role: StaffRole,
  person = newPerson(),
): Promise<Person & { id: string }> {
  const { password: _, ...contact } = person
  const { id } = await call(owner, contract.users.invite, { body: { ...contact, role } })
  return { ...person, id }
}

/** The one-time password of the invitation, the code, and a password of their own. */
export async function activate(request: APIRequestContext, person: Person & { id: string }) {
  const password = codeIn(await mailTo(request, person.email, { coded: true }))
  await signIn(request, { email: person.email, password })
  await choosePassword(request, person.password)
}

/** An employee's first sign-in: the ID number fetches a password, which is changed at once. */
export async function signInFirst(
  request: APIRequestContext,
  { email, password, id_number }: Pick<Person, 'email' | 'password'> & { id_number: string },
) {
  await call(request, auth.login, { body: { email, password: id_number } })
  const first = await mailTo(request, email, { subject: 'Your first password' })
  await signIn(request, { email, password: codeIn(first) })
  return choosePassword(request, password)
}

async function choosePassword(request: APIRequestContext, password: string) {
  const profile = await call(request, auth.profile)
  const body = { password, password_confirmation: password }
  await call(request, auth.changePassword, { params: { id: profile.id }, body })
  return profile
}

/** Somebody invited by the owner, with a password and signed in. */
export async function join(
  owner: APIRequestContext,
  request: APIRequestContext,
  role: StaffRole,
  person?: Person,
) {
  const colleague = await invite(owner, role, person)
  await activate(request, colleague)
  return colleague
}

/** The same a day ago, so that what they agree to, and ask for, counts (C20). */
export async function joinYesterday(owner: APIRequestContext, request: APIRequestContext) {
  const { id } = await join(owner, request, 'finance')
  await inDatabase(async (client) => {
    await client.query(
      `update checker_changes set made_at = made_at - interval '1 day' where organization_id =
         (select organization_id from memberships where user_id = $1)`,
      [id],
    )
  })
}
