import { type Language, monthSaid, type Said } from '@mshahara/contract/language'
import { type MonthName, monthNames, swahiliMonths } from '@mshahara/contract/months'
import { healthName } from '@mshahara/engine/figures'

/**
 * What a payslip says besides names and amounts. In Swahili the law's own name stands beside the
 * word, so that it can be held against a return, the portal of KRA or SHA, and a bank's form.
 */

const said = {
  payslip: { en: 'Payslip', sw: 'Hati ya malipo' },
  name: { en: 'Name', sw: 'Jina' },
  employeeNo: { en: 'Employee no', sw: 'Nambari ya mfanyakazi' },
  designation: { en: 'Designation', sw: 'Cheo' },
  department: { en: 'Department', sw: 'Idara' },
  station: { en: 'Work station', sw: 'Kituo cha kazi' },
  daysPaid: { en: 'Days paid', sw: 'Siku zilizolipwa' },
  paidOn: { en: 'Paid on', sw: 'Tarehe ya kulipwa' },
  corrects: { en: 'Corrects', sw: 'Inarekebisha' },
  reference: { en: 'Reference', sw: 'Nambari ya kumbukumbu' },
  idNo: { en: 'ID no', sw: 'Nambari ya kitambulisho' },
  kraPin: { en: 'KRA PIN', sw: 'KRA PIN' },
  nssfNo: { en: 'NSSF no', sw: 'Nambari ya NSSF' },
  bank: { en: 'Bank', sw: 'Benki' },
  accountNo: { en: 'Account no', sw: 'Nambari ya akaunti' },
  fee: { en: 'Fee', sw: 'Ada' },
  earnings: { en: 'Earnings', sw: 'Mapato' },
  deductions: { en: 'Deductions', sw: 'Makato' },
  both: { en: 'Earnings and deductions', sw: 'Mapato na makato' },
  tax: { en: 'Tax calculation', sw: 'Hesabu ya ushuru' },
  inKind: { en: 'Benefits in kind (not cash)', sw: 'Manufaa yasiyo ya fedha' },
  employer: { en: "Employer's cost", sw: 'Gharama ya mwajiri' },
  draft: {
    en: 'Draft: this payroll is not confirmed yet',
    sw: 'Rasimu: mishahara hii bado haijathibitishwa',
  },
  reversed: {
    en: 'Reversed: this payslip is no longer valid',
    sw: 'Imebatilishwa: hati hii ya malipo si halali tena',
  },
  genuine: { en: 'Genuine? Check it.', sw: 'Ni halali? Ihakikishe.' },
  scan: {
    en: 'Scan the code, or open this address:',
    sw: 'Changanua msimbo, au fungua anwani hii:',
  },
  currency: {
    en: 'All amounts in Kenya shillings (KES).',
    sw: 'Kila kiasi ni kwa shilingi za Kenya (KES).',
  },
} as const satisfies Record<string, Said>

type Words = Record<keyof typeof said, string>

/** All of them in one language; templates take them from the content. */
export interface SlipWords extends Words {
  language: Language
  /** "Payslip for March 2026". */
  payslipFor(period: string): string
  toDate(year: string): string
  /** "The year to date has January to August from Sage payroll." */
  fromElsewhere(months: { from: string; to: string }, source: string): string
  /** "The year to date is that of March to May." */
  only(spans: { from: string; to: string }[]): string
  unknown(names: string): string
  days(days: number, of: number): string
  /** As the month calls the health contribution. */
  healthNo(month: string): string
}

const wordsIn = (language: Language): SlipWords => {
  const pick = (of: Said) => of[language]
  const plain = Object.fromEntries(
    Object.entries(said).map(([name, both]) => [name, pick(both)]),
  ) as Words
  return {
    ...plain,
    language,
    payslipFor: (period) =>
      pick({ en: `Payslip for ${period}`, sw: `Hati ya malipo ya ${period}` }),
    toDate: (year) => pick({ en: `Year to date ${year}`, sw: `Tangu Januari ${year}` }),
    fromElsewhere: (months, source) =>
      pick({
        en: `The year to date has ${spanIn(months, monthNames, 'to')} from ${source}.`,
        sw: `Jumla ya mwaka ina ${spanIn(months, swahiliMonths, 'hadi')} kutoka ${source}.`,
      }),
    only: (spans) =>
      pick({
        en: `The year to date is that of ${spansIn(spans, monthNames, 'to')}.`,
        sw: `Jumla ya mwaka ni ya ${spansIn(spans, swahiliMonths, 'hadi')}.`,
      }),
    unknown: (names) =>
      pick({
        en: `Not known of these months, and so left out of the year: ${names}.`,
        sw: `Hazijulikani kwa miezi hiyo, kwa hivyo hazimo katika jumla ya mwaka: ${names}.`,
      }),
    days: (days, of) => pick({ en: `${days} of ${of} days`, sw: `siku ${days} kati ya ${of}` }),
    healthNo: (month) =>
      pick({ en: `${healthName(month)} no`, sw: `Nambari ya ${shortNames[healthName(month)]}` }),
  }
}

const spansIn = (
  spans: readonly { from: string; to: string }[],
  names: readonly string[],
  until: string,
) => spans.map((months) => spanIn(months, names, until)).join(', ')

/** "January to August", "March". */
function spanIn(
  { from, to }: { from: string; to: string },
  names: readonly string[],
  until: string,
) {
  const [first, last] = [from, to].map((month) => names[Number(month.slice(5)) - 1])
  return first === last ? `${first}` : `${first} ${until} ${last}`
}

const shortNames = { SHIF: 'SHIF (SHA)', NHIF: 'NHIF' }

export const slipWords: Record<Language, SlipWords> = { en: wordsIn('en'), sw: wordsIn('sw') }

/**
 * Lines that the law and the server name, under the English name they are kept by; what an
 * organisation has named itself reads as it was written.
 */
const lines: Record<string, string> = {
  'Basic salary': 'Mshahara wa msingi',
  'Gross pay': 'Mshahara ghafi',
  'Taxable pay': 'Kiasi kinachotozwa ushuru',
  'Tax charged': 'Ushuru uliokokotolewa',
  'Personal relief': 'Nafuu ya mtu binafsi (Personal relief)',
  'Insurance relief': 'Nafuu ya bima (Insurance relief)',
  'Housing relief': 'Nafuu ya nyumba (Housing relief)',
  PAYE: 'Ushuru wa mapato (PAYE)',
  NSSF: 'Hifadhi ya jamii (NSSF)',
  SHIF: 'Bima ya afya (SHIF, SHA)',
  NHIF: 'Bima ya afya (NHIF)',
  'Housing Levy': 'Tozo ya nyumba (Housing Levy)',
  'Withholding Tax': 'Ushuru wa zuio (Withholding Tax)',
  NITA: 'Tozo ya mafunzo (NITA)',
  'Other Deductions': 'Makato mengine',
  'Total deductions': 'Jumla ya makato',
  'Net pay': 'Mshahara halisi',
  'Not taxable': 'Kisichotozwa ushuru',
  'Taxable benefits': 'Manufaa yanayotozwa ushuru',
  'Company car': 'Gari la kampuni',
  'Leased car': 'Gari la kukodisha',
  Furniture: 'Samani',
  'Hired furniture': 'Samani za kukodisha',
  Telephone: 'Simu',
  Electricity: 'Umeme',
  Water: 'Maji',
  'Electricity, metered': 'Umeme wa mita',
  'Water, metered': 'Maji ya mita',
  Meals: 'Chakula',
  'School fees': 'Karo ya shule',
  'Domestic servants': 'Wafanyakazi wa nyumbani',
  'Club fees': 'Ada za klabu',
  'Insurance premiums': 'Malipo ya bima',
  'Other benefit': 'Manufaa mengine',
  'House from the employer': 'Nyumba kutoka kwa mwajiri',
  'NSSF and pension': 'NSSF na pensheni',
  'Mortgage interest': 'Riba ya mkopo wa nyumba',
  'Medical fund': 'Mfuko wa matibabu',
  'Disability exemption': 'Msamaha wa ushuru kwa ulemavu',
  'Leave pay': 'Malipo ya likizo',
  'Leave encashment': 'Likizo iliyolipwa kwa pesa',
  'Taken from later pay': 'Kitakatwa kwenye mishahara ijayo',
  'Overpayment taken back': 'Malipo ya ziada yaliyorudishwa',
  Bonus: 'Bonasi',
  'Per diem': 'Marupurupu ya siku za safari',
  'Per diem, taxed part': 'Marupurupu ya siku za safari yanayotozwa ushuru',
  Overtime: 'Saa za ziada',
  'Overtime, rest days': 'Saa za ziada, siku za mapumziko',
  Commission: 'Kamisheni',
  'House Allowance': 'Marupurupu ya nyumba',
  'Transport Allowance': 'Marupurupu ya usafiri',
  'Commuter Allowance': 'Marupurupu ya usafiri wa kila siku',
  'Hardship Allowance': 'Marupurupu ya mazingira magumu',
  'Leave Allowance': 'Marupurupu ya likizo',
  'Medical Allowance': 'Marupurupu ya matibabu',
  'Meal Allowance': 'Marupurupu ya chakula',
  'Night Shift Allowance': 'Marupurupu ya zamu ya usiku',
  'Responsibility Allowance': 'Marupurupu ya majukumu',
  'Airtime Allowance': 'Marupurupu ya simu',
  'Acting Allowance': 'Marupurupu ya kukaimu',
}

export function lineIn(name: string, language: Language): string {
  if (language !== 'sw') return name
  return Object.hasOwn(lines, name) ? (lines[name] ?? name) : (arrearsLine(name) ?? name)
}

const parts: Record<string, string> = { ...lines, 'Basic pay': 'Mshahara wa msingi', Fee: 'Ada' }

const monthIn = (name = '', year = '') => {
  const number = monthNames.indexOf(name as MonthName) + 1
  return monthSaid(`${year}-${String(number).padStart(2, '0')}`, 'sw')
}
const month = `(${monthNames.join('|')}) (\\d{4})`
const paid = new RegExp(`^Arrears of ${month}: (.+)$`)
const taken = new RegExp(`^(.+) of arrears, ${month}$`)

/** As the engine names them: "Arrears of May 2025: Basic pay", "PAYE of arrears, May 2025". */
function arrearsLine(name: string): string | undefined {
  const [, of, when, part] = paid.exec(name) ?? []
  if (part) return `Malimbikizo ya ${monthIn(of, when)}: ${parts[part] ?? part}`
  const [, law, from, year] = taken.exec(name) ?? []
  return law && `${parts[law] ?? law}, malimbikizo ya ${monthIn(from, year)}`
}

const units: Record<string, string> = { hour: 'saa', hours: 'saa', day: 'siku', days: 'siku' }

/** "3.5 hours", as a line keeps it, or "saa 3.5". */
export function quantityIn(quantity: string, language: Language): string {
  const [count = '', unit = ''] = quantity.split(' ')
  return language === 'sw' && units[unit] ? `${units[unit]} ${count}` : quantity
}
