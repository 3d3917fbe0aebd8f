import { pictureMegabytes } from '@mshahara/contract/limits'
import { texts } from '../lib/language.tsx'

/** What employees read of their own details; staff screens are in English. */
export const detailTexts = texts({
  title: { en: 'Change My Details', sw: 'Badilisha Taarifa Zangu' },
  lead: {
    en: 'Propose what should change; your employer accepts or refuses it.',
    sw: 'Pendekeza kinachopaswa kubadilika; mwajiri wako atakubali au kukataa.',
  },
  all: { en: 'All my details', sw: 'Taarifa zangu zote' },
  others: {
    en: 'Name, ID number, KRA PIN, NSSF and SHIF numbers and terms can only be changed by your employer.',
    sw: 'Jina, nambari ya kitambulisho, KRA PIN, nambari za NSSF na SHIF (SHA) na masharti ya kazi hubadilishwa na mwajiri wako.',
  },
  phone: { en: 'Phone', sw: 'Simu' },
  address: { en: 'Address', sw: 'Anwani' },
  kin: { en: 'Next of kin', sw: 'Ndugu wa karibu' },
  bank: { en: 'Bank account', sw: 'Akaunti ya benki' },
  photo: { en: 'Photo', sw: 'Picha' },
  name: { en: 'Name', sw: 'Jina' },
  relationship: { en: 'Relationship', sw: 'Uhusiano' },
  bankName: { en: 'Bank', sw: 'Benki' },
  branch: { en: 'Branch', sw: 'Tawi' },
  account: { en: 'Account number', sw: 'Nambari ya akaunti' },
  none: { en: 'Not specified', sw: 'Haijabainishwa' },
  paidByPhone: {
    en: 'Your pay goes to this number by M-PESA.',
    sw: 'Mshahara wako hutumwa kwa nambari hii kwa M-PESA.',
  },
  paidByBank: {
    en: 'Your pay goes to this account.',
    sw: 'Mshahara wako hutumwa kwa akaunti hii.',
  },
  change: { en: 'Change', sw: 'Badilisha' },
  changeWhat: {
    en: ({ what }: { what: string }) => `Change ${what}`,
    sw: ({ what }: { what: string }) => `Badilisha ${what}`,
  },
  leave: { en: 'Leave as it is', sw: 'Acha kama ilivyo' },
  leaveWhat: {
    en: ({ what }: { what: string }) => `Leave ${what} as it is`,
    sw: ({ what }: { what: string }) => `Acha ${what} kama ilivyo`,
  },
  newPhone: { en: 'New phone number', sw: 'Nambari mpya ya simu' },
  newAddress: { en: 'New address', sw: 'Anwani mpya' },
  choosePhoto: { en: 'Choose a photo', sw: 'Chagua picha' },
  photoRules: {
    en: `JPEG, JPG or PNG of at most ${pictureMegabytes} MB`,
    sw: `JPEG, JPG au PNG isiyozidi MB ${pictureMegabytes}`,
  },
  chosenPhoto: { en: 'The new photo', sw: 'Picha mpya' },
  needsCode: {
    en: 'A change of phone or bank account is confirmed by a code before your employer sees it.',
    sw: 'Mabadiliko ya simu au akaunti ya benki huthibitishwa kwa msimbo kabla mwajiri wako hajayaona.',
  },
  send: { en: 'Send the proposal', sw: 'Tuma pendekezo' },
  sent: { en: 'Your proposal was saved', sw: 'Pendekezo lako limehifadhiwa' },
  cancel: { en: 'Cancel', sw: 'Ghairi' },
  open: { en: 'My proposal', sw: 'Pendekezo langu' },
  waitsForYou: {
    en: 'Please confirm it by code. Until then your employer cannot accept it.',
    sw: 'Tafadhali thibitisha kwa msimbo. Hadi hapo mwajiri wako hawezi kulikubali.',
  },
  waitsForThem: {
    en: 'It is waiting for your employer. You will be notified.',
    sw: 'Linamsubiri mwajiri wako. Utajulishwa.',
  },
  before: { en: 'Now', sw: 'Sasa' },
  after: { en: 'New', sw: 'Mpya' },
  edit: { en: 'Change the proposal', sw: 'Badilisha pendekezo' },
  withdraw: { en: 'Withdraw', sw: 'Ondoa' },
  withdrawTitle: { en: 'Withdraw the proposal', sw: 'Ondoa pendekezo' },
  withdrawText: {
    en: 'Nothing will be changed. You can propose it again later.',
    sw: 'Hakuna kitakachobadilishwa. Unaweza kupendekeza tena baadaye.',
  },
  withdrawn: { en: 'The proposal was withdrawn', sw: 'Pendekezo limeondolewa' },
  oldPhone: {
    en: ({ to }: { to: string }) => `Phone on record ${to}`,
    sw: ({ to }: { to: string }) => `Simu iliyo kwenye rekodi ${to}`,
  },
  oldEmail: {
    en: ({ to }: { to: string }) => `Email address ${to}`,
    sw: ({ to }: { to: string }) => `Barua pepe ${to}`,
  },
  newContact: {
    en: ({ to }: { to: string }) => `New phone ${to}`,
    sw: ({ to }: { to: string }) => `Simu mpya ${to}`,
  },
  sendCode: { en: 'Send the code', sw: 'Tuma msimbo' },
  sendAgain: { en: 'Send a new code', sw: 'Tuma msimbo mpya' },
  codeSent: {
    en: 'The code was sent. It is valid for 10 minutes.',
    sw: 'Msimbo umetumwa. Utatumika kwa dakika 10.',
  },
  lostPhone: {
    en: 'I no longer have this number: send it by email',
    sw: 'Sina tena nambari hii: tuma kwa barua pepe',
  },
  lostPhoneNote: {
    en: 'Your employer will then call you before accepting it.',
    sw: 'Kisha mwajiri wako atakupigia simu kabla ya kulikubali.',
  },
  code: { en: 'Code', sw: 'Msimbo' },
  confirm: { en: 'Confirm', sw: 'Thibitisha' },
  confirmed: { en: 'Confirmed', sw: 'Limethibitishwa' },
  past: { en: 'Earlier proposals', sw: 'Mapendekezo ya awali' },
  accepted: { en: 'Accepted', sw: 'Limekubaliwa' },
  refused: { en: 'Refused', sw: 'Limekataliwa' },
  isWithdrawn: { en: 'Withdrawn', sw: 'Limeondolewa' },
  reason: {
    en: ({ reason }: { reason: string }) => `Reason: ${reason}`,
    sw: ({ reason }: { reason: string }) => `Sababu: ${reason}`,
  },
  nobody: {
    en: 'You have no employee record in this organization',
    sw: 'Huna rekodi ya mfanyakazi katika shirika hili',
  },
  waiting: {
    en: 'You have proposed a change to your details.',
    sw: 'Umependekeza mabadiliko ya taarifa zako.',
  },
  look: { en: 'View it', sw: 'Yatazame' },
  wrong: {
    en: 'Is anything out of date?',
    sw: 'Je, kuna kitu ambacho si sahihi tena?',
  },
})
