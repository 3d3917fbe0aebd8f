import type { UiTexts } from './texts.en.ts'

const sw: UiTexts = {
  back: 'Rudi',
  cancel: 'Ghairi',
  close: 'Funga',
  retry: 'Jaribu tena',
  loading: 'Inapakia',
  loadingMore: 'Inapakia…',
  notSpecified: 'Haijabainishwa',
  noAnswer: 'Seva haikutoa jibu tunaloweza kuonyesha. Tafadhali jaribu tena.',
  listFailed: 'Orodha hii haikuweza kupakiwa',
  clearSearch: 'Futa utafutaji',
  pages: 'Kurasa',
  rowsPerPage: 'Mistari kwa ukurasa',
  rowsOf: ({ first, last, total }) => `${first}–${last} kati ya ${total}`,
  previous: 'Nyuma',
  next: 'Mbele',
  page: 'Ukurasa',
  pageOf: ({ page, pages }) => `${page} kati ya ${pages}`,
  leaveTitle: 'Uondoke bila kuhifadhi?',
  leaveText: 'Ulichoandika au kubadilisha hapa hakijahifadhiwa bado.',
  leave: 'Ondoka',
}
export default sw

/** States, by their name on the wire. */
export const words = {
  active: 'Inatumika',
  pending: 'Inasubiri',
  approved: 'Imeidhinishwa',
  rejected: 'Imekataliwa',
  cancelled: 'Imeghairiwa',
  withdrawn: 'Imeondolewa',
  settled: 'Imelipwa yote',
  'written off': 'Imefutwa',
  'passed on': 'Imepelekwa kwa mwingine',
  paid: 'Imelipwa',
  'not paid': 'Haijalipwa',
  confirmed: 'Imethibitishwa',
  open: 'Wazi',
  closed: 'Imefungwa',
  expired: 'Muda umeisha',
  refused: 'Imekataliwa',
}
