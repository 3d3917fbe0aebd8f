import { englishOf } from '@mshahara/contract/say'

/** Told to staff, about what is added to and taken from pay. */
export const say = englishOf('pay-items', {
  rateNotFound: 'This commission rate was not found.',
  allowanceTaken: 'This employee already has an allowance with this name.',
  unpaidSince:
    'Months that this was recorded for are not paid yet. Please choose the same month again, with the ' +
    'amount that is right from it (0 if nothing is); or a later month, and say that they stay.',
  sinceToCome:
    'The month from which this is recorded is still to come. Please choose it again, with the amount ' +
    'that is right from it; once it is paid, a later month can be recorded.',
  paidByThatName:
    'Something of this name was paid in one of these months already. Change that item, or leave this empty.',
  notEmployed: 'This person is not employed in that month.',
  confirmedAlready:
    "This person's payslip for the month is already confirmed, so this would not be paid. " +
    'Please choose a later month.',
  ofAnother: ({ what }: { what: string }) => `This ${what} belongs to another employee.`,
  paid: ({ what }: { what: string }) => `This ${what} has been paid and can no longer be changed.`,
})
