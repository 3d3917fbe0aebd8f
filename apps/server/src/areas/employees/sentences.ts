import { monthInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about the people they employ. */
export const say = englishOf('employees', {
  twoYears: 'A salary can be recorded for two years ahead at most.',
  beforeEmployed: 'This month is before the employment date.',
  noArrears: ({ month }: { month: string }) =>
    `${monthInWords(month)} was confirmed, and cannot be worked out with this salary.`,
  grossOrNet: 'Give the salary or the agreed net, not both.',
  endsBefore: 'The last working day is before the employment date.',
  numberTaken: 'This employee number is already in use.',
  idTaken: 'An employee with this ID number already exists.',
  emailTaken: 'An employee with this email address already exists.',
  newLastDay:
    'Please give the last day of the contract, today or later: the one on record is that of leaving.',
  lastDayNeeded: 'Please give the last working day.',
  chooseDepartment: 'Please choose a department of this organization.',
  chooseDesignation: 'Please choose a designation of this organization.',
  chooseStation: 'Please choose a work station of this organization.',
  erased: "This person's data has been erased. The record cannot be changed.",
})
