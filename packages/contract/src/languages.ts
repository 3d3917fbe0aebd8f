/** Apart from the words, which the first visit does not need. */
export const languages = ['en', 'sw'] as const
export type Language = (typeof languages)[number]
