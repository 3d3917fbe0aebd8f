import type { RecordedKind } from '@mshahara/contract/benefit-records'
import type { House } from '@mshahara/engine/quarters'
import type { CarBody, Occupant } from '@mshahara/engine/statutory/benefits'
import type { Column } from '../../foundation/sheets/columns.ts'
import { personColumns } from '../employees/index.ts'

/** The sheet of benefits in kind: its columns, and the words for its choices. */

export const kindWords: Record<RecordedKind, string> = {
  car: 'Company car',
  'leased car': 'Leased car',
  meals: 'Meals',
  telephone: 'Telephone',
  furniture: 'Furniture',
  'hired furniture': 'Hired furniture',
  electricity: 'Electricity, communal',
  'metered electricity': 'Electricity, metered',
  water: 'Water, communal',
  'metered water': 'Water, metered',
  'school fees': 'School fees',
  servants: 'Domestic servants',
  'club fees': 'Club fees',
  insurance: 'Insurance premiums',
  other: 'Other benefit',
  house: 'House',
}
export const bodyWords: Record<CarBody, string> = {
  saloon: 'Saloon',
  van: 'Van',
  cruiser: 'Cruiser',
}
export const occupantWords: Record<Occupant, string> = {
  employee: 'Employee',
  director: 'Director',
  farm: 'Farm worker',
}
export const houseWords: Record<House, string> = {
  own: 'Own',
  rented: 'Rented',
  connected: 'Connected',
}

/** The key that has these words. */
export const keyOf = <K extends string>(words: Record<K, string>, word: unknown) =>
  (Object.keys(words) as K[]).find((key) => words[key] === word)

export const columnsFor = (prefix: string): Column[] => [
  ...[...personColumns(prefix), ...what, ...car, ...home],
  {
    key: 'farm',
    title: 'On A Farm',
    also: ['Farm'],
    kind: 'yes-no',
    hint: 'Of communal electricity and water.',
    examples: ['', ''],
  },
  {
    key: 'from',
    title: 'From',
    also: ['From Date', 'Start Date', 'Since'],
    required: true,
    kind: 'date',
    hint: 'The first day.',
    examples: ['2026-03-01', '2026-03-16'],
  },
  {
    key: 'to',
    title: 'To',
    also: ['To Date', 'End Date', 'Until'],
    kind: 'date',
    assumed: 'until further notice',
    hint: 'The last day. Left empty: until further notice.',
    examples: ['', '2026-12-31'],
  },
  {
    key: 'description',
    title: 'Description',
    also: ['Note', 'Details'],
    kind: 'text',
    hint: 'Tells two of a kind from the same day apart.',
    examples: ['KDA 123A', ''],
  },
]

const what: Column[] = [
  {
    key: 'kind',
    title: 'Benefit',
    also: ['Kind', 'Type', 'Benefit In Kind'],
    required: true,
    kind: 'choice',
    choices: Object.values(kindWords),
    spellings: { car: kindWords.car, phone: kindWords.telephone, other: kindWords.other },
    hint: 'If the person has it from the same day already, it is updated.',
    examples: [kindWords.car, kindWords.house],
  },
  {
    key: 'amount',
    title: 'Amount',
    also: ['Cost', 'Bills', 'Hire', 'Rent'],
    kind: 'number',
    hint: 'Cost when bought (car, furniture); hire, bills, cost or rent of a month.',
    examples: [2_500_000, 40_000],
  },
  {
    key: 'market',
    title: 'Market Value',
    also: ['Market Rent'],
    kind: 'number',
    hint: 'Of another benefit, or the market rent of a house.',
    examples: ['', ''],
  },
]

const car: Column[] = [
  {
    key: 'cc',
    title: 'Engine CC',
    also: ['CC', 'Engine', 'Engine Size'],
    kind: 'number',
    rate: true,
    hint: 'Of a company car.',
    examples: [1800, ''],
  },
  {
    key: 'body',
    title: 'Car Type',
    also: ['Body', 'Kind Of Car'],
    kind: 'choice',
    choices: Object.values(bodyWords),
    hint: 'Saloon, Van (pick-ups, too) or Cruiser. Left empty: Saloon.',
    examples: [bodyWords.saloon, ''],
  },
  {
    key: 'agreed',
    title: 'Agreed Value',
    kind: 'number',
    hint: 'A month, for restricted use of a car, as the Commissioner agreed.',
    examples: ['', ''],
  },
]

const home: Column[] = [
  {
    key: 'house',
    title: 'House Is',
    also: ['House'],
    kind: 'choice',
    choices: Object.values(houseWords),
    hint: 'Own (the employer’s), Rented, or Connected (rented, not at arm’s length).',
    examples: ['', houseWords.rented],
  },
  {
    key: 'occupant',
    title: 'Lived In By',
    also: ['Occupant'],
    kind: 'choice',
    choices: Object.values(occupantWords),
    hint: 'Employee, Director (not full-time) or Farm worker. Left empty: Employee.',
    examples: ['', occupantWords.employee],
  },
  {
    key: 'recovered',
    title: 'Rent Recovered',
    kind: 'number',
    hint: 'What the person pays of it a month; deduct it as a deduction, too.',
    examples: ['', 5000],
  },
  {
    key: 'total_income',
    title: 'Total Income',
    kind: 'number',
    hint: 'Of a director, a month, from everywhere.',
    examples: ['', ''],
  },
  {
    key: 'with_gains',
    title: 'At Least 15% Of Pay',
    kind: 'yes-no',
    hint: 'Of the employer’s own house: some read the Act so. Left empty: No.',
    examples: ['', ''],
  },
]
