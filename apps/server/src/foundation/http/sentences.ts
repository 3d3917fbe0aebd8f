import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** What is said on the way to a handler, whichever call it is. */
export const say = sentencesOf('http', {
  fromThePage: {
    en: 'This call must come from the application itself.',
    sw: 'Ombi hili lazima litoke kwenye programu yenyewe.',
  },
  switched: {
    en: 'You have switched to another organization in another window.',
    sw: 'Umehamia shirika jingine kwenye dirisha jingine.',
  },
  factorFirst: {
    en: 'Please set up a second factor first.',
    sw: 'Tafadhali weka uthibitisho wa pili kwanza.',
  },
  tooLarge: { en: 'What you sent is too large.', sw: 'Ulichotuma ni kikubwa mno.' },
  tooMuch: {
    en: 'This is more than can be received at once. Please send it in several parts.',
    sw: 'Hii ina mengi kuliko yanayoweza kupokelewa kwa mara moja. Tafadhali tuma kwa sehemu.',
  },
  longLists: {
    en: 'Other long lists are being prepared just now.',
    sw: 'Orodha nyingine ndefu zinaandaliwa kwa sasa.',
  },
  tooManyFiles: {
    en: 'Too many files are being sent just now. Please try again in a moment.',
    sw: 'Faili nyingi mno zinatumwa kwa sasa. Tafadhali jaribu tena baada ya muda mfupi.',
  },
  tooSlow: {
    en: 'This arrived too slowly and was cancelled. Please try again on a better connection.',
    sw: 'Mtandao ni wa polepole mno, hakuna kilichopokelewa. Tafadhali jaribu tena mtandao ukiwa bora.',
  },
  veryBusy: {
    en: 'The server is very busy just now. Please try again in a moment.',
    sw: 'Seva ina kazi nyingi kwa sasa. Tafadhali jaribu tena baada ya muda mfupi.',
  },
  stillAtWork: {
    en: 'This request is still being worked on. Please wait a moment.',
    sw: 'Ombi hili bado linashughulikiwa. Tafadhali subiri kidogo.',
  },
  otherRequest: {
    en: 'This Idempotency-Key was used for another request.',
    sw: 'Idempotency-Key hii ilitumika kwa ombi jingine.',
  },
  badKey: { en: 'The Idempotency-Key is not valid.', sw: 'Idempotency-Key hii si sahihi.' },
  compressed: {
    en: 'Please send the body as it is, without compressing it.',
    sw: 'Tafadhali tuma data bila kuibana.',
  },
})

/** For whoever runs the server. */
export const sayToOperators = englishOf('http', {
  outsider: 'The platform operator does not pay people: only the organization’s own staff do.',
  otherHost: ({ address }: { address: string }) => `This server answers at ${address} only.`,
  thisMachine: ({ what }: { what: string }) => `${what} can be read on this machine only.`,
  metricsToken: 'Please send the METRICS_TOKEN, or ask from the server.',
})
