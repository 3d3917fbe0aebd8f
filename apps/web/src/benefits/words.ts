import { useWords } from '../lib/language.tsx'

/** What employees see of their own benefits in kind, by its English word. */
const swahili: Record<string, string> = {
  'Benefits in Kind': 'Manufaa Yasiyo ya Fedha',
  'No benefits in kind found': 'Hakuna manufaa yasiyo ya fedha',
  'Add a benefit to see it here': 'Manufaa yako yataonekana hapa',
  Benefit: 'Manufaa',
  Amount: 'Kiasi',
  From: 'Kuanzia',
  To: 'Hadi',
  'Open-ended': 'Bila mwisho',
  Description: 'Ufafanuzi',
}

export const useBenefitWords = () => useWords(swahili)
