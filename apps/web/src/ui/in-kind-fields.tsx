import { Checkbox, Select } from '@mantine/core'
import {
  askedOf,
  type BenefitKind,
  carBodies,
  houses,
  occupants,
} from '@mshahara/contract/benefits'
import { useTexts } from '../lib/language.tsx'
import { inKindTexts } from './in-kind-texts.ts'
import { Figure, Money } from './money.tsx'

/** What is asked about each kind of benefit in kind, and about a house, in whatever form. */

type AmountField = 'amount' | 'agreed' | 'market' | 'rent' | 'recovered' | 'totalIncome' | 'cc'
type ChoiceField = 'body' | 'occupant' | 'house'
type TickField = 'farm' | 'withGains'

/** The form's own fields by these names. */
export interface InKindForm {
  amount: (field: AmountField) => object
  choice: (field: ChoiceField) => object
  tick: (field: TickField) => object
  /** For what may be left empty. */
  optional?: object
}

const hasAmount = (kind: BenefitKind) => kind !== 'electricity' && kind !== 'water'

const amountLabel: Partial<Record<BenefitKind, 'firstCost' | 'hire' | 'bills' | 'cost'>> = {
  car: 'firstCost',
  furniture: 'firstCost',
  'leased car': 'hire',
  'hired furniture': 'hire',
  telephone: 'bills',
  'metered electricity': 'bills',
  'metered water': 'bills',
  other: 'cost',
}

export function BenefitFields({ kind, form }: { kind: BenefitKind; form: InKindForm }) {
  const t = useTexts(inKindTexts)
  return (
    <>
      {hasAmount(kind) && (
        <Money label={t[amountLabel[kind] ?? 'aMonth']} {...form.amount('amount')} />
      )}
      {kind === 'car' && (
        <>
          <Figure label={t.engine} {...form.amount('cc')} />
          <Select
            label={t.body}
            data={carBodies.map((value) => ({ value, label: t[value] }))}
            allowDeselect={false}
            {...form.choice('body')}
          />
        </>
      )}
      {(kind === 'car' || kind === 'leased car') && (
        <Money label={t.agreed} {...form.optional} {...form.amount('agreed')} />
      )}
      {kind === 'other' && <Money label={t.market} {...form.optional} {...form.amount('market')} />}
      {!hasAmount(kind) && <Checkbox label={t.farm} {...form.tick('farm')} />}
    </>
  )
}

const occupantLabel = {
  employee: 'employee',
  director: 'director',
  farm: 'farmWorker',
} as const satisfies Record<(typeof occupants)[number], string>

interface HouseProps {
  occupant: (typeof occupants)[number]
  house: (typeof houses)[number]
  form: InKindForm
}

export function HouseFields({ occupant, house, form }: HouseProps) {
  const t = useTexts(inKindTexts)
  const asked = askedOf(occupant, house)
  return (
    <>
      <Select
        label={t.occupant}
        data={occupants.map((value) => ({ value, label: t[occupantLabel[value]] }))}
        allowDeselect={false}
        {...form.choice('occupant')}
      />
      {occupant !== 'farm' && (
        <Select
          label={t.whose}
          data={houses.map((value) => ({ value, label: t[value] }))}
          allowDeselect={false}
          {...form.choice('house')}
        />
      )}
      {asked.rent && <Money label={t.rent} {...form.amount('rent')} />}
      {asked.market && <Money label={t.marketRent} {...form.amount('market')} />}
      {occupant === 'director' && (
        <Money label={t.totalIncome} {...form.optional} {...form.amount('totalIncome')} />
      )}
      <Money label={t.recovered} {...form.optional} {...form.amount('recovered')} />
      {occupant === 'employee' && house === 'own' && (
        <Checkbox label={t.withGains} {...form.tick('withGains')} />
      )}
    </>
  )
}
