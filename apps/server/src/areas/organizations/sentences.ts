import { sentencesOf } from '@mshahara/contract/say'

/** Registering an organisation, and belonging to one. */
export const say = sentencesOf('organizations', {
  operator: {
    en: 'The platform operator cannot register an organization here.',
    sw: 'Mwendeshaji wa mfumo hawezi kusajili shirika hapa.',
  },
  belongAlready: { en: 'You already belong to an organization.', sw: 'Tayari uko katika shirika.' },
  lastPrimary: {
    en: 'This is the last active primary user. Make another user primary first.',
    sw: 'Huyu ndiye mtumiaji mkuu wa mwisho ambaye akaunti yake inatumika. Mfanye mwingine kuwa mkuu kwanza.',
  },
  notAnyMore: {
    en: 'You may no longer change this person.',
    sw: 'Huwezi kumbadilisha mtu huyu tena.',
  },
  notAccepted: {
    en: 'This person has not accepted the invitation yet.',
    sw: 'Mtu huyu bado hajakubali mwaliko.',
  },
  belongs: {
    en: 'This person already belongs to the organization.',
    sw: 'Mtu huyu tayari yuko katika shirika hili.',
  },
})
