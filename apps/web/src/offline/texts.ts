import { agreeing } from '@mshahara/contract/language'
import { texts } from '../lib/language.tsx'

export const offlineTexts = texts({
  title: { en: 'Offline', sw: 'Bila Mtandao' },
  banner: {
    en: ({ when }: { when: string }) => `Offline. You see what was saved on ${when}.`,
    sw: ({ when }: { when: string }) => `Bila mtandao. Unaona yaliyohifadhiwa ${when}.`,
  },
  locked: {
    en: 'Enter your PIN to see what is kept on this phone.',
    sw: 'Andika PIN yako ili uone yaliyohifadhiwa kwenye simu hii.',
  },
  nothing: { en: 'There is no connection', sw: 'Hakuna mtandao' },
  nothingText: {
    en: 'Nothing is kept on this phone. Connect to the internet and sign in.',
    sw: 'Hakuna kilichohifadhiwa kwenye simu hii. Unganisha mtandao kisha uingie.',
  },
  again: { en: 'Try again', sw: 'Jaribu tena' },
  signIn: { en: 'Sign in', sw: 'Ingia' },
  open: { en: 'Open', sw: 'Fungua' },
  lock: { en: 'Lock', sw: 'Funga' },
  pin: { en: 'PIN', sw: 'PIN' },
  pinAgain: { en: 'PIN again', sw: 'Rudia PIN' },
  sixDigits: { en: 'Six digits', sw: 'Tarakimu sita' },
  wrong: {
    en: ({ left }: { left: number }) =>
      `Wrong PIN. After ${left} more wrong ${left === 1 ? 'try' : 'tries'}, everything kept on this phone is deleted.`,
    sw: ({ left }: { left: number }) =>
      `Hii si PIN sahihi. Ukikosea mara ${left} zaidi, yaliyohifadhiwa yatafutwa.`,
  },
  wipedTries: {
    en: 'Too many wrong PINs: what was kept on this phone has been deleted.',
    sw: 'PIN imekosewa mara nyingi: yaliyohifadhiwa kwenye simu hii yamefutwa.',
  },
  wipedAge: {
    en: 'What was kept is older than 35 days and has been deleted. Please sign in.',
    sw: 'Yaliyohifadhiwa yamekaa zaidi ya siku 35, kwa hivyo yamefutwa. Tafadhali ingia.',
  },
  payslips: { en: 'Payslips', sw: 'Hati za malipo' },
  payslipOf: {
    en: ({ month }: { month: string }) => `Payslip of ${month}`,
    sw: ({ month }: { month: string }) => `Hati ya malipo ya ${month}`,
  },
  leave: { en: 'Leave', sw: 'Likizo' },
  left: {
    en: ({ left, of }: { left: number; of: number }) => `${left} of ${of} days left`,
    sw: ({ left, of }: { left: number; of: number }) =>
      `Siku ${left} kati ya ${of} ${agreeing(left, 'imesalia', 'zimesalia')}`,
  },
  loans: { en: 'Loans', sw: 'Mikopo' },
  owed: {
    en: ({ amount }: { amount: string }) => `${amount} still owed`,
    sw: ({ amount }: { amount: string }) => `${amount} bado inadaiwa`,
  },
  noneSeen: { en: 'Nothing seen yet', sw: 'Hakuna kilichoonekana bado' },
  netOf: {
    en: ({ month }: { month: string }) => `Net pay, ${month}`,
    sw: ({ month }: { month: string }) => `Mshahara halisi, ${month}`,
  },
  cardTitle: { en: 'On this phone', sw: 'Kwenye simu hii' },
  cardText: {
    en: 'This is my own phone: keep my payslips here, so that I can read them without a network.',
    sw: 'Hii ni simu yangu mwenyewe: hifadhi hati zangu za malipo hapa, nizisome bila mtandao.',
  },
  cardHow: {
    en:
      'The last 12 payslips you open, your leave balances and your loans are kept encrypted, ' +
      'behind a PIN. Signing out deletes them, and so do five wrong PINs.',
    sw:
      'Hati 12 za mwisho unazofungua, masalio yako ya likizo na mikopo yako huhifadhiwa kwa njia ' +
      'fiche, na kulindwa kwa PIN. Ukiondoka vinafutwa, na pia PIN ikikosewa mara tano.',
  },
  keep: { en: 'Keep my payslips here', sw: 'Hifadhi hati zangu hapa' },
  kept: {
    en: 'Your payslips are kept on this phone.',
    sw: 'Hati zako zimehifadhiwa kwenye simu hii.',
  },
  wipe: { en: 'Delete what is kept', sw: 'Futa yaliyohifadhiwa' },
  wiped: { en: 'Nothing is kept on this phone any more.', sw: 'Hakuna kilichohifadhiwa tena.' },
  mustBeSix: { en: 'The PIN must have six digits.', sw: 'PIN lazima iwe na tarakimu sita.' },
  mustDiffer: {
    en: 'Please choose a PIN that is harder to guess.',
    sw: 'Tafadhali chagua PIN ambayo ni vigumu kubahatisha.',
  },
  mustMatch: { en: 'The two PINs do not match.', sw: 'PIN hizo mbili hazifanani.' },
  openKept: { en: 'Open what is kept on this phone', sw: 'Fungua yaliyohifadhiwa kwenye simu hii' },
  newVersion: { en: 'A new version is ready.', sw: 'Toleo jipya liko tayari.' },
  reload: { en: 'Reload', sw: 'Pakia upya' },
})
