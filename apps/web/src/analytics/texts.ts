import { texts } from '../lib/language.tsx'

/** Of an employee's own figures. */
export const ownTexts = texts({
  title: {
    en: ({ name }: { name: string }) => `Report Summary for ${name}`,
    sw: ({ name }: { name: string }) => `Muhtasari wa ${name}`,
  },
  payroll: { en: 'Payroll Summary', sw: 'Muhtasari wa Mshahara' },
  deductions: { en: 'Deductions Summary', sw: 'Muhtasari wa Makato' },
  filters: { en: 'Filters', sw: 'Vichujio' },
  monthFrom: { en: 'Month From', sw: 'Kuanzia Mwezi' },
  yearFrom: { en: 'Year From', sw: 'Kuanzia Mwaka' },
  monthTo: { en: 'Month To', sw: 'Hadi Mwezi' },
  yearTo: { en: 'Year To', sw: 'Hadi Mwaka' },
  gross: { en: 'Gross Income', sw: 'Mapato Ghafi' },
  statutory: { en: 'Statutory Deductions', sw: 'Makato ya Kisheria' },
  other: { en: 'Other Deductions', sw: 'Makato Mengine' },
  net: { en: 'Net Income', sw: 'Mapato Halisi' },
  tax: { en: 'Tax', sw: 'Kodi' },
  housing: { en: 'Housing', sw: 'Nyumba' },
  employersOwn: {
    en: "NITA is the employer's own cost: it is not deducted from pay and not part of the bars.",
    sw: 'NITA ni gharama ya mwajiri: haikatwi kwenye mshahara na haimo kwenye chati.',
  },
  nothing: {
    en: 'No confirmed payroll in these months',
    sw: 'Hakuna malipo yaliyothibitishwa katika miezi hii',
  },
  nothingText: {
    en: 'Figures appear here as soon as a payroll is confirmed.',
    sw: 'Takwimu zitaonekana hapa mara malipo yanapothibitishwa.',
  },
  loading: { en: 'Loading the figures', sw: 'Takwimu zinapakiwa' },
  failed: { en: 'The figures could not be loaded', sw: 'Takwimu hazikuweza kupakiwa' },
})
