import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, instant, numberInput, shillings, shillingsInput } from './fields.ts'
import { limits } from './limits.ts'

export const packageNames = ['Trial', 'Free', 'Basic', 'Standard', 'Enterprise'] as const

export const subscription = z.object({
  package: z.object({
    id: z.string(),
    name: z.enum(packageNames),
    casuals: z.number(),
  }),
  /** KES a month; only for holders of `view organization` (A12). */
  price: shillings.nullable(),
  employees: z.number(),
  from: day,
  /** The first day after the period. */
  to: day,
  employee_count: z.number(),
  casual_count: z.number(),
})
export type Subscription = z.output<typeof subscription>
export type SubscriptionStatus = 'active' | 'expiring' | 'expired'

export const daysLeft = (to: string, today: string) =>
  Math.round((Date.parse(to) - Date.parse(today)) / 86_400_000)

/** Specification 1, section 4. `to` is exclusive, so a period ending today has ended. */
export function subscriptionStatus(
  { package: { name }, to }: Pick<Subscription, 'to'> & { package: { name: string } },
  today: string,
): SubscriptionStatus {
  if (name === 'Free') return 'active'
  const days = daysLeft(to, today)
  if (days <= 0) return 'expired'
  return days <= limits.expiringDays ? 'expiring' : 'active'
}

export const isUnlimited = (limit: number) => limit > limits.unlimitedAbove
/** A limit above 900 never limits (A17). */
export const limitReached = (limit: number, count: number) => !isUnlimited(limit) && limit <= count

type Places = Record<'employees' | 'casuals', number>
type People = Pick<Subscription, 'employee_count' | 'casual_count'>

/** Of whom there are as many as a plan allows, or more: nobody changes to it. */
export function fullIn(plan: Places, { employee_count, casual_count }: People) {
  const counts: Places = { employees: employee_count, casuals: casual_count }
  const who = (['employees', 'casuals'] as const).find((of) => limitReached(plan[of], counts[of]))
  return who && { who, limit: plan[who], count: counts[who] }
}

export const durations = [1, 3, 6, 9, 12] as const
export type Duration = (typeof durations)[number]
/** Twelve months for the price of eleven. */
export const isDiscounted = (months: number) => months === 12
/** In whatever unit the monthly price is given. */
export const priceFor = (monthly: number, months: number) =>
  monthly * (isDiscounted(months) ? months - 1 : months)

const plan = z.object({
  id: z.string(),
  name: z.enum(packageNames),
  /** KES a month. */
  price: shillings,
  employees: z.number(),
  casuals: z.number(),
})
export type Plan = z.output<typeof plan>

const most = (label: string) =>
  numberInput(label, (number) =>
    number
      .int(`${label} must be a whole number.`)
      .min(1, `${label} must be at least 1.`)
      .max(1000, `${label} can be at most 1,000, which is unlimited.`),
  )

/** M-PESA takes whole shillings, so prices have no cents. */
const planInput = z.object({
  price: shillingsInput('Price').refine(
    (cents) => cents % 100 === 0,
    'Price must be in whole shillings, as M-PESA takes no cents.',
  ),
  employees: most('Employees'),
  casuals: most('Casuals'),
})

const byPackage = z.object({ id: z.enum(['trial', 'free', 'basic', 'standard', 'enterprise']) })

export const subscriptions = {
  current: endpoint({
    method: 'GET',
    path: 'subscription',
    access: 'signed-in',
    summary: 'The subscription in force, with the counts it limits.',
    response: subscription,
  }),
  packages: endpoint({
    method: 'GET',
    path: 'packages',
    access: 'signed-in',
    needs: 'login',
    summary: 'The packages, the cheapest first.',
    response: z.array(plan),
  }),
  changePackage: endpoint({
    method: 'PATCH',
    path: 'package/:id',
    access: 'super-admin',
    needs: 'login',
    summary: 'Change price and limits, for new orders only.',
    params: byPackage,
    body: planInput,
    response: plan,
  }),
  packageHistory: endpoint({
    method: 'GET',
    path: 'package-history',
    access: 'super-admin',
    needs: 'login',
    summary: 'What packages cost and allowed, and who changed it, newest first.',
    response: z.array(plan.extend({ by: z.string(), at: instant })),
  }),
}
