import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** What may be sent, and how often. */
export const say = sentencesOf('mail', {
  unwanted: {
    en: 'The owner of this number wants no more messages from us. Please use another.',
    sw: 'Mwenye nambari hii hataki ujumbe zaidi kutoka kwetu. Tafadhali tumia nyingine.',
  },
  askedOften: {
    en: 'This number has been asked often lately. Please use another, or wait a day.',
    sw: 'Nambari hii imeombwa mara nyingi hivi karibuni. Tafadhali tumia nyingine, au subiri siku moja.',
  },
  manyTexts: {
    en: 'Many messages have gone to this number lately. Please wait a day.',
    sw: 'Ujumbe mwingi umetumwa kwa nambari hii hivi karibuni. Tafadhali subiri siku moja.',
  },
  mailBudgetSpent: {
    en: 'Many messages have gone to this address lately. Please wait a day before sending more.',
    sw: 'Ujumbe mwingi umetumwa kwa anwani hii hivi karibuni. Tafadhali subiri siku moja kabla ya kutuma zaidi.',
  },
  manyInvitations: {
    en: 'Your organization has sent very many invitations. Please continue later.',
    sw: 'Shirika lako limetuma mialiko mingi sana. Tafadhali endelea baadaye.',
  },
})

/** Told to staff alone. */
export const sayToStaff = englishOf('mail', {
  messageNotFound: 'This message was not found.',
})
