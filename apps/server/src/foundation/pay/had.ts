import type { RecordedKind } from '@mshahara/contract/benefit-records'
import type { Benefit } from '@mshahara/engine/benefits'
import { type InKind, inKind, type KindPart } from '@mshahara/engine/in-kind'
import type { House } from '@mshahara/engine/quarters'
import type { CarBody, Occupant } from '@mshahara/engine/statutory/benefits'
import { cents } from './intake.ts'

/** What somebody has besides money, as `benefits_in` tells it of a month (B33). */

/** As JSON has it: shillings. */
export interface Had {
  kind: RecordedKind
  amount: number | null
  market: number | null
  agreed: number | null
  cc: number | null
  body: CarBody | null
  farm: boolean | null
  occupant: Occupant | null
  house: House | null
  recovered: number | null
  total_income: number | null
  with_gains: boolean | null
  from: string
  to: string
}

/** Of a confirmed month whose benefits were changed since, with the days that it was paid for. */
export interface LateBenefits {
  had: Had[]
  from: string
  to: string | null
}

export const lateInKind = ({ had, from, to }: LateBenefits, month: string): InKind =>
  inKind(had.map(partOf), { from, to }, month)

const given = (amount: number | null) => (amount === null ? undefined : cents(amount))

export function partOf(had: Had): KindPart {
  const { from, to, occupant, house } = had
  if (had.kind !== 'house') return { side: 'benefit', of: benefitOf(had, had.kind), from, to }
  return {
    ...{ side: 'quarters', from, to },
    of: {
      occupant: occupant ?? 'employee',
      house: house ?? 'own',
      rent: given(had.amount),
      market: given(had.market),
      recovered: given(had.recovered),
      totalIncome: given(had.total_income),
      ...(had.with_gains && { withGains: true as const }),
    },
  }
}

function benefitOf(had: Had, kind: Exclude<RecordedKind, 'house'>): Benefit {
  const amount = cents(had.amount)
  const agreed = given(had.agreed)
  switch (kind) {
    case 'car':
      return { kind, amount, body: had.body ?? 'saloon', cc: had.cc ?? 0, agreed }
    case 'leased car':
      return { kind, amount, agreed }
    case 'electricity':
    case 'water':
      return { kind, farm: had.farm ?? false }
    case 'other':
      return { kind, amount, market: given(had.market) }
    default:
      return { kind, amount }
  }
}
