import type { RecordedKind } from '@mshahara/contract/benefit-records'
import type { Benefit } from '@mshahara/engine/benefits'
import type { KindPart } from '@mshahara/engine/in-kind'
import type { House } from '@mshahara/engine/quarters'
import type { CarBody, Occupant } from '@mshahara/engine/statutory/benefits'
import { sql } from '../../foundation/core/sql.ts'
import { cents, type Intake, jsonFields } from '../../foundation/pay/intake.ts'

/** What the monthly run takes in of what somebody has besides money (B33). */

/** As JSON has it: shillings. */
interface Had {
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

const facts = 'kind amount market agreed cc body farm occupant house recovered total_income'

/** The days are those within the month: what ends it later changes no draft of this one. */
export const benefitsIntake: Intake<Had[] | null> = {
  name: 'benefits',
  sparse: 'unsaid',
  source: ({ first, last }) => sql`select json_agg(json_build_object(
        ${jsonFields('i', `${facts} with_gains`)}, 'from', greatest(i."from", ${first}::date),
        'to', least(i."to", ${last}::date)) order by i.created_at, i.id) as value
      from benefits i where i.organization_id = e.organization_id and i.employee_id = e.id
        and i."from" <= ${last}::date and (i."to" is null or i."to" >= ${first}::date)`,
  parts: (list) => (list ?? []).map(partOf),
}

const given = (amount: number | null) => (amount === null ? undefined : cents(amount))

function partOf(had: Had): KindPart {
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
