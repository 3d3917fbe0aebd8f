import { type Call, contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import type { Company } from './company.ts'
import { agreed } from './company-second.ts'
import type { Caller } from './world.ts'

/** What all acts of a company are made of. */

const { payrolls } = contract

export interface Answered {
  status: number
  body: object
}
export type Given<E extends Parameters<Caller['call']>[0]> = NonNullable<Call<E>['body']>

/** What an answer has made is known by this name from now on. */
export function named<R extends Answered>(company: Company, name: string, reply: R, id?: string) {
  const made = id ?? idOf(reply)
  if (reply.status < 300 && made) company.ids.set(name, made)
  return reply
}
const idOf = ({ body }: Answered) => (body as { id?: string }).id
export const staff = (company: Company) => company.by('primary')
export const refused = (message: string) => ({ status: 422, body: { message } })

export async function confirm(company: Company, params: { id: string }) {
  const by = await staff(company)
  const submit = async () => {
    const { body: checks } = await by.call(payrolls.checks, { params })
    const approved = checks.flatMap(({ kind, approvable, people }) =>
      approvable ? people.map(({ employee_id, detail }) => ({ kind, employee_id, detail })) : [],
    )
    return by.call(payrolls.confirm, { params, body: { approved } })
  }
  return agreed(company, submit, async () => {
    await by.call(payrolls.recalculate, { params })
    return submit()
  })
}

/** A draft that cannot be confirmed does not stay. */
export async function confirmOrRemove(company: Company, key: string, id: string) {
  const params = { id }
  const done = await confirm(company, params)
  if (done.status >= 300) await (await staff(company)).call(payrolls.remove, { params })
  return named(company, key, done, id)
}

export async function reverse(company: Company, params: { id: string }) {
  const by = await staff(company)
  return agreed(company, () => by.call(payrolls.reverse, { params, body: { reason: 'Wrong' } }))
}

/** A month may have several: whoever joined after a draft is in another. */
export async function runsOf(company: Company, wanted: string, status: 'draft' | 'confirmed') {
  const { month, year } = monthAndYear(wanted)
  const { body } = await (await staff(company)).call(payrolls.list)
  const own = body.filter(
    (run) => run.kind === 'monthly' && run.month === month && run.year === String(year),
  )
  return own.filter((run) => run.status === status).map(({ id }) => ({ id }))
}

/** What a month, an extra run or a week is paid by. */
export const paidBy = async (company: Company, run: string) =>
  company.ids.has(run) ? [{ id: company.id(run) }] : runsOf(company, run, 'confirmed')
