import { texts } from '../lib/language.tsx'

/** Of the second step of a sign-in. */
export const stepTexts = texts({
  title: { en: 'Second step', sw: 'Hatua ya pili' },
  byApp: {
    en: 'Enter the six digits that your app shows.',
    sw: 'Andika tarakimu sita ambazo programu yako inaonyesha.',
  },
  byPasskey: { en: 'Confirm with your passkey.', sw: 'Thibitisha kwa ufunguo wako wa siri.' },
  usePasskey: { en: 'Use a passkey', sw: 'Tumia ufunguo wa siri' },
  passkeyFailed: {
    en: 'No passkey was used. You may have cancelled, or this device has no passkey for Mshahara.',
    sw: 'Hakuna ufunguo uliotolewa. Huenda ulighairi, au kifaa hiki hakina ufunguo wa Mshahara.',
  },
  code: { en: 'Code', sw: 'Msimbo' },
  orRecovery: { en: 'Or one of your recovery codes', sw: 'Au mmoja wa misimbo yako ya dharura' },
  recoveryCode: { en: 'Or a recovery code', sw: 'Au msimbo wa dharura' },
  back: { en: 'Back', sw: 'Rudi' },
  signIn: { en: 'Sign In', sw: 'Ingia' },
  lost: {
    en: 'Lost your phone and the recovery codes? The primary user of your organization can reset your second factor.',
    sw: 'Umepoteza simu na misimbo ya dharura? Mtumiaji mkuu wa shirika lako anaweza kuondoa uthibitisho wako wa pili.',
  },
})
