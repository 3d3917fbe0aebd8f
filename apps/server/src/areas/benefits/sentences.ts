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
  notReached: ({ months }: { months: string[] }) =>
    `Confirmed payslips stay as they are: what this changes for ${listed.format(
      months.map(monthInWords),
    )} is not in them, nor its tax. While nobody has been paid, such a payroll can be reversed and ` +
    'run again.',
})
