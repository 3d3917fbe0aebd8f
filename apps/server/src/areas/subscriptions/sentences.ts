import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about the plan of their organisation. */
export const say = englishOf('subscriptions', {
  unpaid: 'This plan has not been paid for.',
  kept: 'A purchase cannot be changed.',
  notFree: 'A price of 0 would give the package away.',
  costsNothing: ({ plan }: { plan: string }) => `The ${plan} package costs nothing.`,
  limitReached: ({ limit, who, count }: { limit: number; who: string; count: number }) =>
    `Your subscription allows ${limit} ${who}, and there are ${count} already: ` +
    `${count >= limit ? 'no more' : `only ${limit - count} more`} can be added. Please upgrade.`,
})
