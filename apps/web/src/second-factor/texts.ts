import { texts } from '../lib/language.tsx'

export const factorTexts = texts({
  title: { en: 'Second factor', sw: 'Uthibitisho wa Pili' },
  text: {
    en: 'In addition to your password, you sign in with a code from an app or with a passkey. Somebody who knows your password and reads your mail still cannot get in.',
    sw: 'Pamoja na nenosiri, unaingia kwa msimbo wa programu au kwa ufunguo wa siri. Anayejua nenosiri lako na kusoma barua pepe yako bado hawezi kuingia.',
  },
  required: {
    en: 'Your organization requires it.',
    sw: 'Shirika lako linauhitaji.',
  },
  none: {
    en: 'You have none yet: you sign in with a code sent by email.',
    sw: 'Bado huna: unaingia kwa msimbo unaotumwa kwa barua pepe.',
  },
  addApp: { en: 'Add an app', sw: 'Ongeza programu' },
  addPasskey: { en: 'Add a passkey', sw: 'Ongeza ufunguo wa siri' },
  app: { en: 'App', sw: 'Programu' },
  passkey: { en: 'Passkey', sw: 'Ufunguo wa siri' },
  added: {
    en: ({ when }: { when: string }) => `Added ${when}`,
    sw: ({ when }: { when: string }) => `Iliongezwa ${when}`,
  },
  used: {
    en: ({ when }: { when: string }) => `last used ${when}`,
    sw: ({ when }: { when: string }) => `ilitumika mara ya mwisho ${when}`,
  },
  rename: { en: 'Rename', sw: 'Badilisha jina' },
  renamed: { en: 'The name was changed', sw: 'Jina limebadilishwa' },
  remove: { en: 'Remove', sw: 'Ondoa' },
  removeTitle: { en: 'Remove second factor', sw: 'Ondoa uthibitisho wa pili' },
  removed: { en: 'The second factor was removed', sw: 'Uthibitisho wa pili umeondolewa' },
  name: { en: 'Name', sw: 'Jina' },
  nameHint: { en: 'Such as "My phone"', sw: 'Kama "Simu yangu"' },
  myPhone: { en: 'My phone', sw: 'Simu yangu' },
  myDevice: { en: 'My device', sw: 'Kifaa changu' },
  save: { en: 'Save', sw: 'Hifadhi' },
  goOn: { en: 'Continue', sw: 'Endelea' },
  confirmYou: { en: 'Confirm it is you', sw: 'Thibitisha kuwa ni wewe' },
  whileAgo: {
    en: 'You signed in a while ago. Please confirm that it is you.',
    sw: 'Uliingia muda uliopita. Tafadhali thibitisha kuwa ni wewe.',
  },
  password: { en: 'Current Password', sw: 'Nenosiri la Sasa' },
  showCharacters: { en: 'Show characters', sw: 'Onyesha herufi' },
  enterFactor: {
    en: 'From your app, or one of your recovery codes.',
    sw: 'Wa programu yako, au mmoja wa misimbo yako ya dharura.',
  },
  enterRecovery: {
    en: 'One of your recovery codes, or use your passkey.',
    sw: 'Mmoja wa misimbo yako ya dharura, au tumia ufunguo wako wa siri.',
  },
  code: { en: 'Code', sw: 'Msimbo' },
  usePasskey: { en: 'Use a passkey', sw: 'Tumia ufunguo wa siri' },
  scan: {
    en: 'Scan the picture with an app such as Google Authenticator, Microsoft Authenticator or Aegis. Then enter the six digits it shows.',
    sw: 'Changanua picha hii kwa programu kama Google Authenticator, Microsoft Authenticator au Aegis. Kisha andika tarakimu sita inazoonyesha.',
  },
  picture: { en: 'Picture to scan', sw: 'Picha ya kuchanganua' },
  byHand: {
    en: 'On the same phone? Open it in the app, or type this key:',
    sw: 'Uko kwenye simu hiyo hiyo? Ifungue katika programu, au andika ufunguo huu:',
  },
  openApp: { en: 'Open in the app', sw: 'Fungua katika programu' },
  sixDigits: { en: 'Six digits', sw: 'Tarakimu sita' },
  passkeyName: {
    en: 'Your browser then asks for your fingerprint, face, PIN or security key.',
    sw: 'Kisha kivinjari kitaomba alama ya kidole, uso, PIN au ufunguo wako wa usalama.',
  },
  passkeyFailed: {
    en: 'No passkey was used. You may have cancelled, or this device has no passkey for Mshahara.',
    sw: 'Hakuna ufunguo uliotolewa. Huenda ulighairi, au kifaa hiki hakina ufunguo wa Mshahara.',
  },
  codesTitle: { en: 'Your recovery codes', sw: 'Misimbo yako ya dharura' },
  codesText: {
    en: 'Each works once in place of the second factor, if you lose your phone. They are shown only now: print them or write them down, and keep them away from your phone.',
    sw: 'Kila mmoja hutumika mara moja badala ya uthibitisho wa pili, ukipoteza simu yako. Inaonyeshwa sasa tu: ichapishe au iandike, na uiweke mbali na simu yako.',
  },
  copy: { en: 'Copy', sw: 'Nakili' },
  copied: { en: 'Copied', sw: 'Imenakiliwa' },
  kept: { en: 'I have saved them', sw: 'Nimeihifadhi' },
  codesLeft: {
    en: ({ count }: { count: number }) => `Recovery codes left: ${count}`,
    sw: ({ count }: { count: number }) => `Misimbo ya dharura iliyobaki: ${count}`,
  },
  newCodes: { en: 'New recovery codes', sw: 'Misimbo mipya ya dharura' },
  dueTitle: { en: 'Set up a second factor', sw: 'Weka uthibitisho wa pili' },
  dueText: {
    en: 'Those who pay, approve or manage sign in with a second factor here. Please add one to continue.',
    sw: 'Hapa wanaolipa, kuidhinisha au kusimamia huingia kwa uthibitisho wa pili. Tafadhali ongeza mmoja ili uendelee.',
  },
  signOut: { en: 'Sign out', sw: 'Ondoka' },
})
