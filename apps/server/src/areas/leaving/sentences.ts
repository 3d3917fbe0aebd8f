import { dayInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

export const sayToStaff = englishOf('leaving', {
  endsBefore: 'The last day cannot be before the employment date.',
  noLastDay: ({ name }: { name: string }) =>
    `${name} has no last day yet. Please record it with Change Status first.`,
  notYet: ({ name, last }: { name: string; last: string }) =>
    `The certificate of service is given when employment has ended: ${name}'s last day is ${dayInWords(last)}.`,
})
