import { contract } from '@mshahara/contract'
import type { AddedKind } from '@mshahara/contract/corrections'
import { monthAndYear } from '@mshahara/contract/months'
import type { Company } from './company.ts'
import {
  confirmOrRemove,
  type Given,
  named,
  paidBy,
  refused,
  reverse,
  staff,
} from './company-calls.ts'
import { agreed } from './company-second.ts'

/** What reaches back to pay that is confirmed, or ends it. */

const { allowances, incomes, raises, payrolls, corrections, leaving, finalClaims } = contract

// ---------------------------------------------------------------- raises and pay items

interface Raised {
  who: string[]
  from: string
  percent: number
}

interface Item {
  key: string
  who: string
  what: 'allowance' | 'income'
  amount: number
  taxable: boolean
  /** With effect from this month; nothing for what is still to be made. */
  since?: string
}

const bodyOf = (company: Company, { key, who, amount, taxable, since }: Item) => ({
  ...{ employee_id: company.id(who), name: `Duty ${key}`, amount, taxable },
  ...(since ? { since } : {}),
})
const started = { from: '2026-02-01' }

const latePay = {
  /** Of all who are chosen, as it was worked out, or of nobody. */
  async raiseAll(company: Company, { who, from, percent }: Raised) {
    const by = await staff(company)
    const whom = { employees: who.map(company.id) }
    const rule = { by: { what: 'percent' as const, percent }, rounding: 'shilling' as const }
    const save = async () => {
      const looked = await by.call(raises.preview, { body: { from, whom, rule } })
      if (looked.status >= 300) return looked
      const { body } = looked
      const [first] = body.refused
      if (first) return refused(first.reason)
      const rows = body.rows.map(({ employee_id, after, net_after, ...row }) => {
        return { employee_id, from, amount: after, agreed_net: net_after, seen: row.seen }
      })
      return by.call(raises.save, { body: { rows } })
    }
    return agreed(company, save)
  },
  async item(company: Company, given: Item) {
    const by = await staff(company)
    const body = bodyOf(company, given)
    const calls = given.what === 'allowance' ? allowances : incomes
    const add = () =>
      given.what === 'allowance'
        ? by.call(allowances.create, { body })
        : by.call(incomes.create, { body: { ...body, ...started } })
    const reply = await agreed(company, add)
    // Whoever agrees to it is not told its id.
    const { body: all } = await by.call(calls.list, company.one(given.who))
    return named(company, given.key, reply, all.find(({ name }) => name === body.name)?.id)
  },
  async reprice(company: Company, given: Item) {
    const by = await staff(company)
    const body = bodyOf(company, given)
    const call = company.one(given.key)
    return agreed(company, () =>
      given.what === 'allowance'
        ? by.call(allowances.update, { ...call, body })
        : by.call(incomes.update, { ...call, body: { ...body, ...started } }),
    )
  },
  async drop(company: Company, { key, what }: Pick<Item, 'key' | 'what'>) {
    const by = await staff(company)
    const { remove } = what === 'allowance' ? allowances : incomes
    return agreed(company, () => by.call(remove, company.one(key)))
  },
}

// ---------------------------------------------------------------- corrections

interface Corrected {
  key: string
  month: string
  /** The month, or the name of an extra run of it. */
  run: string
  who: string
  /** What its first line should have paid. */
  due?: number
  day: string
  added: { name: string; kind: AddedKind; due: number }[]
}

async function slipOf(company: Company, run: string, who: string) {
  const by = await staff(company)
  for (const params of await paidBy(company, run)) {
    const { body } = await by.call(payrolls.get, { params })
    const own = body.payslips.find(({ employee }) => employee.id === company.id(who))
    if (own) return own.id
  }
  return undefined
}

const correcting = {
  async correct(company: Company, { key, run, who, due, day, added }: Corrected) {
    const by = await staff(company)
    const id = await slipOf(company, run, who)
    if (!id) return refused('no payslip')
    const { body: paid } = await by.call(corrections.of, { params: { id } })
    const [first] = paid.lines ?? []
    if (due !== undefined && !first) return refused('no line')
    const lines = first && due !== undefined ? [{ side: first.side, key: first.key, due }] : []
    const body = { lines, added, reason: key, pay_on: day }
    const made = await by.call(corrections.create, { params: { id }, body })
    if (made.status >= 300) return made
    return confirmOrRemove(company, key, made.body.id)
  },
  async uncorrect(company: Company, { key }: { key: string }) {
    return reverse(company, company.one(key).params)
  },
}

// ---------------------------------------------------------------- leaving

type Terms = Pick<
  Given<typeof leaving.record>,
  'last_day' | 'reason' | 'notice' | 'notice_served' | 'leave_days' | 'lines' | 'years'
>
interface Final {
  key: string
  who: string
  month: string
}

async function claimOf(company: Company, who: string) {
  const by = await staff(company)
  const { body } = await by.call(finalClaims.list, { query: { which: 'all' } })
  return body.find(({ employee }) => employee.id === company.id(who))
}

const goings = {
  async goes(company: Company, { who, ...body }: { who: string } & Terms) {
    return (await staff(company)).call(leaving.record, { ...company.one(who), body })
  },
  async stays(company: Company, { who }: { who: string }) {
    return (await staff(company)).call(leaving.undo, company.one(who))
  },
  async final(company: Company, { key, who, month }: Final) {
    const by = await staff(company)
    const body = { ...monthAndYear(month), pay_on: `${month}-28` }
    const made = await by.call(leaving.run, { ...company.one(who), body })
    if (made.status >= 300) return made
    return confirmOrRemove(company, key, made.body.id)
  },
  async unfinal(company: Company, { key }: { key: string }) {
    return reverse(company, company.one(key).params)
  },
  /** A part of what somebody owes beyond final dues, in hundredths. */
  async payBack(company: Company, given: { key: string; who: string; part: number; day: string }) {
    const { key, who, part, day } = given
    const claim = await claimOf(company, who)
    if (!claim) return refused('no claim')
    const amount = Math.round(claim.left * part) / 100
    const body = { amount, day, reference: key }
    const by = await staff(company)
    const reply = await by.call(finalClaims.pay, { params: { id: claim.id }, body })
    const entry = (await claimOf(company, who))?.entries.find(({ reference }) => reference === key)
    return named(company, key, reply, entry?.id)
  },
  async unpayBack(company: Company, { key }: { key: string }) {
    return (await staff(company)).call(finalClaims.takeBack, company.one(key))
  },
}

export const amends = { ...latePay, ...correcting, ...goings }
