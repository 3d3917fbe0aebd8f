import { counted } from '@mshahara/contract/counted'

interface LeftOut {
  skipped: number
  without_days: number
  partly: number
}

const casuals = (count: number) => counted(count, 'casual')

/** Who is not in a payroll for all of its days, and why (C24); nothing when everybody is. */
export function skippedWords({ skipped, without_days, partly }: LeftOut): string {
  const parts = [
    skipped > 0 &&
      `${casuals(skipped)} ${skipped === 1 ? 'was' : 'were'} left out: already in a payroll for ` +
        'all of these days.',
    partly > 0 &&
      `${casuals(partly)} ${partly === 1 ? 'is' : 'are'} paid for the days that no other payroll has.`,
    without_days > 0 &&
      `${casuals(without_days)} ${without_days === 1 ? 'has' : 'have'} no day on the muster roll.`,
  ]
  return parts.filter(Boolean).join(' ')
}
