import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about pay of a year that came from elsewhere. */
export const say = englishOf('opening', {
  takenBack: 'The opening balances were taken back.',
  kept:
    'A payroll of these people was confirmed since: these opening balances stay. Reverse the ' +
    'payroll first if they are wrong.',
  paid: 'Somebody was paid here for one of these months already. Please upload the sheet again.',
  once: 'Somebody has an opening balance for one of these months already. Please upload the sheet again.',
  sums: 'These opening balances do not add up. Please upload the sheet again.',
  headingTwice: ({ heading }: { heading: string }) =>
    `"${heading}" was chosen for two columns. Please choose it once.`,
  months: ({ why }: { why: string }) => why,
  hasOpening: 'This employee has opening balances. Take them back first.',
  openedElsewhere:
    'Somebody in this payroll has an opening balance for its month or a later one. Take the ' +
    'opening balances back, or leave them out of the payroll.',
})
