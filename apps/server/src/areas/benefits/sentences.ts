import { monthInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

const listed = new Intl.ListFormat('en')

/** Told to staff, about what people have besides money. */
export const say = englishOf('benefits', {
  twoHouses:
    'This person has another house from the employer in these days. Please end that first.',
  twice:
    'This person has such a benefit from the same day already. Where there are two, the description ' +
    'tells them apart.',
  ofAnother: 'This benefit belongs to another employee.',
  reachesBack: ({ months }: { months: string[] }) =>
    `The payslips of ${listed.format(months.map(monthInWords))} are confirmed and stay. The next ` +
    'payroll takes in the tax that this makes of them, by the law of each month.',
})
