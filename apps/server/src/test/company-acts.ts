import { contract } from '@mshahara/contract'
import { monthAndYear } from '@mshahara/contract/months'
import type { ExtraKind } from '@mshahara/contract/off-cycle'
import { order, type Wish } from './checkout.ts'
import type { Company } from './company.ts'
import { amends } from './company-amends.ts'
import {
  type Answered,
  confirm,
  confirmOrRemove,
  type Given,
  named,
  paidBy,
  refused,
  reverse,
  runsOf,
  staff,
} from './company-calls.ts'
import { agreed } from './company-second.ts'
import type { EmployeeBody } from './office.ts'

/**
 * What people of a company do, each a call or the few calls behind one button. What it is about
 * are names of the story, so that the same can be done in another company.
 */

const { employees, allowances, incomes, deductions, variablePay, casuals } = contract
const { leaveRequests, leaveBalances, leaveTypes, loans } = contract
const { payrolls, payouts, exports, casualPayrolls, casualTerms, musterRolls } = contract
const { offCycle } = contract

// ---------------------------------------------------------------- people and their pay

const people = {
  async hire(company: Company, { who, ...body }: { who: string } & EmployeeBody) {
    const reply = await (await staff(company)).call(employees.create, { body })
    named(company, who, reply)
    if (reply.status === 201) await company.gives(who)
    return reply
  },
  /** Salary, or where it is paid to. */
  async change(
    company: Company,
    { who, ...body }: { who: string } & Given<typeof employees.update>,
  ) {
    const by = await staff(company)
    return agreed(company, () => by.call(employees.update, { ...company.one(who), body }))
  },
  async allow(company: Company, { who, amount }: { who: string; amount: number }) {
    const body = { employee_id: company.id(who), name: 'House', amount, type: 'house' as const }
    const by = await staff(company)
    return agreed(company, () => by.call(allowances.create, { body }))
  },
  async deduct(company: Company, given: { who: string; amount: number; from: string }) {
    const { who, amount, from } = given
    const body = { employee_id: company.id(who), name: 'Welfare', amount, from }
    return (await staff(company)).call(deductions.create, { body })
  },
  async reward(
    company: Company,
    given: { key: string; who: string; amount: number; from: string },
  ) {
    const { key, who, amount, from } = given
    const body = { employee_id: company.id(who), name: `Bonus ${key}`, amount, one_off: true, from }
    const by = await staff(company)
    const done = await agreed(company, () => by.call(incomes.create, { body }))
    return named(company, key, done)
  },
  async unreward(company: Company, { key }: { key: string }) {
    return (await staff(company)).call(incomes.remove, company.one(key))
  },
  async vary(company: Company, given: { who: string; month: string; hours: number }) {
    const { who, month, hours } = given
    const people = [{ employee_id: company.id(who), overtime_hours: hours }]
    return (await staff(company)).call(variablePay.save, { body: { month, people } })
  },
  async quit(company: Company, { who, day }: { who: string; day: string }) {
    const body = { status: 'terminated' as const, termination_date: day }
    return (await staff(company)).call(employees.status, { ...company.one(who), body })
  },
}

// ---------------------------------------------------------------- leave

interface Asked {
  key: string
  who: string
  type: string
  start_date: string
  end_date: string
  half_start: boolean
}

const leave = {
  async ask(company: Company, { key, who, type, ...days }: Asked) {
    const by = await staff(company)
    const { body: types } = await by.call(leaveTypes.list)
    const leave_type_id = types.find(({ name }) => name === type)?.id ?? ''
    const body = { employee_id: company.id(who), leave_type_id, ...days }
    return named(company, key, await by.call(leaveRequests.create, { body }))
  },
  async agree(company: Company, { key }: { key: string }) {
    return (await staff(company)).call(leaveRequests.approve, { ...company.one(key), body: {} })
  },
  async reject(company: Company, { key }: { key: string }) {
    const body = { rejection_reason: 'No' }
    return (await staff(company)).call(leaveRequests.reject, { ...company.one(key), body })
  },
  async cancel(company: Company, { key }: { key: string }) {
    return (await staff(company)).call(leaveRequests.cancel, company.one(key))
  },
  async payOut(company: Company, { who, days }: { who: string; days: number }) {
    const annual = await annualOf(company, who)
    if (!annual) return refused('no balance')
    const body = { days, reason: 'Asked for' }
    return (await staff(company)).call(leaveBalances.encash, { params: { id: annual }, body })
  },
  async keep(company: Company, { who }: { who: string }) {
    const annual = await annualOf(company, who)
    if (!annual) return refused('no balance')
    return (await staff(company)).call(leaveBalances.keepInstead, { params: { id: annual } })
  },
}

async function annualOf(company: Company, who: string) {
  const { body } = await (await staff(company)).call(leaveBalances.ofEmployee, company.one(who))
  return body.balances.find(({ leave_type: { name } }) => name === 'Annual Leave')?.id
}

// ---------------------------------------------------------------- loans

interface Applied {
  key: string
  who: string
  product_id: number
  amount: number
  term_months: number
  guarantors: string[]
  tops_up?: string
}

const lending = {
  async apply(company: Company, { key, who, guarantors, tops_up, ...wanted }: Applied) {
    const [guarantor_1, guarantor_2] = guarantors.map(company.id)
    const body = {
      ...{ ...wanted, purpose: 'Medical', guarantor_1, guarantor_2 },
      tops_up: tops_up ? company.id(tops_up) : undefined,
    }
    return named(company, key, await (await company.by(who)).call(loans.create, { body }))
  },
  /** A guarantor says yes. */
  async stand(company: Company, { key, who }: { key: string; who: string }) {
    const by = await company.by(who)
    const { body: loan } = await (await staff(company)).call(loans.get, company.one(key))
    const own = loan.guarantors.find(({ employee: { id } }) => id === company.id(who))
    return by.call(loans.approveRequest, { params: { id: own?.id ?? '' } })
  },
  async lend(company: Company, { key, day }: { key: string; day: string }) {
    const body = { disbursed_on: day }
    return (await staff(company)).call(loans.approve, { ...company.one(key), body })
  },
  async withdraw(company: Company, { key, who }: { key: string; who: string }) {
    return (await company.by(who)).call(loans.withdraw, company.one(key))
  },
  async unlend(company: Company, { key }: { key: string }) {
    const body = { reason: 'Not paid out' }
    return (await staff(company)).call(loans.cancel, { ...company.one(key), body })
  },
  async repay(company: Company, given: { key: string; loan: string; amount: number; day: string }) {
    const { key, loan, amount, day } = given
    const body = { amount, day, reference: key }
    const reply = await (await staff(company)).call(loans.repay, { ...company.one(loan), body })
    const entry = reply.body.entries?.find(({ reference }) => reference === key)
    return named(company, key, reply, entry?.id)
  },
  async writeOff(company: Company, { key, loan }: { key: string; loan: string }) {
    const body = { reason: key }
    const reply = await (await staff(company)).call(loans.writeOff, { ...company.one(loan), body })
    const entry = reply.body.entries?.findLast(({ kind }) => kind === 'write-off')
    return named(company, key, reply, entry?.id)
  },
  async takeBack(company: Company, { key }: { key: string }) {
    const body = { reason: 'Entered wrongly' }
    return (await staff(company)).call(loans.takeBack, { ...company.one(key), body })
  },
}

// ---------------------------------------------------------------- months and weeks of pay

const months = {
  /** Drafts, worked out again, and whoever is in none: all of the month, or nobody. */
  async run(company: Company, { month }: { month: string }) {
    const by = await staff(company)
    for (const params of await runsOf(company, month, 'draft')) {
      const { body } = await by.call(payrolls.recalculate, { params })
      if (body.count === 0) await by.call(payrolls.remove, { params })
    }
    const made = await by.call(payrolls.create, { body: monthAndYear(month) })
    const drafts = await runsOf(company, month, 'draft')
    if (drafts.length === 0) return made
    for (const params of drafts) {
      const done = await confirm(company, params)
      if (done.status >= 300) {
        await months.reverse(company, { month })
        return done
      }
    }
    return { status: 200, body: {} }
  },
  async draft(company: Company, { month }: { month: string }) {
    return (await staff(company)).call(payrolls.create, { body: monthAndYear(month) })
  },
  async undraft(company: Company, { month }: { month: string }) {
    const [params] = await runsOf(company, month, 'draft')
    if (!params) return refused('no draft')
    return (await staff(company)).call(payrolls.remove, { params })
  },
  async reverse(company: Company, { month }: { month: string }) {
    let reply: Answered = refused('no run')
    for (const params of await runsOf(company, month, 'confirmed')) {
      reply = await reverse(company, params)
      if (reply.status >= 300) throw new Error(JSON.stringify(reply.body))
    }
    return reply
  },
}

interface Extra {
  key: string
  month: string
  kind: ExtraKind
  amounts: { who: string; amount: number }[]
}

const extras = {
  /** Chosen people and amounts beside the month's: made, worked out and confirmed. */
  async extra(company: Company, { key, month, kind, amounts }: Extra) {
    const by = await staff(company)
    const given = new Map(amounts.map(({ who, amount }) => [company.id(who), amount]))
    const items = [{ name: key, kind }]
    const facts = { ...monthAndYear(month), title: key, pay_on: `${month}-28` }
    const body = { ...facts, items, employees: [...given.keys()] }
    const made = await by.call(offCycle.create, { body })
    if (made.status >= 300) return made
    const params = { id: made.body.id }
    const { body: grid } = await by.call(offCycle.amounts, { params })
    const rows = grid.rows.map(({ id, payslip_id }) => {
      return { payslip_id, amounts: [given.get(id) ?? 0] }
    })
    const saved = await by.call(offCycle.save, { params, body: { items, rows } })
    if (saved.status < 300) return confirmOrRemove(company, key, params.id)
    await by.call(payrolls.remove, { params })
    return saved
  },
  async unextra(company: Company, { key }: { key: string }) {
    return reverse(company, company.one(key).params)
  },
}

interface Marks {
  from: string
  marks: { who: string; day: string; present: 0 | 0.5 | 1 }[]
}

const weeks = {
  async hireCasual(company: Company, { who, ...body }: { who: string } & CasualBody) {
    const reply = await (await staff(company)).call(casuals.create, { body })
    return named(company, who, reply, reply.body.data?.id)
  },
  async terms(company: Company, { statutory }: { statutory: boolean }) {
    const body = { statutory, overtime_factor: 1.5, day_hours: 8 }
    return (await staff(company)).call(casualTerms.change, { body })
  },
  async changeCasual(company: Company, { who, phone }: { who: string; phone: string }) {
    const by = await staff(company)
    const call = { ...company.one(who), body: { phone } }
    return agreed(company, () => by.call(casuals.update, call))
  },
  async roll(company: Company, { from, marks }: Marks) {
    const rows = marks.map(({ who, ...mark }) => ({ casual_id: company.id(who), ...mark }))
    const body = { from, days: 7 as const, marks: rows }
    return (await staff(company)).call(musterRolls.save, { body })
  },
  async week(company: Company, { key, from, to }: { key: string; from: string; to: string }) {
    const by = await staff(company)
    const made = await by.call(casualPayrolls.create, { body: { from, to } })
    if (made.status >= 300) return made
    const call = { params: { id: made.body.id } }
    const { body: checks } = await by.call(casualPayrolls.checks, call)
    const days = checks.flatMap((check) => check.days.map(({ day }) => day))
    const submit = () => by.call(casualPayrolls.confirm, { ...call, body: { days } })
    const done = await agreed(company, submit)
    if (done.status >= 300) await by.call(casualPayrolls.remove, call)
    return named(company, key, done, made.body.id)
  },
  async unweek(company: Company, { key }: { key: string }) {
    const body = { reason: 'Wrong' }
    const by = await staff(company)
    return agreed(company, () => by.call(casualPayrolls.reverse, { ...company.one(key), body }))
  },
}
type CasualBody = Given<typeof casuals.create>

// ---------------------------------------------------------------- money out and in

const money = {
  /** One asks, with everybody ticked, the other agrees; from then on it goes by itself. */
  async pay(company: Company, { run }: { run: string }) {
    let reply: Answered = refused('no run')
    for (const params of await paidBy(company, run)) {
      const finance = await company.by('finance')
      const { digest, leavers: held } = (await finance.call(payouts.preview, { params })).body
      const leavers = held?.map(({ payslip_id }) => payslip_id)
      const asked = await finance.call(payouts.make, { params, body: { digest, leavers } })
      if (asked.status >= 300) continue
      const by = await staff(company)
      const { body } = await by.call(payouts.preview, { params })
      reply = await by.call(payouts.approve, { params: { id: body.request?.id ?? '' } })
    }
    return reply
  },
  /** A bank file that is put aside again. */
  async file(company: Company, { month }: { month: string }) {
    const by = await staff(company)
    let reply: Answered = refused('no run')
    for (const params of await runsOf(company, month, 'confirmed')) {
      const body = { type: 'bank', extension: 'csv' } as never
      reply = await by.call(exports.make, { params, body })
      const { body: files } = await by.call(exports.byproducts, { params })
      for (const { id } of files) await by.call(exports.notUsed, { params: { id } })
    }
    return reply
  },
  async subscribe(company: Company, { key, ...wish }: { key: string } & Wish) {
    return named(company, key, await order(await staff(company), wish))
  },
}

export const acts = {
  ...people,
  ...leave,
  ...lending,
  ...months,
  ...extras,
  ...amends,
  ...weeks,
  ...money,
}

type Acts = typeof acts
export type Act = {
  [Name in keyof Acts]: { does: Name; given: Parameters<Acts[Name]>[1] }
}[keyof Acts]

export const perform = (company: Company, { does, given }: Act): Promise<Answered> =>
  acts[does](company, given as never)
