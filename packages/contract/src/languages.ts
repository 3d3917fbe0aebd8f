/** Apart from the words, which the first visit does not need. */
export const languages = ['en', 'sw'] as const
export type Language = (typeof languages)[number]

/** In both languages; the reader's is chosen where it is shown or sent. */
export interface Said {
  en: string
  sw: string
}
