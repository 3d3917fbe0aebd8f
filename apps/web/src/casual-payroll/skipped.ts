interface LeftOut {
  skipped: number
  without_days: number
}

const casuals = (count: number) => (count === 1 ? '1 casual' : `${count} casuals`)

/** Who is not in a payroll, and why (C2); nothing when everybody is. */
export function skippedWords({ skipped, without_days }: LeftOut): string {
  const parts = [
    skipped > 0 &&
      `${casuals(skipped)} ${skipped === 1 ? 'was' : 'were'} skipped: already in a payroll for ` +
        'one of these days.',
    without_days > 0 &&
      `${casuals(without_days)} ${without_days === 1 ? 'has' : 'have'} no day on the muster roll.`,
  ]
  return parts.filter(Boolean).join(' ')
}
