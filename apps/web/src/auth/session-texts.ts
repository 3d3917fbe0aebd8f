import { texts } from '../lib/language.tsx'

/** Of the list of one's own sessions. */
export const sessionTexts = texts({
  title: { en: 'Where you are signed in', sw: 'Vipindi ulivyofungua' },
  text: {
    en: 'If you do not recognise one, end it and change your password.',
    sw: 'Usipokitambua kimojawapo, kikatishe kisha ubadilishe nenosiri lako.',
  },
  device: {
    en: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
    sw: ({ browser, system }: { browser: string; system: string }) => `${browser} kwenye ${system}`,
  },
  unknownBrowser: { en: 'Unknown browser', sw: 'Kivinjari kisichojulikana' },
  unknownDevice: { en: 'Unknown device', sw: 'Kifaa kisichojulikana' },
  current: { en: 'This one', sw: 'Hiki' },
  begun: { en: 'Began', sw: 'Uliingia' },
  seen: { en: 'Last seen', sw: 'Mara ya mwisho' },
  address: { en: 'Address', sw: 'Anwani ya mtandao' },
  end: { en: 'End this session', sw: 'Katisha kipindi hiki' },
  endQuestion: {
    en: ({ device }: { device: string }) =>
      `${device} is signed out at once. Anything not saved there is lost.`,
    sw: ({ device }: { device: string }) =>
      `${device} itaondolewa mara moja. Ambacho hakikuhifadhiwa hapo kitapotea.`,
  },
  endUnknown: {
    en: 'The device is signed out at once. Anything not saved there is lost.',
    sw: 'Kifaa hicho kitaondolewa mara moja. Ambacho hakikuhifadhiwa hapo kitapotea.',
  },
  ended: { en: 'The session has ended', sw: 'Kipindi kimekatishwa' },
  endOthers: { en: 'End all others', sw: 'Katisha vingine vyote' },
  endOthersQuestion: {
    en: 'You stay signed in here and are signed out everywhere else.',
    sw: 'Utabaki umeingia hapa, na kuondolewa kwingine kote.',
  },
  othersEnded: { en: 'Every other session has ended', sw: 'Vipindi vingine vyote vimekatishwa' },
})
