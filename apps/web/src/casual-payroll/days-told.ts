import { counted } from '@mshahara/contract/counted'

const named = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** "Sunday 22 November" */
export const dayNamed = (day: string) => named.format(new Date(day))

export const peopleTold = (count: number) => counted(count, 'person', 'people')
