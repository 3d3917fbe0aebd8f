import { sentencesOf } from './say.ts'

/** What anybody can be told by any call; the server's own, so it has both languages here. */
export const everywhere = sentencesOf('everywhere', {
  notFound: { en: 'This record was not found.', sw: 'Rekodi hii haikupatikana.' },
  employeeNotFound: { en: 'This employee was not found.', sw: 'Mfanyakazi huyu hakupatikana.' },
  fileNotFound: { en: 'This file was not found.', sw: 'Faili hii haikupatikana.' },
  noSuchAddress: { en: 'This address does not exist.', sw: 'Anwani hii haipo.' },
  markedFields: {
    en: 'Please correct the marked fields.',
    sw: 'Tafadhali rekebisha sehemu zilizowekewa alama.',
  },
  badCharacters: {
    en: 'The text contains characters that are not allowed.',
    sw: 'Maandishi yana herufi zisizoruhusiwa.',
  },
  outOfRange: {
    en: 'A date or number is outside the allowed range.',
    sw: 'Tarehe au nambari imezidi mipaka inayoruhusiwa.',
  },
  changedMeanwhile: {
    en: 'Somebody else changed this at the same moment. Please try again.',
    sw: 'Mtu mwingine amebadilisha hili wakati huohuo. Tafadhali jaribu tena.',
  },
  diskFull: {
    en: 'The server has no room left on its disk, so nothing was saved.',
    sw: 'Seva imejaa, kwa hivyo hakuna kilichohifadhiwa.',
  },
  tooManyAttempts: {
    en: 'Too many attempts. Please wait a little and try again.',
    sw: 'Umejaribu mara nyingi mno. Tafadhali subiri kidogo ujaribu tena.',
  },
  passwordFirst: {
    en: 'First time login. Change of password required.',
    sw: 'Ni mara yako ya kwanza kuingia. Tafadhali badilisha nenosiri.',
  },
  wrongCode: {
    en: 'The code is not valid or has expired.',
    sw: 'Msimbo si sahihi au muda wake umeisha.',
  },
  tooManyCodes: {
    en: 'Too many codes were requested. Please try again in an hour.',
    sw: 'Misimbo mingi mno imeombwa. Tafadhali jaribu tena baada ya saa moja.',
  },
  choosePicture: {
    en: 'Please choose a JPEG or PNG picture.',
    sw: 'Tafadhali chagua picha ya JPEG au PNG.',
  },
  unreadablePicture: {
    en: 'This picture could not be read. Please choose another.',
    sw: 'Picha hii haikuweza kusomwa. Tafadhali chagua nyingine.',
  },
  otherPictures: {
    en: 'Other pictures are being read just now. Please try again in a minute.',
    sw: 'Picha nyingine zinasomwa kwa sasa. Tafadhali jaribu tena baada ya dakika moja.',
  },
  otherPapers: {
    en: 'Other payslips are being printed just now. Please try again in a minute.',
    sw: 'Hati nyingine zinachapishwa kwa sasa. Tafadhali jaribu tena baada ya dakika moja.',
  },
  otherFiles: {
    en: 'Other files are being written just now. Please try again in a minute.',
    sw: 'Faili nyingine zinaandikwa kwa sasa. Tafadhali jaribu tena baada ya dakika moja.',
  },
  otherSheets: {
    en: 'Other spreadsheets are being read just now. Please try again in a minute.',
    sw: 'Majedwali mengine yanasomwa kwa sasa. Tafadhali jaribu tena baada ya dakika moja.',
  },
  choosePaper: {
    en: 'Please choose a JPEG, PNG or PDF file.',
    sw: 'Tafadhali chagua faili ya JPEG, PNG au PDF.',
  },
})
