import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** What may be sent, and how often. */
export const say = sentencesOf('mail', {
  unwanted: {
    en: 'The owner of this number has asked us not to message it. Please use another.',
    sw: 'Mwenye nambari hii hataki ujumbe zaidi kutoka kwetu. Tafadhali tumia nyingine.',
  },
  askedOften: {
    en: 'Too many requests have gone to this number. Please use another, or try again tomorrow.',
    sw: 'Nambari hii imeombwa mara nyingi hivi karibuni. Tafadhali tumia nyingine, au subiri siku moja.',
  },
  manyTexts: {
    en: 'Too many messages have gone to this number. Please try again tomorrow.',
    sw: 'Ujumbe mwingi umetumwa kwa nambari hii hivi karibuni. Tafadhali subiri siku moja.',
  },
  mailBudgetSpent: {
    en: 'Too many messages have gone to this address. Please wait a day before sending more.',
    sw: 'Ujumbe mwingi umetumwa kwa anwani hii hivi karibuni. Tafadhali subiri siku moja kabla ya kutuma zaidi.',
  },
  manyInvitations: {
    en: 'Your organization has sent too many invitations. Please continue later.',
    sw: 'Shirika lako limetuma mialiko mingi sana. Tafadhali endelea baadaye.',
  },
})

/** Told to staff alone. */
export const sayToStaff = englishOf('mail', {
  messageNotFound: 'This message was not found.',
})
