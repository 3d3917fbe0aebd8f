import { useWords } from '../lib/language.tsx'

/** What employees see of their own pension schemes, by its English word. */
const swahili: Record<string, string> = {
  'Pension Schemes': 'Mifuko ya Pensheni',
  'No pension schemes found': 'Hakuna mfuko wa pensheni',
  'Add a membership to see it here': 'Uanachama wako utaonekana hapa',
  Scheme: 'Mfuko',
  'Member No': 'Nambari ya Mwanachama',
  'Employee Pays': 'Mfanyakazi Hulipa',
  'Employer Adds': 'Mwajiri Huongeza',
  From: 'Kuanzia',
  'Last Month': 'Mwezi wa Mwisho',
  'Open-ended': 'Bila mwisho',
  'own terms': 'masharti yake mwenyewe',
  'of basic pay': 'ya mshahara wa msingi',
  'of taxed cash pay': 'ya malipo ya fedha yanayotozwa ushuru',
  'a month': 'kwa mwezi',
  Nothing: 'Hakuna',
}

export const usePensionWords = () => useWords(swahili)
