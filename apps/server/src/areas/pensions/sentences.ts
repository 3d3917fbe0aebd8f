import { englishOf } from '@mshahara/contract/say'

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
  memberAlready: 'This person is already in the scheme in these months.',
  anotherMember: 'This membership is of another person or scheme. Please add a new one.',
  consultant: 'A consultant is paid a fee and is in no pension scheme of the employer.',
})
