import { z } from 'zod'
import { limits } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { day, shillings } from './fields.ts'

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

/** Specification 1, section 4. `to` is exclusive, so a period ending today has ended. */
export function subscriptionStatus(
  { package: { name }, to }: Pick<Subscription, 'to'> & { package: { name: string } },
  today: string,
): SubscriptionStatus {
  if (name === 'Free') return 'active'
  const days = Math.round((Date.parse(to) - Date.parse(today)) / 86_400_000)
  if (days <= 0) return 'expired'
  return days <= limits.expiringDays ? 'expiring' : 'active'
}

export const isUnlimited = (limit: number) => limit > limits.unlimitedAbove
/** A limit above 900 never limits (A17). */
export const limitReached = (limit: number, count: number) => !isUnlimited(limit) && limit <= count

export const subscriptions = {
  current: endpoint({
    method: 'GET',
    path: 'subscription',
    access: 'signed-in',
    summary: 'The subscription in force, with the counts it limits.',
    response: subscription,
  }),
}
