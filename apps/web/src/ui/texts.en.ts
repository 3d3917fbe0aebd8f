import type { Translated } from '../lib/language.tsx'

/** Words that many screens share. */
export const en = {
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Retry',
  loading: 'Loading',
  loadingMore: 'Loading…',
  notSpecified: 'Not specified',
  noAnswer: 'The server did not give an answer we can show. Please try again.',
  listFailed: 'This list could not be loaded',
  belowZero: 'An amount cannot be negative.',
  clearSearch: 'Clear search',
  pages: 'Pages',
  rowsPerPage: 'Rows per page',
  rowsOf: ({ first, last, total }: { first: number; last: number; total: number }) =>
    `${first}–${last} of ${total}`,
  previous: 'Prev',
  next: 'Next',
  page: 'Page',
  pageOf: ({ page, pages }: { page: number; pages: number }) => `${page} of ${pages}`,
  showAs: ({ title }: { title: string }) => `Show ${title} as`,
  chart: 'Chart',
  table: 'Table',
  month: 'Month',
  total: 'Total',
  fullBar: ({ label }: { label: string }) => `${label} (full bar)`,
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you have entered or changed here is not saved yet.',
  leave: 'Leave',
}
export type UiTexts = Translated<typeof en>
