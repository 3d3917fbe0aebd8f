import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** Payslips, on paper and by email. */
export const say = sentencesOf('payslips', {
  noEmail: { en: 'This employee has no email address.', sw: 'Mfanyakazi huyu hana barua pepe.' },
  onItsWay: {
    en: 'This payslip is already on its way.',
    sw: 'Hati hii ya malipo tayari inatumwa.',
  },
  sent: { en: 'Payslip sent to email successfully', sw: 'Hati ya malipo imetumwa kwa barua pepe' },
  stillWorkedOut: {
    en: 'The figures of this payslip are still being worked out.',
    sw: 'Hesabu za hati hii ya malipo bado zinafanywa.',
  },
  noPicture: { en: 'This picture was not found.', sw: 'Picha hii haikupatikana.' },
})

/** Told to staff alone. */
export const sayToStaff = englishOf('payslips', {
  noFailed: 'There is no failed message to send again.',
})
