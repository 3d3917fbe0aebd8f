import { sentencesOf } from '@mshahara/contract/say'

/** Work in the background. */
export const say = sentencesOf('jobs', {
  notFound: { en: 'This job was not found.', sw: 'Kazi hii haikupatikana.' },
  tooMany: ({ waiting }: { waiting: number }) => ({
    en:
      `Your organization has ${waiting} tasks waiting already. ` +
      'Please try again when some of them have finished.',
    sw:
      `Shirika lako tayari lina kazi ${waiting} zinazosubiri. ` +
      'Tafadhali jaribu tena baadhi zikikamilika.',
  }),
})
