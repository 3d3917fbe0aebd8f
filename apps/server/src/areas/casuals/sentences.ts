import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about casual workers. */
export const say = englishOf('casuals', {
  casualNotFound: 'This casual was not found.',
  endsBefore: 'The last working day is before the employment date.',
  erased: "This person's data has been erased. The record cannot be changed.",
  idTaken: 'A casual with this ID number already exists.',
  lastDayNeeded: 'Please give the last working day.',
  chooseDepartment: 'Please choose a department of this organization.',
  chooseStation: 'Please choose a work station of this organization.',
  advanceTaken: 'There is already an advance with this name.',
  ofSomebodyElse: ({ what }: { what: string }) => `This ${what} belongs to somebody else.`,
})
