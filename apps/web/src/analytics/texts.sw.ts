import { monthSaid } from '@mshahara/contract/language'
import { type MonthName, monthNames } from '@mshahara/contract/months'
import type { OwnTexts } from './texts.en.ts'

const named: Record<string, string> = {
  'Gross Income': 'Mapato Ghafi',
  'Statutory Deductions': 'Makato ya Kisheria',
  'Other Deductions': 'Makato Mengine',
  'Net Income': 'Mapato Halisi',
  'Housing Levy': 'Tozo ya Nyumba',
}

/** "March 2026" as "Machi 2026", "March" as "Machi"; what is no month stays, like PAYE. */
function inSwahili(label: string): string {
  const [name, year] = label.split(' ')
  const at = monthNames.indexOf(name as MonthName)
  if (at < 0) return label
  const [month] = monthSaid(`2026-${String(at + 1).padStart(2, '0')}`, 'sw').split(' ')
  return year ? `${month} ${year}` : (month ?? label)
}

const sw: OwnTexts = {
  title: ({ name }) => `Muhtasari wa ${name}`,
  payroll: 'Muhtasari wa Mshahara',
  deductions: 'Muhtasari wa Makato',
  filters: 'Vichujio',
  monthFrom: 'Kuanzia Mwezi',
  yearFrom: 'Kuanzia Mwaka',
  monthTo: 'Hadi Mwezi',
  yearTo: 'Hadi Mwaka',
  gross: 'Mapato Ghafi',
  statutory: 'Makato ya Kisheria',
  other: 'Makato Mengine',
  net: 'Mapato Halisi',
  tax: 'Ushuru',
  housing: 'Nyumba',
  label: ({ label }) => named[label] ?? inSwahili(label),
  employersOwn: 'NITA ni gharama ya mwajiri: haikatwi kwenye mshahara na haimo kwenye chati.',
  nothing: 'Hakuna malipo yaliyothibitishwa katika miezi hii',
  nothingText: 'Takwimu zitaonekana hapa mara malipo yanapothibitishwa.',
  loading: 'Takwimu zinapakiwa',
  failed: 'Takwimu hazikuweza kupakiwa',
}
export default sw
