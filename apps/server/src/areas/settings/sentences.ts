import { sentencesOf } from '@mshahara/contract/say'

/** The law of a month, and what it makes of a pay. */
export const say = sentencesOf('settings', {
  noLaw: ({ why }: { why: string }) => ({
    en: why,
    sw: 'Hesabu haiwezi kufanywa kwa mwezi au kiasi hiki.',
  }),
})
