import type { analyticsWords } from './analytics.ts'
import type { benefitWords } from './benefits.ts'
import type { employeeWords } from './employee-fields.ts'
import type { errorWords } from './errors.ts'
import type { exportWords } from './exports.ts'
import type { simulatorWords } from './law.ts'
import type { leaveWords } from './leave-states.ts'
import type { sizeWords } from './limits.ts'
import type { loanWords } from './loan-fields.ts'
import type { loanStateWords } from './loan-states.ts'
import type { newsWords } from './mass-email.ts'
import type { detailWords } from './my-details.ts'
import { type InSwahili, knownWording, type Sentence } from './say.ts'
import type { fieldWords } from './wording.ts'

/** The contract's sentences in Swahili. Browsers load it for those who read it. */

/** Fields as sentences begin with them. Those of staff have no Swahili. */
const labels = new Map(
  Object.entries({
    'Account Number': 'Nambari ya akaunti',
    'Account number': 'Nambari ya akaunti',
    Address: 'Anwani',
    Amount: 'Kiasi',
    Attachment: 'Kiambatisho',
    'Agreed Value': 'Thamani iliyokubaliwa',
    Bank: 'Benki',
    Branch: 'Tawi',
    Comments: 'Maoni',
    Cost: 'Gharama',
    'Engine Size': 'Ukubwa wa injini',
    'Email address': 'Barua pepe',
    'Gross Income': 'Mapato ghafi',
    'Net Income': 'Mapato halisi',
    'First Name': 'Jina la kwanza',
    'Kin Name': 'Jina la ndugu wa karibu',
    'Last Name': 'Jina la ukoo',
    Link: 'Kiungo',
    'Market Rent': 'Pango la soko',
    'Market Value': 'Thamani ya soko',
    'Month From': 'Mwezi wa kuanza',
    'Month To': 'Mwezi wa mwisho',
    Name: 'Jina',
    'Net pay': 'Mshahara halisi',
    Phone: 'Simu',
    Photo: 'Picha',
    Purpose: 'Kusudi',
    Reason: 'Sababu',
    Relationship: 'Uhusiano',
    Rent: 'Pango',
    'Rent Recovered': 'Pango linalorejeshwa',
    'Total Income': 'Jumla ya mapato',
    'Repayment Term': 'Muda wa kulipa',
    'The photo': 'Picha',
  }),
)
const of = (label: string, text: string) => {
  const named = labels.get(label)
  return named && `${named}: ${text}`
}

const fields: InSwahili<typeof fieldWords> = {
  invalid: 'Hii si sahihi.',
  required: ({ label }) => of(label, 'sehemu hii inahitajika.'),
  fillAll: 'Tafadhali jaza sehemu zote zinazohitajika',
  tooLong: ({ label, most }) => of(label, `herufi zisizidi ${most}.`),
  unclean: ({ label }) => of(label, 'kuna herufi zisizoruhusiwa.'),
  address: ({ label }) => of(label, 'usiweke anwani ya tovuti au barua pepe.'),
  notText: 'Hapa panahitajika maandishi.',
  notId: 'Kitambulisho hiki si sahihi.',
  email: 'Tafadhali weka barua pepe sahihi.',
  phone: 'Tafadhali weka nambari sahihi ya simu, kama 0712 345 678.',
  tooManyDigits: ({ label, most }) => of(label, `tarakimu zisizidi ${most}.`),
  digitsOnly: ({ label }) => of(label, 'weka tarakimu pekee.'),
  codeRequired: 'Msimbo unahitajika.',
  passwordRequired: 'Nenosiri linahitajika.',
  passwordShort: ({ least }) => `Nenosiri liwe na herufi ${least} au zaidi.`,
  passwordLong: 'Nenosiri lisizidi herufi 128.',
  repeatPassword: 'Tafadhali rudia nenosiri.',
  passwordsDiffer: 'Manenosiri hayo mawili hayafanani.',
  day: 'Tafadhali weka tarehe, kama 2026-02-28.',
  month: 'Tafadhali weka mwezi, kama 2026-02.',
  notNumber: ({ label, hint }) =>
    of(
      label,
      hint
        ? 'weka nambari. Tafadhali andika kama 12,500.50, ukitenganisha maelfu kwa koma na senti ' +
            'kwa nukta.'
        : 'weka nambari.',
    ),
  negative: ({ label }) => of(label, 'isiwe chini ya sifuri.'),
  tooLarge: ({ label }) => of(label, 'ni kubwa mno.'),
  decimals: ({ label }) => of(label, 'desimali zisizidi mbili.'),
  wholeShillings: ({ label }) => of(label, 'weka shilingi kamili.'),
  unread: ({ label }) => of(label, 'haikuweza kusomwa.'),
  endFirst: 'Tarehe ya mwisho haiwezi kuwa kabla ya tarehe ya kuanza',
  chooseYear: 'Tafadhali chagua mwaka.',
  chooseFormat: 'Tafadhali chagua aina ya faili.',
  reasonNeeded: 'Tafadhali toa sababu ya kukataa',
}

const errors: InSwahili<typeof errorWords> = {
  badRequest: 'Ombi lako halikuweza kushughulikiwa na seva.',
  unauthorized: 'Tafadhali ingia tena ili kuendelea.',
  forbidden: 'Huna ruhusa ya kuona hili.',
  server: 'Kuna hitilafu kwenye seva yetu. Tafadhali jaribu tena baadaye.',
  unavailable: 'Seva haipatikani kwa sasa. Tafadhali jaribu tena baadaye.',
  network:
    'Hitilafu ya mtandao: Hatukuweza kufikia seva. Tafadhali angalia mtandao wako ujaribu tena.',
  unexpected:
    'Kumetokea hitilafu isiyotarajiwa. Tafadhali jaribu tena, au uwasiliane na kitengo cha usaidizi.',
  someError: 'Kuna hitilafu. Tafadhali jaribu tena.',
  other: ({ status, message }) => `Hitilafu ${status}: ${inSwahili(message) ?? message}`,
  noPage: 'Huna ruhusa ya kuona ukurasa huu.',
  activeSession: 'Tayari umeingia. Tafadhali ondoka kwanza.',
  organizationFirst: 'Tafadhali sajili shirika lako kwanza.',
  openFirst: 'Tafadhali fungua shirika kwanza.',
  primaryReverses: 'Ni mtumiaji mkuu pekee anayeweza kubatilisha mishahara.',
  primaryDecides: 'Ni mtumiaji mkuu pekee anayeweza kuamua kuhusu mikopo.',
  deactivated: ({ organization }) =>
    `${organization} limesimamishwa. Hakuna anayeweza kulitumia hadi liwashwe tena. ` +
    'Tafadhali wasiliana na kitengo cha usaidizi.',
}

const sizes: InSwahili<typeof sizeWords> = {
  document: ({ megabytes }) => `Faili ni kubwa kuliko MB ${megabytes}.`,
  picture: ({ megabytes }) => `Picha ni kubwa kuliko MB ${megabytes}.`,
}

const loanStates: InSwahili<typeof loanStateWords> = {
  undecided: 'Ombi hili la mkopo bado halijaamuliwa.',
  rejected: 'Ombi hili la mkopo lilikataliwa.',
  withdrawn: 'Ombi hili la mkopo liliondolewa.',
  cancelled: 'Idhini ya mkopo huu ilibatilishwa.',
  decided: 'Ombi hili la mkopo tayari limeamuliwa.',
  repaid: 'Mkopo huu umelipwa wote.',
  writtenOff: 'Mkopo huu umefutwa.',
  answeredYes: 'Tayari umeidhinisha ombi hili la udhamini.',
  answeredNo: 'Tayari umekataa ombi hili la udhamini.',
}

const loanFields: InSwahili<typeof loanWords> = {
  wholeMonths: 'Muda wa kulipa uwe miezi kamili.',
  oneMonth: 'Muda wa kulipa uwe angalau mwezi mmoja.',
  tooLong: 'Muda wa kulipa ni mrefu mno.',
  selectEmployee: 'Tafadhali chagua mfanyakazi',
}

const leaveFields: InSwahili<typeof leaveWords> = {
  selectUser: 'Tafadhali chagua mtu.',
  chooseStatus: 'Tafadhali chagua hali ya ombi.',
  sixWeeks: 'Tafadhali omba wiki zisizozidi sita.',
  lastDay: 'Tafadhali chagua siku ya mwisho ya likizo.',
}

const detailFields: InSwahili<typeof detailWords> = {
  which: 'Tafadhali sema ni simu au barua pepe ipi.',
  openAgain: 'Tafadhali fungua pendekezo tena.',
  enterCode: 'Tafadhali weka msimbo.',
  codeTooLong: 'Msimbo huu ni mrefu mno.',
}

const exportFields: InSwahili<typeof exportWords> = {
  from2021: 'Mishahara inahifadhiwa kuanzia 2021.',
}

const analyticsFields: InSwahili<typeof analyticsWords> = {
  firstOfMonth: ({ label }) => of(label, 'iwe siku ya kwanza ya mwezi, kama 2026-02-01.'),
  toFirst: 'Mwezi wa mwisho hauwezi kuwa kabla ya mwezi wa kuanza.',
  tooManyYears: ({ most }) => `Tafadhali chagua miaka isiyozidi ${most}.`,
}

const employeeFields: InSwahili<typeof employeeWords> = {
  mobileNeeded: 'Ili kulipwa kwa M-PESA, mtu anahitaji nambari ya simu ya Kenya: 0712 345 678.',
}

const simulator: InSwahili<typeof simulatorWords> = {
  grossOrNet: 'Tafadhali weka mapato ghafi, au mapato halisi unayotaka kupokea.',
}

const benefitFields: InSwahili<typeof benefitWords> = {
  rentNeeded: 'Tafadhali weka Pango la nyumba.',
  marketNeeded: 'Tafadhali weka Pango la soko la nyumba.',
  engine: 'Ukubwa wa injini ni cc kamili, kama 1800.',
}

const news: InSwahili<typeof newsWords> = {
  sayWhether: 'Tafadhali sema kama unataka habari.',
}

const swahili: Record<string, object> = {
  fields,
  errors,
  sizes,
  news,
  simulator,
  benefits: benefitFields,
  'loan-states': loanStates,
  'loan-fields': loanFields,
  'leave-fields': leaveFields,
  'detail-fields': detailFields,
  'export-fields': exportFields,
  'analytics-fields': analyticsFields,
  'employee-fields': employeeFields,
}

/** A sentence of the contract with all that is known of it; one of a form of staff as it is. */
export function sentenceOf(en: string): Sentence {
  const known = knownWording(en)
  if (!known) return { code: 'fields.other', en }
  const { area, name, values } = known
  const entry = (swahili[area] as Record<string, unknown> | undefined)?.[name]
  const sw = typeof entry === 'function' ? entry(values) : entry
  return { code: `${area}.${name}`, ...(values && { values }), en, ...(sw && { sw }) }
}

export const inSwahili = (en: string): string | undefined => sentenceOf(en).sw
