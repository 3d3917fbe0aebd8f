import { contract } from '@mshahara/contract'
import { asEmployee, employ, runMonth } from './office.ts'
import type { Caller, World } from './world.ts'

/** An office whose people borrow: an applicant, colleagues who guarantee, a month that was paid. */

const { loans } = contract

export interface Borrowing {
  organization: string
  primary: Caller & { id: string }
  borrower: { id: string } & Caller
  guarantors: ({ id: string } & Caller)[]
}

/** Wambui earns 60,000, and her colleagues as much. */
export async function openBorrowing(world: World, colleagues = 2): Promise<Borrowing> {
  const organization = await world.addOrganization()
  const primary = await world.as('primary', organization)
  const names = ['Wambui', 'Otieno', 'Kiptoo', 'Achieng', 'Mumo', 'Naliaka'].slice(
    0,
    colleagues + 1,
  )
  const people: ({ id: string } & Caller)[] = []
  for (const first_name of names) {
    const { id } = await employ(primary, { first_name, salary: 60_000 })
    const { call, token } = await asEmployee(world, organization, id)
    people.push({ id, call, token })
  }
  await runMonth(primary, 'February', 2026)
  const [borrower, ...guarantors] = people as [Borrowing['borrower'], ...Borrowing['guarantors']]
  return { organization, primary, borrower, guarantors }
}

export const application = ({ guarantors: [one, two] }: Borrowing, given: object = {}) => ({
  product_id: 1,
  guarantor_1: one?.id ?? '',
  guarantor_2: two?.id ?? '',
  amount: 30_000,
  purpose: 'Medical',
  term_months: 3,
  ...given,
})

/** One application waits for each product: what still does is withdrawn. */
export async function withdrawWaiting({ borrower }: Borrowing) {
  const { body } = await borrower.call(loans.list, { query: { status: 'pending' } })
  for (const { id } of body) await borrower.call(loans.withdraw, { params: { id } })
}

export async function apply(office: Borrowing, given: object = {}): Promise<string> {
  await withdrawWaiting(office)
  const reply = await office.borrower.call(loans.create, { body: application(office, given) })
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body.id
}

/** Every guarantor who was asked says yes. */
export async function guarantee(office: Borrowing, loan_id: string) {
  for (const one of office.guarantors) {
    const { body, status: seen } = await one.call(loans.requests, { params: { id: one.id } })
    // Whoever has left sees none.
    for (const { id, status } of seen === 200 ? body : []) {
      if (status === 'pending') await one.call(loans.approveRequest, { params: { id } })
    }
  }
  return (await office.primary.call(loans.get, { params: { id: loan_id } })).body
}

export async function lend(office: Borrowing, given: object = {}) {
  const id = await apply(office, given)
  await guarantee(office, id)
  const reply = await office.primary.call(loans.approve, { params: { id }, body: {} })
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}
