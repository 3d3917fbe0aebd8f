import type { Language } from '@mshahara/contract/language'

/** The server tells why pay changed, and how it was worked out, in English. */

const swahili: [RegExp, string][] = [
  [/\bwhole month\b/g, 'mwezi mzima'],
  [/(\d+) of (\d+) days/g, 'siku $1 kati ya $2'],
  [/^This month$/, 'Mwezi huu'],
  [/^Last month$/, 'Mwezi uliopita'],
  [/^New$/, 'Mpya'],
  [/^Ended$/, 'Imeisha'],
]

/** "15 of 30 days → whole month", the detail of a reason. */
export const detailIn = (detail: string, language: Language): string =>
  language === 'en' ? detail : swahili.reduce((text, [en, sw]) => text.replace(en, sw), detail)

/** What the English words of the working mean. */
export const glossary = [
  ['Basic salary', 'Mshahara wa msingi'],
  ['Gross pay', 'Mshahara ghafi, kabla ya makato'],
  ['Taxable pay', 'Kiasi kinachotozwa ushuru'],
  ['Tax charged', 'Ushuru uliokokotolewa'],
  ['Personal relief', 'Nafuu ya ushuru ya mtu binafsi'],
  ['Insurance relief', 'Nafuu ya ushuru kwa bima'],
  ['PAYE', 'Ushuru wa mapato unaokatwa kwenye mshahara'],
  ['NSSF', 'Akiba ya hifadhi ya jamii'],
  ['SHIF', 'Bima ya afya ya jamii (SHA)'],
  ['Housing Levy', 'Tozo ya nyumba'],
  ['Other deductions', 'Makato mengine'],
  ['Total deductions', 'Jumla ya makato'],
  ['Net pay', 'Mshahara halisi unaolipwa'],
] as const
