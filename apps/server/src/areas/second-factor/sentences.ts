import { englishOf, sentencesOf } from '@mshahara/contract/say'

/** Second factors, one’s own and others’. */
export const say = sentencesOf('second-factor', {
  enterCode: { en: 'Please enter a code.', sw: 'Tafadhali andika msimbo.' },
  passkeyTaken: {
    en: 'This passkey is already in use.',
    sw: 'Ufunguo huu wa siri tayari unatumika.',
  },
  codeUsed: { en: 'This code was used before.', sw: 'Msimbo huu ulishatumika.' },
  tenFactors: {
    en: 'You have ten second factors. Please remove one first.',
    sw: 'Una njia kumi za uthibitisho wa pili. Tafadhali ondoa moja kwanza.',
  },
  notAppCode: {
    en: "This is not the app's current code.",
    sw: 'Huu si msimbo ambao programu inaonyesha sasa.',
  },
  passkeyUnverified: {
    en: 'This passkey could not be verified. Please start again.',
    sw: 'Ufunguo huu haukuthibitishwa. Tafadhali anza upya.',
  },
  renamed: { en: 'The name was changed', sw: 'Jina limebadilishwa' },
  removed: { en: 'The second factor was removed', sw: 'Uthibitisho wa pili umeondolewa' },
  factorFirst: {
    en: 'Recovery codes come with a second factor. Please add one first.',
    sw: 'Misimbo ya dharura hutolewa pamoja na uthibitisho wa pili. Tafadhali ongeza uthibitisho huo kwanza.',
  },
  notBegun: {
    en: 'This took too long, or was started elsewhere. Please start again.',
    sw: 'Umechukua muda mrefu, au ulianza mahali pengine. Tafadhali anza upya.',
  },
  wrongFactor: {
    en: 'This code is not valid, or was used before.',
    sw: 'Msimbo huu si sahihi, au ulishatumika.',
  },
})

/** Told to staff alone. */
export const sayToStaff = englishOf('second-factor', {
  ownReset: 'You cannot reset your own second factors.',
  none: 'This person has no second factor.',
  operators: "A platform operator's second factors cannot be removed here.",
  elsewhere: 'This person also signs in to another organization. Please contact support.',
  ownFirst: 'Please set up a second factor of your own first, in your profile.',
})
