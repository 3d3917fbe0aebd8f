import type { BenefitKind } from '@mshahara/contract/benefits'
import { texts } from '../lib/language.tsx'

/** Benefits in kind: as they are asked for. */
export const inKindTexts = texts({
  title: { en: 'Benefits in kind', sw: 'Manufaa yasiyo ya fedha' },
  note: {
    en: 'Taxed as pay, but not paid out, and not counted for NSSF, SHIF or Housing Levy.',
    sw: 'Hutozwa ushuru pamoja na mshahara. Hayaongezi fedha, NSSF, SHIF (SHA) wala Tozo ya Nyumba.',
  },
  add: { en: 'Add a benefit', sw: 'Ongeza manufaa' },
  addHouse: { en: 'Add a house', sw: 'Ongeza nyumba' },
  benefit: { en: 'Benefit', sw: 'Manufaa' },
  house: { en: 'House from the employer', sw: 'Nyumba kutoka kwa mwajiri' },
  remove: {
    en: ({ what }: { what: string }) => `Remove ${what}`,
    sw: ({ what }: { what: string }) => `Ondoa ${what}`,
  },
  cost: { en: 'Cost', sw: 'Gharama' },
  firstCost: { en: 'Cost when bought', sw: 'Gharama ya kununua' },
  hire: { en: 'Hire a month', sw: 'Gharama ya kukodisha kwa mwezi' },
  bills: { en: 'Bills of the month', sw: 'Bili za mwezi' },
  aMonth: { en: 'Cost a month', sw: 'Gharama kwa mwezi' },
  market: { en: 'Market value', sw: 'Thamani ya soko' },
  engine: { en: 'Engine, cc', sw: 'Injini, cc' },
  body: { en: 'Kind of car', sw: 'Aina ya gari' },
  saloon: { en: 'Saloon, hatchback, estate', sw: 'Saloon, hatchback, estate' },
  van: { en: 'Pick-up, panel van', sw: 'Pick-up, gari la mizigo' },
  cruiser: { en: 'Land Rover, Land Cruiser', sw: 'Land Rover, Land Cruiser' },
  agreed: { en: 'Restricted use, agreed value', sw: 'Matumizi ya kiasi, thamani iliyokubaliwa' },
  farm: { en: 'On a farm', sw: 'Shambani' },
  occupant: { en: 'Lived in by', sw: 'Anayeishi' },
  employee: { en: 'An employee', sw: 'Mfanyakazi' },
  director: { en: 'A director, not full-time', sw: 'Mkurugenzi, si wa kudumu' },
  farmWorker: { en: 'A farm worker, on the farm', sw: 'Mfanyakazi wa shamba, shambani' },
  whose: { en: 'The house is', sw: 'Nyumba ni' },
  own: { en: "The employer's own", sw: 'Ya mwajiri' },
  rented: { en: 'Rented', sw: 'Imepangwa' },
  connected: { en: 'Rented, not at arm’s length', sw: 'Imepangwa kwa mtu wa karibu' },
  rent: { en: 'Rent a month', sw: 'Pango kwa mwezi' },
  marketRent: { en: 'Market rent a month', sw: 'Pango la soko kwa mwezi' },
  recovered: { en: 'Rent recovered', sw: 'Pango linalorejeshwa' },
  totalIncome: { en: 'Total income a month', sw: 'Jumla ya mapato kwa mwezi' },
  withGains: {
    en: 'At least 15% of pay (some read the Act so)',
    sw: 'Angalau 15% ya mapato (wengine husoma sheria hivyo)',
  },
})

type InBoth = { en: string; sw: string }
const named: Record<BenefitKind, InBoth> = {
  car: { en: 'Company car', sw: 'Gari la kampuni' },
  'leased car': { en: 'Leased car', sw: 'Gari la kukodisha' },
  meals: { en: 'Meals', sw: 'Chakula' },
  telephone: { en: 'Telephone', sw: 'Simu' },
  furniture: { en: 'Furniture', sw: 'Samani' },
  'hired furniture': { en: 'Hired furniture', sw: 'Samani za kukodisha' },
  electricity: { en: 'Electricity, communal', sw: 'Umeme wa pamoja' },
  'metered electricity': { en: 'Electricity, metered', sw: 'Umeme wa mita' },
  water: { en: 'Water, communal', sw: 'Maji ya pamoja' },
  'metered water': { en: 'Water, metered', sw: 'Maji ya mita' },
  'school fees': { en: 'School fees', sw: 'Karo ya shule' },
  servants: { en: 'Domestic servants', sw: 'Wafanyakazi wa nyumbani' },
  'club fees': { en: 'Club fees', sw: 'Ada za klabu' },
  insurance: { en: 'Insurance premiums', sw: 'Malipo ya bima' },
  other: { en: 'Other benefit', sw: 'Manufaa mengine' },
}
/** In the order in which they are offered. */
export const kindTexts = texts(named)
export const kindsInOrder = Object.keys(named) as BenefitKind[]
