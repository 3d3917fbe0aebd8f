import { monthInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

const listed = new Intl.ListFormat('en')
/** "March 2026 is", "March 2026 and April 2026 are"; of many, the first and the last. */
function confirmed(months: string[]): string {
  const named = months.map(monthInWords)
  if (named.length === 1) return `${named[0]} is`
  return named.length > 3
    ? `${named[0]} to ${named.at(-1)} (${named.length} months) are`
    : `${listed.format(named)} are`
}
interface Months {
  months: string[]
}

/** Told to staff, about pension schemes and who is in them. */
export const say = englishOf('pensions', {
  nameTaken: 'A pension scheme with this name already exists.',
  notFound: 'This pension scheme was not found.',
  hasMembers:
    'This scheme has or had members, so it stays. Please end the memberships instead: nobody in ' +
    'it, it does nothing.',
  paidAlready:
    'A month of this is confirmed, and keeps the contributions that it had. Please let the ' +
    'membership begin, or end, with a month that is still to be paid.',
  paidWithout: ({ months }: Months) =>
    `${confirmed(months)} confirmed without this membership. Please choose months that are still ` +
    'to be paid.',
  paidWith: ({ months }: Months) =>
    `${confirmed(months)} confirmed with this membership, which has to include what is paid.`,
  paidSoStays: ({ months }: Months) =>
    `${confirmed(months)} confirmed with this membership, so it stays. Please end it instead: ` +
    'give it a last month.',
  memberAlready: 'This person is already in the scheme in these months.',
  memberSince: ({ from }: { from: string }) =>
    `This person is in the scheme from ${monthInWords(from)} already. Please give that month to ` +
    'change it, or end it first.',
  anotherMember: 'This membership is of another person or scheme. Please add a new one.',
  consultant: 'A consultant is paid a fee and is in no pension scheme of the employer.',
})
