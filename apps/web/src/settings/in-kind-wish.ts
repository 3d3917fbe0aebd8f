import {
  askedOf,
  type BenefitInput,
  type BenefitKind,
  benefitInput,
  benefitKinds,
  carBodies,
  houses,
  occupants,
  type QuartersInput,
  quartersInput,
} from '@mshahara/contract/benefits'

/** Benefits in kind as they are being entered, and as the address has them. */

type Amount = number | string

export interface BenefitWish {
  /** Tells the rows of the form apart. */
  id: number
  kind: BenefitKind
  amount: Amount
  cc: Amount
  body: (typeof carBodies)[number]
  agreed: Amount
  market: Amount
  farm: boolean
}

export interface HouseWish {
  occupant: (typeof occupants)[number]
  house: (typeof houses)[number]
  rent: Amount
  market: Amount
  recovered: Amount
  totalIncome: Amount
  withGains: boolean
}

export const newBenefit = (id: number, kind: BenefitKind): BenefitWish => ({
  ...{ id, kind, amount: '', cc: '', body: 'saloon', agreed: '', market: '', farm: false },
})
export const newHouse: HouseWish = {
  ...{ occupant: 'employee', house: 'own', rent: '', market: '', recovered: '' },
  ...{ totalIncome: '', withGains: false },
}

const given = (amount: Amount) => (amount === '' ? undefined : amount)

/** As the call takes it. */
export function benefitOf(wish: BenefitWish): BenefitInput {
  const { kind, body, farm } = wish
  const amount = given(wish.amount)
  const agreed = given(wish.agreed)
  const asked =
    kind === 'car'
      ? { kind, amount, cc: given(wish.cc), body, agreed }
      : kind === 'leased car'
        ? { kind, amount, agreed }
        : kind === 'electricity' || kind === 'water'
          ? { kind, farm }
          : { kind, amount, ...(kind === 'other' && { market: given(wish.market) }) }
  return asked as BenefitInput
}

export function houseOf(wish: HouseWish): QuartersInput {
  const { occupant, house } = wish
  const asked = askedOf(occupant, house)
  return {
    occupant,
    house,
    rent: asked.rent ? given(wish.rent) : undefined,
    market: asked.market ? given(wish.market) : undefined,
    recovered: given(wish.recovered),
    totalIncome: occupant === 'director' ? given(wish.totalIncome) : undefined,
    withGains: occupant === 'employee' && house === 'own' && wish.withGains,
  }
}

export interface InKindWish {
  benefits: BenefitWish[]
  house: HouseWish | null
}

/** What is complete counts; the rest waits until it is. */
export function inKindOf({ benefits, house }: InKindWish) {
  const complete = benefits.map(benefitOf).filter((one) => benefitInput.safeParse(one).success)
  const quarters = house && houseOf(house)
  return {
    ...(complete.length > 0 && { benefits: complete }),
    ...(quarters && quartersInput.safeParse(quarters).success && { quarters }),
  }
}

// ---------------------------------------------------------------- in the address

/** "car_a2500000_c1800_bvan": each part begins with a letter that says what it is. */
const joiner = '_'
const among = <T extends string>(list: readonly T[], text: string | undefined, usual: T): T =>
  list.find((one) => one === text) ?? usual

const partsIn = (text: string) => {
  const [first = '', ...rest] = text.split(joiner)
  return { first, parts: new Map(rest.map((part) => [part.slice(0, 1), part.slice(1)])) }
}
const amountIn = (text: string | undefined): Amount =>
  text !== undefined && /^\d{1,10}(\.\d{1,2})?$/.test(text) ? Number(text) : ''
const told = (letter: string, amount: Amount) =>
  typeof amount === 'number' ? [letter + amount] : []

/** Spaces have no place in an address. */
const dashed = (kind: string) => kind.replace(' ', '-')

function benefitIn(text: string, index: number): BenefitWish[] {
  const { first, parts } = partsIn(text)
  const kind = (benefitKinds as readonly BenefitKind[]).find((one) => dashed(one) === first)
  if (!kind) return []
  return [
    {
      ...newBenefit(index + 1, kind),
      amount: amountIn(parts.get('a')),
      cc: amountIn(parts.get('c')),
      body: among(carBodies, parts.get('b'), 'saloon'),
      agreed: amountIn(parts.get('g')),
      market: amountIn(parts.get('m')),
      farm: parts.has('f'),
    },
  ]
}

function houseIn(text: string): HouseWish {
  const { first, parts } = partsIn(text)
  return {
    occupant: among(occupants, first, 'employee'),
    house: among(houses, parts.get('h'), 'own'),
    rent: amountIn(parts.get('r')),
    market: amountIn(parts.get('m')),
    recovered: amountIn(parts.get('v')),
    totalIncome: amountIn(parts.get('t')),
    withGains: parts.has('g'),
  }
}

const most = 30

export function inKindIn(search: Record<string, unknown>): InKindWish {
  const { benefits, house } = search
  return {
    benefits:
      typeof benefits === 'string' ? benefits.split(',').slice(0, most).flatMap(benefitIn) : [],
    house: typeof house === 'string' ? houseIn(house) : null,
  }
}

export function inKindAddress({ benefits, house }: InKindWish) {
  const rows = benefits.map(({ kind, amount, cc, body, agreed, market, farm }) =>
    [
      ...[dashed(kind), ...told('a', amount), ...told('c', cc)],
      ...(body === 'saloon' ? [] : [`b${body}`]),
      ...[...told('g', agreed), ...told('m', market), ...(farm ? ['f'] : [])],
    ].join(joiner),
  )
  return {
    benefits: rows.length > 0 ? rows.join(',') : undefined,
    house: house ? houseText(house) : undefined,
  }
}

const houseText = ({ occupant, house, withGains, ...amounts }: HouseWish) =>
  [
    ...[occupant, `h${house}`, ...told('r', amounts.rent), ...told('m', amounts.market)],
    ...[...told('v', amounts.recovered), ...told('t', amounts.totalIncome)],
    ...(withGains ? ['g'] : []),
  ].join(joiner)
