import type { EntryKind } from '@mshahara/contract/leave-balances'
import { accruedBy, anniversaryIn, type Joiners } from '@mshahara/engine/leave-accrual'

/** What a balance has been given by a day. Pure; hundredths of a day. */

export interface GrantTerms {
  year: number
  accrual: 'upfront' | 'monthly' | 'anniversary'
  default_days: number
  joined: string
  left: string | null
  joiners: Joiners
}

export interface Grant {
  kind: EntryKind
  key: string
  days: number
  day: string
}

const afterMonth = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
}

/** What a balance has been given already. */
export interface Given {
  keys: readonly string[]
  /** By the month. */
  accrued: number
}

/** What is missing of it. A type that changes within the year gives nothing twice. */
export function grantsMissing(today: string, terms: GrantTerms, { keys, accrued }: Given): Grant[] {
  // A balance that was opened with days of its own is granted no others.
  if (keys.includes('opened') || keys.includes('entitlement')) return []
  return grantsBy(today, terms)
    .filter(({ key }) => !keys.includes(key))
    .map((grant) =>
      grant.key === 'entitlement' ? { ...grant, days: grant.days - accrued } : grant,
    )
    .filter(({ days }) => days > 0)
}

function grantsBy(today: string, terms: GrantTerms): Grant[] {
  const { year, accrual, default_days, joined, left, joiners } = terms
  if (accrual === 'monthly') {
    return accruedBy(today, year, default_days, { joined, left }, joiners).map(
      ({ month, days }) => ({
        kind: 'accrual',
        key: `accrual ${month}`,
        days,
        day: afterMonth(month),
      }),
    )
  }
  const start = `${year}-01-01`
  const day =
    accrual === 'anniversary' ? anniversaryIn(year, joined) : joined > start ? joined : start
  const isDue = day !== null && (accrual === 'upfront' || day <= today)
  if (!isDue || default_days === 0 || (left !== null && left < day)) return []
  return [{ kind: 'entitlement', key: 'entitlement', days: default_days, day }]
}
