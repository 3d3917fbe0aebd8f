import type { OwnTexts } from './texts.en.ts'

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
  tax: 'Kodi',
  housing: 'Nyumba',
  employersOwn: 'NITA ni gharama ya mwajiri: haikatwi kwenye mshahara na haimo kwenye chati.',
  nothing: 'Hakuna malipo yaliyothibitishwa katika miezi hii',
  nothingText: 'Takwimu zitaonekana hapa mara malipo yanapothibitishwa.',
  loading: 'Takwimu zinapakiwa',
  failed: 'Takwimu hazikuweza kupakiwa',
}
export default sw
