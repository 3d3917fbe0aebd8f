import type { Language } from '@mshahara/contract/language'
import type { loanPurposes } from '@mshahara/contract/loan-fields'
import { texts } from '../lib/language.tsx'

/** Of the application's form and the calculator. */
export const applyTexts = texts({
  termsTitle: { en: 'Terms & Conditions', sw: 'Vigezo na Masharti' },
  decline: { en: 'Decline', sw: 'Kataa' },
  accept: { en: 'Accept', sw: 'Kubali' },
  title: { en: 'Loan Application', sw: 'Ombi la Mkopo' },
  submitted: {
    en: 'Loan application submitted successfully',
    sw: 'Ombi la mkopo limewasilishwa',
  },
  fillAll: {
    en: 'Please fill all required fields',
    sw: 'Tafadhali jaza sehemu zote zinazohitajika',
  },
  purpose: { en: 'Purpose', sw: 'Kusudi' },
  selectPurpose: { en: 'Select purpose', sw: 'Chagua kusudi' },
  otherPurpose: { en: 'Other purpose', sw: 'Kusudi jingine' },
  cancel: { en: 'Cancel', sw: 'Ghairi' },
  apply: { en: 'Apply Loan', sw: 'Omba Mkopo' },
  guarantor1: { en: 'Guarantor 1', sw: 'Mdhamini 1' },
  guarantor2: { en: 'Guarantor 2', sw: 'Mdhamini 2' },
  guarantorMissing: { en: 'Choose a guarantor.', sw: 'Chagua mdhamini.' },
  typeName: { en: 'Type a name or number', sw: 'Andika jina au nambari' },
  noColleague: { en: 'No colleague found', sw: 'Hakuna mwenzako aliyepatikana' },
  clear: {
    en: ({ label }: { label: string }) => `Clear ${label}`,
    sw: ({ label }: { label: string }) => `Futa ${label}`,
  },
  alreadySelected: {
    en: 'You have already selected this guarantor',
    sw: 'Tayari umemchagua mdhamini huyu',
  },
  product: { en: 'Loan Product', sw: 'Aina ya Mkopo' },
  selectProduct: { en: 'Select product', sw: 'Chagua aina ya mkopo' },
  productRange: {
    en: ({ least, most }: { least: string; most: string }) => `Product range: ${least} – ${most}`,
    sw: ({ least, most }: { least: string; most: string }) => `Kiwango: ${least} – ${most}`,
  },
  term: { en: 'Repayment Term (months)', sw: 'Muda wa Kulipa (miezi)' },
  selectTerm: { en: 'Select term', sw: 'Chagua muda' },
  amount: { en: 'Amount', sw: 'Kiasi' },
  maximum: {
    en: ({ most }: { most: string }) => `Maximum loan amount: ${most}`,
    sw: ({ most }: { most: string }) => `Kiasi cha juu cha mkopo: ${most}`,
  },
  topUp: {
    en: 'Settle a running loan with this one',
    sw: 'Lipa mkopo unaoendelea kwa huu',
  },
  topUpText: {
    en: 'Optional: a top-up. The rest is paid out to you.',
    sw: 'Si lazima: nyongeza ya mkopo. Kinachobaki unalipwa wewe.',
  },
  keepBoth: { en: 'Keep both', sw: 'Endelea na yote miwili' },
  noKeepBoth: { en: 'No, keep both', sw: 'Hapana, endelea na yote miwili' },
  running: {
    en: ({ name, owed }: { name: string; owed: string }) => `${name}, balance ${owed}`,
    sw: ({ name, owed }: { name: string; owed: string }) => `${name}, salio ${owed}`,
  },
  repayment: { en: 'Repayment', sw: 'Malipo ya mkopo' },
  total: { en: 'Total Payable', sw: 'Jumla ya Kulipa' },
  monthly: { en: 'Monthly Payment', sw: 'Malipo ya Kila Mwezi' },
  calculator: { en: 'Loan Calculator', sw: 'Kikokotoo cha Mkopo' },
  range: {
    en: ({ least, most }: { least: string; most: string }) => `Range: ${least} – ${most}`,
    sw: ({ least, most }: { least: string; most: string }) => `Kiwango: ${least} – ${most}`,
  },
  period: { en: 'Period (months)', sw: 'Muda (miezi)' },
  termRange: {
    en: ({ range }: { range: string; least: number; most: number }) => `Range: ${range}`,
    sw: ({ least, most }: { range: string; least: number; most: number }) =>
      least === most ? `Kiwango: mwezi ${most}` : `Kiwango: miezi ${least} – ${most}`,
  },
  close: { en: 'Close', sw: 'Funga' },
  calculate: { en: 'Calculate', sw: 'Kokotoa' },
  quotation: {
    en: ({ name }: { name: string }) => `${name} Quotation`,
    sw: ({ name }: { name: string }) => `Makadirio ya ${name}`,
  },
  principal: { en: 'Principal', sw: 'Mkopo wenyewe' },
  instalments: { en: 'Installments', sw: 'Idadi ya Awamu' },
  monthlyInstalment: { en: 'Monthly Installment', sw: 'Awamu ya Kila Mwezi' },
  showWorking: { en: 'Show the working', sw: 'Onyesha hesabu' },
  hideWorking: { en: 'Hide the working', sw: 'Ficha hesabu' },
  working: { en: 'Working', sw: 'Hesabu' },
})

/** As they are stored, in English, and what Swahili readers see in their place. */
const purposes: Record<(typeof loanPurposes)[number], string> = {
  Medical: 'Matibabu',
  'Education/School fees': 'Elimu/Karo ya shule',
  Rent: 'Kodi ya nyumba',
  Relocation: 'Kuhama',
  Emergency: 'Dharura',
  Travel: 'Safari',
  'Purchase of appliance': 'Ununuzi wa kifaa',
  'Car repair': 'Ukarabati wa gari',
  'Funeral expense': 'Gharama za mazishi',
  'Legal expense': 'Gharama za kisheria',
  'Buying land/property': 'Ununuzi wa ardhi/nyumba',
  'Car/Asset purchase': 'Ununuzi wa gari/mali',
  'Property down payment': 'Malipo ya awali ya nyumba',
  Other: 'Jingine',
}

/** What somebody wrote themselves stays as they wrote it. */
export const purposeIn = (name: string, language: Language) =>
  language === 'sw' ? ((purposes as Record<string, string>)[name] ?? name) : name
